import type { IDataObject } from 'n8n-workflow';
import { PROPERTIES } from '../../shared/api/properties';
import { isObject } from '../../shared/transport/json';
import type { CheckedAnswer } from './reads';

/** Replaces names that may be data. */
const HIDDEN = '*';

/** The properties of a page (§2.9) and of an error (§7.1). */
const ENVELOPE = [
	'Results',
	'NextCursor',
	'PrevCursor',
	'Continue',
	'NextId',
	'PrevId',
	'NextDateTime',
	'PrevDateTime',
	'ErrorType',
	'Message',
];

/** All names in the API's description. */
const DOCUMENTED: ReadonlySet<string> = new Set([...ENVELOPE, ...Object.values(PROPERTIES).flat()]);

/** The form of a property name. */
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,49}$/;

/** Max digits in a name: `CheckInsPrior365Days` has three; an ID or a part of a key has more. */
const MAX_DIGITS = 3;

/** Properties with texts about people or places. */
const PERSONAL = /name|mail|phone|birth|address|street|city|town|zip|actor|trainer|coach|instructor|staff|owner|user|nick/i;

/** The words of a text in lower case. */
const wordsIn = (text: string): string[] =>
	[text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 1).map((word) => word.toLowerCase());

/** Collects the words in personal properties, at any depth. */
function collect(value: unknown, isPersonal: boolean, words: Set<string>): void {
	if (typeof value === 'string' && isPersonal) for (const word of wordsIn(value)) words.add(word);
	if (Array.isArray(value)) for (const entry of value) collect(entry, isPersonal, words);
	else if (isObject(value)) for (const [name, inner] of Object.entries(value)) collect(inner, isPersonal || PERSONAL.test(name), words);
}

/**
 * Hides property names that may be data: a club could use an address, an ID or a person's name as a key. Names that look like data, or
 * are a word of a personal property, are hidden. Names in the API's description are always shown.
 */
export class NameMask {
	private readonly words = new Set<string>();

	constructor(answers: readonly CheckedAnswer[]) {
		for (const { body } of answers) collect(body, false, this.words);
	}

	/** The name, or `*` if it may be data. */
	shown(name: string): string {
		if (DOCUMENTED.has(name)) return name;
		const digits = name.replace(/\D/g, '').length;
		return NAME.test(name) && digits <= MAX_DIGITS && !this.words.has(name.toLowerCase()) ? name : HIDDEN;
	}
}

/** A property of the records of an answer, with its full path, such as `Plans[].Name`. */
export interface Property extends IDataObject {
	name: string;
	/** The types of its values in words, the most frequent first. */
	types: string[];
}

/** Max depth in a record, and max properties shown for one call. */
const DEPTH = 4;
const MAX_NAMES = 300;

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const DATE_LENGTH = 10;

/** The type of a text, in words. */
function textType(text: string): string {
	if (text === '') return 'empty text';
	if (DATE.test(text)) return 'date';
	if (!TIME.test(text)) return 'text';
	const time = text.slice(DATE_LENGTH);
	return /Z$/i.test(time) ? 'time in UTC' : /[+-]\d\d(:?\d\d)?$/.test(time) ? 'time with an offset' : 'time without an offset';
}

/** The type of a value, in words. */
export function typeOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	if (Array.isArray(value)) {
		const types = [...new Set(value.map(typeOf))].sort();
		return types.length === 0 ? 'empty list' : `list of ${types.join(', ')}`;
	}
	if (typeof value === 'number') return Number.isInteger(value) ? 'whole number' : 'number';
	return typeof value === 'string' ? textType(value) : typeof value;
}

/** Counts the types of the properties of a record and its nested records. */
function countTypes(
	record: Record<string, unknown>,
	path: string,
	depth: number,
	names: NameMask,
	found: Map<string, Map<string, number>>,
): void {
	for (const [name, value] of Object.entries(record)) {
		const fullName = `${path}${names.shown(name)}`;
		if (!found.has(fullName) && found.size >= MAX_NAMES) continue;
		const types = found.get(fullName) ?? new Map<string, number>();
		// Nested lists can make the description very long.
		const type = typeOf(value).slice(0, 100);
		found.set(fullName, types.set(type, (types.get(type) ?? 0) + 1));
		if (depth === 0) continue;
		if (isObject(value)) countTypes(value, `${fullName}.`, depth - 1, names, found);
		if (Array.isArray(value)) for (const entry of value.filter(isObject)) countTypes(entry, `${fullName}[].`, depth - 1, names, found);
	}
}

/** The properties of records with the types of their values, without the values. */
export function propertyShapes(records: readonly IDataObject[], names: NameMask): Property[] {
	const found = new Map<string, Map<string, number>>();
	for (const record of records) countTypes(record, '', DEPTH, names, found);
	return [...found].map(([name, types]) => ({
		name,
		types: [...types].sort((a, b) => b[1] - a[1]).map(([type]) => type),
	}));
}
