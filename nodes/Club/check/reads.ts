import { RATE } from '../../shared/api/limits';
import { clock } from '../../shared/transport/process';
import { ClubError, InvalidInput } from '../../shared/transport/errors';
import { isSilence } from '../../shared/transport/http';
import { isObject, textOf } from '../../shared/transport/json';
import type { ReadResult, Session } from '../session';
import type { Evidence, Sight } from './evidence';
import type { CheckRead } from './steps';
import { FIRST, FURTHER, Seen } from './steps';

/** The part of a session that the reads need. */
export type CheckReader = Pick<Session, 'look' | 'readsLeft' | 'zone'>;

/** Max reads of one check: a production run leaves two calls a minute for people. */
export const MAX_READS = RATE.callsPerWindow - 2;

/** Whether earlier answers gave all values of a read. */
const isComplete = ({ params, query }: CheckRead): boolean => Object.values({ ...params, ...query }).every((value) => value !== undefined);

/** The result of a read. @throws errors that end the check: refused keys, a redirect, or no answer at all */
function sightFrom(
	{ call, purpose = 'first', params = {}, query = {} }: CheckRead,
	result: ReadResult,
	isReached: boolean,
): Sight | undefined {
	const { answer, milliseconds = 0, error } = result;
	const read = { call, purpose, params, query, milliseconds };
	if (!answer) return undefined;
	if (isSilence(answer)) {
		if (!isReached) throw error;
		return { ...read, status: 0, headers: {}, problem: answer.code };
	}
	const { status, body, unreadable: problem } = answer;
	if (status === 401 || (status >= 300 && status < 400)) throw error;
	const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
	const errorType = isObject(body) ? textOf(body.ErrorType) : '';
	return { ...read, status, headers, body, ...(errorType && { errorType }), ...(problem && { problem }) };
}

/** Refuses a check that could not be completed. @param done number of reads that were made @throws InvalidInput */
function assertEnough({ readsLeft: { window, day } }: CheckReader, done: number): void {
	const needed = FIRST.length - done;
	const spent = done === 0 ? 'Nothing was sent.' : 'Only the profile was read.';
	if (day < needed) {
		throw new InvalidInput(
			`A check needs at least ${FIRST.length} calls, but only ${Math.max(0, day)} are left for this day`,
			`Raise "Daily Calls" in the credential, or run the check later, when the last 24 hours have fewer calls. ${spent}`,
		);
	}
	if (window < needed) {
		throw new InvalidInput(
			`A check needs at least ${FIRST.length} calls, but only ${Math.max(0, window)} are left in this minute`,
			`Run the check again in a minute, when no other workflow calls the club. ${spent}`,
		);
	}
}

/**
 * Reads what a club sends: each read of the API description once, if an earlier answer gave its ID, then reads that show how lists
 * continue. Makes at most {@link MAX_READS} calls, so that a check fits into one minute of the club key.
 * @param sample `count` of each list
 * @throws InvalidInput if too few calls are left; ClubError if both keys are refused or the club does not answer
 */
export async function readClub(reader: CheckReader, sample: number): Promise<Evidence> {
	const seen = new Seen(reader.zone, clock.now(), sample);
	const { sights, zone, now } = seen;
	assertEnough(reader, 0);
	let max = MAX_READS;
	for (const step of [...FIRST, ...FURTHER]) {
		const read = step(seen);
		if (!read || !isComplete(read)) continue;
		if (sights.length >= max) break;
		const result = await reader.look(read.call, read);
		const sight = sightFrom(read, result, sights.length > 0);
		if (!sight) {
			if (sights.length === 0 || !(result.error instanceof ClubError)) throw result.error;
			return { sights, zone, now, stopped: result.error.message };
		}
		sights.push(sight);
		if (sights.length > 1) continue;
		assertEnough(reader, 1);
		const { window, day } = reader.readsLeft;
		max = Math.min(max, 1 + window, 1 + day);
	}
	return { sights, zone, now };
}
