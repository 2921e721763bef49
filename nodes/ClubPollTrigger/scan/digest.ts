import type { IDataObject } from 'n8n-workflow';
import { isPlain } from '../../shared/api/json';
import { DATE, instantOf, isoOf } from '../../shared/api/time';
import { propertyAt } from '../causes/properties';

// Digests of records: short texts that show whether a record has changed, and which of its properties.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The maximum number of properties with a letter of their own. */
export const MAX_LETTERS = 16;

/** The form of digests of these properties. Only digests of the same form can be compared. */
export const formOf = (watched: readonly string[]): string => JSON.stringify(watched);

/**
 * The digest of a record: a short text that differs if a watched property does. Two letters are for all properties together, and
 * two more are for each of them, to show which have changed. A changed property gives the same digest once in 16 million times.
 * @param watched its properties; none: the whole record
 */
export function digestOf(record: IDataObject, watched: readonly string[]): string {
	if (watched.length === 0 || watched.length > MAX_LETTERS) {
		const watchedOnly = watched.length === 0 ? record : Object.fromEntries(watched.map((name) => [name, propertyAt(record, name)]));
		return letters(hash(canonical(watchedOnly)), 6);
	}
	const values = watched.map((name) => canonical(propertyAt(record, name)));
	return letters(hash(values.join('\n')), ALL_LETTERS) + lettersOf(record, watched);
}

/** How many letters a property has of its own, so that two values have the same ones once in 4,096, and all of them have together. */
const OWN_LETTERS = 2;
const ALL_LETTERS = 2;

/** The letters of each of these properties, which differ if the property does. */
export const lettersOf = (record: IDataObject, names: readonly string[]): string =>
	names.map((name) => letters(hash(canonical(propertyAt(record, name))), OWN_LETTERS)).join('');

/**
 * The places of a digest for plain properties that are named as they are met: each of the first has a place of its own, and all others
 * share the last. So the digests of a list have one length, and a property that nobody has yet has the letters of none.
 */
export const PLACES: readonly string[] = Array.from({ length: MAX_LETTERS }, (_, place) => String(place));
export const OWN_PLACES = MAX_LETTERS - 1;

/** The values of these properties, by their places. */
export function inPlaces(record: IDataObject, names: readonly string[]): IDataObject {
	const others = names.slice(OWN_PLACES).filter((name) => record[name] !== undefined && record[name] !== null);
	return {
		...names.slice(0, OWN_PLACES).map((name) => record[name]),
		...(others.length > 0 && { [OWN_PLACES]: Object.fromEntries(others.map((name) => [name, record[name]])) }),
	} as IDataObject;
}

/** The names of the properties in these places. */
export const namesIn = (places: readonly string[], names: readonly string[]): string[] =>
	names.filter((_name, index) => places.includes(PLACES[Math.min(index, OWN_PLACES)]));

/** The letters of the last properties of a digest, one text for each; undefined if the digest has none. */
function ownLettersIn(digest: string, names: readonly string[]): string[] | undefined {
	const start = digest.length - names.length * OWN_LETTERS;
	if (start < ALL_LETTERS) return undefined;
	return names.map((_name, index) => digest.slice(start + index * OWN_LETTERS, start + (index + 1) * OWN_LETTERS));
}

/**
 * Whether a record differs from the digest of another form of it, in one of the last properties of the digest. Only properties count
 * that have a value in both forms.
 */
export function differsFrom(digest: string | undefined, record: IDataObject, names: readonly string[]): boolean {
	const before = digest === undefined ? undefined : ownLettersIn(digest, names);
	const none = lettersOf({}, ['none']);
	return names.some((name, index) => {
		const now = lettersOf(record, [name]);
		return before !== undefined && ![now, none].includes(before[index]) && now !== none;
	});
}

/** The properties that may have changed between two different digests: all of them if the digests do not show which. */
export function changedBetween(before: string, after: string, names: readonly string[]): string[] {
	const [lettersBefore, lettersAfter] = [ownLettersIn(before, names), ownLettersIn(after, names)];
	const changed = names.filter((_name, index) => lettersBefore?.[index] !== lettersAfter?.[index]);
	return changed.length > 0 ? changed : [...names];
}

/** A date and time in one notation, whatever its offset or its fraction; undefined for any other text. */
function momentIn(text: string): string | undefined {
	if (!DATE.test(text)) return undefined;
	const ms = instantOf(text);
	return Number.isNaN(ms) ? text.replace(/(:\d\d)\.0+$/, '$1') : isoOf(ms);
}

/**
 * The canonical text of a value. Null and absent are the same (§6.1), and so are two notations of a moment. The order of properties does
 * not count, nor that of plain values in an array, such as ids, which may be a set.
 */
function canonical(value: unknown): string {
	if (value === undefined || value === null) return 'null';
	if (Array.isArray(value)) {
		const inner = value.map(canonical);
		return `[${(value.every(isPlain) ? inner.sort() : inner).join()}]`;
	}
	if (typeof value === 'string') return JSON.stringify(momentIn(value) ?? value);
	if (typeof value !== 'object') return JSON.stringify(value);
	const inner = new Map(Object.entries(value).filter(([, given]) => given !== undefined && given !== null));
	const names = [...inner.keys()].sort();
	return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(inner.get(name))}`).join()}}`;
}

/** A hash of 53 bits (cyrb53, public domain). A cryptographic hash takes ten times as long. */
function hash(text: string): number {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		high = Math.imul(high ^ code, 2654435761);
		low = Math.imul(low ^ code, 1597334677);
	}
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	return 4294967296 * (2097151 & low) + (high >>> 0);
}

function letters(value: number, count: number): string {
	let text = '';
	for (let rest = value; text.length < count; rest = Math.floor(rest / 64)) text += ALPHABET[rest % 64];
	return text;
}
