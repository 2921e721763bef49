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
