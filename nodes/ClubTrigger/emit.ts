import { NodeOperationError, type IDataObject, type INode, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { emit } from '../shared/events/emit';
import { athleteReader, resolveSubject } from '../shared/events/resolve';
import { lazyRequest } from '../shared/transport/client';
import { attempt, messageOf } from '../shared/transport/errors';
import { textOf } from '../shared/api/json';
import { AFTER_EVENT } from '../shared/transport/patience';
import { isUnknownEvent } from './delivery';
import { claimEvents } from './handledEvents';
import { ofThisClub } from './otherClub';
import { patientLooks } from './patientLooks';
import { excerptOf, logEvent } from './receive';
import { optionsOf } from './description';

const unknownEventError = (node: INode, { eventType, dataVersion, id }: IDataObject): NodeOperationError =>
	new NodeOperationError(
		node,
		`The club sent an event that this node does not know: ${excerptOf(eventType)}, version ${excerptOf(dataVersion) || 'unknown'} of its data`,
		{
			description: `The node confirmed it to the club and started nothing else (ID ${excerptOf(id)}). Update this node. To start the workflow with such events, turn on "Start on Unknown Events". This error appears once for each type and version, and at most once an hour, until n8n restarts.`,
		},
	);

const idOf = ({ json }: INodeExecutionData): string => String(json.id);

/** The items that no other execution has handled; all of them if n8n's record fails: twice is better than lost. */
async function withoutDuplicates(
	functions: IExecuteFunctions,
	items: INodeExecutionData[],
	untilSuccess: boolean,
): Promise<INodeExecutionData[]> {
	const ids = [...new Set(items.map(idOf))];
	const claimed = await attempt(claimEvents(functions, ids, untilSuccess));
	if ('error' in claimed) {
		functions.logger.warn(`Events of the club are handled without a check for duplicates: ${messageOf(claimed.error)}`);
		return items;
	}
	const isClaimed = (item: INodeExecutionData): boolean => claimed.value.has(idOf(item));
	for (const item of items) if (!isClaimed(item)) logEvent(functions.logger, item.json, 'handled before');
	return items.filter(isClaimed);
}

/**
 * Runs the trigger in an execution: drops events that were handled before, attaches records, and drops events that do not
 * match. A retry drops no handled events, and a test run also outputs events that do not match.
 * @throws NodeOperationError for an unknown event that the user has to see
 */
export async function emitDelivered(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { untilSuccess, deduplicate, resolveRecord, attachAthlete, emitUnknown, onlyWhen } = optionsOf(functions);
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
	return await emit(functions, items, {
		...(resolveRecord && { readRecord }),
		...(attachAthlete && { readAthlete: athleteReader(request, lookOf) }),
		onlyWhen,
	});
}
