import type { EVENT_ROWS } from '../../shared/api/eventRows';
import { POLLED_TYPES, type PolledName } from '../../shared/api/eventSubjects';
import { ATTENDANCE } from './attendance';
import { CLASSES } from './classes';
import { MEMBERSHIPS } from './memberships';
import { PEOPLE } from './people';
import type { EventFunctions, EventFunctionsByName, PolledEvent } from './polledEvent';
import type { PollSettings } from '../defaults';

/** An event whose value is neither a cause of its own nor a property, so that a function computes it. */
type ComputedName = {
	[Name in PolledName]: (typeof EVENT_ROWS)[Name] extends { cause: string } | { property: string } ? never : Name;
}[PolledName];

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
