import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { DAY_MS } from '../../shared/api/time';
import { clock, remembered } from '../../shared/transport/process';
import { athleteReader, attached, resolveSubject } from '../../shared/events/resolve';
import { reportsEnd, claimForWorkflow, hasPartner, eventKey } from '../../shared/events/handled';
import { matchingItems, onlyWhenOf } from '../../shared/events/onlyWhen';
import { isOn } from '../../shared/events/switches';
import { lazyRequest } from '../../shared/transport/client';
import { isObject } from '../../shared/api/json';
import { AFTER_EVENT } from '../../shared/transport/patience';
import { hintAtCost } from './cost';
import { isReEmission } from '../scan/emission';
import { sample } from './sample';

/** By workflow: how many events no delivery has brought, and when, in ms since the epoch. */
const missedOf = remembered<Array<{ at: number; count: number }>>('missedDeliveries');

/** Counts events that no delivery has brought. @returns how many there were in the last 24 hours in this process */
function missedInDay(workflow: string, count: number): number {
	const now = clock.now();
	const missed = [...(missedOf.get(workflow) ?? []).filter(({ at }) => now - at < DAY_MS), { at: now, count }];
	missedOf.set(workflow, missed);
	return missed.reduce((sum, entry) => sum + entry.count, 0);
}

/** Reads the records of events that are emitted a second time: a poll stores only their names. */
async function withRecords(functions: IExecuteFunctions, items: readonly INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const request = lazyRequest(functions, AFTER_EVENT);
	const recordOf = async ({ subject, eventType }: IDataObject): Promise<IDataObject> => ({
		record: (await resolveSubject(request, String(subject), String(eventType))).record,
	});
	const output: INodeExecutionData[] = [];
	for (const item of items) {
		const { isReEmitted, ...event } = item.json;
		const json = isReEmitted === true ? { ...event, ...(await attached(functions, 'record', recordOf(event))) } : event;
		output.push({ json, pairedItem: item.pairedItem });
	}
	return output;
}

/** Attaches the athlete where the poll has not, or the reason why they could not be read: a failed read must not lose the event. */
async function withAthletes(functions: IExecuteFunctions, items: readonly INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const readAthlete = athleteReader(lazyRequest(functions, AFTER_EVENT));
	const output: INodeExecutionData[] = [];
	for (const { json, pairedItem } of items) {
		const athlete = json.athlete ? {} : await attached(functions, 'athlete', readAthlete(json));
		output.push({ json: { ...json, ...athlete }, pairedItem });
	}
	return output;
}

/** Warns of events that a delivery of the club should have brought. */
function reportMissed(functions: IExecuteFunctions, missed: number): void {
	if (missed === 0) return;
	const inDay = missedInDay(String(functions.getWorkflow().id), missed);
	const message = `The Club Trigger did not receive ${missed} of these events in time, so the poll emits them (${inDay} in the last 24 hours in this n8n process). If this continues, check that the club can reach this n8n.`;
	functions.logger.warn(message);
	functions.addExecutionHints?.({ message, location: 'outputPane', type: 'warning' });
}

/**
 * The items that no delivery has brought, and those of the second emission with which no execution has succeeded. A retry and
 * a workflow without a Club Trigger beside this node emit all items.
 */
async function untaken(functions: IExecuteFunctions, items: INodeExecutionData[], skips: boolean): Promise<INodeExecutionData[]> {
	const first = items.filter(({ json }) => !isReEmission(json));
	if (!skips || !hasPartner(functions)) return first;
	const candidates = reportsEnd(functions) ? items : first;
	const taken = (await claimForWorkflow(functions, candidates, ({ json }) => (isReEmission(json) ? 'done' : 'taken'))) ?? first;
	reportMissed(functions, taken.filter(({ json }) => !isReEmission(json) && eventKey(json) !== undefined).length);
	return taken;
}

/** Says in a test run how to get the person of an event whose record does not have their address. */
function hintAtAthlete(functions: IExecuteFunctions, items: readonly INodeExecutionData[]): void {
	const lacksAddress = ({ json: { ids, record } }: INodeExecutionData): boolean =>
		isObject(ids) && ids.userId !== undefined && isObject(record) && !record.Email;
	if (!items.some(lacksAddress)) return;
	functions.addExecutionHints({
		message: 'The option "Attach Athlete" adds the name and the email address of the person (1 call a person)',
		location: 'outputPane',
	});
}

/**
 * The first step of an execution. In a test run n8n calls this and never `poll`: it emits a real record of each event and leaves
 * the memory as it is.
 */
export async function emitPolled(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const options = functions.getNodeParameter('options', 0, {}) as IDataObject;
	const isTest = functions.getMode() === 'manual';
	if (isTest) hintAtCost(functions);
	const polled = isTest ? await sample(functions) : functions.getInputData().map(({ json }, item) => ({ json, pairedItem: { item } }));
	const emitted = await untaken(functions, polled, functions.getMode() === 'trigger' && isOn(options, 'skipHandled'));
	const items = await withRecords(functions, emitted);
	const attaches = isOn(options, 'attachAthlete');
	if (isTest && !attaches) hintAtAthlete(functions, items);
	const complete = attaches ? await withAthletes(functions, items) : items;
	return [matchingItems(functions, complete, onlyWhenOf(options, functions.getTimezone()))];
}
