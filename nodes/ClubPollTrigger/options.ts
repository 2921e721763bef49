import type { INodeProperties } from 'n8n-workflow';
import { ATTACH_ATHLETE, ONLY_WHEN, ONLY_WHEN_ALL, ONLY_WHEN_CASE } from '../shared/panel/eventOptions';
import { eventsOf, eventsThat, eventsWith } from './events/polledEvents';

/** A property whose name the API does not show: learned from the club, or typed. */
const learned = (searchListMethod: string, placeholder: string): Pick<INodeProperties, 'modes'> => ({
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

const stages = ['Client', 'Lead', 'Prospect', 'Qualified'].map((stage) => ({ name: stage, value: stage }));

/** The options of the trigger: what an event means, and what a poll may cost. Those of some events are shown for these alone. */
export const options: INodeProperties = {
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
				'The property of the attendance summaries that counts the recent check-ins. The API does not name it: where only one fits, it is taken, else choose it here.',
			...learned('searchAbsenceFields', 'e.g. RollingCheckIns or CurrentPeriod.CheckIns'),
			displayOptions: { show: { '/events': eventsWith('absenceField') } },
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
			displayName: 'Credits Left',
			name: 'credits',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description: 'How many activities are few, for "Membership Credits Low"',
			displayOptions: { show: { '/events': eventsWith('credits') } },
		},
		{
			displayName: 'Days at Stage',
			name: 'daysAtStage',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 14,
			description: 'How long somebody must be at a stage, for "Athlete Stays at Stage"',
			displayOptions: { show: { '/events': eventsWith('daysAtStage') } },
		},
		{
			displayName: 'Days Before the End',
			name: 'daysBefore',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 14,
			description: 'How long before its end a membership, or its suspension, ends soon',
			displayOptions: { show: { '/events': eventsWith('daysBefore') } },
		},
		{
			displayName: 'Days Without a Visit',
			name: 'days',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 366 },
			default: 30,
			description:
				'How long an athlete must not have come. It is also the length of the two windows that "Athlete Visits Dropping" compares.',
			displayOptions: { show: { '/events': eventsWith('days') } },
		},

		{
			displayName: 'First Poll Limit',
			name: 'firstPollLimit',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1000 },
			default: 100,
			description: 'How many existing records start the workflow at most, the newest of each list',
			displayOptions: { show: { '/firstPoll': ['existing'] } },
		},
		{
			displayName: 'Hours Before the Class',
			name: 'hoursBefore',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 24,
			description: 'How long before its begin a class begins soon',
			displayOptions: { show: { '/events': eventsWith('hoursBefore') } },
		},
		{
			displayName: 'Look Ahead (Days)',
			name: 'lookAhead',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 14,
			description: 'How far ahead classes and their bookings are looked at',
			displayOptions: { show: { '/events': eventsOf('bookings', 'calendars') } },
		},
		{
			displayName: 'Look Back (Hours)',
			name: 'lookBack',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 48,
			description: 'How long after its begin a training is still found when it is uploaded late',
			displayOptions: { show: { '/events': eventsOf('trainings', 'bookings') } },
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
			displayName: 'Percent of the Visits Before',
			name: 'dropPercent',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 99 },
			default: 50,
			description: 'Who has at most so many percent of the visits before comes much less, for "Athlete Visits Dropping"',
			displayOptions: { show: { '/events': eventsWith('dropPercent') } },
		},
		{
			displayName: 'Prior Field',
			name: 'priorField',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description:
				'The property of the attendance summaries that counts the check-ins of the days before the recent ones. The API does not name it: where only one fits, it is taken, else choose it here.',
			...learned('searchPriorFields', 'e.g. PriorCheckIns or PreviousPeriod.CheckIns'),
			displayOptions: { show: { '/events': eventsWith('priorField') } },
		},
		{
			displayName: 'Skip Handled',
			name: 'skipHandled',
			type: 'boolean',
			default: true,
			description:
				'Whether to leave out new badges, trainings and assignments, and deleted assignments, that a Club Trigger of this workflow has taken. Applies if both lead into the same node: the poll then emits these events two minutes later.',
			displayOptions: { show: { '/events': eventsThat(({ once }) => once === true) } },
		},
		{
			displayName: 'Stage From',
			name: 'stageFrom',
			type: 'multiOptions',
			options: stages,
			default: [],
			description: 'The stages that a change of stage must begin with. None chosen: any.',
			displayOptions: { show: { '/events': eventsWith('stageFrom') } },
		},
		{
			displayName: 'Stage To',
			name: 'stageTo',
			type: 'multiOptions',
			options: stages,
			default: [],
			description: 'The stages that a change of stage must end with, or that somebody stays at. None chosen: any.',
			displayOptions: { show: { '/events': eventsWith('stageTo') } },
		},
		{
			displayName: 'Total Field',
			name: 'totalField',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description:
				'The property of the attendance summaries that counts all check-ins. The API does not name it: where only one fits, it is taken, else choose it here.',
			...learned('searchTotalFields', 'e.g. TotalCheckIns'),
			displayOptions: { show: { '/events': eventsWith('totalField') } },
		},
		{
			displayName: 'Visit Milestones',
			name: 'milestones',
			type: 'string',
			default: '1, 10, 50, 100',
			description: 'The numbers of visits that are told when somebody reaches or passes them, separated by commas',
			displayOptions: { show: { '/events': eventsWith('milestones') } },
		},
		{
			displayName: 'Watched Fields',
			name: 'watchedFields',
			type: 'string',
			default: '',
			placeholder: 'e.g. ClientStage, Phone',
			description:
				'The properties whose change makes an "Updated" event, separated by commas; with dots for those inside another, as Address.City. Empty: those that the API documents. A test run shows which there are.',
			displayOptions: { show: { '/events': eventsThat(({ cause }) => cause === 'changed') } },
		},
	],
};
