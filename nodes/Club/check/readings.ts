import { READINGS } from '../../shared/api/readings';
import type { Question } from '../../shared/api/readings/question';
import type { Evidence } from './evidence';
import { ADVICE } from './readings/advice';
import { CHANGE_TELLERS } from './readings/changes';
import { LIST_TELLERS } from './readings/lists';
import { RECORD_TELLERS } from './readings/records';
import { SERVICE_TELLERS } from './readings/service';
import type { Teller } from './readings/told';

/** What a check says of one question of the register. */
export interface Reading {
	question: string;
	/** The part of the document. */
	part: string;
	about: string;
	/** The name of the reading that the club takes; null where reads do not prove one. */
	reading: string | null;
	/** The reading in words. */
	words: string;
	/** Why, with counts only: nothing here names a person. */
	because: string;
}

const TELLERS: Readonly<Record<string, Teller>> = { ...RECORD_TELLERS, ...LIST_TELLERS, ...CHANGE_TELLERS, ...SERVICE_TELLERS };

const UNKNOWN = 'Reads cannot tell';

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function readingOf(question: string, { part, about, readings, untold }: Question, evidence: Evidence): Reading {
	const { reading, because } = untold === undefined ? TELLERS[question](evidence) : { because: sentence(untold) };
	return { question, part, about, reading: reading ?? null, words: reading === undefined ? UNKNOWN : readings[reading], because };
}

/**
 * Which reading a club takes of each question of the register, in its order. Only what the evidence proves is told: an empty list
 * or too few rows prove nothing.
 */
export const tellReadings = (evidence: Evidence): Reading[] =>
	Object.entries<Question>(READINGS).map(([name, question]) => readingOf(name, question, evidence));

/**
 * A line for each reading of a club with which some operations or events do not work as they do elsewhere: which ones, why, and
 * what to set. Where the pack handles what the club does, there is none.
 */
export const adviceOf = (readings: ReadonlyArray<Pick<Reading, 'question' | 'reading'>>): string[] =>
	readings.flatMap(({ question, reading }) => ADVICE[question]?.[reading ?? ''] ?? []);
