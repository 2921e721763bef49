import { ExpressionError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { fold, isSpoilt, isSpoiltPhone, stripped } from '../../shared/api/text';
import { isObject } from '../../shared/api/json';
import { isInUtc } from '../../shared/api/time';
import { InvalidInput, NOTHING_SENT } from '../../shared/transport/errors';
import { AUTO_MAP, fromColumns } from '../fields/columns';
import * as check from '../fields/checks';
import { moment, plainDate } from '../fields/dates';
import { fieldsIn, type Field } from '../fields/field';
import type { AnyValues } from '../fields/fields';
import { ByEmail, idOfPerson, namedPerson, nameAndTime, OF_PERSON } from '../fields/namedRecords';
import type { AnyOperation } from '../operation';
import type { Tool } from './forModel';
import type { Note } from '../calls/summaryHint';

const NOTHING: ReadonlySet<unknown> = new Set([undefined, null, '', 'null', 'undefined']);

/**
 * Whether a model left a value out. n8n makes it fill in every parameter, so no value comes as null, an empty text, list
 * or object, or a word such as "null".
 */
function isLeftOut(value: unknown): boolean {
	if (NOTHING.has(typeof value === 'string' ? value.trim() : value)) return true;
	if (Array.isArray(value)) return value.length === 0;
	if (typeof value !== 'object' || value === null) return false;
	const isPlain = Object.getPrototypeOf(value) === Object.prototype;
	return isPlain && ('__rl' in value && 'value' in value ? isLeftOut(value.value) : Object.keys(value).length === 0);
}

/** Words that people and models write where there is no value. Nobody is called so. */
const NO_VALUES: ReadonlySet<string> = new Set(
	'n/a,n.a.,unknown,not known,unchanged,none,not provided,not given,not specified,not available,not set,no value'.split(','),
);

function checkHasValue(value: unknown, label: string): void {
	const texts = isObject(value) ? Object.values(value) : [value];
	const found = texts.find((text) => typeof text === 'string' && NO_VALUES.has(fold(text.replace(/[<>()[\]{}"]/g, ''))));
	if (found === undefined) return;
	throw new InvalidInput(`"${label}" is "${String(found)}", which is not a value`, 'Leave it out, or ask for the value. Nothing was sent.');
}

interface ParseContext {
	zone: string;
	tool?: Tool;
	spoiltIsBlank: boolean;
	note(note: Note): void;
}

const missing = ({ displayName }: Field, advice: string): InvalidInput =>
	new InvalidInput(`"${displayName}" is missing`, `${advice} ${NOTHING_SENT}`, NOTHING_SENT);

const ADVICE_WHEN_BLANK: ReadonlyMap<string | undefined, string> = new Map([
	['list', 'Choose one from the list.'],
	['id', 'The ID is empty for this item. Enter an ID, or filter out items without one.'],
	['nameAndTime', 'The name is empty for this item. Enter a name and a time, or filter out items without them.'],
	['email', 'The email is empty for this item. Enter an email, or filter out items without one.'],
]);

function referenceOf(raw: unknown, field: Field, context: ParseContext, place: string): unknown {
	const { mode, value } = (typeof raw === 'object' && raw !== null ? raw : { value: raw }) as { mode?: string; value?: unknown };
	// An argument under a wrong name comes as what stands behind it in the expression, such as 0.
	if (value === 0 && context.tool?.fills(place)) throw missing(field, '');
	if (check.isBlank(value)) throw missing(field, ADVICE_WHEN_BLANK.get(mode) ?? 'Choose one from the list, or enter its ID.');
	if (field.check) return field.check(value, field.displayName, context.zone);
	const hasNames = field.modes?.some(({ name }) => name === 'nameAndTime');
	// n8n's button for models sets the mode to By ID.
	const isNamed = hasNames && typeof value === 'string' && !/^-?\d+$/.test(stripped(value));
	if (mode === 'nameAndTime' || isNamed) return nameAndTime(value, field.displayName, context.zone);
	const { lookUp } = field;
	if (context.tool && typeof value === 'string') {
		if (field.name === 'userSubscriptionId' && OF_PERSON.test(value)) return idOfPerson(value, field.displayName);
		if (lookUp && value.includes('<')) return namedPerson(value, field.displayName, lookUp);
	}
	const isText = typeof value === 'string' && !/^\s*-?\d/.test(value);
	const byEmail = lookUp && (mode === 'email' || (typeof value === 'string' && value.includes('@')));
	// People and models often try a name first.
	if (lookUp && isText && !byEmail) {
		const expected = 'an ID such as 4711 or an email address such as nathan@example.com';
		throw check.wrong(field.displayName, expected, value);
	}
	return byEmail ? new ByEmail(check.email(value, field.displayName), lookUp) : check.id(value, field.displayName);
}

const choicesOf = (field: Field): unknown[] => (field.options ?? []).map((option) => ('value' in option ? option.value : undefined));

const isEmpty = ({ type }: Field, value: unknown): boolean =>
	check.isBlank(value) || (type === 'multiOptions' && Array.isArray(value) && value.length === 0);

/** Groups whose fields are empty by mistake only: without a filter, all records are read; an update without a field keeps its value. */
const FULL_GROUPS: ReadonlySet<string> = new Set(['filters', 'updateFields']);

/** Whether an added field must not be empty, since the node would do something else than the user asked for. */
const mustBeFull = (field: Field, group: string): boolean =>
	field.blank === 'refused' ||
	FULL_GROUPS.has(group) ||
	field.type === 'resourceLocator' ||
	(field.type === 'dateTime' && field.check !== plainDate);

const SPOILT: ReadonlyMap<unknown, (text: string) => boolean> = new Map([
	[check.name, isSpoilt],
	[check.phone, isSpoiltPhone],
]);

/** The checked value of a field that is not empty; undefined for a spoilt text that counts as an empty one. */
function valueUnlessSpoilt(field: Field, raw: unknown, context: ParseContext, place: string): unknown {
	const text = typeof raw === 'string' || typeof raw === 'number' ? stripped(String(raw)) : '';
	if (context.spoiltIsBlank && SPOILT.get(field.check)?.(text)) {
		context.note('spoilt');
		return undefined;
	}
	if (context.tool && (field.type === 'string' || field.type === 'json')) checkHasValue(raw, field.displayName);
	return valueOf(field, raw, context, place);
}

/** Whether a field is shown, given the values of the fields beside it. What the panel hides has no value. */
const isShown = ({ displayOptions }: Field, siblings: IDataObject): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(
		([name, values]) => name.startsWith('@') || values?.some((choice) => check.isChoice(siblings[name], choice)),
	);

/** The value of a field; undefined if it is left out. This decides for each empty value whether it is left out or refused. */
function entryOf(field: Field, siblings: IDataObject, context: ParseContext, group: string): unknown {
	const { name, displayName, blank, required } = field;
	const entry = siblings[name];
	const place = group ? `${group}.${name}` : name;
	if (isEmpty(field, entry) && !isShown(field, siblings)) return undefined;
	const isGiven = name in siblings && !(context.tool && blank !== 'refused' && isLeftOut(entry));
	const clears = group === 'updateFields' && entry === '' && field.type === 'string' && (!field.check || SPOILT.has(field.check));
	if (isGiven && (clears || !isEmpty(field, entry))) return valueUnlessSpoilt(field, entry, context, place);
	// What a model must fill in is never left out where that would do more than it asked for.
	const isRefused = group !== 'updateFields' && mustBeFull(field, group) && context.tool?.requires(place);
	if (required || isRefused) throw missing(field, `Fill in "${displayName}".`);
	if (isGiven && mustBeFull(field, group)) {
		throw new InvalidInput(`"${displayName}" is empty for this item`, 'Fill it in, or remove the field. Nothing was sent.');
	}
	return field.type === 'collection' ? {} : undefined;
}

function groupOf(raw: unknown, fields: readonly Field[], context: ParseContext, group = ''): IDataObject {
	const siblings = typeof raw === 'object' && raw !== null ? (raw as IDataObject) : {};
	const values: IDataObject = {};
	for (const field of fields) {
		try {
			const value = entryOf(field, siblings, context, group);
			if (value !== undefined) values[field.name] = value as IDataObject;
		} catch (error) {
			const { tool } = context;
			const isOwn = tool && error instanceof InvalidInput && !/collection/i.test(field.type);
			throw isOwn ? tool.explain(error, group ? `${group}.${field.name}` : field.name) : error;
		}
	}
	return values;
}

function repeatedOf(raw: unknown, field: Field, context: ParseContext): IDataObject[] | undefined {
	const [group] = (field.options ?? []) as ReadonlyArray<{ name: string; values: readonly Field[] }>;
	const entries = (raw as IDataObject | undefined)?.[group.name];
	return Array.isArray(entries) ? entries.map((entry) => groupOf(entry, group.values, context)) : undefined;
}

function valueOf(field: Field, raw: unknown, context: ParseContext, place: string): unknown {
	const { type, name, displayName, typeOptions = {} } = field;
	if (type === 'collection') return groupOf(raw, fieldsIn(field), context, name);
	if (type === 'fixedCollection') return repeatedOf(raw, field, context);
	if (type === 'resourceLocator') return referenceOf(raw, field, context, place);
	if (field.check) return field.check(raw, displayName, context.zone);
	switch (type) {
		case 'options':
			if (field.allowArbitraryValues) return check.name(raw, displayName);
			return check.oneOf(raw, displayName, choicesOf(field));
		case 'multiOptions':
			return (Array.isArray(raw) ? raw : [raw]).map((entry) => check.oneOf(entry, displayName, choicesOf(field)));
		case 'number':
			if (typeOptions.numberPrecision) return check.decimal(raw, displayName);
			return check.integer(raw, displayName, { min: typeOptions.minValue ?? 0, max: typeOptions.maxValue ?? Number.MAX_SAFE_INTEGER });
		case 'boolean':
			return check.boolean(raw, displayName);
		case 'json':
			return check.jsonObject(raw, displayName);
		case 'dateTime':
			// A service can ignore an offset in a property whose name ends in UTC.
			return moment(raw, displayName, context.zone, isInUtc(field.name));
		default:
			return field.api === false ? check.text(raw, displayName) : check.name(raw, displayName);
	}
}

/** The value of a parameter for an item, after expressions; null if the panel does not show the parameter. */
function rawValue(functions: IExecuteFunctions, itemIndex: number, { name, displayName }: Field): unknown {
	try {
		return functions.getNodeParameter(name, itemIndex, null);
	} catch (error) {
		// n8n explains errors in expressions. For a circular object it only reports a stack overflow, so the node explains that itself.
		throw error instanceof ExpressionError
			? error
			: new InvalidInput(`n8n cannot read the value of "${displayName}"`, `Correct the expression of "${displayName}". Nothing was sent.`);
	}
}

/**
 * The checked values of an operation's parameters for one item, before any call.
 * @param tool whose model filled them in, if any
 * @param note receives what the run says of the item afterwards
 * @throws InvalidInput that names the parameter
 */
export function readValues(
	functions: IExecuteFunctions,
	itemIndex: number,
	{ allFields, spoiltIsBlank }: AnyOperation,
	tool: Tool | undefined,
	note: ParseContext['note'],
): AnyValues {
	const raw = Object.fromEntries(allFields.map((field) => [field.name, rawValue(functions, itemIndex, field)]));
	if (raw.dataToSend === AUTO_MAP) Object.assign(raw, fromColumns(functions.getInputData()[itemIndex].json, allFields, raw.inputsToIgnore));
	const context = { zone: functions.getTimezone(), tool, spoiltIsBlank: spoiltIsBlank === true, note };
	return groupOf(raw, allFields, context) as unknown as AnyValues;
}
