import type { IDataObject } from 'n8n-workflow';
import { EVENT_NAMES } from '../shared/api/eventSubjects';
import { isObject, textOf } from '../shared/api/json';

/** The value of `events` for all events. */
export const ALL_EVENTS = '*';

export const eventTypesOf = (selection: readonly string[]): readonly string[] => (selection.includes(ALL_EVENTS) ? EVENT_NAMES : selection);

/** One event as the club sends it (§6.1); its other properties reach the workflow unchanged. */
export interface ClubEvent extends IDataObject {
	/** The spec does not say what an ID looks like (§6.1); two IDs with the same text are the same. */
	id: string | number;
	eventType: string;
}

interface Deliveries {
	handshake: { validationCode: string; validationUrl?: string };
	malformed: { reason: string };
	/** `subscriptionId` is empty if it cannot be read, `malformed` the number of entries that are not events. */
	dropped: { subscriptionId: string; events: ClubEvent[]; malformed: number };
	events: { events: ClubEvent[]; malformed: number };
}

export type DeliveryOf<Kind extends keyof Deliveries> = { [K in Kind]: { kind: K } & Deliveries[K] }[Kind];

export type Delivery = DeliveryOf<keyof Deliveries>;

/** System events (§6.4); the vendor's name before `.EventGrid.` can be any. */
const SYSTEM_EVENT = /^[A-Za-z]\w*\.EventGrid\.(SubscriptionValidationEvent|SubscriptionDeletedEvent)$/;

const systemEvent = ({ eventType }: ClubEvent): string | undefined => SYSTEM_EVENT.exec(eventType)?.[1];

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const isId = (value: unknown): boolean => isText(value) || Number.isSafeInteger(value);

const isEvent = (value: unknown): value is ClubEvent => isObject(value) && isId(value.id) && isText(value.eventType);

const malformed = (reason: string): Delivery => ({ kind: 'malformed', reason });

function handshake({ data }: ClubEvent): Delivery {
	if (!isObject(data) || !isText(data.validationCode)) return malformed('a validation event without a code');
	return {
		kind: 'handshake',
		validationCode: data.validationCode,
		...(isText(data.validationUrl) && { validationUrl: data.validationUrl }),
	};
}

const deletedBy = ({ data }: ClubEvent): string => (isObject(data) && isText(data.eventSubscriptionId) ? data.eventSubscriptionId : '');

/** Most entries of a delivery: the club sends one event in each (§6.1), and the work on many would block n8n. */
const MAX_ENTRIES = 1_000;

/** Reads a delivery (§6.1): an array of events, or a single one. Never throws. */
export function readDelivery(body: unknown): Delivery {
	const all: unknown[] = Array.isArray(body) ? body : [body];
	if (all.length === 0) return malformed('no event');
	if (all.length > MAX_ENTRIES) return malformed(`more than ${MAX_ENTRIES.toLocaleString('en')} entries`);
	const entries = all.filter(isEvent);
	if (entries.length === 0) return malformed('no entry with an id and an eventType');
	const names = entries.map(systemEvent);
	if (names.includes('SubscriptionValidationEvent')) {
		return all.length === 1 ? handshake(entries[0]) : malformed('a validation event among others');
	}
	const deletion = entries.find((_, index) => names[index] === 'SubscriptionDeletedEvent');
	const rest = { events: entries.filter((_, index) => !names[index]), malformed: all.length - entries.length };
	return deletion ? { kind: 'dropped', subscriptionId: deletedBy(deletion), ...rest } : { kind: 'events', ...rest };
}

/** The whole number at the start of a data version such as `v1` or `01.0`. */
const WHOLE = /^\s*v?(\d+)/i;

/**
 * Whether this node knows a version of the data (§6.1, §9). Only a version that begins with a number other than 1 is unknown:
 * if a missing version were unknown, a club that sends none would start no workflow.
 */
function isKnownVersion(version: unknown): boolean {
	const major = WHOLE.exec(typeof version === 'number' ? String(version) : textOf(version))?.[1];
	return major === undefined || Number(major) === 1;
}

/** Whether an event has a type outside §6.2, or a data version other than 1.x. */
export const isUnknownEvent = ({ eventType, dataVersion }: IDataObject): boolean =>
	typeof eventType !== 'string' || !EVENT_NAMES.includes(eventType) || !isKnownVersion(dataVersion);

/** What becomes of an event by its type: it starts the workflow, it is not selected, or this node does not know it. */
export function choiceOf(event: ClubEvent, selection: readonly string[], emitUnknown: boolean): 'chosen' | 'notChosen' | 'unknown' {
	if (EVENT_NAMES.includes(event.eventType) && !eventTypesOf(selection).includes(event.eventType)) return 'notChosen';
	return isUnknownEvent(event) && !emitUnknown ? 'unknown' : 'chosen';
}
