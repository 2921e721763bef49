import type { IDataObject, Logger, INode, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { HOUR_MS, timeOf } from '../shared/api/time';
import { clock, remembered } from '../shared/transport/process';
import { athleteReader, attached, patientLooks, resolveSubject } from '../shared/records/resolve';
import type { LeftOutOnce } from '../shared/records/handled';
import { reportsEnd, takeEvents, hasPartner } from '../shared/records/handled';
import { goingOn } from '../shared/records/onlyWhen';
import { lazyRequest } from '../shared/transport/client';
import { textOf } from '../shared/transport/json';
import { attempt } from '../shared/transport/errors';
import { TRIGGER_WAIT_MS } from '../shared/transport/send';
import { isUnknownEvent } from './delivery';
import { claimEvents } from './handledEvents';
import { optionsOf } from './settings';

/** Longest part of what a sender wrote that is repeated. */
const EXCERPT = 100;

/** A type, an id or a version as a sender wrote it, fit for a log and for a message. */
const excerptOf = (value: unknown): string =>
	(typeof value === 'string' || typeof value === 'number' ? String(value) : '').slice(0, EXCERPT).replace(/[^\w.:/+ -]/g, '?');

/** Writes down what became of an event, whose time is in UTC (§6.1), for whoever runs n8n with the log level debug: never what it holds. */
export function logEvent(logger: Logger, { eventType, id, eventTime }: IDataObject, outcome: string): void {
	const age = Math.round((Date.now() - (timeOf(eventTime, 'utc') ?? NaN)) / 1000);
	logger.debug(
		`Club event ${excerptOf(eventType)} ${excerptOf(id)}, ${Number.isFinite(age) ? `${age} s old` : 'of unknown age'}: ${outcome}`,
	);
}

const shown = remembered<true>('foreignEvents');

/** When each trigger last showed one. */
const lastShown = remembered<number>('foreignEventsShown');

/**
 * Whether somebody is to see this event: of its type and version it is the first that a trigger shows in this process, and the
 * first in an hour, since a sender may make up as many as they like. From then on it is not.
 */
export function isToBeShown(name: string, { eventType, dataVersion }: IDataObject): boolean {
	const kind = JSON.stringify([name, excerptOf(eventType), excerptOf(dataVersion)]);
	if (shown.get(kind) || clock.now() - (lastShown.get(name) ?? -Infinity) < HOUR_MS) return false;
	shown.set(kind, true);
	lastShown.set(name, clock.now());
	return true;
}

/** The error by which somebody sees that the club sends what this node does not know. */
const foreignEvent = (node: INode, { eventType, dataVersion, id }: IDataObject): NodeOperationError =>
	new NodeOperationError(
		node,
		`The club sent an event that this node does not know: ${excerptOf(eventType)}, version ${excerptOf(dataVersion) || 'unknown'} of its data`,
		{
			description: `It was acknowledged and started nothing else (ID ${excerptOf(id)}). Update this node. To take such events as they are, switch on "Start on Unknown Events". This is shown once for each type and version, and at most once an hour, until n8n restarts.`,
		},
	);

const idOf = ({ json }: INodeExecutionData): string => String(json.id);

/** The items that no other execution has handled. Where n8n's record does not work, rather twice than lost. */
async function unhandled(functions: IExecuteFunctions, items: INodeExecutionData[], untilSuccess: boolean): Promise<INodeExecutionData[]> {
	const ids = [...new Set(items.map(idOf))];
	const claimed = await attempt(claimEvents(functions, ids, untilSuccess));
	if ('value' in claimed) return items.filter((item) => claimed.value.has(idOf(item)));
	const why = claimed.error instanceof Error ? claimed.error.message : String(claimed.error);
	functions.logger.warn(`Events of the club are handled without a look for duplicates: ${why}`);
	return items;
}

/** How old or how far ahead an event may be, in ms, before a poll can have emitted it. */
const IN_TIME_MS = 120_000;

/** Whether a poll cannot have emitted this event yet: it keeps what it finds for as long. */
const isInTime = ({ eventTime }: IDataObject): boolean => Math.abs(clock.now() - (timeOf(eventTime, 'utc') ?? NaN)) <= IN_TIME_MS;

/**
 * The items that the Club Poll Trigger of this workflow has not taken. A delivery that comes in time is never left out, so
 * that a forged event can hide none. Under `lastNode` only success leaves out: what did not end is sent again to be handled.
 */
async function untaken(functions: IExecuteFunctions, items: INodeExecutionData[], untilSuccess: boolean): Promise<INodeExecutionData[]> {
	if (!hasPartner(functions)) return items;
	const leftOutOnce: LeftOutOnce | undefined = !untilSuccess ? 'taken' : reportsEnd(functions) ? 'done' : undefined;
	return await takeEvents(functions, items, ({ json }) => (isInTime(json) ? undefined : leftOutOnce));
}

/** Attaches to each event what is wanted, so that whatever two of them have in common is read once. */
async function withRecords(
	functions: IExecuteFunctions,
	items: INodeExecutionData[],
	wanted: { record: boolean; athlete: boolean },
): Promise<INodeExecutionData[]> {
	const request = lazyRequest(functions, { maxWaitMs: TRIGGER_WAIT_MS });
	const lookOf = patientLooks(functions, request);
	const readAthlete = athleteReader(request, lookOf);
	const recordOf = async (event: IDataObject) =>
		await resolveSubject(request, textOf(event.subject), textOf(event.eventType), lookOf(event));
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
 * drops what does not match. A retry handles what it is given, a test run also what does not match.
 */
export async function emitDelivered(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { acknowledge, deduplicate, resolveRecord, attachAthlete, emitUnknown, onlyWhen } = optionsOf(functions);
	const foreign = functions.getInputData().find(({ json }) => isUnknownEvent(json));
	if (foreign && !emitUnknown && functions.getMode() !== 'manual') throw foreignEvent(functions.getNode(), foreign.json);
	const received = functions.getInputData().map(({ json }, item) => ({ json, pairedItem: { item } }));
	const live = functions.getMode() === 'webhook';
	const items = live && deduplicate ? await unhandled(functions, received, acknowledge === 'lastNode') : received;
	const fresh = live ? await untaken(functions, items, acknowledge === 'lastNode') : items;
	const kept = new Set(fresh);
	for (const item of received) if (!kept.has(item)) logEvent(functions.logger, item.json, 'handled before');
	const complete =
		resolveRecord || attachAthlete ? await withRecords(functions, fresh, { record: resolveRecord, athlete: attachAthlete }) : fresh;
	return [goingOn(functions, complete, onlyWhen)];
}
