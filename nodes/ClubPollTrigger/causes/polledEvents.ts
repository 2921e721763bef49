import { ATTENDANCE } from './attendance';
import { CLASSES } from './classes';
import { MEMBERSHIPS } from './memberships';
import { PEOPLE } from './people';
import type { EventOption, PolledEvent } from './polledEvent';

/** The events that the poll trigger can find. */
export const POLLED_EVENTS = [...PEOPLE, ...ATTENDANCE, ...MEMBERSHIPS, ...CLASSES] as const;

/** The exact name of a polled event. */
export type PolledName = (typeof POLLED_EVENTS)[number]['name'];

/** The chosen events, each with its list. If the memberships are scanned anyway, new ones are found in that scan, which saves a call. */
export function chosenEvents(names: readonly string[]): PolledEvent[] {
	const chosen: PolledEvent[] = POLLED_EVENTS.filter(({ name }) => names.includes(name));
	const scanned = chosen.some(({ list }) => list === 'memberships');
	return chosen.map((event) => (event.list === 'newMemberships' && scanned ? { ...event, list: 'memberships' } : event));
}

/** The names of the events that match. */
export const eventsThat = (matches: (event: PolledEvent) => boolean): string[] =>
	(POLLED_EVENTS as readonly PolledEvent[]).filter(matches).map(({ name }) => name);

/** The names of the events that need an option. */
export const eventsWith = (option: EventOption): string[] => eventsThat(({ options = [] }) => options.includes(option));
