import { RATE } from '../../shared/api/limits';
import { clock } from '../../shared/transport/process';
import { ClubError, InvalidInput } from '../../shared/transport/errors';
import { isSilence } from '../../shared/transport/http';
import { isObject, textOf } from '../../shared/transport/json';
import type { ReadResult, Session } from '../session';
import type { Evidence, Sight } from './evidence';
import type { CheckRead } from './steps';
import { FIRST, FURTHER, Seen } from './steps';

/** What the reads need of the run. */
export type CheckReader = Pick<Session, 'look' | 'readsLeft' | 'zone'>;

/** Reads of one check at most: a production run leaves two calls of a minute to people. */
export const MAX_READS = RATE.callsPerWindow - 2;

/** Whether an earlier answer gave all that a read needs. */
const isComplete = ({ params, query }: CheckRead): boolean => Object.values({ ...params, ...query }).every((value) => value !== undefined);

/** What came of a read. @throws what nobody can read on after: both keys refused, another address, nobody there */
function sightIn({ call, purpose = 'first', params = {}, query = {} }: CheckRead, look: ReadResult, reached: boolean): Sight | undefined {
	const { answer, milliseconds = 0, error } = look;
	const asked = { call, purpose, params, query, milliseconds };
	if (!answer) return undefined;
	if (isSilence(answer)) {
		if (!reached) throw error;
		return { ...asked, status: 0, headers: {}, problem: answer.code };
	}
	const { status, body, unreadable: problem } = answer;
	if (status === 401 || (status >= 300 && status < 400)) throw error;
	const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
	const errorType = isObject(body) ? textOf(body.ErrorType) : '';
	return { ...asked, status, headers, body, ...(errorType && { errorType }), ...(problem && { problem }) };
}

/** Refuses a check that would not come to its end. @param made the reads that were made @throws InvalidInput */
function assertEnough({ readsLeft: { window, day } }: CheckReader, made: number): void {
	const needed = FIRST.length - made;
	const spent = made === 0 ? 'Nothing was sent.' : 'Only the profile was read.';
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
 * Reads what a club sends: each read of the document once, as far as an earlier answer gave an id for it, then what tells how its lists go
 * on. At most {@link MAX_READS} calls, so that they take one minute of the club key.
 * @param sample `count` of each list
 * @throws InvalidInput where fewer calls are left; ClubError where both keys are refused or nobody is there
 */
export async function readClub(reader: CheckReader, sample: number): Promise<Evidence> {
	const seen = new Seen(reader.zone, clock.now(), sample);
	const { sights, zone, now } = seen;
	assertEnough(reader, 0);
	let most = MAX_READS;
	for (const step of [...FIRST, ...FURTHER]) {
		const read = step(seen);
		if (!read || !isComplete(read)) continue;
		if (sights.length >= most) break;
		const look = await reader.look(read.call, read);
		const sight = sightIn(read, look, sights.length > 0);
		if (!sight) {
			if (sights.length === 0 || !(look.error instanceof ClubError)) throw look.error;
			return { sights, zone, now, stopped: look.error.message };
		}
		sights.push(sight);
		if (sights.length > 1) continue;
		assertEnough(reader, 1);
		const { window, day } = reader.readsLeft;
		most = Math.min(most, 1 + window, 1 + day);
	}
	return { sights, zone, now };
}
