import { HOUR_MS, instantOf, LARGEST_OFFSET_MS } from '../../shared/api/time';
import type { PolledList, TimeWindow } from '../causes/lists';
import type { PollRun } from './readPages';
import type { Mark } from './snapshot';

// The window of time that some lists are compared in.

/**
 * How long trainings are remembered after they have left the window, in ms. The window is requested wider than it is and compared
 * with a local time, so a training that is forgotten too early would be new again.
 */
const MARGIN_MS = 2 * LARGEST_OFFSET_MS + HOUR_MS;

/** The unmet records that should have been listed. Records that have begun, or lie beyond the window, need not be. */
export function missedBy(
	{ kind, beginOf }: PolledList,
	unmet: Mark[],
	{ to = '' }: Partial<TimeWindow> = {},
	{ now }: Pick<PollRun, 'now'>,
): Mark[] {
	if (kind !== 'window') return unmet;
	return beginOf ? unmet.filter(({ at = 0 }) => at >= now / 1000 && at < instantOf(to) / 1000) : [];
}

/** Records of a window from before this time, in seconds since the epoch, need not be remembered. */
export const forgottenBefore = ({ beginOf }: PolledList, { from = '' }: Partial<TimeWindow> = {}): number =>
	(instantOf(from) - (beginOf ? 0 : MARGIN_MS)) / 1000;

/** Whether a record lies in the window. One whose begin cannot be read counts as within. */
export const isWithin = ({ beginOf }: PolledList, { at }: Mark, { from, to }: Partial<TimeWindow> = {}): boolean =>
	!beginOf || at === undefined || (at >= instantOf(from) / 1000 && at < instantOf(to) / 1000);
