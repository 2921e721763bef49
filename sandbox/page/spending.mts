import type { RequestRecord } from '../records.mts';

/** The number of calls in each step of time, by caller, the busiest first. */
export interface SpendingOverTime {
	/** When the first step begins, in ms since the epoch. */
	from: number;
	stepMs: number;
	rows: Array<{ by: string; total: number; calls: number[] }>;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The possible lengths of a step. The page uses the shortest that shows all calls in at most this many steps. */
const STEPS_MS = [2 * SECOND_MS, 10 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS];
const MAX_STEPS = 60;

/** The number of callers that have their own colour. */
const MAX_CALLERS = 5;

/** The group for calls whose workflow is not known. */
const UNKNOWN = 'Workflow unknown';

/** Who made the calls with the club key, and when. */
export function spendingOf(requests: ReadonlyArray<Pick<RequestRecord, 'at' | 'by'>>): SpendingOverTime | undefined {
	const [first] = requests;
	const last = requests.at(-1);
	if (!first || !last) return undefined;
	const stepMs = STEPS_MS.find((step) => Math.floor(last.at / step) - Math.floor(first.at / step) < MAX_STEPS) ?? STEPS_MS[5];
	const from = Math.floor(first.at / stepMs) * stepMs;
	const steps = Math.floor((last.at - from) / stepMs) + 1;
	const callers = new Map<string, number[]>();
	for (const { at, by = UNKNOWN } of requests) {
		const calls = callers.get(by) ?? Array.from({ length: steps }, () => 0);
		callers.set(by, calls);
		calls[Math.max(0, Math.floor((at - from) / stepMs))]++;
	}
	const rows = [...callers]
		.map(([by, calls]) => ({ by, total: calls.reduce((sum, count) => sum + count, 0), calls }))
		.sort((a, b) => b.total - a.total);
	// A single further caller takes no more room than a line for the others.
	if (rows.length > MAX_CALLERS + 1) {
		const others = rows.splice(MAX_CALLERS);
		const calls = others[0].calls.map((_, step) => others.reduce((sum, row) => sum + row.calls[step], 0));
		rows.push({ by: `${others.length} others`, total: others.reduce((sum, { total }) => sum + total, 0), calls });
	}
	return { from, stepMs, rows };
}
