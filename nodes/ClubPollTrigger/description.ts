import type { INodeProperties } from 'n8n-workflow';
import { titleOf, eventHintOf, eventOptionsOf } from '../shared/panel/events';
import type { ListName } from './lists';
import type { PolledEvent } from './events/polledEvent';
import { becameTrue } from './events/polledEvent';
import { eventsOf, eventsThat, POLLED_EVENTS } from './events/polledEvents';
import { options } from './options';

const shownFor = (name: string, displayName: string, events: string[]): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	displayOptions: { show: { events } },
	default: '',
});

/** Whether what holds already can start the workflow at the first poll. */
const canExist = ({ cause, isEvent }: PolledEvent): boolean => cause === 'value' && isEvent === becameTrue;

/** Beside the chosen events: when they start the workflow, of whom, and where the name and the address stand. */
const MOMENTS: INodeProperties[] = [
	...(POLLED_EVENTS as readonly PolledEvent[]).flatMap(({ name, when }) =>
		when === undefined ? [] : [shownFor(`when${name.replace('.', '')}`, `<b>${titleOf(name)}</b> starts the workflow ${when}.`, [name])],
	),
	shownFor(
		'whenAlready',
		'Whoever meets a condition already is reported only with <b>First Poll: Existing Records Too</b>.',
		eventsThat(canExist),
	),
	shownFor(
		'whoseName',
		'The name and the email stand in <b>athlete</b> ("Attach Athlete" in the options, 1 call a person).',
		eventsThat(({ subject }) => !/^Classes\/\{classId\}$/.test(subject)),
	),
];

/** The events that are told from the newest records alone, as long as no other event needs the list. */
const NEWEST = eventsOf('badges', 'newAssignments');

/** Polls of a month at intervals that people choose. */
const POLLS = { 'every 15 minutes': 2880, 'every hour': 720, 'every 6 hours': 120, 'once a day': 30 };

/** What the events of some lists cost. @param calls how many of one poll, in a club of 5,000 people */
const cost = (name: string, what: string, calls: number, ...lists: ListName[]): INodeProperties =>
	shownFor(
		name,
		`${what}. With 5,000 people ${calls} a poll, in a month ${Object.entries(POLLS)
			.map(([interval, polls]) => `${(calls * polls).toLocaleString('en-US')} (${interval})`)
			.join(', ')}`,
		lists.includes('badges') ? NEWEST : eventsOf(...lists),
	);

/** What the chosen events cost, by the lists that are read for them. */
const COSTS: INodeProperties[] = [
	cost('costNewest', 'New badges, new assignments: 1 call a poll each', 1, 'badges'),
	cost(
		'costPeople',
		'Athletes, contacts: 1 call a poll for each 1,000 of either, and 1 for each that is missing, up to 10',
		6,
		'athletes',
		'contacts',
	),
	cost(
		'costAssignments',
		'Changes of assignments and memberships: 1 call a poll for each 5,000 assignments, and 1 for each that is missing, up to 10',
		2,
		'assignments',
	),
	cost(
		'costSummaries',
		'Membership status, levels, visits and absence: each 1 call a poll for each 500 athletes',
		11,
		'memberships',
		'engagement',
		'attendance',
	),
	cost('costTrainings', 'Trainings: 1 call a poll for each 100 within "Look Back" and 14 hours more', 26, 'trainings'),
	cost('costBookings', 'Bookings: 1 call a poll for each 500 within "Look Ahead" and 28 hours more', 6, 'bookings'),
	cost('costClasses', 'Classes: 3 calls a poll, 1 for each calendar', 3, 'calendars'),
];

const PAGE = 'https://github.com/n8n-nodes-club/n8n-nodes-club/blob/main/docs/polling.md#what-it-costs';

/** The panel of the trigger. */
export const pollProperties: INodeProperties[] = [
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
