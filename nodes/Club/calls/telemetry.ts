import { ClubError, InvalidInput } from '../../shared/transport/errors';
import { TELEMETRY_INTERVAL_MS } from '../../shared/api/limits';
import { momentOf } from '../../shared/api/time';
import type { Page } from '../../shared/lists/pages';

/** An interval in ISO 8601 with offsets, both ends inclusive. */
export interface TimeRange {
	from: string;
	to: string;
}

export function windowCount({ from, to }: TimeRange): number {
	const length = momentOf(to, 'utc').toMillis() - momentOf(from, 'utc').toMillis();
	return Math.max(1, Math.ceil(length / TELEMETRY_INTERVAL_MS));
}

/** Max windows of one read: more would cost the calls of a whole day (§8: 25,000 calls in 30 days). */
const MAX_WINDOWS = 1_000;

export function checkWindows(span: TimeRange): void {
	const windows = windowCount(span);
	if (windows <= MAX_WINDOWS) return;
	throw new InvalidInput(
		`Reading from ${span.from} to ${span.to} takes at least ${windows.toLocaleString('en')} calls, one for each five hours`,
		`The longest interval takes ${MAX_WINDOWS.toLocaleString('en')} calls, which is about 208 days. Choose a shorter interval. Nothing was sent.`,
	);
}

/** The consecutive windows of an interval, each as long as raw telemetry allows (§8). Neighbors share their edge. */
export function* windowsOf({ from, to }: TimeRange): Generator<TimeRange> {
	const begin = momentOf(from, 'utc');
	const count = windowCount({ from, to });
	const edge = (index: number): string =>
		index === 0 ? from : index === count ? to : (begin.plus(index * TELEMETRY_INTERVAL_MS).toISO({ suppressMilliseconds: true }) ?? to);
	for (let index = 0; index < count; index++) yield { from: edge(index), to: edge(index + 1) };
}

/** Adds to an error in a window where to continue: the cursor of a window is not valid outside it. */
function interruptedIn(window: TimeRange, rows: number, error: unknown): unknown {
	if (!(error instanceof ClubError) || !error.resume) return error;
	const advice = `Everything that begins before ${window.from} was read. To continue, set "From" to that time.`;
	return error.with({ resume: { rows }, advice });
}

/**
 * The pages of a long interval, window by window. A training that begins exactly on an edge is in both windows, and is
 * returned once, by its `TrainingId`. Stops at `limit` rows, without another call.
 * @param read reads a window; it can stop after `max` new rows
 */
export async function* readWindows(
	span: TimeRange,
	read: (window: TimeRange, max: number) => AsyncIterable<Pick<Page, 'rows'>>,
	limit = Infinity,
): AsyncGenerator<Page> {
	let count = 0;
	let previousIds = new Set<unknown>();
	for (const window of windowsOf(span)) {
		const ids = new Set<unknown>();
		try {
			for await (const { rows } of read(window, limit - count)) {
				const fresh = rows.filter(({ TrainingId }) => !previousIds.has(TrainingId)).slice(0, limit - count);
				for (const { TrainingId } of rows) if (TrainingId !== undefined) ids.add(TrainingId);
				count += fresh.length;
				yield { rows: fresh, more: count === limit };
				if (count >= limit) return;
			}
		} catch (error) {
			throw interruptedIn(window, count, error);
		}
		previousIds = ids;
	}
}
