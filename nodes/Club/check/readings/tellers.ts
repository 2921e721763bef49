import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../../shared/api/endpoints';
import { instantOf, timeOf } from '../../../shared/api/time';
import type { Question } from '../../../shared/api/readings/question';
import type { Evidence, Sight } from '../evidence';
import { envelopeOf, isList, recordIn, rowsSeen } from '../evidence';

/** The names of the readings of a question. */
type ReadingOf<Q extends Question> = Extract<keyof Q['readings'], string>;

/** The reading of a club; without `reading` if the evidence does not prove one. */
export interface Finding<R extends string = string> {
	reading?: R;
	/** The reason: one sentence with counts and property names only. */
	because: string;
}

/** Finds the reading of one question in the evidence. */
export type Finder<R extends string = string> = (evidence: Evidence) => Finding<R>;

/** A finder for each question with a `check` in the register, and for no other. */
export type Finders<Register extends Readonly<Record<string, Question>>> = {
	[Name in keyof Register as Register[Name] extends { check: string } ? Name : never]: Finder<ReadingOf<Register[Name]>>;
};

/** How often each reading was seen. */
export type Counts<R extends string> = Partial<Record<R, number>>;

/** Counts the reading that each entry shows; entries that show none do not count. */
export function tally<T, R extends string>(entries: readonly T[], readingOf: (entry: T) => R | undefined): Counts<R> {
	const counts: Counts<R> = {};
	for (const entry of entries) {
		const reading = readingOf(entry);
		if (reading !== undefined) counts[reading] = (counts[reading] ?? 0) + 1;
	}
	return counts;
}

/**
 * The finding, if all entries that show a reading show the same one.
 * @param subject the entries in words
 * @param min how many must show it: a small sample proves nothing
 */
export function findingFrom<R extends string>(subject: string, counts: Counts<R>, min = 1): Finding<R> {
	const seen = Object.entries<number | undefined>(counts).filter((entry): entry is [R, number] => Boolean(entry[1]));
	if (seen.length === 0) return { because: `Nothing in ${subject} shows this.` };
	const because = `Seen in ${subject}: ${seen.map(([reading, count]) => `${reading} ${count}`).join(', ')}.`;
	return seen.length === 1 && seen[0][1] >= min ? { reading: seen[0][0], because } : { because };
}

/** The answers with status 200 or 204, to some calls or to all. */
export const answered = ({ sights }: Evidence, ...calls: readonly FreeCall[]): Sight[] =>
	sights.filter(({ call, status }) => (status === 200 || status === 204) && (calls.length === 0 || calls.includes(call)));

/** The answers with lists. */
export const lists = (evidence: Evidence): Sight[] => answered(evidence).filter(({ call }) => isList(call));

/** The rows of lists. */
export const rowsIn = (evidence: Evidence, ...calls: readonly FreeCall[]): IDataObject[] => answered(evidence, ...calls).flatMap(rowsSeen);

/** The records of reads of one record. */
export const recordsIn = (evidence: Evidence, ...calls: readonly FreeCall[]): IDataObject[] =>
	answered(evidence, ...calls)
		.map(recordIn)
		.filter((record) => record !== undefined);

/** Whether any page has a cursor. Without cursors, lists continue by IDs and times, which prove less. */
export const hasCursors = (evidence: Evidence): boolean =>
	lists(evidence).some((sight) => Boolean(envelopeOf(sight).NextCursor ?? envelopeOf(sight).PrevCursor));

/** The direction of all steps in a list of numbers or texts, without steps between equals; undefined if there is none or two disagree. */
export function stepsOf<T extends number | string>(values: readonly T[]): 'forward' | 'backward' | undefined {
	const steps = values.slice(1).flatMap((value, index) => (value === values[index] ? [] : value > values[index]));
	if (steps.length === 0 || new Set(steps).size > 1) return undefined;
	return steps[0] ? 'forward' : 'backward';
}

/** The numbers among the values of a property. */
export const numbersIn = (rows: readonly IDataObject[], name: string): number[] =>
	rows.map((row) => row[name]).filter((value) => typeof value === 'number');

/** The texts among the values of properties. */
export const textsIn = (rows: readonly IDataObject[], ...names: string[]): string[] =>
	rows.flatMap((row) => names.map((name) => row[name]).filter((value) => typeof value === 'string'));

/** Whether a time has an offset. */
export const hasOffset = (text: string): boolean => !Number.isNaN(instantOf(text));

/** Whether a text is a time with a value. */
export const isTime = (text: string): boolean => timeOf(text, 'utc') !== undefined;

/** Whether a time has an offset; undefined if the text is not a time. */
export const withOffset = (text: string): 'moment' | 'none' | undefined =>
	isTime(text) ? (hasOffset(text) ? 'moment' : 'none') : undefined;

/** Whether a page says that it is the last of its list. */
export const isLast = (sight: Sight): boolean => Array.isArray(sight.body) || sight.status === 204 || envelopeOf(sight).Continue === false;

/** The property that a list is ordered by, of two candidates: the one with a single direction, if the other has none. */
export const goesBy = <A extends string, B extends string>(
	first: A,
	firstValues: readonly number[],
	second: B,
	secondValues: readonly number[],
): A | B | undefined => {
	const [firstSteps, secondSteps] = [stepsOf(firstValues), stepsOf(secondValues)];
	return firstSteps && !secondSteps ? first : secondSteps && !firstSteps ? second : undefined;
};
