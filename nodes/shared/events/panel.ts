import type { IDataObject, ILoadOptionsFunctions, INodeProperties, INodePropertyOptions, IParameterBuilderHint } from 'n8n-workflow';
import { shortened } from '../api/text';
import { eventWords } from '../api/eventSubjects';
import { cachedPage } from '../lists/cachedPages';
import { ClubClient } from '../transport/client';
import { InvalidInput, attempt } from '../transport/errors';
import { isObject } from '../api/json';
import { IN_DROP_DOWN } from '../transport/patience';
import type { ClubFunctions } from '../transport/process';
import type { Request } from '../transport/callValues';
import { SWITCH_HINT, dropDown } from '../panel';

// The words for events, and the options of a list of events.

export const titleOf = (name: string): string => eventWords(name).replace(/(^|[ (])[a-z]/g, (letter) => letter.toUpperCase());

export const titlesOf = (events: ReadonlyArray<{ name: string }>): Record<string, string> =>
	Object.fromEntries(events.map(({ name }) => [name, titleOf(name)]));

export const eventOptionsOf = (events: ReadonlyArray<{ name: string; description: string }>): INodePropertyOptions[] =>
	events
		.map(({ name, description }) => ({ name: titleOf(name), value: name, action: `On ${eventWords(name)}`, description }))
		.sort((a, b) => a.name.localeCompare(b.name));

/** A hint with what each event means, for an assistant that builds workflows: n8n gives it only the values of the options. */
export const eventHintOf = (events: ReadonlyArray<{ name: string; description: string }>): IParameterBuilderHint => ({
	propertyHint: events.map(({ name, description }) => `${name}: ${description}`).join(' | '),
});

// The options of both triggers, and what they say.

export const ATTACH_ATHLETE: INodeProperties = {
	displayName: 'Attach Athlete',
	name: 'attachAthlete',
	type: 'boolean',
	default: true,
	builderHint: SWITCH_HINT,
	description:
		'Whether to attach the athlete or contact of an event as "athlete", or null if they are gone. Costs one call per person, up to six for a new one.',
};

export const COMPARISONS = [
	{ name: 'Contains', value: 'contains' },
	{ name: 'Does Not Exist', value: 'notExists' },
	{ name: 'Exists', value: 'exists' },
	{ name: 'Is After or Greater Than', value: 'greater' },
	{ name: 'Is Before or Less Than', value: 'smaller' },
	{ name: 'Is Equal To', value: 'equals' },
	{ name: 'Is Not Equal To', value: 'notEquals' },
	{ name: 'Is One Of', value: 'oneOf' },
] as const satisfies INodePropertyOptions[];

export const ONLY_WHEN: INodeProperties = {
	displayName: 'Only When',
	name: 'onlyWhen',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Condition',
	default: {},
	description:
		'Which events start the workflow. A condition on "record" or "athlete" is checked in the execution, which may end empty. Unreadable records count as a match.',
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
						'Where the value is in the event, with dots between names. In the Club Trigger, "record" needs Load Current Record; "athlete" needs Attach Athlete.',
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
					options: [...COMPARISONS],
					default: 'equals',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'What to compare the value with. For "Is One Of", several values separated by commas.',
					displayOptions: { hide: { is: ['exists', 'notExists'] } },
				},
			],
		},
	],
};

export const ONLY_WHEN_ALL: INodeProperties = {
	displayName: 'Only When All Match',
	name: 'onlyWhenAll',
	type: 'boolean',
	default: true,
	description: 'Whether an event must meet all conditions of Only When, rather than any',
};

export const ONLY_WHEN_CASE: INodeProperties = {
	displayName: 'Only When Case Matches',
	name: 'onlyWhenCase',
	type: 'boolean',
	default: true,
	builderHint: SWITCH_HINT,
	description: 'Whether upper and lower case must match in Only When. If off, "gold" is equal to "Gold".',
};

export type TriggerFunctions = Exclude<ClubFunctions, ILoadOptionsFunctions>;

/** A parameter of a trigger. In an execution, `getNodeParameter` takes the index of an item before the fallback. */
export const parameterOf = <T>(functions: TriggerFunctions, name: string, fallback: T): T =>
	('getInputData' in functions
		? functions.getNodeParameter(name, 0, fallback as never)
		: functions.getNodeParameter(name, fallback as never)) as T;

/** The switches in the options of both triggers that are on if nobody added them. */
const ON = ['deduplicate', 'onlyWhenAll', 'recreateWhenDeleted'] as const;

type SwitchName = (typeof ON)[number] | 'attachAthlete' | 'emitUnknown' | 'onlyWhenCase' | 'resolveRecord';

const wordOf = (value: unknown): string =>
	String(value ?? '')
		.trim()
		.toLowerCase();

/** Whether a switch is on. One that an expression leaves empty is as if nobody had added it: a delivery must not be lost for it. */
export const isOn = (options: IDataObject, name: SwitchName): boolean =>
	ON.some((one) => one === name) ? wordOf(options[name]) !== 'false' : wordOf(options[name]) === 'true';

export type Operator = (typeof COMPARISONS)[number]['value'];

export interface Condition {
	/** A path into the event, such as `data.BadgeId`; a number is an index of an array. */
	field: string;
	is: Operator;
	/** A text of the panel, or the result of an expression; `oneOf` takes an array or a text with commas. */
	value?: unknown;
}

export interface OnlyWhen {
	conditions: Condition[];
	all: boolean;
	matchCase: boolean;
	zone: string;
}

/** A value as a text that is compared with others, without blanks around it; empty if there is none. */
export function comparedText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
}

export const located = (value: unknown): string => comparedText(isObject(value) ? value.value : value);

/** The conditions in the saved options; rows without a field are skipped. */
export function onlyWhenOf(options: IDataObject, zone: string): OnlyWhen {
	const { condition = [] } = (options.onlyWhen ?? {}) as { condition?: Array<Omit<Condition, 'field'> & { field: unknown }> };
	return {
		conditions: condition.map((row) => ({ ...row, field: located(row.field) })).filter(({ field }) => field !== ''),
		all: isOn(options, 'onlyWhenAll'),
		matchCase: isOn(options, 'onlyWhenCase'),
		zone,
	};
}

/** Checks the switches before a workflow is published, and before a poll. @throws InvalidInput for a value that is neither on, off nor empty */
export function assertSwitches(options: IDataObject, panel: readonly INodeProperties[]): void {
	for (const { name, displayName } of panel.filter(({ type }) => type === 'boolean')) {
		const value = options[name];
		// An empty list has an empty text.
		if (!Array.isArray(value) && ['', 'true', 'false'].includes(wordOf(value))) continue;
		throw new InvalidInput(`"${displayName}" must be true or false`, 'Correct it in the options of the trigger. Nothing was sent.');
	}
}

// The drop-down of fields for a condition.

export interface EventTop {
	names: readonly string[];
	/** The property with the details of the event, such as `data`. */
	main: string;
	attached: ReadonlyArray<{ name: string; isOn: boolean; option: string }>;
}

const EXCERPT = 30;

/** Properties whose values say who somebody is. n8n stores the label of the selected field, so it must not have one of them. */
const OF_PERSON = /(Email|Phone|FirstMidName|LastName|BirthDate|ActorName)$/;

function labelOf(path: string, value: unknown): string {
	if (OF_PERSON.test(path) || value === undefined || value === null || value === '') return path;
	const example = typeof value === 'string' ? value : JSON.stringify(value);
	return `${path} (e.g. ${shortened(example, EXCERPT)})`;
}

/** All values of an event or a record that are no objects, nested ones too, each with its path. */
export const pathsOf = (event: object, prefix = ''): Array<[path: string, value: unknown]> =>
	Object.entries(event).flatMap(([name, value]: [string, unknown]): Array<[string, unknown]> => {
		const path = prefix + name;
		return isObject(value) ? pathsOf(value, `${path}.`) : [[path, value]];
	});

/** Reads a sample of each event that is chosen in the panel, undefined if the club has no record for it; each call is kept for a minute. */
type SamplesOf = (
	request: Request,
	chosen: { events: string[]; options: IDataObject },
	functions: ILoadOptionsFunctions,
) => { top: EventTop; events: ReadonlyArray<() => Promise<IDataObject | undefined>> };

/**
 * The search method for the field of a condition. It offers the fields of the newest records of the club, those of the main
 * property first, each with an example.
 */
export const searchEventFields = (samplesOf: SamplesOf) =>
	dropDown(async function (filter = '') {
		const client = await ClubClient.open(this);
		const request: Request = async (call, values) =>
			await cachedPage(client, call, { params: values?.params as IDataObject | undefined, query: values?.query }, IN_DROP_DOWN);
		const chosen = this.getCurrentNodeParameter('events');
		const options = (this.getCurrentNodeParameter('options') ?? {}) as IDataObject;
		const { top, events } = samplesOf(request, { events: Array.isArray(chosen) ? (chosen as string[]) : [], options }, this);
		if (events.length === 0) throw new InvalidInput('No event is chosen', 'Choose what starts the workflow in "Trigger On" first.');
		// One after the other: events of one list share its page.
		const read: Array<Awaited<ReturnType<typeof attempt<IDataObject | undefined>>>> = [];
		for (const sample of events) read.push(await attempt(sample()));
		const [failed] = read.flatMap((one) => ('error' in one ? [one.error] : []));
		const samples = read.flatMap((one) => ('value' in one && one.value ? [one.value] : []));
		if (failed && samples.length === 0) throw failed;
		const roots = [top.main, ...top.attached.flatMap(({ name, isOn }) => (isOn ? [name] : [])), 'ids', ...top.names];
		const values = new Map([...samples].reverse().flatMap((sample) => pathsOf(sample)));
		const rankOf = (path: string) => roots.indexOf(path.split('.')[0]);
		const results = [...values]
			.filter(([path]) => rankOf(path) >= 0 && path.toLowerCase().includes(filter.trim().toLowerCase()))
			.sort(([a], [b]) => rankOf(a) - rankOf(b))
			.map(([path, value]) => ({ name: labelOf(path, value), value: path }));
		return { results };
	});
