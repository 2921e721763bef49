import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ClubClient } from '../shared/transport/client';
import { toNodeError } from '../shared/transport/errors';
import { settle } from '../shared/records/reconcile';
import type { Send } from '../shared/records/resolve';
import { resolveSubject } from '../shared/records/resolve';
import { claimEvents } from './once';
import { optionsOf } from './settings';

/** Longest wait for a turn when records are read, in milliseconds. */
const PATIENCE_MS = 3_600_000;

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

/** An event with its current record, or with the reason why it could not be read. */
async function withRecord(functions: IExecuteFunctions, send: Send, event: IDataObject): Promise<IDataObject> {
	const resolved = await settle(resolveSubject(send, textOf(event.subject), textOf(event.eventType)));
	if ('value' in resolved) return { ...event, record: resolved.value.record };
	const { message, description } = toNodeError(functions.getNode(), resolved.error);
	return { ...event, recordError: { message, description: description ?? '' } };
}

/**
 * The first step of an execution, wherever it runs: drops the events that were handled before, and attaches records.
 * A manual run or a retry handles what it is given.
 */
export async function emit(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { acknowledge, deduplicate, resolveRecord } = optionsOf(functions);
	const received = functions.getInputData().map(({ json }, item) => ({ json, pairedItem: { item } }));
	const live = functions.getMode() === 'webhook';
	const items = live && deduplicate ? await unhandled(functions, received, acknowledge === 'lastNode') : received;
	if (!resolveRecord) return [items];
	// One client for the whole delivery, so that the same record is read once.
	let client: Promise<ClubClient> | undefined;
	const send: Send = async (call, values) => {
		client ??= ClubClient.open(functions, { maxWaitMs: PATIENCE_MS });
		return (await (await client).send(call, values)) as IDataObject;
	};
	const output: INodeExecutionData[] = [];
	for (const item of items) output.push({ json: await withRecord(functions, send, item.json), pairedItem: item.pairedItem });
	return [output];
}
