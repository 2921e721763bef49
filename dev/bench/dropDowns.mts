import { Budget } from '../../nodes/shared/transport/budget.ts';
import { randomFrom, type Random } from '../../sandbox/random.mts';
import { RateLimit } from '../../sandbox/rate.mts';
import { VirtualClock } from '../host/clock.mts';

/** Whether the scan shares a queue with drop-downs, or runs in the background so that drop-downs go first. */
const IN_BACKGROUND = { 'one queue': false, 'people first': true } as const;

/** Drop-downs that open during a scan, per minute. */
const TIMES_A_MINUTE = [1, 2, 5];

/** Calls of a scan of 100,000 athletes, the time of each, and the time that a drop-down waits for a call, in ms. */
const SCAN_CALLS = 101;
const CALL_MS = 200;
const MAX_WAIT_MS = 2_000;
const MINUTE_MS = 60_000;

const SCANS = 100;

const percentile = (values: readonly number[], share: number): number =>
	[...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * share) / 100))];

/** The time that each drop-down waited for a call during a scan, in ms; undefined if it gave up. */
async function waitsDuringScan(background: boolean, timesAMinute: number, random: Random): Promise<Array<number | undefined>> {
	const clock = new VirtualClock();
	const club = new RateLimit({ kind: random.int(0, 1) === 0 ? 'fixed' : 'sliding' });
	const budget = new Budget(clock);
	const call = async (isBackground: boolean, maxWaitMs: number): Promise<number> => {
		const start = clock.now();
		const lease = await budget.take({ deadline: start + maxWaitMs, background: isBackground });
		const waited = clock.now() - start;
		await clock.sleep(CALL_MS);
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
			waits.push(call(false, MAX_WAIT_MS).catch(() => undefined));
	};
	await clock.finish(Promise.all([scan(), people()]));
	return await clock.finish(Promise.all(waits));
}

/**
 * Measures how long a drop-down waits for a call during a scan, with the pack's budget and the sandbox's limit. It uses a virtual clock:
 * in real time it would run all night.
 * @returns title, head and lines of a table
 */
export async function dropDowns(): Promise<[string, string[], string[][]]> {
	const lines: string[][] = [];
	for (const times of TIMES_A_MINUTE) {
		for (const [order, background] of Object.entries(IN_BACKGROUND)) {
			const random = randomFrom(times);
			const openings: Array<number | undefined> = [];
			for (let scan = 0; scan < SCANS; scan++) openings.push(...(await waitsDuringScan(background, times, random)));
			const waits = openings.filter((ms) => ms !== undefined).map((ms) => ms / 1000);
			const withoutList = `${Math.round((100 * (openings.length - waits.length)) / openings.length)} %`;
			lines.push([
				String(times),
				order,
				String(openings.length),
				withoutList,
				...[50, 95].map((share) => percentile(waits, share).toFixed(1)),
			]);
		}
	}
	return [
		`A drop-down during a scan of 100,000 athletes, ${SCANS} scans`,
		['opened a minute', 'order of calls', 'drop-downs', 'without a list', 'p50 s', 'p95 s'],
		lines,
	];
}
