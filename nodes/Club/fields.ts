import { ID } from '../shared/api/limits';
import type { Field, Values } from './field';
import type { Keep } from './operation';
import { anyCase } from './values';
import type { IDataObject } from 'n8n-workflow';
import type { Session } from './session';

/** Parameters that several resources share. */

/** The commercial stages, in the order in which people reach them (§2.1). */
const STAGES = [
	{ name: 'Lead', value: 'Lead', description: 'Has shown interest' },
	{ name: 'Qualified', value: 'Qualified', description: 'Fits the club' },
	{ name: 'Prospect', value: 'Prospect', description: 'Is about to decide' },
	{ name: 'Client', value: 'Client', description: 'Has bought' },
] as const;

/** A stage as people write it. */
const stage = anyCase(STAGES.map(({ value }) => value));

/** The commercial stage; none is chosen before the user does. */
export const clientStage = {
	displayName: 'Client Stage',
	name: 'clientStage',
	type: 'options',
	required: true,
	options: STAGES,
	default: '',
	check: stage,
	description: 'The stage: how far the person has come on the way to becoming a client of this club',
} as const satisfies Field;

/** Bounds of a list that is paged by id (§4.1). */
export const idFilters = [
	{
		displayName: 'From ID',
		name: 'fromId',
		type: 'number',
		typeOptions: { minValue: ID.min, maxValue: ID.max },
		default: 1,
		description: 'Smallest ID to return, e.g. 4711. The list ascends from here.',
	},
	{
		displayName: 'To ID',
		name: 'toId',
		type: 'number',
		typeOptions: { minValue: ID.min, maxValue: ID.max },
		default: 2147483647,
		description: 'Largest ID to return, e.g. 5000. Without "From ID", the list descends from here, the newest first.',
	},
] as const satisfies readonly Field[];

/** The filters of a list that is paged by id and has no others. */
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
		'Only people at one of these stages. The node filters them itself: it reads the list until enough match, a call for each 1,000 people.',
} as const satisfies Field;

/** The filters of a list of people. The API has none by stage or guest, so the node reads on until enough of them match. */
export const peopleFilters = { ...filtersById, options: [stageFilter, ...idFilters] } as const satisfies Field;

/** The same of athletes; only they may be guests (§2.1). */
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
				'Whether to return only guests, or only others. The node filters them itself: it reads the list until enough match, a call for each 1,000 people.',
		},
		idFilters[1],
	],
} as const satisfies Field;

interface Filtered {
	filters: Values<typeof athleteFilters.options>;
}

/** The properties by which people are filtered, which the API shows of athletes alone. @reading contactStage */
export const filteredBy = ({ filters: { clientStage: stages = [], isGuest } }: Filtered): string[] => [
	...(stages.length > 0 ? ['ClientStage'] : []),
	...(isGuest === undefined ? [] : ['IsGuest']),
];

/** Who is wanted by stage and guest; nothing where anybody is. */
export function keepPeople(values: Filtered): Keep | undefined {
	if (filteredBy(values).length === 0) return undefined;
	const { clientStage = [], isGuest } = values.filters;
	const wanted: ReadonlySet<unknown> = new Set(clientStage);
	return ({ ClientStage, IsGuest }) => (wanted.size === 0 || wanted.has(ClientStage)) && (isGuest === undefined || IsGuest === isGuest);
}

/** Properties that the spec lists as not shown, sent as they are. */
export const additionalProperties = {
	displayName: 'Additional Properties',
	name: 'additionalProperties',
	type: 'json',
	default: '{}',
	technical: true,
	description: 'Further properties of the API as a JSON object, merged into the request as they are, e.g. {"Name": "value"}',
} as const satisfies Field;

/**
 * Which rows lie between From ID and To ID, where the spec does not show that the list has these bounds (§4.8): a club may
 * ignore them. A row stays as long as one of its ids may be the one that is meant.
 * @param what the records by the name that users know
 * @param idsOf the ids of a row that the bounds may be about
 * @reading challengeRange
 * @reading catalogueRange
 */
export const withinBounds =
	(what: string, idsOf: (row: IDataObject) => readonly unknown[]) =>
	({ filters: { fromId = ID.min, toId = ID.max } }: { filters: { fromId?: number; toId?: number } }, session: Session): Keep | undefined =>
		fromId === ID.min && toId === ID.max
			? undefined
			: (row) => {
					const ids = idsOf(row).filter((id) => typeof id === 'number');
					const isWanted = ids.length === 0 || ids.some((id) => id >= fromId && id <= toId);
					if (!isWanted) session.hint(`The club gave ${what} beyond From ID and To ID. The node left them out`);
					return isWanted;
				};
