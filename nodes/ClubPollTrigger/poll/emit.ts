import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { DAY_MS } from '../../shared/api/time';
import { clock, remembered } from '../../shared/transport/process';
import { emit } from '../../shared/events/emit';
import { athleteReader, resolveSubject } from '../../shared/events/resolve';
import { reportsEnd, claimForWorkflow, sharedEvents } from '../../shared/events/handled';
import { onlyWhenOf } from '../../shared/events/onlyWhen';
import { isOn } from '../../shared/events/panel';
import { lazyRequest } from '../../shared/transport/client';
import { isObject } from '../../shared/api/json';
import { AFTER_EVENT } from '../../shared/transport/patience';
import { isReEmission } from '../scan/emission';
import { hint, sample } from './sample';

/** By workflow: how many events no delivery has brought, and when, in ms since the epoch. */
const missedOf = remembered<Array<{ at: number; count: number }>>('missedDeliveries');

/** Warns of events that a delivery of the club should have brought. */
function reportMissed(functions: IExecuteFunctions, count: number): void {
	if (count === 0) return;
	const workflow = String(functions.getWorkflow().id);
	const now = clock.now();
	const missed = [...(missedOf.get(workflow) ?? []).filter(({ at }) => now - at < DAY_MS), { at: now, count }];
	missedOf.set(workflow, missed);
	const inDay = missed.reduce((sum, entry) => sum + entry.count, 0);
	const message = `The Club Trigger did not receive ${count} of these events in time, so the poll emits them (${inDay} in the last 24 hours in this n8n process). If this continues, check that the club can reach this n8n.`;
	functions.logger.warn(message);
	functions.addExecutionHints?.({ message, location: 'outputPane', type: 'warning' });
}

/**
 * The items that no delivery has brought, and those of the second emission with which no execution has succeeded. A retry and
 * a workflow without a Club Trigger beside this node emit all items.
 */
async function untaken(functions: IExecuteFunctions, items: INodeExecutionData[], skips: boolean): Promise<INodeExecutionData[]> {
	const first = items.filter(({ json }) => !isReEmission(json));
	if (!skips) return first;
	const candidates = reportsEnd(functions) ? items : first;
	const taken = await claimForWorkflow(functions, candidates, ({ json }) => (isReEmission(json) ? 'done' : 'taken'));
	// There is no Club Trigger, or nobody knows what it has received.
	if (!taken) return first;
	const shared = sharedEvents(functions);
	const isMissed = ({ json }: INodeExecutionData): boolean => !isReEmission(json) && shared.has(String(json.eventType));
	reportMissed(functions, taken.filter(isMissed).length);
	return taken;
}

/** Says in a test run how to get the person of an event whose record does not have their address. */
function hintAtAthlete(functions: IExecuteFunctions, items: readonly INodeExecutionData[]): void {
	const lacksAddress = ({ json: { ids, record } }: INodeExecutionData): boolean =>
		isObject(ids) && ids.userId !== undefined && isObject(record) && !record.Email;
	if (items.some(lacksAddress))
		hint(functions, 'The option "Attach Athlete" adds the name and the email address of the person (1 call a person)');
}

/**
 * The first step of an execution. In a test run n8n calls this and never `poll`: it emits a real record of each event and leaves
 * the memory as it is.
 */
export async function emitPolled(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const options = functions.getNodeParameter('options', 0, {}) as IDataObject;
	const isTest = functions.getMode() === 'manual';
	const polled = isTest ? await sample(functions) : functions.getInputData().map(({ json }, item) => ({ json, pairedItem: { item } }));
	const attaches = isOn(options, 'attachAthlete');
	if (isTest && !attaches) hintAtAthlete(functions, polled);
	const request = lazyRequest(functions, AFTER_EVENT);
	const readAthlete = athleteReader(request);
	const emitted = await emit(functions, polled, {
		take: async (items) => await untaken(functions, items, functions.getMode() === 'trigger' && isOn(options, 'skipHandled')),
		// A poll stores only the names of the events that it emits a second time.
		readRecord: async (event) =>
			isReEmission(event) ? { record: (await resolveSubject(request, String(event.subject), String(event.eventType))).record } : {},
		...(attaches && { readAthlete: async (event) => (event.athlete ? {} : await readAthlete(event)) }),
		onlyWhen: onlyWhenOf(options, functions.getTimezone()),
	});
	const ofUser = (event: IDataObject): IDataObject => Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'isReEmitted'));
	return [emitted.map((item) => ({ ...item, json: ofUser(item.json) }))];
}
