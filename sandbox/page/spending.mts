import type { RequestRecord } from '../records.mts';

/** Who made the calls with the club key, the busiest first. */
export function spendingOf(requests: ReadonlyArray<Pick<RequestRecord, 'by'>>): Array<{ by: string; total: number }> {
	const totals = new Map<string, number>();
	for (const { by = 'Workflow unknown' } of requests) totals.set(by, (totals.get(by) ?? 0) + 1);
	return [...totals].map(([by, total]) => ({ by, total })).sort((a, b) => b.total - a.total);
}
