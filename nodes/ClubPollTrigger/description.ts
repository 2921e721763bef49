import type { INodeProperties } from 'n8n-workflow';
import { eventHintOf, eventOptionsOf } from '../shared/events/panel';
import { eventsThat, eventsWith, POLLED_EVENTS } from './causes/polledEvents';
import { FIELD_LABELS, type NamedField } from './causes/properties';
import { options } from './options';

/** A property that the API does not name: learned from the club, or typed. */
const field = (
	name: NamedField,
	searchListMethod: string,
	placeholder: string,
	description: string,
	hint: string,
	displayOptions: INodeProperties['displayOptions'] = { show: { events: eventsWith(name) } },
): INodeProperties => ({
	displayName: FIELD_LABELS[name],
	name,
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description,
	hint,
	displayOptions,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a property...',
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: 'By Name', name: 'id', type: 'string', placeholder },
	],
});

const COUNTS = 'searchCountFields';
const TOTAL_HINT = 'The count of all check-ins';
const TOTAL = 'The property of the attendance summaries that counts all check-ins. The API does not name it.';

/** The properties that events compare and that the API does not name, each shown for the events that need it. */
const fields: INodeProperties[] = [
	field(
		'absenceField',
		COUNTS,
		'e.g. RollingCheckIns or CurrentPeriod.CheckIns',
		'The property of the attendance summaries that counts the recent check-ins. The API does not name it.',
		'The count of the last days, not the total',
	),
	field(
		'priorField',
		COUNTS,
		'e.g. PriorCheckIns or PreviousPeriod.CheckIns',
		'The property of the attendance summaries that counts the check-ins of the period before the recent one. The API does not name it.',
		'The count of the days before the last ones',
	),
	field('totalField', COUNTS, 'e.g. TotalCheckIns', TOTAL, TOTAL_HINT),
	field('totalField', COUNTS, 'e.g. TotalCheckIns', TOTAL, TOTAL_HINT, {
		show: { events: ['Athlete.Absent'], firstPoll: ['existing'] },
		hide: { events: eventsWith('totalField') },
	}),
	field(
		'queuedField',
		'searchQueuedFields',
		'e.g. State or IsQueued',
		'The property of a booking that says who is queued. The API does not name it. Queued: true, a number above 0, a date, or a text with "queue" or "wait" in it.',
		'What shows that somebody is on the waiting list',
	),
];

const PAGE = 'https://github.com/n8n-nodes-club/n8n-nodes-club/blob/main/docs/polling.md#what-it-costs';

const COST = `A poll makes 1 call for each 1,000 athletes or contacts, 500 summaries or bookings and 5,000 memberships, and 3 for the calendars, at most "Calls per Day" (400, so 12,000 of the 25,000 a month). Polls of one club share what they read for five minutes. <a href="${PAGE}" target="_blank">What it costs</a>`;

/** The events that are a matter of days: n8n presets each minute. */
const DAILY = eventsThat(({ lastMembership, options = [] }) => lastMembership === true || options.some((name) => /^days/.test(name)));

export const pollProperties: INodeProperties[] = [
	{ displayName: COST, name: 'cost', type: 'notice', default: '', displayOptions: { hide: { events: DAILY } } },
	{
		displayName: `<b>These events change by the day, so choose Every Day above.</b> ${COST}`,
		name: 'cost',
		type: 'notice',
		default: '',
		displayOptions: { show: { events: DAILY } },
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
	{
		displayName: 'Product Names or IDs',
		name: 'products',
		type: 'multiOptions',
		required: true,
		typeOptions: { loadOptionsMethod: 'getProducts' },
		default: [],
		description:
			'The products whose memberships really end. Leave out those paid by the month. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		displayOptions: { show: { events: eventsWith('products') } },
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
