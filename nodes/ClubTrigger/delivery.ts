import type { IDataObject } from 'n8n-workflow';
import { EVENT_NAMES } from '../shared/api/events';

/** The value of `events` that stands for all of them. */
export const ALL_EVENTS = '*';

/** The event types that a selection means (§6.2). */
export const eventTypesOf = (selection: readonly string[]): readonly string[] =>
	selection.includes(ALL_EVENTS) ? EVENT_NAMES : selection;

/** One event as the club sends it (§6.1): what is not named here comes through untouched. */
export interface ClubEvent extends IDataObject {
	/** The spec does not say what it is made of (§6.1); two that read the same are the same. */
	id: string | number;
	eventType: string;
}

/** What a POST to the address of a trigger holds. */
export type Delivery =
	| { kind: 'handshake'; validationCode: string; validationUrl?: string }
	| { kind: 'events'; events: ClubEvent[]; subscriptionDeleted: boolean }
	| { kind: 'malformed'; reason: string };

/** System events (§6.4): the vendor's name before `.EventGrid.` is not fixed. */
const SYSTEM_EVENT = /^[A-Za-z]\w*\.EventGrid\.(SubscriptionValidationEvent|SubscriptionDeletedEvent)$/;

const systemEvent = ({ eventType }: ClubEvent): string | undefined => SYSTEM_EVENT.exec(eventType)?.[1];

const isRecord = (value: unknown): value is IDataObject => typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const isId = (value: unknown): boolean => isText(value) || Number.isSafeInteger(value);

const isEvent = (value: unknown): value is ClubEvent => isRecord(value) && isId(value.id) && isText(value.eventType);

const malformed = (reason: string): Delivery => ({ kind: 'malformed', reason });

function handshake({ data }: ClubEvent): Delivery {
	if (!isRecord(data) || !isText(data.validationCode)) return malformed('a validation event without a code');
	return {
		kind: 'handshake',
		validationCode: data.validationCode,
		...(isText(data.validationUrl) && { validationUrl: data.validationUrl }),
	};
}

/** Reads a delivery (§6.1): an array of events, or a single one. Never throws, whatever came. */
export function readDelivery(body: unknown): Delivery {
	const all: unknown[] = Array.isArray(body) ? body : [body];
	if (all.length === 0) return malformed('no event');
	if (!all.every(isEvent)) return malformed('an entry that is not an event with an id and an eventType');
	const names = all.map(systemEvent);
	if (names.includes('SubscriptionValidationEvent')) {
		return all.length === 1 ? handshake(all[0]) : malformed('a validation event among others');
	}
	return {
		kind: 'events',
		events: all.filter((_, index) => !names[index]),
		subscriptionDeleted: names.includes('SubscriptionDeletedEvent'),
	};
}

/** The events that start the workflow: the selected types, and those outside §6.2 where they are wanted. */
export function selectEvents(events: ClubEvent[], selection: readonly string[], emitUnknown: boolean): ClubEvent[] {
	const wanted = new Set(eventTypesOf(selection));
	return events.filter(({ eventType }) => wanted.has(eventType) || (emitUnknown && !EVENT_NAMES.includes(eventType)));
}
