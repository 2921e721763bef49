import type { IDataObject, INode, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { timeOf } from '../shared/api/time';
import type { ClaimedBy } from '../shared/events/handled';
import { reportsEnd, claimForWorkflow } from '../shared/events/handled';
import { emit } from '../shared/events/emit';
import { athleteReader, patientLooks, resolveSubject } from '../shared/events/resolve';
import { lazyRequest } from '../shared/transport/client';
import { attempt, messageOf } from '../shared/transport/errors';
import { isObject, textOf } from '../shared/api/json';
import { clock } from '../shared/transport/process';
import { AFTER_EVENT } from '../shared/transport/patience';
import { isUnknownEvent } from './delivery';
import { claimEvents } from './handledEvents';
import { ofThisClub } from './otherClub';
import { excerptOf, logEvent } from './receive';
import type { TriggerOptions } from './description';
import { optionsOf } from './description';

/** The error that shows a user an event that this node does not know. */
const unknownEventError = (node: INode, { eventType, dataVersion, id }: IDataObject): NodeOperationError =>
	new NodeOperationError(
		node,
		`The club sent an event that this node does not know: ${excerptOf(eventType)}, version ${excerptOf(dataVersion) || 'unknown'} of its data`,
		{
			description: `The node confirmed it to the club and started nothing else (ID ${excerptOf(id)}). Update this node. To start the workflow with such events, switch on "Start on Unknown Events". This error appears once for each type and version, and at most once an hour, until n8n restarts.`,
		},
	);

const idOf = ({ json }: INodeExecutionData): string => String(json.id);

/** The items that are not left out; the log names the others. */
const remaining = (
	{ logger }: IExecuteFunctions,
	items: INodeExecutionData[],
	isKept: (item: INodeExecutionData) => boolean,
): INodeExecutionData[] =>
	items.filter((item) => {
		const kept = isKept(item);
		if (!kept) logEvent(logger, item.json, 'handled before');
		return kept;
	});

/** The items that no other execution has handled; all of them if n8n's record fails: twice is better than lost. */
async function withoutDuplicates(
	functions: IExecuteFunctions,
	items: INodeExecutionData[],
	untilSuccess: boolean,
): Promise<INodeExecutionData[]> {
	const ids = [...new Set(items.map(idOf))];
	const claimed = await attempt(claimEvents(functions, ids, untilSuccess));
	if ('value' in claimed) return remaining(functions, items, (item) => claimed.value.has(idOf(item)));
	functions.logger.warn(`Events of the club are handled without a check for duplicates: ${messageOf(claimed.error)}`);
	return items;
}

/** How far the time of an event may be from now, in ms, for it to be in time: a poll keeps what it finds as long. */
const IN_TIME_MS = 120_000;

const isInTime = ({ eventTime }: IDataObject): boolean => Math.abs(clock.now() - (timeOf(eventTime, 'utc') ?? NaN)) <= IN_TIME_MS;

/**
 * Whether an event counts as taken, and so hides what the poll finds. Anyone with a leaked token can send an event, so where records are
 * loaded it counts only if the club has shown its record. After a deletion there is none.
 */
const counts = ({ eventType, record }: IDataObject): boolean => isObject(record) || textOf(eventType).endsWith('.Deleted');

/**
 * The items that the Club Poll Trigger of this workflow has not taken. A delivery in time is never left out, so a forged
 * event can hide no real one. Under `lastNode` only a success leaves out: the club sends the others again to be handled.
 */
async function untaken(
	functions: IExecuteFunctions,
	items: INodeExecutionData[],
	{ untilSuccess, resolveRecord }: TriggerOptions,
): Promise<INodeExecutionData[]> {
	const leftOutWhen: ClaimedBy | undefined = !untilSuccess ? 'taken' : reportsEnd(functions) ? 'done' : undefined;
	const counted = new Set(items.filter(({ json }) => !resolveRecord || counts(json)));
	const taken = await claimForWorkflow(functions, [...counted], ({ json }) => (isInTime(json) ? undefined : leftOutWhen));
	return taken ? remaining(functions, items, (item) => !counted.has(item) || taken.includes(item)) : items;
}

/**
 * Runs the trigger in an execution: drops events that were handled before, attaches records, and drops events that do not
 * match. A retry drops no handled events, and a test run also outputs events that do not match.
 * @throws NodeOperationError for an unknown event that the user has to see
 */
export async function emitDelivered(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const options = optionsOf(functions);
	const { untilSuccess, deduplicate, resolveRecord, attachAthlete, emitUnknown, onlyWhen } = options;
	const input = await ofThisClub(
		functions,
		functions.getInputData().map(({ json }) => json),
	);
	const unknown = input.find(isUnknownEvent);
	if (unknown && !emitUnknown && functions.getMode() !== 'manual') throw unknownEventError(functions.getNode(), unknown);
	const received = input.map((json, item) => ({ json, pairedItem: { item } }));
	const isLive = functions.getMode() === 'webhook';
	const items = isLive && deduplicate ? await withoutDuplicates(functions, received, untilSuccess) : received;
	const request = lazyRequest(functions, AFTER_EVENT);
	const lookOf = patientLooks(functions, request);
	const readRecord = async (event: IDataObject) =>
		await resolveSubject(request, textOf(event.subject), textOf(event.eventType), lookOf(event, event.data));
	const emitted = await emit(functions, items, {
		take: async (some) => (isLive ? await untaken(functions, some, options) : some),
		takesByRecord: resolveRecord,
		...(resolveRecord && { readRecord }),
		...(attachAthlete && { readAthlete: athleteReader(request, lookOf) }),
		onlyWhen,
	});
	return [emitted];
}
