import type { IDataObject } from 'n8n-workflow';
import type { EventTop } from '../../shared/events/panel';
import { pathNames } from '../../shared/api/endpoints';
import { userIdOf } from '../../shared/api/facts';
import { isOn } from '../../shared/events/panel';
import type { PolledEvent, EventDetails } from '../causes/polledEvent';
import { OCCURRING_ONCE } from '../../shared/events/handled';
import { PollPaused } from './callsOfPoll';

/**
 * An event as an item, in the shape of the Club Trigger as far as a poll knows it.
 * @param now the time of the poll, in ms since the epoch
 */
export function itemOf(
	{ name, subject, occursOnce }: PolledEvent,
	{ ids, record, owner, previous, changed, ...more }: EventDetails,
	now: number,
): IDataObject {
	const names = pathNames(subject);
	const eventTime = new Date(now).toISOString();
	// The last id is that of the record. Those before it name its owner, such as the user of an award.
	const idParts = occursOnce ? [ids[ids.length - 1]] : [...ids, eventTime];
	const inSubject = Object.fromEntries(names.map((id, index) => [id, ids[index]]));
	const userId = userIdOf({ eventType: name, ids: inSubject, record }) ?? owner;
	return {
		id: [name, ...idParts].join('-'),
		eventType: name,
		subject: names.reduce((text, id, index) => text.replace(`{${id}}`, String(ids[index])), subject),
		eventTime,
		ids: { ...inSubject, ...(userId !== undefined && { userId }) },
		record,
		...(previous && { previous }),
		...(changed && { changed }),
		...more,
		polled: true,
	};
}

/** The top-level properties of the items, for the drop-down of Only When. */
export const polledItemTop = (options: IDataObject): EventTop => ({
	names: [
		'id',
		'eventType',
		'subject',
		'eventTime',
		'ids',
		'record',
		'previous',
		'changed',
		'added',
		'milestone',
		'participants',
		'queued',
		'polled',
	],
	main: 'record',
	attached: [{ name: 'athlete', isOn: isOn(options, 'attachAthlete'), option: 'Attach Athlete' }],
});

/** The items of a poll, up to its limit. */
export class Emission {
	readonly items: IDataObject[] = [];

	constructor(
		private readonly maxItems: number,
		private readonly startsWorkflow: (item: IDataObject) => boolean = () => true,
	) {}

	/**
	 * Takes all of these items that start the workflow, or none. Whoever calls it remembers the records only after that.
	 * @throws PollPaused if there is no room: the next poll finds them again
	 */
	take(items: readonly IDataObject[]): void {
		const taken = items.filter(this.startsWorkflow);
		if (taken.length > 0 && this.items.length > 0 && this.items.length + taken.length > this.maxItems) throw new PollPaused();
		for (const item of taken) this.items.push(item);
	}
}

/** An event that waits. `since` is in ms since the epoch. */
interface Waiting {
	since: number;
	event: IDataObject;
}

/** Events that occur once and that a poll beside a Club Trigger emits later. Stored in n8n's static data. */
export interface Deferred {
	/** Events that were found and not emitted yet, because a delivery may still bring them. */
	found?: Waiting[];
	/** The names of emitted events. They are emitted again if their execution was killed or failed. */
	emitted?: Waiting[];
}

/**
 * How long an event waits for its delivery, in ms. One second less than two minutes: polls every two minutes are not exactly
 * that far apart, and an event would wait for four.
 */
const WAIT_FOR_DELIVERY_MS = 119_000;

/** How long after its emission an event is checked again, in ms: longer than an execution may wait for its calls. */
const REPEAT_AFTER_MS = 7_200_000;

/** How many names are kept, the newest ones: n8n's record of the workflow holds two values for each. */
const MAX_NAMES = 2_000;

const nameOf = ({ id, eventType, subject, eventTime, ids }: IDataObject): IDataObject => ({
	id,
	eventType,
	subject,
	eventTime,
	ids,
	polled: true,
	isReEmitted: true,
});

/** Whether this is the second emission of an event, in case the first execution was killed or failed. */
export const isReEmission = ({ isReEmitted }: IDataObject): boolean => isReEmitted === true;

/**
 * Splits events into those to emit now and those for a later poll.
 * @param found the events that this poll has found
 * @param now ms since the epoch
 * @param looksTwice whether n8n's record shows which executions have succeeded
 * @param shared the types of events that a delivery may bring too
 */
export function defer(
	{ found: waiting = [], emitted = [] }: Deferred,
	found: readonly IDataObject[],
	now: number,
	looksTwice: boolean,
	shared = OCCURRING_ONCE,
): { items: IDataObject[]; deferred: Deferred } {
	const isDue = (ms: number, { since }: Waiting): boolean => now - since >= ms;
	const isShared = ({ eventType }: IDataObject): boolean => shared.has(String(eventType));
	const deferred = [...waiting, ...found.map((event) => ({ since: now, event }))].filter(({ event }) => isShared(event));
	const first = deferred.filter((one) => isDue(WAIT_FOR_DELIVERY_MS, one)).map(({ event }) => event);
	const later = emitted.filter((one) => !isDue(REPEAT_AFTER_MS, one));
	const again = emitted.filter((one) => isDue(REPEAT_AFTER_MS, one)).map(({ event }) => event);
	return {
		items: [
			...[...waiting.map(({ event }) => event), ...found].filter((event) => !isShared(event)),
			...first,
			...(looksTwice ? again : []),
		],
		deferred: {
			found: deferred.filter((one) => !isDue(WAIT_FOR_DELIVERY_MS, one)),
			emitted: looksTwice ? [...later, ...first.map((event) => ({ since: now, event: nameOf(event) }))].slice(-MAX_NAMES) : [],
		},
	};
}
