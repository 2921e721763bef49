import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { titleOf, wordsOf } from '../shared/panel/eventWords';
import type { ListName } from './lists';
import { chosenEvents, POLLED_EVENTS } from './events/polledEvents';
import { options } from './options';

/** The events by their names, which a chip of the panel holds whole; in the list of triggers of n8n each stands for itself. */
const eventOptions: INodePropertyOptions[] = [...POLLED_EVENTS]
	.map(({ name, description }) => ({
		name: titleOf(name),
		value: name,
		action: `On ${wordsOf(name)}, polled`,
		description,
	}))
	.sort((a, b) => a.name.localeCompare(b.name));

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
		options: eventOptions,
		default: [],
		description: 'What to look for. Events that need the same list share its calls.',
	},
	notice('costNewest', 'New badges, new assignments: 1 call a poll each', 1, 'badges'),
	notice('costPeople', 'Athletes, contacts: 1 call a poll for each 1,000 of either', 6, 'athletes', 'contacts'),
	notice('costAssignments', 'Changes of assignments and memberships: 1 call a poll for each 5,000 assignments', 2, 'assignments'),
	notice(
		'costSummaries',
		'Membership status, levels, absence: each 1 call a poll for each 500 athletes',
		11,
		'memberships',
		'engagement',
		'attendance',
	),
	notice('costTrainings', 'Trainings: 1 call a poll for each 100 within "Look Back"', 21, 'trainings'),
	notice('costBookings', 'Bookings: 1 call a poll for each 500 within "Look Ahead"', 6, 'bookings'),
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
