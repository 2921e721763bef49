import { ID } from '../../shared/api/limits';
import type { Field, Values } from './field';
import type { Keep } from '../operation';
import { anyCase } from './checks';

/** Parameters that several resources share. */

/** The commercial stages, in the order in which people reach them (§2.1). */
const STAGES = [
	{ name: 'Lead', value: 'Lead', description: 'Has shown interest' },
	{ name: 'Qualified', value: 'Qualified', description: 'Is a good fit for the club' },
	{ name: 'Prospect', value: 'Prospect', description: 'Is about to decide' },
	{ name: 'Client', value: 'Client', description: 'Has become a customer' },
] as const;

/** Accepts a stage in any case. */
const stage = anyCase(STAGES.map(({ value }) => value));

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

/** Bounds of a list that is paged by id (§4.1). */
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
			'The highest ID to return, e.g. 5000. Without "From ID", Get Many starts at this ID and returns the newest first. Get Many Overviews always returns the lowest IDs first.',
	},
] as const satisfies readonly Field[];

/** The filters of a list that is paged by id and has no other filters. */
export const filtersById = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: idFilters,
} as const satisfies Field;

const stageFilter = {
	displayName: 'Client Stage',
	name: 'clientStage',
	type: 'multiOptions',
	options: STAGES,
	default: [],
	api: false,
	check: (value: unknown, label: string) => [value].flat().map((one) => stage(one, label)),
	description:
		'Return only people at one of these stages. The node filters the list itself: it reads until enough people match, with one call per 1,000 people.',
} as const satisfies Field;

/** The filters of a list of people. The API cannot filter by stage or guest, so the node reads until enough people match. */
export const peopleFilters = { ...filtersById, options: [stageFilter, ...idFilters] } as const satisfies Field;

/** The same for athletes. Only athletes can be guests (§2.1). */
export const athleteFilters = {
	...filtersById,
	options: [
		stageFilter,
		idFilters[0],
		{
			displayName: 'Is Guest',
			name: 'isGuest',
			type: 'boolean',
			default: true,
			api: false,
			description:
				'Whether to return only guests. If off, the node returns only people who are not guests. The node filters the list itself: it reads until enough people match, with one call per 1,000 people.',
		},
		idFilters[1],
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

/** Keeps the people who match the filters; undefined if no filter is set. */
export function keepPeople(values: Filtered): Keep | undefined {
	if (filteredBy(values).length === 0) return undefined;
	const { clientStage = [], isGuest } = values.filters;
	const stages: ReadonlySet<unknown> = new Set(clientStage);
	// A club may leave out what is false.
	return ({ ClientStage, IsGuest }) =>
		(stages.size === 0 || stages.has(ClientStage)) && (isGuest === undefined || (IsGuest ?? false) === isGuest);
}

/** Properties that the API's description does not show, sent unchanged. */
export const additionalProperties = {
	displayName: 'Additional Properties',
	name: 'additionalProperties',
	type: 'json',
	default: '{}',
	technical: true,
	description: 'Additional properties to send, as a JSON object, e.g. {"Name": "value"}. The node adds them to the request unchanged.',
} as const satisfies Field;
