import type { IDataObject } from 'n8n-workflow';
import { ClubError, InvalidInput } from '../shared/transport/errors';
import { TELEMETRY_INTERVAL_MS } from '../shared/api/limits';
import { momentOf } from '../shared/api/time';
import type { Page } from '../shared/records/paging';

/** An interval, both ends inclusive, as ISO 8601 with an offset. */
export interface TimeRange {
	from: string;
	to: string;
}

/** Length of an interval in milliseconds. */
export const lengthOf = ({ from, to }: TimeRange): number => momentOf(to, 'utc').toMillis() - momentOf(from, 'utc').toMillis();

/** How many windows an interval takes, and so how many calls at least. */
export const windowCount = (span: TimeRange): number => Math.max(1, Math.ceil(lengthOf(span) / TELEMETRY_INTERVAL_MS));

/** Most windows that one read may take: more would spend what a key has for a day (§8: 25,000 calls in 30 days). */
const MAX_WINDOWS = 1_000;

/** Refuses an interval whose windows would cost more calls than anybody means. @throws InvalidInput */
export function checkWindows(span: TimeRange): void {
	const windows = windowCount(span);
	if (windows <= MAX_WINDOWS) return;
	throw new InvalidInput(
		`Reading from ${span.from} to ${span.to} takes at least ${windows.toLocaleString('en')} calls, one for each five hours`,
		`The longest interval takes ${MAX_WINDOWS.toLocaleString('en')} calls, which is about 208 days. Choose a shorter interval. Nothing was sent.`,
	);
}

/** The consecutive windows of an interval, each as long as raw telemetry allows (§8); neighbours share their edge. */
export function* windowsOf({ from, to }: TimeRange): Generator<TimeRange> {
	const begin = momentOf(from, 'utc');
	const count = windowCount({ from, to });
	const edge = (index: number): string =>
		index === 0 ? from : index === count ? to : (begin.plus(index * TELEMETRY_INTERVAL_MS).toISO({ suppressMilliseconds: true }) ?? to);
	for (let index = 0; index < count; index++) yield { from: edge(index), to: edge(index + 1) };
}

/** Tells from where to read on after an error inside a window, whose cursor is of no use outside it. */
const interruptedIn = (window: TimeRange, rows: number, error: unknown): unknown =>
	error instanceof ClubError && error.resume
		? error.with({
				resume: { rows },
				advice: `Everything that begins before ${window.from} was read. To continue, set "From" to that time.`,
			})
		: error;

/**
 * The rows of a long interval, window after window. A training that begins exactly on an edge belongs to both
 * windows and is given once, by its `TrainingId`. Stops at `limit` rows, without a further call.
 * @param read reads a window; it may stop after `wanted` rows that are new
 */
export async function* readWindows(
	span: TimeRange,
	read: (window: TimeRange, wanted: number) => AsyncIterable<Pick<Page, 'rows'>>,
	limit = Infinity,
): AsyncGenerator<IDataObject[]> {
	let given = 0;
	let before = new Set<unknown>();
	for (const window of windowsOf(span)) {
		const here = new Set<unknown>();
		try {
			for await (const { rows } of read(window, limit - given)) {
				const fresh = rows.filter(({ TrainingId }) => !before.has(TrainingId)).slice(0, limit - given);
				for (const { TrainingId } of rows) if (TrainingId !== undefined) here.add(TrainingId);
				given += fresh.length;
				yield fresh;
				if (given >= limit) return;
			}
		} catch (error) {
			throw interruptedIn(window, given, error);
		}
		before = here;
	}
}
