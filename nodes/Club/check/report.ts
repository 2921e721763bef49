import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/transport/json';
import type { Answer } from './answers';
import { answerOf, lookalikesOf, keyPermission, quotaOf, zoneOf } from './answers';
import type { Reading } from './readings';
import { adviceOf, findReadings } from './readings';
import type { Evidence } from './evidence';
import { sightOf } from './evidence';
import { NameMask } from './shape';

/** The results of a check: names, types and counts, without any value of a record. */
interface CheckFacts {
	/** Records for each page. */
	sample: number;
	/** Number of reads; and the reads without a successful answer. */
	reads: number;
	refused: string[];
	stopped: string | null;
	permission: IDataObject;
	quota: IDataObject;
	zone: IDataObject;
	looksLike: IDataObject;
	calls: Answer[];
	readings: Reading[];
	advice: string[];
}

const row = (...cells: unknown[]): string => `| ${cells.map((cell) => String(cell ?? '').replace(/\|/g, '\\|')).join(' | ')} |`;

const table = (heads: string[], rows: unknown[][]): string[] => [
	row(...heads),
	row(...heads.map(() => '---')),
	...rows.map((cells) => row(...cells)),
	'',
];

const code = (text: string): string => `\`${text}\``;

const listed = (names: string[] = []): string => names.map(code).join(', ');

/** Values as lines of a Markdown list; an array is one line. */
const listOf = (values: IDataObject): string[] => [
	...Object.entries(values).map(
		([name, value]) => `- ${name}: ${Array.isArray(value) ? listed(value.map(String)) || 'none' : String(value ?? 'not shown')}`,
	),
	'',
];

const nameOf = ({ call, purpose }: Answer): string => (purpose === 'first' ? code(call) : `${code(call)}, ${purpose}`);

/** The properties of the records of an answer. */
function recordLines({ properties = [], missing = [], unnamed = [] }: Answer): string[] {
	return [
		...properties.map(({ name, types }) => `- ${code(name)}: ${types.join(', or ')}`),
		...(missing.length > 0 ? ['', `In the API description, but missing: ${listed(missing)}`] : []),
		...(unnamed.length > 0 ? ['', `Not in the API description: ${listed(unnamed)}`] : []),
		'',
	];
}

/** The records of each call; calls with equal properties share one section. */
function recordSections(calls: readonly Answer[]): string[] {
	const sections = new Map<string, Set<string>>();
	for (const answer of calls) {
		if (!answer.properties || answer.purpose !== 'first') continue;
		const lines = recordLines(answer).join('\n');
		sections.set(lines, (sections.get(lines) ?? new Set<string>()).add(answer.call));
	}
	return [...sections].flatMap(([lines, names]) => [`### ${[...names].join(', ')}`, '', lines]);
}

/** A check in Markdown, for an issue: without any value of a record and without the name of the club. */
function reportOf({ sample, reads, stopped, permission, quota, zone, looksLike, calls, readings, advice }: CheckFacts): string {
	const { times, ...zones } = zone;
	const [found, unknown] = [true, false].map((isFound) => readings.filter(({ reading }) => (reading !== null) === isFound));
	return [
		'# What this club sends',
		'',
		`${reads} reads, ${sample} records a page. Names, types and counts only.${stopped ? ` It stopped early: ${stopped}.` : ''}`,
		'',
		'## Advice',
		'',
		...(advice.length > 0 ? advice.map((line) => `- ${line}`) : ['This club needs no other settings.']),
		'',
		'## Readings',
		'',
		...table(
			['Question', 'About', 'This club', 'Why'],
			found.map(({ question, about, words, because }) => [code(question), about, words, because]),
		),
		...(unknown.length > 0 ? [`Reads do not show: ${listed(unknown.map(({ question }) => question))}`, ''] : []),
		'## Permission',
		'',
		...listOf(permission),
		'## Rate limit headers',
		'',
		...listOf(quota),
		'## Times',
		'',
		...listOf({ ...zones, ...(times as IDataObject) }),
		'## What properties look like',
		'',
		...listOf(looksLike),
		'## Reads',
		'',
		...table(
			['Call', 'Status', 'Body', 'Rows', 'Milliseconds', 'Order', 'Cursors', 'Continue'],
			calls.map((answer) => [
				nameOf(answer),
				[answer.status || 'no answer', answer.errorType, answer.problem].filter(Boolean).join(', '),
				answer.body,
				answer.rows,
				answer.milliseconds,
				answer.order,
				answer.cursors?.join(', '),
				answer.continue,
			]),
		),
		'## Records',
		'',
		...recordSections(calls),
	].join('\n');
}

/** The output of a check. */
interface Result extends CheckFacts {
	/** The ID and the name of the club, by property. */
	club: IDataObject;
	/** Everything else, in Markdown. */
	report: string;
}

/** The properties of a profile that identify the club. Others can be personal data, such as the name of a manager. */
const IDENTITY = /^(Club)?(Id|Name|Title)$/;

const clubIn = (profile: unknown): IDataObject =>
	Object.fromEntries(
		Object.entries(isObject(profile) ? profile : {}).filter(
			([name, value]) => IDENTITY.test(name) && ['string', 'number'].includes(typeof value),
		),
	) as IDataObject;

/** Whether a read failed. For a read that distinguishes readings, a 4xx is an answer too. */
const isRefused = ({ purpose, status }: Answer): boolean =>
	(status < 200 || status >= 300) && (['first', 'second'].includes(purpose) || status < 400 || status >= 500);

/** The output of a check from its answers. */
export function resultOf(evidence: Evidence, sample: number): Result {
	const names = new NameMask(evidence);
	const calls = evidence.sights.map((sight) => answerOf(sight, names));
	const readings = findReadings(evidence);
	const facts: CheckFacts = {
		sample,
		reads: calls.length,
		refused: calls.filter(isRefused).map(({ call, status }) => `${call}: ${status || 'no answer'}`),
		stopped: evidence.stopped ?? null,
		permission: keyPermission(evidence),
		quota: quotaOf(evidence),
		zone: zoneOf(evidence, calls),
		looksLike: lookalikesOf(evidence, calls),
		calls,
		readings,
		advice: adviceOf(readings),
	};
	return {
		club: clubIn(sightOf(evidence, 'GET /Profile')?.body),
		...facts,
		report: reportOf(facts),
	};
}

/** A short output for a model: refused reads, the readings of this club, and advice. */
export const inShort = ({ club, reads, refused, stopped, permission, quota, readings, advice }: Result): IDataObject => ({
	club,
	reads,
	refused,
	stopped,
	permission,
	quota,
	readings: Object.fromEntries(readings.flatMap(({ question, reading }) => (reading === null ? [] : [[question, reading]]))),
	advice,
});
