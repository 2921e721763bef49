import type { INodeProperties } from 'n8n-workflow';
import { titleOf, eventHintOf, eventOptionsOf } from '../shared/panel/events';
import type { ListName } from './lists';
import type { PolledEvent } from './events/polledEvent';
import { becameTrue } from './events/polledEvent';
import { eventsOf, eventsThat, POLLED_EVENTS } from './events/polledEvents';
import { fields } from './fields';
import { options } from './options';

const shownFor = (name: string, displayName: string, events: string[]): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	displayOptions: { show: { events } },
	default: '',
});

/** Whether the event is a condition that may already be true at the first poll. */
const canExist = ({ cause, isEvent }: PolledEvent): boolean => cause === 'value' && isEvent === becameTrue;

/** Notices about the chosen events: when each starts the workflow, and where to find the name and the email address. */
const MOMENTS: INodeProperties[] = [
	...(POLLED_EVENTS as readonly PolledEvent[]).flatMap(({ name, when }) =>
		when === undefined ? [] : [shownFor(`when${name.replace('.', '')}`, `<b>${titleOf(name)}</b> starts the workflow ${when}.`, [name])],
	),
	shownFor(
		'whenAlready',
		'If the condition is already true at the first poll, it starts the workflow only with <b>First Poll: Existing Records Too</b>.',
		eventsThat(canExist),
	),
	shownFor(
		'whoseName',
		'To get the name and the email address, add "Attach Athlete" in the options (1 call a person). They are in <b>athlete</b>.',
		eventsThat(({ subject }) => !/^Classes\/\{classId\}$/.test(subject)),
	),
];

/** The events that need only the newest records of their list, unless another event needs the whole list. */
const NEWEST = eventsOf('badges', 'newAssignments');

/** Polls a month, by the intervals that people choose. */
const POLLS = { 'every 15 minutes': 2880, 'every hour': 720, 'every 6 hours': 120, 'once a day': 30 };

/** A notice about the cost of the events of some lists. @param calls calls of one poll in a club of 5,000 people */
const cost = (name: string, what: string, calls: number, ...lists: ListName[]): INodeProperties =>
	shownFor(
		name,
		`${what}. With 5,000 people: ${calls} a poll. Calls a month: ${Object.entries(POLLS)
			.map(([interval, polls]) => `${(calls * polls).toLocaleString('en-US')} (${interval})`)
			.join(', ')}`,
		lists.includes('badges') ? NEWEST : eventsOf(...lists),
	);

/** Notices about the cost of the chosen events, by the lists that are read for them. */
const COSTS: INodeProperties[] = [
	cost('costNewest', 'New badges and newly assigned memberships: 1 call a poll each', 1, 'badges'),
	cost(
		'costPeople',
		'Athletes and contacts: 1 call a poll for each 1,000 of either, plus 1 for each missing record, up to 10',
		6,
		'athletes',
		'contacts',
	),
	cost('costAssignments', 'Assigned memberships: 1 call a poll for each 5,000, plus 1 for each missing record, up to 10', 2, 'assignments'),
	cost(
		'costSummaries',
		'Membership status, levels, and visits or absence: 1 call a poll for each 500 athletes, for each of the three',
		11,
		'memberships',
		'engagement',
		'attendance',
	),
	cost('costTrainings', 'Trainings: 1 call a poll for each 100 within "Look Back" plus 14 hours', 26, 'trainings'),
	cost('costBookings', 'Bookings: 1 call a poll for each 500 within "Look Ahead" plus 28 hours', 6, 'bookings'),
	cost('costClasses', 'Classes: 3 calls a poll, 1 for each calendar', 3, 'calendars'),
];

const PAGE = 'https://github.com/n8n-nodes-club/n8n-nodes-club/blob/main/docs/polling.md#what-it-costs';

/** The panel of the trigger. */
export const pollProperties: INodeProperties[] = [
	{
		displayName: `A club key has 25,000 calls a month. Whatever the poll times are, this trigger makes at most "Calls per Day" calls (400 a day, 12,000 a month), spread over the day. <a href="${PAGE}" target="_blank">What it costs</a>`,
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
	...MOMENTS,
	...COSTS,
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
	...fields,
	options,
];
