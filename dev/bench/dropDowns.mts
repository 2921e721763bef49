import { Budget } from '../../nodes/shared/transport/budget.ts';
import { randomFrom, type Random } from '../../sandbox/random.mts';
import { RateLimit } from '../../sandbox/rate.mts';
import { VirtualClock } from '../host/clock.mts';

/** A scan whose calls stand in one row with those of drop-downs, as all did before people went first; and a scan in the background. */
const ROWS = { 'in one row': false, 'people first': true } as const;

/** How often a drop-down is opened while a scan goes on, in times a minute. */
const TIMES_A_MINUTE = [1, 2, 5];

/** Calls of a scan of 100,000 athletes, how long each is on its way, and how long a drop-down waits for its turn, in milliseconds. */
const SCAN_CALLS = 101;
const ON_THE_WAY_MS = 200;
const PATIENCE_MS = 2_000;
const MINUTE_MS = 60_000;

const SCANS = 100;

/** The value below which so many of a hundred are. */
const percentile = (values: readonly number[], share: number): number =>
	[...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * share) / 100))];

/** How long each drop-down waited for its turn while a scan went on, in milliseconds; nothing where it gave up. */
async function waitsDuringScan(background: boolean, timesAMinute: number, random: Random): Promise<Array<number | undefined>> {
	const clock = new VirtualClock();
	const club = new RateLimit({ kind: random.int(0, 1) === 0 ? 'fixed' : 'sliding' });
	const budget = new Budget(clock);
	const call = async (isBackground: boolean, patienceMs: number): Promise<number> => {
		const asked = clock.now();
		const lease = await budget.take({ deadline: asked + patienceMs, background: isBackground });
		const waited = clock.now() - asked;
		await clock.sleep(ON_THE_WAY_MS);
		const { accepted, remaining } = club.take(clock.now());
		lease.release({ limit: 50, remaining, refused: !accepted });
		return waited;
	};
	let isOver = false;
	const scan = async () => {
		for (let page = 0; page < SCAN_CALLS; page++) await call(background, Infinity);
		isOver = true;
	};
	const waits: Array<Promise<number | undefined>> = [];
	const people = async () => {
		const between = MINUTE_MS / timesAMinute;
		for (await clock.sleep(random.int(0, between)); !isOver; await clock.sleep(random.int(between / 2, between * 1.5)))
			waits.push(call(false, PATIENCE_MS).catch(() => undefined));
	};
	await clock.finish(Promise.all([scan(), people()]));
	return await clock.finish(Promise.all(waits));
}

/**
 * How long a drop-down waits for its turn while a scan goes on: the pack's own budget against the limit of the sandbox, in a time
 * of its own, since a real minute would make it a night's work.
 * @returns title, head and lines of a table
 */
export async function dropDowns(): Promise<[string, string[], string[][]]> {
	const lines: string[][] = [];
	for (const times of TIMES_A_MINUTE) {
		for (const [row, background] of Object.entries(ROWS)) {
			const random = randomFrom(times);
			const looks: Array<number | undefined> = [];
			for (let scan = 0; scan < SCANS; scan++) looks.push(...(await waitsDuringScan(background, times, random)));
			const waits = looks.filter((ms) => ms !== undefined).map((ms) => ms / 1000);
			const without = `${Math.round((100 * (looks.length - waits.length)) / looks.length)} %`;
			lines.push([String(times), row, String(looks.length), without, ...[50, 95].map((share) => percentile(waits, share).toFixed(1))]);
		}
	}
	return [
		`A drop-down during a scan of 100,000 athletes, ${SCANS} scans`,
		['opened a minute', 'calls go', 'drop-downs', 'without a list', 'p50 s', 'p95 s'],
		lines,
	];
}
