import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NOT_VISIBLE } from './resolve';
import { timeOf } from '../api/time';
import { InvalidInput } from '../transport/errors';
import { isObject } from '../transport/json';

/** How a value is compared. */
export type Operator = 'equals' | 'notEquals' | 'oneOf' | 'contains' | 'greater' | 'smaller' | 'exists' | 'notExists';

/** What an event has to be like to start the workflow. */
export interface Condition {
	/** A path into the event, such as `data.BadgeId`; a number is a place in an array. */
	field: string;
	is: Operator;
	/** Text as the panel holds it, or what an expression gives; `oneOf` takes an array or text with commas. */
	value?: unknown;
}

/** How texts are read. */
interface Reading {
	/** Whether upper and lower case count. */
	matchCase: boolean;
	/** The workflow's timezone, that of a time without an offset. */
	zone: string;
}

/** What the user has chosen in the panel: `options.onlyWhen`, `options.onlyWhenAll` and `options.onlyWhenCase`. */
export interface OnlyWhen extends Reading {
	conditions: Condition[];
	/** Whether all of them must hold, or any. */
	all: boolean;
}

/** What is attached to an event after it has come, each with what tells that there is nothing to test: it may still be there. */
const ATTACHED: ReadonlyMap<string, (event: IDataObject) => boolean> = new Map([
	['record', ({ recordError, advice }) => recordError !== undefined || advice === NOT_VISIBLE],
	['athlete', ({ athleteError }) => athleteError !== undefined],
]);

const hasOwn = (value: object, name: string): boolean => Object.prototype.hasOwnProperty.call(value, name);

const segmentsOf = (field: string): string[] => field.trim().split('.');

/** The property of an event that a condition looks into: `data` of `data.BadgeId`. */
const rootOf = ({ field }: Condition): string => segmentsOf(field)[0];

/** The value at a path, own properties only; undefined where the path leads nowhere. */
export function valueAt(event: IDataObject, field: string): unknown {
	return segmentsOf(field).reduce<unknown>(
		(value, name) => (typeof value === 'object' && value !== null && hasOwn(value, name) ? (value as IDataObject)[name] : undefined),
		event,
	);
}

/** A value as it is compared: nothing is the empty text. */
function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
}

const isNumeric = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

/** A text in the case that is compared. */
const cased = (value: unknown, matchCase: boolean): string => (matchCase ? textOf(value) : textOf(value).toLowerCase());

/** Numbers and switches are compared as what they are, text letter by letter: a phone number keeps its zeros. */
function isEqual(actual: unknown, wanted: unknown, { matchCase }: Reading): boolean {
	const text = textOf(wanted);
	if (typeof actual === 'number' && isNumeric(text)) return actual === Number(text);
	const counts = matchCase && typeof actual !== 'boolean';
	return cased(actual, counts) === cased(text, counts);
}

/** A text with commas as its parts. */
const listOf = (wanted: unknown): unknown[] => (Array.isArray(wanted) ? (wanted as unknown[]) : textOf(wanted).split(','));

/** An array contains an element, a text a part. */
function contains(actual: unknown, wanted: unknown, reading: Reading): boolean {
	if (Array.isArray(actual)) return actual.some((element) => isEqual(element, wanted, reading));
	return cased(actual, reading.matchCase).includes(cased(wanted, reading.matchCase));
}

/** The order of two numbers or two dates; NaN for anything else, which is neither greater nor smaller. */
function difference(actual: unknown, wanted: unknown, { zone }: Reading): number {
	const texts = [textOf(actual), textOf(wanted)];
	const [one, other] = texts.map(texts.every(isNumeric) ? Number : (text) => timeOf(text, zone) ?? NaN);
	return one - other;
}

const HOLDS: Readonly<Record<Operator, (actual: unknown, wanted: unknown, reading: Reading) => boolean>> = {
	equals: isEqual,
	notEquals: (actual, wanted, reading) => !isEqual(actual, wanted, reading),
	oneOf: (actual, wanted, reading) => listOf(wanted).some((one) => isEqual(actual, one, reading)),
	contains,
	greater: (actual, wanted, reading) => difference(actual, wanted, reading) > 0,
	smaller: (actual, wanted, reading) => difference(actual, wanted, reading) < 0,
	exists: (actual) => actual !== undefined && actual !== null,
	notExists: (actual) => actual === undefined || actual === null,
};

/** Whether a condition holds; undefined where that cannot be told. */
function holds(event: IDataObject, condition: Condition, reading: Reading, isComplete: boolean): boolean | undefined {
	const isUnknown = ATTACHED.get(rootOf(condition));
	if (isUnknown && (!isComplete || isUnknown(event))) return undefined;
	return HOLDS[condition.is](valueAt(event, condition.field), condition.value, reading);
}

/**
 * Whether an event is one that the workflow is for.
 * @param isComplete whether `record` and `athlete` are attached already, where they are wanted
 * @returns undefined where that cannot be told: they are not attached yet, or could not be read. Such an event is not dropped
 */
export function matches(event: IDataObject, onlyWhen: OnlyWhen, isComplete: boolean): boolean | undefined {
	const { conditions, all } = onlyWhen;
	if (conditions.length === 0) return true;
	const results = conditions.map((condition) => holds(event, condition, onlyWhen, isComplete));
	if (results.includes(!all)) return !all;
	return results.includes(undefined) ? undefined : all;
}

/** The comparisons as a sentence has them. */
const WORDS: Readonly<Record<Operator, string>> = {
	equals: 'is equal to',
	notEquals: 'is not equal to',
	oneOf: 'is one of',
	contains: 'contains',
	greater: 'is after or greater than',
	smaller: 'is before or less than',
	exists: 'exists',
	notExists: 'does not exist',
};

/** Longest part of a value that is shown. */
const EXCERPT = 60;

/** A value as it is shown. */
function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? 'missing';
	return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}...` : text;
}

/** The conditions that an event with all that is attached does not meet, each with the value that it has. */
const unmet = (event: IDataObject, onlyWhen: OnlyWhen): string[] =>
	onlyWhen.conditions
		.filter((condition) => holds(event, condition, onlyWhen, true) === false)
		.map(({ field, is, value }) => {
			const wanted = is === 'exists' || is === 'notExists' ? '' : ` ${shown(value)}`;
			return `${field.trim()} is ${shown(valueAt(event, field))}, and "Only When" asks that it ${WORDS[is]}${wanted}`;
		});

/**
 * The items that go on. A test run goes on with all of them, and its hint says which condition would hold one up: whoever
 * builds a workflow would see nothing otherwise.
 */
export function goingOn(functions: IExecuteFunctions, items: INodeExecutionData[], onlyWhen: OnlyWhen): INodeExecutionData[] {
	const matching = items.filter(({ json }) => matches(json, onlyWhen, true) !== false);
	if (functions.getMode() !== 'manual' || matching.length === items.length) return matching;
	const [first] = items.filter((item) => !matching.includes(item));
	const which = items.length === 1 ? 'this event' : `the event ${String(first.json.id)}`;
	const message = `Shown because you are testing: once the workflow is live, ${which} does not start it. ${unmet(first.json, onlyWhen).join('. ')}`;
	// n8n shows a hint as HTML.
	functions.addExecutionHints({ message: message.replace(/[<>]/g, '?'), location: 'outputPane', type: 'warning' });
	return items;
}

/** The name in a locator, or a bare one: an expression gives it, and older workflows have it. */
export const located = (value: unknown): string => textOf(isObject(value) ? value.value : value);

/** The conditions in the options of the panel (`onlyWhen`, `onlyWhenAll`, `onlyWhenCase`); rows without a field are passed over. @param zone the workflow's timezone */
export function onlyWhenOf(options: IDataObject, zone: string): OnlyWhen {
	const { condition = [] } = (options.onlyWhen ?? {}) as { condition?: Array<Omit<Condition, 'field'> & { field: unknown }> };
	return {
		conditions: condition.map((one) => ({ ...one, field: located(one.field) })).filter(({ field }) => field !== ''),
		all: options.onlyWhenAll !== false,
		matchCase: options.onlyWhenCase === true,
		zone,
	};
}

/** What the events of a trigger have at their top. */
export interface EventTop {
	/** What each of them has. */
	names: readonly string[];
	/** Which of it holds what happened, such as `data`. */
	main: string;
	/** What they have only with an option of the panel. */
	attached: ReadonlyArray<{ name: string; isOn: boolean; option: string }>;
}

/** The field that was probably meant: the same below what holds what happened, as an expression or with another case. */
function meantBy(field: string, { names, main }: EventTop): string {
	const [root, ...rest] = segmentsOf(field.replace(/^\W*(json\.)?/, '').replace(/\W+$/, ''));
	const known = names.find((name) => name.toLowerCase() === root.toLowerCase());
	if (known) return [known, ...rest].join('.');
	return [main, ...(/^(data|record)$/i.test(root) ? [] : [root]), ...rest].join('.');
}

/**
 * Makes sure that there is what the conditions look into: an event without it would start nothing, and nobody would know why.
 * @throws InvalidInput that names the field that was probably meant, or the option to switch on
 */
export function assertFields({ conditions }: OnlyWhen, top: EventTop): void {
	for (const condition of conditions) {
		const { field } = condition;
		const root = rootOf(condition);
		const option = top.attached.find(({ name }) => name === root);
		if (option ? option.isOn : top.names.includes(root)) continue;
		if (option)
			throw new InvalidInput(
				`"Only When" looks at "${field}", which no event has without "${option.option}"`,
				`Switch on "${option.option}", or take another field.`,
			);
		throw new InvalidInput(
			`"Only When" looks at "${field}", but no event has "${root}" at its top`,
			`Did you mean "${meantBy(field, top)}"? At the top of each event stand: ${top.names.join(', ')}.`,
		);
	}
}
