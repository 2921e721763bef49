import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { athleteReader, attached } from '../shared/records/attach';
import { skipHandledAcross } from '../shared/records/handledAcross';
import { claimEvents } from '../shared/records/handledRecord';
import { matches } from '../shared/records/onlyWhen';
import { openLate } from '../shared/transport/openLate';
import { settle } from '../shared/transport/outcome';
import { TRIGGER_WAIT_MS } from '../shared/transport/send';
import { resolveSubject } from '../shared/records/resolve';
import { isForeign } from './delivery';
import { logEvent } from './eventLog';
import { foreignEvent } from './foreign';
import { optionsOf } from './settings';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const idOf = ({ json }: INodeExecutionData): string => String(json.id);

/** The items that no other execution has handled. Where n8n's record does not work, rather twice than lost. */
async function unhandled(functions: IExecuteFunctions, items: INodeExecutionData[], untilSuccess: boolean): Promise<INodeExecutionData[]> {
	const ids = [...new Set(items.map(idOf))];
	const claimed = await settle(claimEvents(functions, ids, untilSuccess));
	if ('value' in claimed) return items.filter((item) => claimed.value.has(idOf(item)));
	const why = claimed.error instanceof Error ? claimed.error.message : String(claimed.error);
	functions.logger.warn(`Events of the club are handled without a look for duplicates: ${why}`);
	return items;
}

/** Attaches to each event what is wanted, so that whatever two of them have in common is read once. */
async function withRecords(
	functions: IExecuteFunctions,
	items: INodeExecutionData[],
	wanted: { record: boolean; athlete: boolean },
): Promise<INodeExecutionData[]> {
	const send = openLate(functions, { maxWaitMs: TRIGGER_WAIT_MS });
	const readAthlete = athleteReader(send);
	const recordOf = async ({ subject, eventType }: IDataObject): Promise<IDataObject> => {
		const { record, advice } = await resolveSubject(send, textOf(subject), textOf(eventType));
		return record === undefined ? { advice } : { record };
	};
	const output: INodeExecutionData[] = [];
	for (const { json, pairedItem } of items) {
		const event = { ...json, ...(wanted.record && (await attached(functions, 'record', recordOf(json)))) };
		Object.assign(event, wanted.athlete && (await attached(functions, 'athlete', readAthlete(event))));
		output.push({ json: event, pairedItem });
	}
	return output;
}

/**
 * The first step of an execution, wherever it runs: drops the events that were handled before, attaches records, and
 * drops what does not match. A manual run or a retry handles what it is given.
 */
export async function emit(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { acknowledge, deduplicate, resolveRecord, attachAthlete, emitUnknown, onlyWhen } = optionsOf(functions);
	const foreign = functions.getInputData().find(({ json }) => isForeign(json));
	if (foreign && !emitUnknown && functions.getMode() !== 'manual') throw foreignEvent(functions.getNode(), foreign.json);
	const received = functions.getInputData().map(({ json }, item) => ({ json, pairedItem: { item } }));
	const live = functions.getMode() === 'webhook';
	const items = live && deduplicate ? await unhandled(functions, received, acknowledge === 'lastNode') : received;
	const fresh = live ? await skipHandledAcross(functions, items, acknowledge === 'lastNode') : items;
	for (const item of received) if (!fresh.includes(item)) logEvent(functions.logger, item.json, 'handled before');
	const complete =
		resolveRecord || attachAthlete ? await withRecords(functions, fresh, { record: resolveRecord, athlete: attachAthlete }) : fresh;
	return [complete.filter(({ json }) => matches(json, onlyWhen, true) !== false)];
}
