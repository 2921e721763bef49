import type { IDataObject } from 'n8n-workflow';
import { propertyAt } from './properties';

/** What is remembered of one record. */
export interface Mark {
	/** The ids that name it: its own, or those of a class and a user. */
	ids: number[];
	/** Digest of its watched properties ({@link digestOf}); absent if unknown. */
	digest?: string;
	/** The values that events compare, as JSON, by the name of the event; absent if unknown. */
	values?: Record<string, string>;
	/** When it begins, or when it was first seen, in seconds since the epoch. */
	at?: number;
	/** Whether the current scan has met it. */
	met?: boolean;
	/** What is known of it since whole reads of its list lack it; absent while it is listed. */
	absence?: Absence;
	/** In seconds since the epoch: since when it is missing; of an unlisted record, when it was last read by itself. */
	since?: number;
	/** Which of the list's reads last gave it; absent for the first one. */
	read?: number;
	/** Whether it was not the last membership of its athlete at the last whole scan. */
	older?: boolean;
}

/**
 * What is known of a record that a whole read of its list lacks. `missing`: not read by itself yet. `doubted`: gone when a later whole
 * read lacks it too. `unlisted`: it exists. `gone`: its values are remembered until it has begun.
 */
export type Absence = (typeof ABSENCES)[number];

const ABSENCES = ['missing', 'doubted', 'unlisted', 'gone'] as const;

/**
 * Marks as they are stored: one text a property, in ascending order of the ids. They are stored in n8n's single column of static
 * data, where 100,000 athletes must not take more than 2 MB.
 */
export interface PackedMarks {
	count: number;
	ids: string[];
	digests?: string;
	/** By the name of the event. */
	values?: Record<string, PackedValues>;
	at?: string;
	met?: string;
	older?: string;
	read?: string;
	/** For each kind of absence the positions of its records, and their `since`. */
	absences?: Partial<Record<Absence, { at: string; since: string }>>;
}

interface PackedValues {
	/** The different values. */
	texts: string[];
	/** For each mark the position of its value in `texts`, from 1 on; 0 for none. */
	places: string;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const DIGIT_OF = new Map([...ALPHABET].map((letter, digit) => [letter, digit]));

/** The letter of an unknown digest in a column of digests. */
const UNKNOWN = '.';

/** A key for the ids of a record. */
export const recordKey = (ids: readonly number[]): string => ids.join('/');

/** Packs marks. All digests must have the same length. */
export function packMarks(marks: Iterable<Mark>): PackedMarks {
	const sorted = [...marks].sort(byIds);
	const digests = packDigests(sorted);
	const values = packValues(sorted);
	return {
		count: sorted.length,
		ids: (sorted[0]?.ids ?? []).map((_, column) => packNumbers(sorted.map(({ ids }) => ids[column]))),
		...(digests !== undefined && { digests }),
		...(values && { values }),
		...(sorted.some(({ at }) => at !== undefined) && { at: packNumbers(sorted.map(({ at }) => at ?? 0)) }),
		...(sorted.some(({ met }) => met) && { met: packFlags(sorted.map(({ met }) => met === true)) }),
		...(sorted.some(({ older }) => older) && { older: packFlags(sorted.map(({ older }) => older === true)) }),
		...(sorted.some(({ read }) => read) && { read: packNumbers(sorted.map(({ read }) => read ?? 0)) }),
		...(sorted.some(({ absence }) => absence) && { absences: packAbsences(sorted) }),
	};
}

/** The marks of {@link packMarks}, by {@link recordKey}. */
export function unpackMarks(packed: PackedMarks): Map<string, Mark> {
	const { count, ids, digests = '', values = {}, at = '', met = '', older = '', read = '', absences = {} } = packed;
	const columns = ids.map(unpackNumbers);
	const valueColumns = Object.entries(values).map(([name, { texts, places }]) => ({ name, texts, places: unpackIndexes(places) }));
	const times = unpackNumbers(at);
	const reads = unpackNumbers(read);
	const width = digests.length / Math.max(1, count);
	const marks = new Map<string, Mark>();
	for (let i = 0; i < count; i++) {
		const mark: Mark = { ids: columns.map((column) => column[i]) };
		if (width > 0 && digests[i * width] !== UNKNOWN) mark.digest = digests.slice(i * width, (i + 1) * width);
		for (const { name, texts, places } of valueColumns) if (places[i] > 0) (mark.values ??= {})[name] = texts[places[i] - 1];
		if (times[i] > 0) mark.at = times[i];
		if (reads[i] > 0) mark.read = reads[i];
		if (flagAt(met, i)) mark.met = true;
		if (flagAt(older, i)) mark.older = true;
		marks.set(recordKey(mark.ids), mark);
	}
	const inOrder = [...marks.values()];
	for (const absence of ABSENCES) {
		const { at: positions = '', since = '' } = absences[absence] ?? {};
		const times = unpackNumbers(since);
		unpackNumbers(positions).forEach((position, i) => Object.assign(inOrder[position], { absence, since: times[i] }));
	}
	return marks;
}

/** Packs only the records that are not listed: few of them, as a rule. */
function packAbsences(marks: readonly Mark[]): PackedMarks['absences'] {
	const positions = marks.map((_, position) => position);
	return Object.fromEntries(
		ABSENCES.map((absence) => [absence, positions.filter((position) => marks[position].absence === absence)] as const)
			.filter(([, at]) => at.length > 0)
			.map(([absence, at]) => [absence, { at: packNumbers(at), since: packNumbers(at.map((position) => marks[position].since ?? 0)) }]),
	);
}

/** Compares two marks by the first id that differs. No two marks have the same ids. */
function byIds(one: Mark, other: Mark): number {
	const at = one.ids.findIndex((id, index) => id !== other.ids[index]);
	return one.ids[at] - other.ids[at];
}

function packDigests(marks: readonly Mark[]): string | undefined {
	const width = marks.find(({ digest }) => digest !== undefined)?.digest?.length;
	return width === undefined ? undefined : marks.map(({ digest }) => digest ?? UNKNOWN.repeat(width)).join('');
}

function packValues(marks: readonly Mark[]): PackedMarks['values'] {
	const names = new Set<string>();
	for (const { values } of marks) if (values) for (const name of Object.keys(values)) names.add(name);
	if (names.size === 0) return undefined;
	return Object.fromEntries([...names].sort().map((name) => [name, packColumn(marks.map(({ values }) => values?.[name]))]));
}

function packColumn(values: ReadonlyArray<string | undefined>): PackedValues {
	const places = new Map<string, number>();
	const indexes = values.map((value) => {
		if (value === undefined) return 0;
		const place = places.get(value) ?? places.size + 1;
		places.set(value, place);
		return place;
	});
	return { texts: [...places.keys()], places: indexes.map(packNumber).join('') };
}

/** Unpacks numbers that were packed one by one, not as differences. */
function unpackIndexes(text: string): number[] {
	let last = 0;
	return unpackNumbers(text).map((sum) => {
		const value = sum - last;
		last = sum;
		return value;
	});
}

/** Packs whole numbers as their differences, in a text that JSON need not escape. */
export function packNumbers(values: readonly number[]): string {
	const parts: string[] = [];
	let last = 0;
	for (const value of values) {
		parts.push(packNumber(value - last));
		last = value;
	}
	return parts.join('');
}

/** The numbers of {@link packNumbers}. */
export function unpackNumbers(text: string): number[] {
	const values: number[] = [];
	let last = 0;
	let rest = 0;
	let scale = 1;
	for (let i = 0; i < text.length; i++) {
		const digit = DIGIT_OF.get(text[i]) ?? 0;
		rest += (digit % 32) * scale;
		scale *= 32;
		if (digit >= 32) continue;
		last += rest % 2 === 1 ? -(rest + 1) / 2 : rest / 2;
		values.push(last);
		rest = 0;
		scale = 1;
	}
	return values;
}

/** Packs a whole number: five bits a letter, and a sixth if more letters follow. */
function packNumber(value: number): string {
	let rest = value < 0 ? -value * 2 - 1 : value * 2;
	let text = '';
	do {
		const digit = rest % 32;
		rest = Math.floor(rest / 32);
		text += ALPHABET[digit + (rest > 0 ? 32 : 0)];
	} while (rest > 0);
	return text;
}

/** Packs flags, six a letter. */
function packFlags(flags: readonly boolean[]): string {
	let text = '';
	for (let i = 0; i < flags.length; i += 6) {
		let digit = 0;
		for (let bit = 0; bit < 6; bit++) if (flags[i + bit]) digit += 2 ** bit;
		text += ALPHABET[digit];
	}
	return text;
}

const flagAt = (text: string, index: number): boolean =>
	Math.floor((DIGIT_OF.get(text[Math.floor(index / 6)]) ?? 0) / 2 ** (index % 6)) % 2 === 1;

/** A number below 64 as a letter. */
const letterOf = (digit: number): string => ALPHABET[digit];

/** The form of the digests. Digests of another form, from an older version of this pack, cannot be compared. */
const FORM = 3;

/** The maximum number of properties with a letter of their own. */
export const MAX_LETTERS = 16;

/** The properties of a digest; none: the whole record. */
export type Watched = readonly string[];

/** The form of digests of these properties. Only digests of the same form can be compared. */
export const formOf = (watched: Watched): string => JSON.stringify([FORM, ...watched]);

/**
 * The digest of a record: a short text that differs if a watched property does. Three letters are for all properties together, and
 * two more are for each of them, to show which have changed. Different properties have equal digests once in 10^9.
 */
export function digestOf(record: IDataObject, watched: Watched): string {
	if (watched.length === 0 || watched.length > MAX_LETTERS) {
		const watchedOnly = watched.length === 0 ? record : Object.fromEntries(watched.map((name) => [name, propertyAt(record, name)]));
		return letters(hash(canonical(watchedOnly)), 6);
	}
	const values = watched.map((name) => canonical(propertyAt(record, name)));
	return letters(hash(values.join('\n')), ALL_LETTERS) + lettersOf(record, watched);
}

/** How many letters a property has of its own, so that two values have the same ones once in 4,096, and all of them have together. */
const OWN_LETTERS = 2;
const ALL_LETTERS = 3;

/** The letters of each of these properties, which differ if the property does. */
export const lettersOf = (record: IDataObject, names: Watched): string =>
	names.map((name) => letters(hash(canonical(propertyAt(record, name))), OWN_LETTERS)).join('');

/** The letters of the last properties of a digest, one text for each; undefined if the digest has none. */
function ownLettersIn(digest: string, names: Watched): string[] | undefined {
	const start = digest.length - names.length * OWN_LETTERS;
	if (start < ALL_LETTERS) return undefined;
	return names.map((_name, index) => digest.slice(start + index * OWN_LETTERS, start + (index + 1) * OWN_LETTERS));
}

/**
 * Whether a record differs from the digest of another form of it, in one of the last properties of the digest. Only properties count
 * that have a value in both forms.
 */
export function differsFrom(digest: string | undefined, record: IDataObject, names: Watched): boolean {
	const before = digest === undefined ? undefined : ownLettersIn(digest, names);
	const none = lettersOf({}, ['none']);
	return names.some((name, index) => {
		const now = lettersOf(record, [name]);
		return before !== undefined && ![now, none].includes(before[index]) && now !== none;
	});
}

/** The properties that may have changed between two different digests: all of them if the digests do not show which. */
export function changedBetween(before: string, after: string, names: Watched): string[] {
	const [lettersBefore, lettersAfter] = [ownLettersIn(before, names), ownLettersIn(after, names)];
	const changed = names.filter((_name, index) => lettersBefore?.[index] !== lettersAfter?.[index]);
	return changed.length > 0 ? changed : [...names];
}

/** Whether a value is no object and no array. */
export const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/**
 * The canonical text of a value. Null and absent are the same (§6.1). The order of properties does not count, nor that of plain
 * values in an array, such as ids, which may be a set.
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
	for (let rest = value; text.length < count; rest = Math.floor(rest / 64)) text += letterOf(rest % 64);
	return text;
}
