import type {
	INodePropertyOptions,
	IParameterBuilderHint,
	INodeProperties,
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
} from 'n8n-workflow';
import { SWITCH_HINT, dropDown } from './parts';
import type { EventTop } from '../records/onlyWhen';
import { keptPage } from '../records/paging';
import { ClubClient } from '../transport/client';
import { InvalidInput, attempt } from '../transport/errors';
import { isObject } from '../transport/json';
import type { Request } from '../transport/send';

/** The events whose names do not say to a person what happened; what the name says is in brackets, for whoever looks for it. */
const WORDS: Readonly<Record<string, string>> = {
	'Athlete.Created': 'athlete joined (athlete created)',
	'Athlete.Deleted': 'athlete left (athlete deleted)',
	'Training.Created': 'training completed (training created)',
	'UserSubscription.Created': 'membership assigned',
	'UserSubscription.Updated': 'membership updated',
	'UserSubscription.Deleted': 'membership removed',
	'ClassParticipant.Created': 'class booked',
	'ClassParticipant.Updated': 'class booking changed',
	'ClassParticipant.Deleted': 'class booking removed',
	'Subscription.Created': 'membership product created',
	'Subscription.Updated': 'membership product updated',
	'Subscription.Deleted': 'membership product deleted',
	'Subscription.Plans.Updated': 'membership product plans updated',
	'Subscription.Published': 'membership product published',
	'Subscription.Unpublished': 'membership product unpublished',
};

/** An event as a person says it, in lower case: `ClassParticipant.Created` is "class booked". */
export const wordsOf = (name: string): string => WORDS[name] ?? name.replace(/([a-z])\.?([A-Z])/g, '$1 $2').toLowerCase();

/** The same in title case. */
export const titleOf = (name: string): string => wordsOf(name).replace(/(^|[ (])[a-z]/g, (letter) => letter.toUpperCase());

/** The titles of events, by their names. */
export const titlesOf = (events: ReadonlyArray<{ name: string }>): Record<string, string> =>
	Object.fromEntries(events.map(({ name }) => [name, titleOf(name)]));

/**
 * Events as a trigger lists them, by their names, which a chip of the panel holds whole.
 * @param how what is said behind each in n8n's list of triggers, where each stands for itself
 */
export const eventOptionsOf = (events: ReadonlyArray<{ name: string; description: string }>, how = ''): INodePropertyOptions[] =>
	events
		.map(({ name, description }) => ({ name: titleOf(name), value: name, action: `On ${wordsOf(name)}${how}`, description }))
		.sort((a, b) => a.name.localeCompare(b.name));

/** What each event means, for a builder of workflows: of the choices n8n tells it the values alone. */
export const eventHintOf = (events: ReadonlyArray<{ name: string; description: string }>): IParameterBuilderHint => ({
	propertyHint: events.map(({ name, description }) => `${name}: ${description}`).join(' | '),
});

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

/** A drop-down does not make its user wait for the next minute, in milliseconds. */
const PATIENCE = { maxWaitMs: 2_000 };

/** Longest part of a value that is shown as an example. */
const EXCERPT = 60;

/** The paths of the values in an event. */
const pathsOf = (event: object, prefix = ''): Array<[path: string, value: unknown]> =>
	Object.entries(event).flatMap(([name, value]: [string, unknown]): Array<[string, unknown]> => {
		const path = prefix + name;
		return isObject(value) ? pathsOf(value, `${path}.`) : [[path, value]];
	});

/** Samples of the chosen events, as a trigger knows them, and what stands at their top. */
interface Samples {
	top: EventTop;
	/** Of each chosen event one, or none where the club has no record for it. */
	events: ReadonlyArray<Promise<IDataObject | undefined>>;
}

/**
 * The search method that offers the fields of the chosen events to a condition, learned from the newest records of the club: what
 * holds what happened first. n8n stores the name of what is chosen, so that a value is shown beside it only.
 * @param samplesOf reads the samples; each call of it is good for a minute
 */
export const searchEventFields = (samplesOf: (functions: ILoadOptionsFunctions, request: Request) => Samples) =>
	dropDown(async function (filter = ''): Promise<INodeListSearchResult> {
		const client = await ClubClient.open(this);
		const request: Request = async (call, values) =>
			await keptPage(client.key, [call, values], async () => await client.request(call, PATIENCE, values));
		const { top, events } = samplesOf(this, request);
		if (events.length === 0) throw new InvalidInput('No event is chosen', 'Choose what starts the workflow in "Trigger On" first.');
		const read = await Promise.all(events.map(attempt));
		const [failed] = read.flatMap((one) => ('error' in one ? [one.error] : []));
		const samples = read.flatMap((one) => ('value' in one && one.value ? [one.value] : []));
		if (failed && samples.length === 0) throw failed;
		const roots = [top.main, ...top.attached.flatMap(({ name, isOn }) => (isOn ? [name] : [])), 'ids', ...top.names];
		const values = new Map([...samples].reverse().flatMap((sample) => pathsOf(sample)));
		const rankOf = (path: string) => roots.indexOf(path.split('.')[0]);
		const results = [...values]
			.filter(([path]) => rankOf(path) >= 0 && path.toLowerCase().includes(filter.trim().toLowerCase()))
			.sort(([a], [b]) => rankOf(a) - rankOf(b))
			.map(([path, value]) => ({ name: path, value: path, description: `For example ${(JSON.stringify(value) ?? '').slice(0, EXCERPT)}` }));
		return { results };
	});
