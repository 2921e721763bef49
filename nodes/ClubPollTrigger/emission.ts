import type { IDataObject } from 'n8n-workflow';
import type { EventTop } from '../shared/records/onlyWhen';
import { userIdOf } from '../shared/records/resolve';
import type { PolledEvent, EventDetails } from './events/polledEvent';
import { eventKey } from '../shared/records/handled';

const PLACEHOLDER = /\{(\w+)\}/g;

/** An event as an item, in the shape of the Club Trigger as far as a poll can know it. @param now ms since the epoch */
export function itemOf(
	{ name, subject, once }: PolledEvent,
	{ ids, record, previous, changed, ...more }: EventDetails,
	now: number,
): IDataObject {
	const names = [...subject.matchAll(PLACEHOLDER)].map(([, id]) => id);
	const eventTime = new Date(now).toISOString();
	// The last number is the record's own; those before it say where it belongs, such as the user of an award.
	const own = once ? [ids[ids.length - 1]] : [...ids, eventTime];
	const inSubject = Object.fromEntries(names.map((id, index) => [id, ids[index]]));
	const userId = userIdOf({ eventType: name, ids: inSubject, record });
	return {
		id: [name, ...own].join('-'),
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

/** What the items have at their top, for the options of the panel. */
export const polledItemTop = ({ attachAthlete }: IDataObject): EventTop => ({
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
	attached: [{ name: 'athlete', isOn: attachAthlete === true, option: 'Attach Athlete' }],
});

/** The items of a poll, no more than it may give. */
export class Emission {
	readonly items: IDataObject[] = [];

	constructor(
		private readonly most: number,
		private readonly wanted: (item: IDataObject) => boolean = () => true,
	) {}

	/** Takes all of these items, or none of them when there is no room: then they must come again at the next poll. */
	take(items: readonly IDataObject[]): boolean {
		const wanted = items.filter(this.wanted);
		if (this.items.length > 0 && this.items.length + wanted.length > this.most) return wanted.length === 0;
		this.items.push(...wanted);
		return true;
	}

	/** Gives up what was taken since there were so many items: its list was not read to a place that can be remembered. */
	takeBack(count: number): void {
		this.items.length = count;
	}
}

/** An event that waits, and since when, in ms since the epoch. */
interface Waiting {
	since: number;
	event: IDataObject;
}

/** What a poll beside a Club Trigger keeps of the events that happen once. */
export interface Deferred {
	/** What was found and not emitted yet: a delivery of the club may bring it. */
	found?: Waiting[];
	/** The names of what was emitted: an execution may be killed or fail. */
	emitted?: Waiting[];
}

/**
 * How long an event is left to its delivery, in ms. A second less than two minutes, since polls every two minutes are not
 * exactly that far apart.
 */
const FIRST_LOOK_MS = 119_000;

/** When n8n's record is read once more, in ms: longer than an execution that waits for its calls. */
const SECOND_LOOK_MS = 7_200_000;

/** The most names that are kept, the newest: n8n's record must still know them, with two values each. */
const MAX_NAMES = 2_000;

const nameOf = ({ id, eventType, subject, eventTime, ids }: IDataObject): IDataObject => ({
	id,
	eventType,
	subject,
	eventTime,
	ids,
	polled: true,
	secondLook: true,
});

/** Whether a poll gives this event a second time, in case the execution that had it was killed or has failed. */
export const isSecondLook = ({ secondLook }: IDataObject): boolean => secondLook === true;

/**
 * What a poll emits now of what it and earlier polls have found, and what later polls emit.
 * @param found what this poll has found
 * @param now ms since the epoch
 * @param looksTwice whether n8n's record will tell what has succeeded
 */
export function defer(
	before: Deferred,
	found: readonly IDataObject[],
	now: number,
	looksTwice: boolean,
): { items: IDataObject[]; deferred: Deferred } {
	const { found: waiting = [], emitted = [] } = before;
	const isDue =
		(ms: number) =>
		({ since }: Waiting) =>
			now - since >= ms;
	const isLater = (ms: number) => (one: Waiting) => !isDue(ms)(one);
	const once = found.filter((event) => eventKey(event) !== undefined);
	const first = waiting.filter(isDue(FIRST_LOOK_MS)).map(({ event }) => event);
	const second = emitted.filter(isDue(SECOND_LOOK_MS)).map(({ event }) => event);
	const names = [...emitted.filter(isLater(SECOND_LOOK_MS)), ...first.map((event) => ({ since: now, event: nameOf(event) }))];
	return {
		items: [...found.filter((event) => !once.includes(event)), ...first, ...(looksTwice ? second : [])],
		deferred: {
			found: [...waiting.filter(isLater(FIRST_LOOK_MS)), ...once.map((event) => ({ since: now, event }))],
			emitted: looksTwice ? names.slice(-MAX_NAMES) : [],
		},
	};
}
