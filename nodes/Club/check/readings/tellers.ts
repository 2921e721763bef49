import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../../shared/api/endpoints';
import { instantOf, timeOf } from '../../../shared/api/time';
import type { Question } from '../../../shared/api/readings/question';
import type { Evidence, Sight } from '../evidence';
import { envelopeOf, isList, recordIn, rowsSeen } from '../evidence';

/** The names of the readings of a question. */
type ReadingOf<Q extends Question> = Extract<keyof Q['readings'], string>;

/** Which reading a club takes; none where what was seen does not prove one. */
export interface Finding<R extends string = string> {
	reading?: R;
	/** One sentence, with counts and names of properties only. */
	because: string;
}

/** What tells the readings of one question apart. */
export type Finder<R extends string = string> = (evidence: Evidence) => Finding<R>;

/** A teller for each question of which the register says how *Check* tells its readings apart, and for no other. */
export type Finders<Register extends Readonly<Record<string, Question>>> = {
	[Name in keyof Register as Register[Name] extends { check: string } ? Name : never]: Finder<ReadingOf<Register[Name]>>;
};

/** How often each reading was seen. */
export type Counts<R extends string> = Partial<Record<R, number>>;

/** How many things show each reading; those that show none do not count. */
export function tally<T, R extends string>(things: readonly T[], readingOf: (thing: T) => R | undefined): Counts<R> {
	const counts: Counts<R> = {};
	for (const thing of things) {
		const reading = readingOf(thing);
		if (reading !== undefined) counts[reading] = (counts[reading] ?? 0) + 1;
	}
	return counts;
}

/**
 * The one reading that all show which show any.
 * @param what in words what was looked at
 * @param needed how many must show it: a small sample tells nothing
 */
export function findingFrom<R extends string>(what: string, counts: Counts<R>, needed = 1): Finding<R> {
	const seen = Object.entries<number | undefined>(counts).filter((entry): entry is [R, number] => Boolean(entry[1]));
	if (seen.length === 0) return { because: `Nothing in ${what} shows this.` };
	const because = `Seen in ${what}: ${seen.map(([reading, count]) => `${reading} ${count}`).join(', ')}.`;
	return seen.length === 1 && seen[0][1] >= needed ? { reading: seen[0][0], because } : { because };
}

/** The sights that a club has answered with 200 or 204; of some calls, or of all. */
export const answered = ({ sights }: Evidence, ...calls: readonly FreeCall[]): Sight[] =>
	sights.filter(({ call, status }) => (status === 200 || status === 204) && (calls.length === 0 || calls.includes(call)));

/** The sights of lists. */
export const lists = (evidence: Evidence): Sight[] => answered(evidence).filter(({ call }) => isList(call));

/** The rows that lists have given. */
export const rowsIn = (evidence: Evidence, ...calls: readonly FreeCall[]): IDataObject[] => answered(evidence, ...calls).flatMap(rowsSeen);

/** The records that reads of one have given. */
export const recordsIn = (evidence: Evidence, ...calls: readonly FreeCall[]): IDataObject[] =>
	answered(evidence, ...calls)
		.map(recordIn)
		.filter((record) => record !== undefined);

/** Whether any page of the club leads on by a cursor: where none does, lists go on by other means, in which more is fixed. */
export const hasCursors = (evidence: Evidence): boolean =>
	lists(evidence).some((sight) => Boolean(envelopeOf(sight).NextCursor ?? envelopeOf(sight).PrevCursor));

/** The way that all steps of a list go, by numbers or texts; steps between equals say nothing. Undefined where two disagree or none is. */
export function stepsOf<T extends number | string>(values: readonly T[]): 'forward' | 'backward' | undefined {
	const steps = values.slice(1).flatMap((value, index) => (value === values[index] ? [] : value > values[index]));
	if (steps.length === 0 || new Set(steps).size > 1) return undefined;
	return steps[0] ? 'forward' : 'backward';
}

/** The values of a property that are numbers. */
export const numbersIn = (rows: readonly IDataObject[], name: string): number[] =>
	rows.map((row) => row[name]).filter((value) => typeof value === 'number');

/** The values of properties that are texts. */
export const textsIn = (rows: readonly IDataObject[], ...names: string[]): string[] =>
	rows.flatMap((row) => names.map((name) => row[name]).filter((value) => typeof value === 'string'));

/** Whether a time has an offset. */
export const hasOffset = (text: string): boolean => !Number.isNaN(instantOf(text));

/** A time without a value is neither; nor is a text that is no time. */
export const isTime = (text: string): boolean => timeOf(text, 'utc') !== undefined;

/** Whether a time has an offset; a text that is no time neither has one nor lacks it. */
export const withOffset = (text: string): 'moment' | 'none' | undefined =>
	isTime(text) ? (hasOffset(text) ? 'moment' : 'none') : undefined;

/** Whether a page is the last of its list by its own words. */
export const isLast = (sight: Sight): boolean => Array.isArray(sight.body) || sight.status === 204 || envelopeOf(sight).Continue === false;

/** What a list goes by, of two things that both might be: that which goes one way where the other does not. */
export const goesBy = <A extends string, B extends string>(
	one: A,
	ones: readonly number[],
	other: B,
	others: readonly number[],
): A | B | undefined => {
	const [first, second] = [stepsOf(ones), stepsOf(others)];
	return first && !second ? one : second && !first ? other : undefined;
};
