import { CLASSES } from './classes';
import { MEMBERSHIPS } from './memberships';
import { PEOPLE } from './people';
import type { PolledEvent } from './polledEvent';

/** The events that the poll trigger can find. */
export const POLLED_EVENTS = [...PEOPLE, ...MEMBERSHIPS, ...CLASSES] as const;

/** Exact name of an event that can be polled. */
export type PolledName = (typeof POLLED_EVENTS)[number]['name'];

/** The chosen events, each with the list that it is found in: new assignments are told from a scan where there is one anyway. */
export function chosenEvents(names: readonly string[]): PolledEvent[] {
	const chosen: PolledEvent[] = POLLED_EVENTS.filter(({ name }) => names.includes(name));
	const scanned = chosen.some(({ list }) => list === 'assignments');
	return chosen.map((event) => (event.list === 'newAssignments' && scanned ? { ...event, list: 'assignments' } : event));
}
