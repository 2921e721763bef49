import type { INodeProperties } from 'n8n-workflow';
import { SWITCH_HINT } from './switchHint';

// Options that both triggers have, in the order of their display names.

/** `attachAthlete`, with the cost that it has. */
export const ATTACH_ATHLETE: INodeProperties = {
	displayName: 'Attach Athlete',
	name: 'attachAthlete',
	type: 'boolean',
	default: true,
	builderHint: SWITCH_HINT,
	description:
		'Whether to attach the athlete, or the contact, that an event is about as "athlete" (null where there is none any more). Costs one call a person; in the Club Trigger up to five more for somebody new whom the club does not show yet.',
};

/** `onlyWhen`: which events start the workflow. */
export const ONLY_WHEN: INodeProperties = {
	displayName: 'Only When',
	name: 'onlyWhen',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Condition',
	default: {},
	description:
		'Which events start the workflow. What does not match starts no execution, or, for conditions on "record" and "athlete", which are read first, one without items. An event is kept where its record cannot be read, is not visible yet, or its person is not named.',
	options: [
		{
			displayName: 'Condition',
			name: 'condition',
			values: [
				{
					displayName: 'Field',
					name: 'field',
					type: 'resourceLocator',
					noDataExpression: true,
					default: { mode: 'list', value: '' },
					description:
						'Where the value stands in the event: names with dots between them. "record" and "athlete" are there with Load Current Record and Attach Athlete.',
					modes: [
						{
							displayName: 'From List',
							name: 'list',
							type: 'list',
							placeholder: 'Select a field...',
							typeOptions: { searchListMethod: 'searchEventFields', searchable: true },
						},
						{ displayName: 'By Path', name: 'path', type: 'string', placeholder: 'e.g. data.BadgeId' },
					],
				},
				{
					displayName: 'Comparison',
					name: 'is',
					type: 'options',
					noDataExpression: true,
					options: [
						{ name: 'Contains', value: 'contains' },
						{ name: 'Does Not Exist', value: 'notExists' },
						{ name: 'Exists', value: 'exists' },
						{ name: 'Is After or Greater Than', value: 'greater' },
						{ name: 'Is Before or Less Than', value: 'smaller' },
						{ name: 'Is Equal To', value: 'equals' },
						{ name: 'Is Not Equal To', value: 'notEquals' },
						{ name: 'Is One Of', value: 'oneOf' },
					],
					default: 'equals',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'What the value is compared with. For "Is One Of" several, separated by commas.',
					displayOptions: { hide: { is: ['exists', 'notExists'] } },
				},
			],
		},
	],
};

/** `onlyWhenAll`: whether the conditions are joined by "and". */
export const ONLY_WHEN_ALL: INodeProperties = {
	displayName: 'Only When All Match',
	name: 'onlyWhenAll',
	type: 'boolean',
	default: true,
	description: 'Whether an event must match all conditions of Only When, rather than any of them',
};

/** `onlyWhenCase`: whether the conditions tell upper from lower case. */
export const ONLY_WHEN_CASE: INodeProperties = {
	displayName: 'Only When Case Matches',
	name: 'onlyWhenCase',
	type: 'boolean',
	default: true,
	builderHint: SWITCH_HINT,
	description: 'Whether "gold" and "Gold" are two different texts for Only When; if off, they are the same',
};
