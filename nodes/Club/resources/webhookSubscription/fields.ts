import { InvalidInput } from '../../../shared/transport/errors';
import { EVENT_TYPES } from '../../../shared/api/events';
import type { Field } from '../../fields/field';

export const url = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/club',
	description: 'The public https URL that receives the events, e.g. https://n8n.example.com/webhook/club',
} as const satisfies Field;

export const eventTypes = {
	displayName: 'Event Types',
	name: 'eventTypes',
	type: 'multiOptions',
	default: [],
	options: EVENT_TYPES.map(({ name, description }) => ({ name, value: name, description })),
	description: 'The events to receive',
} as const satisfies Field;

export function checkEvents(names: unknown[] | undefined): void {
	if (names === undefined || names.length > 0) return;
	throw new InvalidInput('"Event Types" must have at least one event', 'Choose the events to receive. Nothing was sent.');
}
