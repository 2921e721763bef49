import type { INodeProperties } from 'n8n-workflow';
import { ATTACH_ATHLETE, ONLY_WHEN, ONLY_WHEN_ALL, ONLY_WHEN_CASE } from '../shared/panel/eventOptions';
import { eventOptionsOf } from '../shared/panel/eventWords';
import type { ListName } from './lists';
import { chosenEvents, POLLED_EVENTS } from './events/polledEvents';

const stages = ['Client', 'Lead', 'Prospect', 'Qualified'].map((stage) => ({ name: stage, value: stage }));

/** The options of the trigger: what an event means, and what a poll may cost. */
const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Absence Field',
			name: 'absenceField',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description:
				'The property of the attendance summaries that counts the recent check-ins, for "Athlete Absent". The API does not name it, so it is learned from your club.',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select a property...',
					typeOptions: { searchListMethod: 'searchAbsenceFields', searchable: true },
				},
				{ displayName: 'By Name', name: 'id', type: 'string', placeholder: 'e.g. RollingCheckIns or CurrentPeriod.CheckIns' },
			],
		},
		ATTACH_ATHLETE,
		{
			displayName: 'Calls per Day',
			name: 'callsPerDay',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 400,
			description: 'What the polls of this node may spend in 24 hours. Beyond it a poll returns at once; reads are spread over the day.',
		},
		{
			displayName: 'Credits',
			name: 'credits',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description: 'How many activities are few, for "Membership Credits Low"',
		},
		{
			displayName: 'Days',
			name: 'days',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 366 },
			default: 30,
			description: 'How long nobody has seen an athlete, for "Athlete Absent"',
		},
		{
			displayName: 'Days Before',
			name: 'daysBefore',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 14,
			description: 'How long before its end a membership ends soon',
		},
		{
			displayName: 'First Poll Limit',
			name: 'firstPollLimit',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1000 },
			default: 100,
			description: 'How many existing records start the workflow at most, the newest of each list',
		},
		{
			displayName: 'Hours Before',
			name: 'hoursBefore',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 24,
			description: 'How long before its begin a class begins soon',
		},
		{
			displayName: 'Look Ahead (Days)',
			name: 'lookAhead',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 14,
			description: 'How far ahead classes and their bookings are looked at',
		},
		{
			displayName: 'Look Back (Hours)',
			name: 'lookBack',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 48,
			description: 'How long after its begin a training is still found when it is uploaded late',
		},
		{
			displayName: 'Max Calls',
			name: 'maxCalls',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 25,
			description: 'Calls of one poll at most. A longer read goes on at the next one.',
		},
		{
			displayName: 'Max Items',
			name: 'maxItems',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 500,
			description: 'Items of one poll at most. The rest comes at the next one.',
		},
		ONLY_WHEN,
		ONLY_WHEN_ALL,
		ONLY_WHEN_CASE,
		{
			displayName: 'Skip Handled',
			name: 'skipHandled',
			type: 'boolean',
			default: true,
			description:
				'Whether to leave out new badges, trainings and assignments, and deleted assignments, that a Club Trigger of this workflow has taken. Applies if both lead into the same node: the poll then emits these events two minutes later.',
		},
		{
			displayName: 'Stage From',
			name: 'stageFrom',
			type: 'multiOptions',
			options: stages,
			default: [],
			description: 'The stages that "Athlete Stage Changed" must begin with. None chosen: any.',
		},
		{
			displayName: 'Stage To',
			name: 'stageTo',
			type: 'multiOptions',
			options: stages,
			default: [],
			description: 'The stages that "Athlete Stage Changed" must end with. None chosen: any.',
		},
		{
			displayName: 'Watched Fields',
			name: 'watchedFields',
			type: 'string',
			default: '',
			placeholder: 'e.g. ClientStage, Phone',
			description:
				'The properties whose change makes an "Updated" event, separated by commas; with dots for those inside another, as Address.City. Empty: those that the API documents. A test run shows which there are.',
		},
	],
};

/** The events that a list is read for. */
const eventsOf = (...lists: ListName[]): string[] =>
	lists.includes('badges')
		? ['Badge.Awarded', 'UserSubscription.Created']
		: chosenEvents(POLLED_EVENTS.map(({ name }) => name)).flatMap(({ name, list }) => (lists.includes(list) ? [name] : []));

/** Polls of a month at intervals that people choose. */
const POLLS = { 'every 15 minutes': 2880, 'every hour': 720, 'every 6 hours': 120, 'once a day': 30 };

/** What the events of some lists cost. @param calls how many of one poll, in a club of 5,000 people */
const notice = (name: string, what: string, calls: number, ...lists: ListName[]): INodeProperties => ({
	displayName: `${what}. With 5,000 people ${calls} a poll, in a month ${Object.entries(POLLS)
		.map(([interval, polls]) => `${(calls * polls).toLocaleString('en-US')} (${interval})`)
		.join(', ')}`,
	name,
	type: 'notice',
	displayOptions: { show: { events: eventsOf(...lists) } },
	default: '',
});

const COSTS = 'https://github.com/n8n-nodes-club/n8n-nodes-club/blob/main/docs/polling.md#what-it-costs';

/** The panel of the trigger. */
export const properties: INodeProperties[] = [
	{
		displayName: `A club key has 25,000 calls a month. Whatever the poll times, this trigger spends at most "Calls per Day" (400, in a month 12,000), spread over the day. <a href="${COSTS}" target="_blank">What it costs</a>`,
		name: 'cost',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: eventOptionsOf(POLLED_EVENTS, ', polled'),
		default: [],
		description: 'What to look for. Events that need the same list share its calls.',
	},
	notice('costNewest', 'New badges, new assignments: 1 call a poll each', 1, 'badges'),
	notice(
		'costPeople',
		'Athletes, contacts: 1 call a poll for each 1,000 of either, and 1 for each that is missing, up to 10',
		6,
		'athletes',
		'contacts',
	),
	notice(
		'costAssignments',
		'Changes of assignments and memberships: 1 call a poll for each 5,000 assignments, and 1 for each that is missing, up to 10',
		2,
		'assignments',
	),
	notice(
		'costSummaries',
		'Membership status, levels, absence: each 1 call a poll for each 500 athletes',
		11,
		'memberships',
		'engagement',
		'attendance',
	),
	notice('costTrainings', 'Trainings: 1 call a poll for each 100 within "Look Back" and 14 hours more', 26, 'trainings'),
	notice('costBookings', 'Bookings: 1 call a poll for each 500 within "Look Ahead" and 28 hours more', 6, 'bookings'),
	notice('costClasses', 'Classes: 3 calls a poll, 1 for each calendar', 3, 'calendars'),
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
