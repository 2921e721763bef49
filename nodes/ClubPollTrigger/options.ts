import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { ATTENDANCE_DAYS } from '../shared/api/limits';
import { ATTACH_ATHLETE, ONLY_WHEN, ONLY_WHEN_ALL, ONLY_WHEN_CASE } from '../shared/events/panel';
import { STAGES } from '../shared/panel';
import { AFTER_BEGIN } from './causes/lists';
import { eventsThat, eventsWith } from './causes/polledEvents';
import { DEFAULTS } from './defaults';

type NumberName = { [K in keyof typeof DEFAULTS]: (typeof DEFAULTS)[K] extends number ? K : never }[keyof typeof DEFAULTS];

/** An option with a whole number within bounds. @param show where it is shown: by default for the events that need it */
function number(
	displayName: string,
	name: NumberName,
	[minValue, maxValue]: [number, number],
	description: string,
	show: IDisplayOptions['show'] = { '/events': eventsWith(name) },
): INodeProperties {
	const byDefault = DEFAULTS[name];
	const bounds = { minValue, maxValue };
	return { displayName, name, type: 'number', typeOptions: bounds, default: byDefault, description, displayOptions: { show } };
}

export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		ATTACH_ATHLETE,
		number(
			'Calls per Day',
			'callsPerDay',
			[1, 25_000],
			"How many calls this node's polls may make in 24 hours, spread over the day. Beyond that, a poll returns at once.",
			{},
		),
		number('Credits Left', 'credits', [0, 100_000], 'The highest number of remaining activities that counts as low'),
		number('Days at Stage', 'daysAtStage', [1, 3660], 'How many days an athlete must stay at a stage'),
		number(
			'Days Before the End',
			'daysBefore',
			[0, 3660],
			'How many days before its end a membership, or its freeze, counts as ending soon',
		),
		number(
			'Days Without a Visit',
			'days',
			[ATTENDANCE_DAYS.min, ATTENDANCE_DAYS.max],
			'How many days an athlete must have no visit. "Athlete Visits Dropping" compares two periods of this length.',
		),
		number(
			'Few Participants',
			'fewParticipants',
			[0, 100_000],
			'The highest number of participants for which a class counts as hardly booked',
		),
		number('First Poll Limit', 'firstPollLimit', [1, 1000], 'How many existing records of each list start the workflow, the newest first', {
			'/firstPoll': ['existing'],
		}),
		number('Hours Before the Class', 'hoursBefore', [1, 24 * 31], 'How many hours before its start a class counts as beginning soon'),
		number('Look Ahead (Days)', 'lookAhead', [1, 366], 'How many days ahead the trigger reads classes and their bookings', {
			'/events': eventsThat(({ list }) => ['bookings', 'calendars'].includes(list)),
		}),
		number(
			'Look Back (Hours)',
			'lookBack',
			[1, 24 * 31],
			'How many hours back trainings and bookings are read, so that late uploads and changes after a class are found',
			{ '/events': eventsThat(({ list, name }) => list === 'trainings' || AFTER_BEGIN.has(name)) },
		),
		number('Max Calls', 'maxCalls', [1, 10_000], 'The maximum number of calls in one poll. A longer read continues at the next poll.', {}),
		number('Max Items', 'maxItems', [1, 100_000], 'The maximum number of items from one poll. The rest follow at the next poll.', {}),
		ONLY_WHEN,
		ONLY_WHEN_ALL,
		ONLY_WHEN_CASE,
		number('Percent of the Visits Before', 'dropPercent', [0, 99], 'The highest percentage of the earlier visits that counts as a drop'),
		{
			displayName: 'Stage From',
			name: 'stageFrom',
			type: 'multiOptions',
			options: [...STAGES],
			default: [],
			description: 'The stages that a change of stage must start from. If empty, any stage.',
			displayOptions: { show: { '/events': eventsWith('stageFrom') } },
		},
		{
			displayName: 'Stage To',
			name: 'stageTo',
			type: 'multiOptions',
			options: [...STAGES],
			default: [],
			description: 'The stages that a change of stage must lead to, or that an athlete stays at. If empty, any stage.',
			displayOptions: { show: { '/events': eventsWith('stageTo') } },
		},
		{
			displayName: 'Visit Milestones',
			name: 'milestones',
			type: 'string',
			default: '1, 10, 50, 100',
			description: 'The numbers of visits that start the workflow when an athlete reaches or passes them, separated by commas',
			displayOptions: { show: { '/events': eventsWith('milestones') } },
		},
		{
			displayName: 'Watched Fields',
			name: 'watchedFields',
			type: 'string',
			default: '',
			placeholder: 'e.g. ClientStage, Phone',
			description:
				'The properties whose change is an "Updated" event, separated by commas, such as Phone, Address.City. Default: those that the API documents.',
			displayOptions: { show: { '/events': eventsThat(({ cause }) => cause === 'changed') } },
		},
	],
};
