import type { INodeProperties } from 'n8n-workflow';
import { eventHintOf, eventOptionsOf } from '../shared/panel/eventWords';
import { POLLED_EVENTS } from './events/polledEvents';
import { COSTS, MOMENTS } from './notices';
import { options } from './options';

const PAGE = 'https://github.com/n8n-nodes-club/n8n-nodes-club/blob/main/docs/polling.md#what-it-costs';

/** The panel of the trigger. */
export const properties: INodeProperties[] = [
	{
		displayName: `A club key has 25,000 calls a month. Whatever the poll times, this trigger spends at most "Calls per Day" (400, in a month 12,000), spread over the day. <a href="${PAGE}" target="_blank">What it costs</a>`,
		name: 'cost',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: eventOptionsOf(POLLED_EVENTS),
		default: [],
		builderHint: eventHintOf(POLLED_EVENTS),
		description: 'What to look for. Events that need the same list share its calls.',
	},
	...MOMENTS,
	...COSTS,
	{
		displayName: 'First Poll',
		name: 'firstPoll',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'From Now On', value: 'fromNow', description: 'What is there already is remembered and starts nothing' },
			{ name: 'Existing Records Too', value: 'existing', description: 'The newest records that are there already start the workflow once' },
		],
		default: 'fromNow',
		description: 'What the first poll does with what is there already',
	},
	options,
];
