import type { IDataObject } from 'n8n-workflow';
import { canonical } from '../../shared/api/canonical';
import { propertyAt } from '../causes/properties';

// Digests of records: short texts that show whether a record has changed, and which of its properties.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** How many letters stand for a property: two of its values have the same ones once in 262,144 times. */
const LETTERS = 3;

const NONE = lettersOf(undefined);

/** Whether a property that differs keeps its letters from before, by whether it had a value and whether it has one now. */
type IsKept = (name: string, hadValue: boolean, hasValue: boolean) => boolean;

/**
 * The digest of a record: letters for each of these properties in order, but for those at the end that have no value. So a property that
 * comes up later, behind the others, changes no digest of a record without it.
 * @param before a digest that keeps the letters of some properties (`isKept`)
 */
export function digestOf(record: IDataObject, names: readonly string[], before?: string, isKept?: IsKept): string {
	const parts = names.map((name, index) => {
		const now = lettersOf(propertyAt(record, name));
		const last = before === undefined ? now : partOf(before, index);
		return last !== now && isKept?.(name, last !== NONE, now !== NONE) ? last : now;
	});
	while (parts.length > 1 && parts[parts.length - 1] === NONE) parts.pop();
	return parts.join('');
}

const partOf = (digest: string, index: number): string => digest.slice(index * LETTERS, (index + 1) * LETTERS) || NONE;

export const changedBetween = (before: string, now: string, names: readonly string[]): string[] =>
	names.filter((_name, index) => partOf(before, index) !== partOf(now, index));

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

function lettersOf(value: unknown): string {
	let text = '';
	for (let rest = hash(canonical(value)); text.length < LETTERS; rest = Math.floor(rest / ALPHABET.length))
		text += ALPHABET[rest % ALPHABET.length];
	return text;
}
