import type { IDataObject } from 'n8n-workflow';
import type { Mark } from '../shared/records/memory';
import { orAbsent } from '../shared/transport/outcome';
import type { PolledList, Span } from './lists';
import { orYield, Yield } from './meter';
import type { PollRun } from './run';

/**
 * Where a record of a window is that is not listed any more: one call.
 * @returns the record, if it was moved out of the window; null where it is gone, undefined where it cannot be asked now
 */
export async function whereabouts(
	{ lookUp, beginOf }: PolledList,
	mark: Mark,
	{ from = '', to = '' }: Partial<Span> = {},
	{ meter }: PollRun,
): Promise<IDataObject | null | undefined> {
	if (!lookUp) return null;
	const row = await orYield(orAbsent(meter.send(lookUp.call, { params: lookUp.params(mark) })));
	if (row instanceof Yield) return undefined;
	const begin = row && beginOf?.(row);
	const isOutside = begin !== undefined && (begin < Date.parse(from) || begin >= Date.parse(to));
	return row && isOutside ? row : null;
}

/** Trainings that are not listed any more are remembered a little longer than they can be listed, in seconds. */
const MARGIN_S = 3600;

/** What should have been listed and was not. What has begun, or lies beyond the window, need not be. */
export function vanishedFrom(
	{ kind, beginOf }: PolledList,
	unmet: Mark[],
	{ to = '' }: Partial<Span> = {},
	{ now }: Pick<PollRun, 'now'>,
): Mark[] {
	if (kind !== 'window') return unmet;
	return beginOf ? unmet.filter(({ at = 0 }) => at >= now / 1000 && at < Date.parse(to) / 1000) : [];
}

/** Until when the records of a window need not be remembered any more, in seconds. */
export const forgottenBefore = (
	{ beginOf }: PolledList,
	{ from = '' }: Partial<Span> = {},
	{ now, settings }: Pick<PollRun, 'now' | 'settings'>,
): number => (beginOf ? Date.parse(from) / 1000 : now / 1000 - settings.lookBack * 3600 - MARGIN_S);
