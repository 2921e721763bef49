import { ATTENDANCE } from './attendance';
import { CLASSES } from './classes';
import { MEMBERSHIPS } from './memberships';
import { PEOPLE } from './people';
import type { ListName } from '../lists';
import type { EventOption, PolledEvent } from './polledEvent';

/** The events that the poll trigger can find. */
export const POLLED_EVENTS = [...PEOPLE, ...ATTENDANCE, ...MEMBERSHIPS, ...CLASSES] as const;

/** Exact name of an event that can be polled. */
export type PolledName = (typeof POLLED_EVENTS)[number]['name'];

/** The chosen events, each with the list that it is found in: new assignments are told from a scan where there is one anyway. */
export function chosenEvents(names: readonly string[]): PolledEvent[] {
	const chosen: PolledEvent[] = POLLED_EVENTS.filter(({ name }) => names.includes(name));
	const scanned = chosen.some(({ list }) => list === 'assignments');
	return chosen.map((event) => (event.list === 'newAssignments' && scanned ? { ...event, list: 'assignments' } : event));
}

/** The names of the events that a condition holds for. */
export const eventsThat = (isSo: (event: PolledEvent) => boolean): string[] =>
	(POLLED_EVENTS as readonly PolledEvent[]).filter(isSo).map(({ name }) => name);

/** The names of the events that an option of the trigger is for. */
export const eventsWith = (option: EventOption): string[] => eventsThat(({ options = [] }) => options.includes(option));

/** The names of the events that some lists are read for. */
export const eventsOf = (...lists: ListName[]): string[] =>
	eventsThat(({ list, places }) => lists.includes(list) || (places === true && lists.includes('bookings')));
