import { PROPERTIES } from '../../shared/api/properties';
import { isObject } from '../../shared/transport/json';
import type { Evidence } from './evidence';
import type { IDataObject } from 'n8n-workflow';

/** Stands for names that may be data. */
const HIDDEN = '*';

/** What a page says of itself (§2.9), and an error (§7.1). */
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

/** The names that the document gives out itself. */
const DOCUMENTED: ReadonlySet<string> = new Set([...ENVELOPE, ...Object.values(PROPERTIES).flat()]);

/** A name as programmers give them. */
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,49}$/;

/** Most digits of a name: `CheckInsPrior365Days` has three, an id and a part of a key have more. */
const MAX_DIGITS = 3;

/** Properties whose texts are about people or places. */
const PERSONAL = /name|mail|phone|birth|address|street|city|town|zip|actor|trainer|coach|instructor|staff|owner|user|nick/i;

/** The words of a text, in small letters. */
const wordsIn = (text: string): string[] =>
	[text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 1).map((word) => word.toLowerCase());

/** Collects the words that personal properties hold, whatever their depth. */
function collect(value: unknown, isPersonal: boolean, words: Set<string>): void {
	if (typeof value === 'string' && isPersonal) for (const word of wordsIn(value)) words.add(word);
	if (Array.isArray(value)) for (const entry of value) collect(entry, isPersonal, words);
	else if (isObject(value)) for (const [name, inner] of Object.entries(value)) collect(inner, isPersonal || PERSONAL.test(name), words);
}

/**
 * The names that a check may show. A club could file its records under what they are about: an address, an id, a name. What looks like
 * data, or is a word of a personal property, is hidden; what the document names itself never is.
 */
export class NameMask {
	private readonly words = new Set<string>();

	constructor({ sights }: Pick<Evidence, 'sights'>) {
		for (const { body } of sights) collect(body, false, this.words);
	}

	/** A name as it is shown. */
	shown(name: string): string {
		if (DOCUMENTED.has(name)) return name;
		const digits = name.replace(/\D/g, '').length;
		return NAME.test(name) && digits <= MAX_DIGITS && !this.words.has(name.toLowerCase()) ? name : HIDDEN;
	}
}

/** A property of the records of an answer: a name, those of the objects around it before it, as `Plans[].Name`. */
export interface Property extends IDataObject {
	name: string;
	/** What its values are, in words, the most frequent first. */
	types: string[];
}

/** How deep records are looked into, and how many properties of one call are shown. */
const DEPTH = 4;
const MAX_NAMES = 300;

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const DATE_LENGTH = 10;

/** What a text is. */
function textType(text: string): string {
	if (text === '') return 'empty text';
	if (DATE.test(text)) return 'date';
	if (!TIME.test(text)) return 'text';
	const time = text.slice(DATE_LENGTH);
	return /Z$/i.test(time) ? 'time in UTC' : /[+-]\d\d(:?\d\d)?$/.test(time) ? 'time with an offset' : 'time without an offset';
}

/** What a value is, in words. */
export function typeOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	if (Array.isArray(value)) {
		const types = [...new Set(value.map(typeOf))].sort();
		return types.length === 0 ? 'empty list' : `list of ${types.join(', ')}`;
	}
	if (typeof value === 'number') return Number.isInteger(value) ? 'whole number' : 'number';
	return typeof value === 'string' ? textType(value) : typeof value;
}

/** Counts the types of the properties of a record, and of what is in it. */
function count(
	record: Record<string, unknown>,
	path: string,
	depth: number,
	names: NameMask,
	found: Map<string, Map<string, number>>,
): void {
	for (const [name, value] of Object.entries(record)) {
		const place = `${path}${names.shown(name)}`;
		if (!found.has(place) && found.size >= MAX_NAMES) continue;
		const types = found.get(place) ?? new Map<string, number>();
		// A list in a list could hold what no word here is made for.
		const type = typeOf(value).slice(0, 100);
		found.set(place, types.set(type, (types.get(type) ?? 0) + 1));
		if (depth === 0) continue;
		if (isObject(value)) count(value, `${place}.`, depth - 1, names, found);
		if (Array.isArray(value)) for (const entry of value.filter(isObject)) count(entry, `${place}[].`, depth - 1, names, found);
	}
}

/** The properties of records, with the types of their values; no value. */
export function propertyShapes(records: readonly IDataObject[], names: NameMask): Property[] {
	const found = new Map<string, Map<string, number>>();
	for (const record of records) count(record, '', DEPTH, names, found);
	return [...found].map(([name, types]) => ({
		name,
		types: [...types].sort((a, b) => b[1] - a[1]).map(([type]) => type),
	}));
}
