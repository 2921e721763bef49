import { POLLED_TYPES, type ComputedName } from '../../shared/api/eventSubjects';
import { ATTENDANCE } from './attendance';
import { CLASSES } from './classes';
import { MEMBERSHIPS } from './memberships';
import { PEOPLE } from './people';
import type { EventFunctions, EventFunctionsByName, PolledEvent } from './polledEvent';
import type { PollSettings } from '../defaults';

const FUNCTIONS: EventFunctionsByName & Record<ComputedName, EventFunctions> = { ...PEOPLE, ...ATTENDANCE, ...MEMBERSHIPS, ...CLASSES };

export const POLLED_EVENTS: readonly PolledEvent[] = POLLED_TYPES.map((type) => ({ ...type, ...FUNCTIONS[type.name] }));

/** The chosen events, each with its list. If the memberships are scanned anyway, new ones are found in that scan, which saves a call. */
export function chosenEvents(names: readonly string[]): PolledEvent[] {
	const chosen = POLLED_EVENTS.filter(({ name }) => names.includes(name));
	const scanned = chosen.some(({ list }) => list === 'memberships');
	return chosen.map((event) => (event.list === 'newMemberships' && scanned ? { ...event, list: 'memberships' } : event));
}

export const eventsThat = (matches: (event: PolledEvent) => boolean): string[] => POLLED_EVENTS.filter(matches).map(({ name }) => name);

export const eventsWith = (option: keyof PollSettings): string[] => eventsThat(({ options = [] }) => options.includes(option));
