import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { fold, isSamePhone, shortened } from '../api/text';
import { timeOf } from '../api/time';
import { InvalidInput } from '../transport/errors';
import { NOT_VISIBLE } from './resolve';
import { COMPARISONS, comparedText, type Condition, type EventTop, type OnlyWhen, type Operator } from './panel';

type Rules = OnlyWhen & { isPhone: boolean };

const isUnknown = (root: string, { recordError, advice, athleteError }: IDataObject, isComplete: boolean): boolean =>
	(root === 'record' && (!isComplete || recordError !== undefined || advice === NOT_VISIBLE)) ||
	(root === 'athlete' && (!isComplete || athleteError !== undefined));

const hasOwn = (value: object, name: string): boolean => Object.prototype.hasOwnProperty.call(value, name);

const segmentsOf = (field: string): string[] => field.trim().split('.');

export function valueAt(event: IDataObject, field: string): unknown {
	return segmentsOf(field).reduce<unknown>(
		(value, name) => (typeof value === 'object' && value !== null && hasOwn(value, name) ? (value as IDataObject)[name] : undefined),
		event,
	);
}

const isNumeric = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

const textInCase = (value: unknown, matchCase: boolean): string => fold(comparedText(value), matchCase);

/** Compares numbers and booleans by value, texts folded, and phone numbers with and without the code of a country. */
function isEqual(actual: unknown, expected: unknown, { matchCase, isPhone }: Rules): boolean {
	const text = comparedText(expected);
	if (typeof actual === 'number' && isNumeric(text)) return actual === Number(text);
	if (isPhone && isSamePhone(comparedText(actual), text)) return true;
	const isCaseSensitive = matchCase && typeof actual !== 'boolean';
	return textInCase(actual, isCaseSensitive) === textInCase(text, isCaseSensitive);
}

const listOf = (expected: unknown): unknown[] => (Array.isArray(expected) ? (expected as unknown[]) : comparedText(expected).split(','));

/** A list as a text with a comma around each value, as it is compared: a value may have a comma itself, such as `Yoga, Level 2`. */
const withCommas = (list: unknown, { matchCase }: Rules): string =>
	`,${listOf(list)
		.map((value) => textInCase(value, matchCase))
		.join(',')},`;

const isOneOf = (actual: unknown, expected: unknown, rules: Rules): boolean =>
	listOf(expected).some((value) => isEqual(actual, value, rules) || (Array.isArray(actual) && contains(actual, value, rules))) ||
	(typeof actual === 'string' && actual.includes(',') && withCommas(expected, rules).includes(withCommas(actual, rules)));

function contains(actual: unknown, expected: unknown, rules: Rules): boolean {
	if (Array.isArray(actual)) return actual.some((element) => isEqual(element, expected, rules));
	return textInCase(actual, rules.matchCase).includes(textInCase(expected, rules.matchCase));
}

/** The difference of two numbers, or of two dates in ms; NaN for other values, which are neither greater nor smaller. */
function difference(actual: unknown, expected: unknown, { zone }: Rules): number {
	const texts = [comparedText(actual), comparedText(expected)];
	const [one, other] = texts.map(texts.every(isNumeric) ? Number : (text) => timeOf(text, zone) ?? NaN);
	return one - other;
}

const COMPARE: Readonly<Record<Operator, (actual: unknown, expected: unknown, rules: Rules) => boolean>> = {
	equals: isEqual,
	notEquals: (actual, expected, rules) => !isEqual(actual, expected, rules),
	oneOf: isOneOf,
	contains,
	greater: (actual, expected, rules) => difference(actual, expected, rules) > 0,
	smaller: (actual, expected, rules) => difference(actual, expected, rules) < 0,
	exists: (actual) => actual !== undefined && actual !== null,
	notExists: (actual) => actual === undefined || actual === null,
};

function isTrue(event: IDataObject, condition: Condition, rules: OnlyWhen, isComplete: boolean): boolean | undefined {
	if (isUnknown(segmentsOf(condition.field)[0], event, isComplete)) return undefined;
	const isPhone = /phone$/i.test(condition.field.trim());
	return COMPARE[condition.is](valueAt(event, condition.field), condition.value, { ...rules, isPhone });
}

/**
 * Whether an event starts the workflow.
 * @param isComplete whether the requested `record` and `athlete` are attached already
 * @returns undefined if that depends on one of them that is not attached yet or could not be read; such an event is kept
 */
export function matches(event: IDataObject, onlyWhen: OnlyWhen, isComplete: boolean): boolean | undefined {
	const { conditions, all } = onlyWhen;
	if (conditions.length === 0) return true;
	const results = conditions.map((condition) => isTrue(event, condition, onlyWhen, isComplete));
	if (results.includes(!all)) return !all;
	return results.includes(undefined) ? undefined : all;
}

const EXCERPT = 60;

const quoted = (value: unknown): string => shortened(JSON.stringify(value) ?? 'missing', EXCERPT);

/** The conditions that a complete event does not meet, each as a sentence with the value of the event. */
const unmet = (event: IDataObject, onlyWhen: OnlyWhen): string[] =>
	onlyWhen.conditions
		.filter((condition) => isTrue(event, condition, onlyWhen, true) === false)
		.map(({ field, is, value }) => {
			const expected = is === 'exists' || is === 'notExists' ? '' : ` ${quoted(value)}`;
			const words = COMPARISONS.find((comparison) => comparison.value === is)?.name.toLowerCase();
			return `${field.trim()} is ${quoted(valueAt(event, field))}, but "Only When" requires that it ${words}${expected}`;
		});

/**
 * The items that match. A test run keeps all items, and a hint names the condition that the first other item does not meet:
 * without items, the user could not build the workflow.
 */
export function matchingItems(functions: IExecuteFunctions, items: INodeExecutionData[], onlyWhen: OnlyWhen): INodeExecutionData[] {
	const matching = items.filter(({ json }) => matches(json, onlyWhen, true) !== false);
	if (functions.getMode() !== 'manual' || matching.length === items.length) return matching;
	const [first] = items.filter((item) => !matching.includes(item));
	const which = items.length === 1 ? 'This event' : `The event ${String(first.json.id)}`;
	const message = `${which} is shown because this is a test run. It would not start the live workflow. ${unmet(first.json, onlyWhen).join('. ')}`;
	// n8n shows a hint as HTML, and values come from a sender.
	functions.addExecutionHints({ message: message.replace(/[<>]/g, '?'), location: 'outputPane', type: 'warning' });
	return items;
}

/** The field that the user probably means: without the signs of an expression, in the right case, or below the main property. */
function meantBy(field: string, { names, main }: EventTop): string {
	const [root, ...rest] = segmentsOf(field.replace(/^\W*(json\.)?/, '').replace(/(?<!\W)\W+$/, ''));
	const property = names.find((name) => name.toLowerCase() === root.toLowerCase());
	if (property) return [property, ...rest].join('.');
	return [main, ...(/^(data|record)$/i.test(root) ? [] : [root]), ...rest].join('.');
}

/** Whether an expression gave a condition no value, which all events would meet, or none. An empty text can be compared with. */
function isWithoutValue(condition: Condition): boolean {
	const { is } = condition;
	if (is === 'exists' || is === 'notExists') return false;
	const value = 'value' in condition ? condition.value : '';
	if (value === '' && ['equals', 'notEquals'].includes(is)) return false;
	return Number.isNaN(value) || String(value ?? '').trim() === '';
}

/**
 * Checks that the conditions have values, and that events have the properties that they look into: otherwise each event would start
 * the workflow, or none, and the user would not know why.
 * @throws InvalidInput that names the field that the user probably means, or the option to switch on
 */
export function assertFields({ conditions }: OnlyWhen, top: EventTop): void {
	for (const condition of conditions) {
		const { field } = condition;
		if (isWithoutValue(condition)) {
			throw new InvalidInput(`The "Value" that "Only When" compares "${field}" with is empty`, 'Fill it in, or remove the condition.');
		}
		const [root] = segmentsOf(field);
		const option = top.attached.find(({ name }) => name === root);
		if (option ? option.isOn : top.names.includes(root)) continue;
		if (option)
			throw new InvalidInput(
				`"Only When" looks at "${field}", which events have only with "${option.option}"`,
				`Turn on "${option.option}", or use another field.`,
			);
		throw new InvalidInput(
			`"Only When" looks at "${field}", but no event has "${root}" at its top level`,
			`Did you mean "${meantBy(field, top)}"? The properties at the top level are: ${top.names.join(', ')}.`,
		);
	}
}
