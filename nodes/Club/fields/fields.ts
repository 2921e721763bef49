import type { IDataObject } from 'n8n-workflow';
import { ID } from '../../shared/api/limits';
import { STAGES } from '../../shared/panel';
import type { Field, Values } from './field';
import * as check from './checks';
import { end } from './dates';

const GROUP = { type: 'collection', default: {} } as const;

export const FILTERS = { ...GROUP, displayName: 'Filters', name: 'filters', placeholder: 'Add filter' } as const;
export const OPTIONS = { ...GROUP, displayName: 'Options', name: 'options', placeholder: 'Add option' } as const;
export const ADDITIONAL_FIELDS = {
	...GROUP,
	displayName: 'Additional Fields',
	name: 'additionalFields',
	placeholder: 'Add field',
} as const;
export const UPDATE_FIELDS = { ...ADDITIONAL_FIELDS, displayName: 'Update Fields', name: 'updateFields' } as const;

export const FROM = { displayName: 'From', name: 'from', type: 'dateTime', default: '' } as const;
export const TO = { displayName: 'To', name: 'to', type: 'dateTime', default: '', check: end } as const satisfies Field;

export const INCLUDES_DAY = 'A date without a time includes that day.';

const STAGE_NAMES = STAGES.map(({ value }) => value);

const stage = (value: unknown, label: string) => check.oneOf(value, label, STAGE_NAMES);

/** The commercial stage. It has no default, so that nobody sets a stage by accident. */
export const clientStage = {
	displayName: 'Client Stage',
	name: 'clientStage',
	type: 'options',
	required: true,
	options: STAGES,
	default: '',
	check: stage,
	description: 'The commercial stage of the person, from lead to client',
} as const satisfies Field;

/** Whether a change of stage goes back: from `Client`, or to `Lead`. A list of new leads has people who are in the club already. */
export const isBack = (to: unknown, from: unknown): boolean => Boolean(to && from) && to !== from && (from === 'Client' || to === 'Lead');

export const idFilters = [
	{
		displayName: 'From ID',
		name: 'fromId',
		type: 'number',
		typeOptions: { minValue: ID.min, maxValue: ID.max },
		default: 1,
		description: 'The lowest ID to return, e.g. 4711. The list starts at this ID and is in ascending order.',
	},
	{
		displayName: 'To ID',
		name: 'toId',
		type: 'number',
		typeOptions: { minValue: ID.min, maxValue: ID.max },
		default: 2147483647,
		description:
			'The highest ID to return, e.g. 5000. Without "From ID", Get Many returns the newest first; Get Many Overviews always starts with the lowest ID.',
	},
] as const satisfies readonly Field[];

const stageFilter = {
	displayName: 'Client Stage',
	name: 'clientStage',
	type: 'multiOptions',
	options: STAGES,
	default: [],
	api: false,
	check: (value: unknown, label: string) => [value].flat().map((one) => stage(one, label)),
	description: 'Return only people at one of these stages. The node reads until enough match, with one call per 1,000 people.',
} as const satisfies Field;

/** The filters of a list of people. The API cannot filter by stage or guest, so the node reads until enough people match. */
export const peopleFilters = { ...FILTERS, options: [stageFilter, ...idFilters] } as const satisfies Field;

export const athleteFilters = {
	...FILTERS,
	options: [
		...peopleFilters.options,
		{
			displayName: 'Is Guest',
			name: 'isGuest',
			type: 'boolean',
			default: true,
			api: false,
			description:
				"Whether to return only guests, or if off, only people who aren't. The node reads until enough match, with one call per 1,000 people.",
		},
	],
} as const satisfies Field;

interface Filtered {
	filters: Values<typeof athleteFilters.options>;
}

/** The properties that the filters compare. The API's description shows them for athletes only. */
export const filteredBy = ({ filters: { clientStage: stages = [], isGuest } }: Filtered): string[] => [
	...(stages.length > 0 ? ['ClientStage'] : []),
	...(isGuest === undefined ? [] : ['IsGuest']),
];

export function keepPeople(values: Filtered): ((row: IDataObject) => boolean) | undefined {
	if (filteredBy(values).length === 0) return undefined;
	const { clientStage = [], isGuest } = values.filters;
	const stages: ReadonlySet<unknown> = new Set(clientStage);
	// A club may leave out what is false.
	return ({ ClientStage, IsGuest }) =>
		(stages.size === 0 || stages.has(ClientStage)) && (isGuest === undefined || (IsGuest ?? false) === isGuest);
}

export const additionalProperties = {
	displayName: 'Additional Properties',
	name: 'additionalProperties',
	type: 'json',
	default: '{}',
	technical: true,
	description: 'Additional properties to send, as a JSON object, e.g. {"Name": "value"}. They are sent unchanged.',
} as const satisfies Field;

export const maxWait = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 3600,
	api: false,
	technical: true,
	description:
		"How long a call may wait if the 50 calls of the minute are used up, e.g. 60. 0 fails at once. Default: an hour, or 20 seconds as an agent's tool.",
} as const satisfies Field;

export const simplifyOption = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	api: false,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Field;

export const fieldsOption = {
	displayName: 'Fields',
	name: 'fields',
	type: 'string',
	default: '',
	placeholder: 'e.g. UserId, Email',
	api: false,
	description: 'A comma-separated list of the properties to return, e.g. UserId, Email. Leave empty to return all properties.',
} as const satisfies Field;

export const dryRunOption = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	api: false,
	blank: 'refused',
	description: 'Whether to return what would be sent, without sending it. The node reads and checks as usual.',
} as const satisfies Field;

export const listOptions = [
	{
		displayName: 'Start at Cursor',
		name: 'cursor',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.nextCursor }}',
		api: false,
		technical: true,
		description:
			'The cursor to start from, e.g. the nextCursor of a tool, or the one that an error named. It must come from a run with the same filters.',
	},
	{
		displayName: 'Records per Call',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		api: false,
		technical: true,
		description: 'The number of records per call, e.g. 100. Default: the largest page, which takes the fewest calls.',
	},
] as const satisfies readonly Field[];

export const limit = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	api: false,
	description: 'Max number of results to return',
} as const satisfies Field;

export const returnAll = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	api: false,
	description: 'Whether to return all results or only up to a given limit',
} as const satisfies Field;

/** Parameters that every Get Many has in addition to its filters. A tool returns fewer records, because a model has to read them all. */
export const listFields = [
	returnAll,
	{ ...limit, displayOptions: { show: { returnAll: [false], '@tool': [false] } } },
	{ ...limit, default: 10, displayOptions: { show: { returnAll: [false], '@tool': [true] } } },
] as const satisfies readonly Field[];

type SharedOptions = { onlyChanges?: boolean } & Values<typeof listOptions> &
	Values<readonly [typeof dryRunOption, typeof fieldsOption, typeof maxWait, typeof simplifyOption]>;

/** The checked values of any operation. Only the values that operations share have a type here. */
export interface AnyValues extends Values<typeof listFields> {
	[name: string]: unknown;
	options: SharedOptions;
	filters?: { fromId?: number; toId?: number };
	additionalFields?: IDataObject;
	updateFields?: IDataObject;
}
