import type { INodeProperties } from 'n8n-workflow';
import { eventHintOf, eventOptionsOf } from '../shared/events/panel';
import { POLLED_EVENTS } from './causes/polledEvents';
import { fields } from './fields';
import { options } from './options';

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
		options: eventOptionsOf(POLLED_EVENTS),
		default: [],
		builderHint: eventHintOf(POLLED_EVENTS),
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
		hint: 'A condition that is true already, such as an absence, starts the workflow only with Existing Records Too',
	},
	options,
];
