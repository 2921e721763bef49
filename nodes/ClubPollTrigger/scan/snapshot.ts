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
	/** Whether it was not the last membership of its athlete at the last whole scan, or a class that was there before its calendar could be read. */
	older?: boolean;
	/** The athlete of a membership, whom its removal names. */
	owner?: number;
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
	/** How many letters a known digest has; an unknown one has one. */
	width?: number;
	/** By the name of the event. */
	values?: Record<string, PackedValues>;
	at?: string;
	met?: string;
	older?: string;
	read?: string;
	owner?: string;
	/** For each kind of absence the positions of its records, and their `since`. */
	absences?: Partial<Record<Absence, { at: string; since: string }>>;
}

interface PackedValues {
	/** The different values. */
	texts: string[];
	/** For each mark the position of its value in `texts`, from 1 on; 0 for none. */
	places: string;
}

export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const DIGIT_OF = new Map([...ALPHABET].map((letter, digit) => [letter, digit]));

/** The letter of an unknown digest in a column of digests. */
const UNKNOWN = '.';

/** A key for the ids of a record. */
export const recordKey = (ids: readonly number[]): string => ids.join('/');

const NUMBERS = ['at', 'read', 'owner'] as const;
const FLAGS = ['met', 'older'] as const;

/** Those of some properties that any of the marks has, packed. */
const columnsOf = <Name extends keyof Mark>(marks: readonly Mark[], names: readonly Name[], pack: (name: Name) => string) =>
	Object.fromEntries(names.filter((name) => marks.some((mark) => mark[name])).map((name) => [name, pack(name)]));

/** Packs marks. All digests must have the same length. */
export function packMarks(marks: Iterable<Mark>): PackedMarks {
	const sorted = [...marks].sort(byIds);
	const width = sorted.find(({ digest }) => digest !== undefined)?.digest?.length;
	const values = packValues(sorted);
	return {
		count: sorted.length,
		ids: (sorted[0]?.ids ?? []).map((_, column) => packNumbers(sorted.map(({ ids }) => ids[column]))),
		...(width !== undefined && { width, digests: sorted.map(({ digest }) => digest ?? UNKNOWN).join('') }),
		...(values && { values }),
		...columnsOf(sorted, NUMBERS, (name) => packNumbers(sorted.map((mark) => mark[name] ?? 0))),
		...columnsOf(sorted, FLAGS, (name) => packFlags(sorted.map((mark) => mark[name] === true))),
		...(sorted.some(({ absence }) => absence) && { absences: packAbsences(sorted) }),
	};
}

/** The marks of {@link packMarks}, by {@link recordKey}. */
export function unpackMarks(packed: PackedMarks = { count: 0, ids: [] }): Map<string, Mark> {
	const { count, ids, digests = '', values = {}, absences = {} } = packed;
	const { width = digests.length / Math.max(1, count) } = packed;
	const columns = ids.map(unpackNumbers);
	const valueColumns = Object.entries(values).map(([name, { texts, places }]) => ({ name, texts, places: unpackEach(places) }));
	const numbers = NUMBERS.map((name) => [name, unpackNumbers(packed[name] ?? '')] as const);
	let digestAt = 0;
	const marks = new Map<string, Mark>();
	for (let i = 0; i < count; i++) {
		const mark: Mark = { ids: columns.map((column) => column[i]) };
		if (width > 0 && digests[digestAt] !== UNKNOWN) mark.digest = digests.slice(digestAt, digestAt + width);
		digestAt += mark.digest === undefined ? 1 : width;
		for (const { name, texts, places } of valueColumns) if (places[i] > 0) (mark.values ??= {})[name] = texts[places[i] - 1];
		for (const [name, column] of numbers) if (column[i] > 0) mark[name] = column[i];
		for (const name of FLAGS) if (flagAt(packed[name] ?? '', i)) mark[name] = true;
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
export function byIds(one: Pick<Mark, 'ids'>, other: Pick<Mark, 'ids'>): number {
	const at = one.ids.findIndex((id, index) => id !== other.ids[index]);
	return one.ids[at] - other.ids[at];
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

/** Packs whole numbers as their differences, in a text that JSON need not escape. */
export const packNumbers = (values: readonly number[]): string =>
	values.map((value, index) => packNumber(value - (index > 0 ? values[index - 1] : 0))).join('');

/** The numbers of {@link packNumbers}. */
export function unpackNumbers(text: string): number[] {
	let last = 0;
	return unpackEach(text).map((difference) => {
		last += difference;
		return last;
	});
}

/** The numbers of a text in which each was packed by itself. */
function unpackEach(text: string): number[] {
	const values: number[] = [];
	let rest = 0;
	let scale = 1;
	for (let i = 0; i < text.length; i++) {
		const digit = DIGIT_OF.get(text[i]) ?? 0;
		rest += (digit % 32) * scale;
		scale *= 32;
		if (digit >= 32) continue;
		values.push(rest % 2 === 1 ? -(rest + 1) / 2 : rest / 2);
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
