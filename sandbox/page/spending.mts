import type { RequestRecord } from '../records.mts';

/** Calls over time: how many fell into each step, by who made them, the busiest first. */
export interface SpendingOverTime {
	/** When the first step begins, in ms since the epoch. */
	from: number;
	stepMs: number;
	rows: Array<{ by: string; total: number; calls: number[] }>;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a step may be; the shortest is taken that shows all calls in about so many steps. */
const STEPS_MS = [2 * SECOND_MS, 10 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS];
const MOST_STEPS = 60;

/** Most callers that are told apart: each has a colour. */
const MOST_CALLERS = 5;

/** What a call is filed under whose workflow nobody has named. */
const UNKNOWN = 'Workflow unknown';

/** Who spent the calls of the club key, and when. */
export function spendingOf(requests: ReadonlyArray<Pick<RequestRecord, 'at' | 'by'>>): SpendingOverTime | undefined {
	const [first] = requests;
	const last = requests.at(-1);
	if (!first || !last) return undefined;
	const stepMs = STEPS_MS.find((step) => Math.floor(last.at / step) - Math.floor(first.at / step) < MOST_STEPS) ?? STEPS_MS[5];
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
	// One alone takes no more room by its name.
	if (rows.length > MOST_CALLERS + 1) {
		const others = rows.splice(MOST_CALLERS);
		const calls = others[0].calls.map((_, step) => others.reduce((sum, row) => sum + row.calls[step], 0));
		rows.push({ by: `${others.length} others`, total: others.reduce((sum, { total }) => sum + total, 0), calls });
	}
	return { from, stepMs, rows };
}
