import type { INodeProperties } from 'n8n-workflow';
import { ATTACH_ATHLETE, ONLY_WHEN, ONLY_WHEN_ALL } from '../shared/panel/eventOptions';

const stages = ['Client', 'Lead', 'Prospect', 'Qualified'].map((stage) => ({ name: stage, value: stage }));

/** The options of the trigger: what an event means, and what a poll may cost. */
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
				'The property of the attendance summaries that counts the recent check-ins, for "Athlete Absent". The API does not name it, so it is learned from your club.',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select a property...',
					typeOptions: { searchListMethod: 'searchAbsenceFields', searchable: true },
				},
				{ displayName: 'By Name', name: 'id', type: 'string', placeholder: 'e.g. RollingCheckIns' },
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
		{
			displayName: 'Skip Handled',
			name: 'skipHandled',
			type: 'boolean',
			default: true,
			description:
				'Whether to leave out new badges, trainings and assignments, and deletions of assignments, that a Club Trigger of this workflow has handled, where both lead into the same node',
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
				'The properties whose change makes an "Updated" event, separated by commas. Empty: those that the API documents. A test run shows which there are.',
		},
	],
};
