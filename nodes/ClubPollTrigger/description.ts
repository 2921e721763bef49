import type { INodeProperties } from 'n8n-workflow';
import { eventHintOf, eventOptionsOf } from '../shared/events/panel';
import type { PolledEvent } from './causes/polledEvent';
import { POLLED_EVENTS } from './causes/polledEvents';
import { fields } from './fields';
import { options } from './options';
import { DEFAULTS } from './causes/settings';

/** Whether the event is a condition that may already be true at the first poll. */
const canExist = ({ cause, isEvent }: PolledEvent): boolean =>
	cause === 'value' && isEvent?.(undefined, true, { ...DEFAULTS, events: [] }) === true;

/** The events, each with the words that say when it starts the workflow. */
const EVENTS = POLLED_EVENTS.map((event) => ({
	name: event.name,
	description: canExist(event) ? `${event.description}; if so already, only with Existing Records Too` : event.description,
}));

const PAGE = 'https://github.com/n8n-nodes-club/n8n-nodes-club/blob/main/docs/polling.md#what-it-costs';

/** The panel of the trigger. */
export const pollProperties: INodeProperties[] = [
	{
		displayName: `A poll makes 1 call for each 1,000 athletes or contacts, 500 summaries or bookings, and 5,000 memberships, and 3 for the calendars. It never makes more than "Calls per Day" (400 a day, 12,000 of the 25,000 a month). Polls of one club within five minutes share what they read. <a href="${PAGE}" target="_blank">What it costs</a>`,
		name: 'cost',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		noDataExpression: true,
		options: eventOptionsOf(EVENTS),
		default: [],
		builderHint: eventHintOf(EVENTS),
		description: 'The events that start the workflow. Events that need the same list share its calls.',
	},
	...fields,
	{
		displayName: 'First Poll',
		name: 'firstPoll',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'From Now On', value: 'fromNow', description: 'Remembers the existing records without starting the workflow' },
			{ name: 'Existing Records Too', value: 'existing', description: 'Starts the workflow once for the newest existing records too' },
		],
		default: 'fromNow',
		description: 'What the first poll does with existing records',
	},
	options,
];
