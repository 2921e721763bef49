import type { IDataObject } from 'n8n-workflow';
import { propertyOf } from './paths';
import { letterOf } from './snapshot';

/**
 * A short text that differs when a watched property of a record does. Four letters stand for all of them together, one
 * more for each, by which it can be said which have changed.
 */

/** Form of the digests. One of another form, of an older version of this pack, is compared with nothing. */
const FORM = 2;

/** Most properties that have a letter of their own. */
const MOST_LETTERS = 16;

/** The properties that a digest is of; none: the whole record. */
export type Watched = readonly string[];

/** What digests must have in common to be compared. */
export const formOf = (watched: Watched): string => JSON.stringify([FORM, ...watched]);

/** Whether a value holds no others. */
export const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/**
 * The value of a property in one form: what is null or left out is the same (§6.1), and no order counts of properties, nor of
 * plain values in an array, such as ids, which may be a set.
 * @reading idArrays
 * @reading nulls
 */
function canonical(value: unknown): string {
	if (value === undefined || value === null) return 'null';
	if (Array.isArray(value)) {
		const inner = value.map(canonical);
		return `[${(value.every(isPlain) ? inner.sort() : inner).join()}]`;
	}
	if (typeof value !== 'object') return JSON.stringify(value);
	const inner = new Map(Object.entries(value).filter(([, given]) => given !== undefined && given !== null));
	const names = [...inner.keys()].sort();
	return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(inner.get(name))}`).join()}}`;
}

/** 53 bits that tell texts apart (cyrb53, public domain); a cryptographic hash takes ten times as long. */
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
	for (let rest = value; text.length < count; rest = Math.floor(rest / 64)) text += letterOf(rest % 64);
	return text;
}

/** The digest of a record; two of the same form are equal for equal properties, and by chance once in 10^9 others. */
export function digestOf(record: IDataObject, watched: Watched): string {
	if (watched.length === 0 || watched.length > MOST_LETTERS) {
		const watchedOnly = watched.length === 0 ? record : Object.fromEntries(watched.map((name) => [name, propertyOf(record, name)]));
		return letters(hash(canonical(watchedOnly)), 6);
	}
	const values = watched.map((name) => canonical(propertyOf(record, name)));
	return letters(hash(values.join('\n')), 4) + values.map((value) => letters(hash(value), 1)).join('');
}

/** The properties that have surely changed between two digests, where it can be told. */
export function changedBetween(before: string, after: string, watched: Watched): string[] | undefined {
	if (watched.length === 1) return [...watched];
	const changed = before.length === 4 + watched.length ? watched.filter((_, index) => before[4 + index] !== after[4 + index]) : [];
	return changed.length > 0 ? changed : undefined;
}
