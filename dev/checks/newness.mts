const DAY_MS = 86_400_000;

/** After so many days, what was tested last is no proof for the n8n of today. */
const STALE_DAYS = 60;

/** What was tried, and when each version of n8n was published (ms since the epoch). */
export interface Tried {
	/** The default version, which the gate tests. */
	usual: string;
	/** The newer version that was tested now. */
	tested?: string;
	/** Newer versions that could not be installed. */
	refused: readonly string[];
	published: Readonly<Record<string, number>>;
	now: number;
}

/** What a run against the newest n8n shows, in a sentence, and whether it is a failure. */
export function verdictOn({ usual, tested, refused, published, now }: Tried): { sentence: string; hasFailed: boolean } {
	const version = tested ?? usual;
	const days = Math.floor((now - published[version]) / DAY_MS);
	const isStale = !(days <= STALE_DAYS);
	const image = 'The registry has no n8n 3, which comes as an image only: see the job "n8n3".';
	const third = [...Object.keys(published), version].some((known) => /^3\.\d+\.\d+$/.test(known)) ? '' : ` ${image}`;
	const what = tested ? `n8n ${tested} was tested.` : `No newer n8n was tested than ${usual}, which the gate tests.`;
	const failed = refused.length > 0 ? ` These could not be installed: ${refused.join(', ')}.` : '';
	const age = isStale
		? ` It is ${Number.isNaN(days) ? 'of an unknown age' : `${days} days old`}: nothing new was tested for over ${STALE_DAYS} days.`
		: '';
	return { sentence: `${what}${failed}${age}${third}`, hasFailed: isStale || (!tested && refused.length > 0) };
}
