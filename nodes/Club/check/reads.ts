import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../shared/api/endpoints';
import { maxCountOf } from '../../shared/api/endpoints';
import { ID, RATE } from '../../shared/api/limits';
import { DAY_MS, isoOf, MINUTE_MS, timeOf } from '../../shared/api/time';
import { clock } from '../../shared/transport/clock';
import { ClubError, InvalidInput } from '../../shared/transport/errors';
import { isSilence } from '../../shared/transport/http';
import { isObject, textOf } from '../../shared/transport/json';
import type { Look, Session } from '../session';
import type { Evidence, Sight } from './evidence';
import { rowsOf, sightOf } from './evidence';

/** What the reads need of the run. */
export type Reader = Pick<Session, 'look' | 'readsLeft' | 'zone'>;

/** A read of the check; an id that no earlier answer gave is undefined, and the read is not made. */
interface Read {
	call: FreeCall;
	purpose?: string;
	params?: IDataObject;
	query?: IDataObject;
}

/** Reads of one check at most: a production run leaves two calls of a minute to people. */
export const MOST_READS = RATE.callsPerWindow - 2;

/** Reads that tell what each call of the document gives; the others tell how lists go on, and what is compared with what. */
const FEWEST_READS = 38;

/** How far the calendar and the bookings are read, to either side of now. */
const WINDOW_MS = 14 * DAY_MS;

/** An id that no record has, one below the largest: a club may add one to it. */
const NOBODY = ID.max - 1;

const idIn = (row: IDataObject | undefined, ...names: string[]): number | undefined =>
	names.map((name) => row?.[name]).find((value): value is number => Number.isInteger(value));

const idsIn = (sight: Sight | undefined, name: string): number[] => rowsOf(sight).flatMap((row) => idIn(row, name) ?? []);

/** The same text in other capitals. */
const inOtherCase = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

const emailIn = (sight: Sight | undefined): string | undefined =>
	rowsOf(sight)
		.map(({ Email }) => textOf(Email))
		.find((text) => text.includes('@'));

const envelopeOf = (sight: Sight | undefined): IDataObject => (isObject(sight?.body) ? (sight.body as IDataObject) : {});

/** What was seen so far, as the next reads need it. */
class Seen {
	readonly sights: Sight[] = [];

	constructor(
		readonly zone: string,
		readonly now: number,
		private readonly sample: number,
	) {}

	of(call: FreeCall, purpose?: string): Sight | undefined {
		return sightOf(this, call, purpose);
	}

	/** The page size of a list. */
	count(call: FreeCall): IDataObject {
		return { count: Math.min(this.sample, maxCountOf(call) ?? this.sample) };
	}

	get window(): { from: string; to: string } {
		return { from: isoOf(this.now - WINDOW_MS), to: isoOf(this.now + WINDOW_MS) };
	}

	/** An athlete of whom other lists have the most. */
	get athlete(): number | undefined {
		const listed = idsIn(this.of('GET /Athletes'), 'UserId');
		const counts = new Map(listed.map((id) => [id, 0]));
		const lists: FreeCall[] = ['GET /BadgeAwards', 'GET /Classes/Bookings', 'GET /Trainings', 'GET /UserSubscriptions'];
		for (const list of lists)
			for (const id of new Set(idsIn(this.of(list), 'UserId'))) if (counts.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
		return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
	}

	/** A booking of a class that the calendar shows. */
	get booking(): IDataObject | undefined {
		const shown = new Set(idsIn(this.of('GET /Classes/Calendars/{calendarType}'), 'ClassId'));
		const bookings = rowsOf(this.of('GET /Classes/Bookings'));
		return bookings.find((row) => shown.has(Number(row.ClassId))) ?? bookings[0];
	}

	/** A class, one that somebody has booked where there is one. */
	get classId(): number | undefined {
		return idIn(this.booking, 'ClassId') ?? idsIn(this.of('GET /Classes/Calendars/{calendarType}'), 'ClassId')[0];
	}

	get challengeId(): number | undefined {
		return idIn(rowsOf(this.of('GET /Challenges'))[0], 'ChallengeId', 'Id');
	}

	/** A moment after a class in the middle of the calendar, so that a bound of local time gives other classes than one of the instant. */
	get midst(): string | undefined {
		const begins = rowsOf(this.of('GET /Classes/Calendars/{calendarType}')).map(({ Begin }) => timeOf(Begin, this.zone) ?? 0);
		const begin = begins[Math.floor(begins.length / 2)];
		return begin ? isoOf(begin + MINUTE_MS) : undefined;
	}
}

/** A list from its begin. */
const list = (seen: Seen, call: FreeCall, more: Omit<Read, 'call'> = {}): Read => ({
	call,
	...more,
	query: { ...seen.count(call), ...more.query },
});

/** The page to which a cursor of an earlier one leads. */
const onward = (seen: Seen, call: FreeCall, purpose: string, name: 'NextCursor' | 'PrevCursor', from?: string): Read | undefined => {
	const before = seen.of(call, from);
	const { [name]: cursor } = envelopeOf(before);
	return before && typeof cursor === 'string' && cursor
		? { call, purpose, params: before.params, query: { ...before.query, cursor } }
		: undefined;
};

/** The page after the first, where the list says that it goes on. */
function second(seen: Seen, call: FreeCall): Read | undefined {
	const { Continue, NextCursor } = envelopeOf(seen.of(call));
	return Continue === true ? onward(seen, call, 'second', NextCursor ? 'NextCursor' : 'PrevCursor') : undefined;
}

/** A page without rows: beyond the end of a short list by its cursor, or else by a bound. */
function empty(seen: Seen): Read | undefined {
	const lists: FreeCall[] = ['GET /Contacts', 'GET /Subscriptions', 'GET /Challenges'];
	const ended = lists.find((call) => envelopeOf(seen.of(call)).Continue === false && envelopeOf(seen.of(call)).NextCursor);
	return (
		(ended && onward(seen, ended, 'empty', 'NextCursor')) ?? {
			call: 'GET /Contacts',
			purpose: 'empty',
			query: { fromId: NOBODY, count: 1 },
		}
	);
}

/** The last row of a list between two equal bounds, and a page that is full with it. */
function bounded(seen: Seen, call: FreeCall, ...names: string[]): Read {
	const id = idIn(rowsOf(seen.of(call)).at(-1), ...names);
	return { call, purpose: 'bounded', query: { fromId: id, toId: id, count: 1 } };
}

/** A product with its plans, where the list has given none. */
function product(seen: Seen): Read | undefined {
	const rows = rowsOf(seen.of('GET /Subscriptions'));
	if (rows.some((row) => Object.values(row).some(Array.isArray))) return undefined;
	const subscriptionId = idIn(rows[0], 'ClassSubscriptionId');
	return { call: 'GET /Subscriptions/{subscriptionId}', params: { subscriptionId }, query: { withPlans: true } };
}

type Step = (seen: Seen) => Read | undefined;

const athletes =
	(call: FreeCall): Step =>
	(seen) => ({ call, params: { userId: seen.athlete } });
const athleteList =
	(call: FreeCall): Step =>
	(seen) =>
		list(seen, call, { params: { userId: seen.athlete } });
const record =
	(call: FreeCall, param: string, from: FreeCall, name = param.charAt(0).toUpperCase() + param.slice(1)): Step =>
	(seen) => ({ call, params: { [param]: rowsOf(seen.of(from))[0]?.[name] as number | string | undefined } });

/** What each read of the document gives: each call once, the lists first, since they give the ids. */
const FIRST: readonly Step[] = [
	() => ({ call: 'GET /Profile' }),
	(seen) => list(seen, 'GET /Athletes'),
	(seen) => list(seen, 'GET /Contacts'),
	(seen) => list(seen, 'GET /Subscriptions', { query: { withPlans: true } }),
	(seen) => list(seen, 'GET /UserSubscriptions'),
	(seen) => list(seen, 'GET /UserSubscriptions/Active'),
	(seen) => list(seen, 'GET /BadgeAwards'),
	(seen) => list(seen, 'GET /Trainings'),
	(seen) => list(seen, 'GET /Classes/Calendars/{calendarType}', { params: { calendarType: 'Club' }, query: seen.window }),
	(seen) => list(seen, 'GET /Classes/Bookings', { query: seen.window }),
	() => ({ call: 'GET /Classes/Participants/Recent' }),
	(seen) => list(seen, 'GET /Challenges'),
	() => ({ call: 'GET /Webhooks/Subscriptions' }),
	(seen) => list(seen, 'GET /Athletes/EngagementSummaries'),
	(seen) => list(seen, 'GET /Athletes/MembershipSummaries'),
	(seen) => list(seen, 'GET /Athletes/AttendanceSummaries'),
	(seen) => ({ call: 'GET /Athletes/ByEmail', query: { email: emailIn(seen.of('GET /Athletes')) } }),
	athletes('GET /Athletes/{userId}'),
	athletes('GET /Athletes/{userId}/EngagementSummary'),
	athletes('GET /Athletes/{userId}/MembershipSummary'),
	athletes('GET /Athletes/{userId}/AttendanceSummary'),
	athletes('GET /Athletes/{userId}/UserSubscriptions'),
	athleteList('GET /Athletes/{userId}/BadgeAwards'),
	athleteList('GET /Athletes/{userId}/Bookings'),
	athleteList('GET /Athletes/{userId}/Trainings'),
	record('GET /BadgeAwards/{achievedBadgeId}', 'achievedBadgeId', 'GET /BadgeAwards'),
	record('GET /UserSubscriptions/{userSubscriptionId}', 'userSubscriptionId', 'GET /UserSubscriptions', 'UserClassSubscriptionId'),
	record('GET /Trainings/{trainingId}', 'trainingId', 'GET /Trainings'),
	(seen) => ({ call: 'GET /Classes/{classId}', params: { classId: seen.classId } }),
	(seen) => ({ call: 'GET /Classes/{classId}/Participants', params: { classId: seen.classId } }),
	(seen) => list(seen, 'GET /Classes/{classId}/Bookings', { params: { classId: seen.classId } }),
	(seen) => ({
		call: 'GET /Classes/{classId}/Participants/{userId}',
		params: { classId: seen.classId, userId: idIn(seen.booking, 'UserId') },
	}),
	(seen) => ({ call: 'GET /Contacts/ByEmail', query: { email: emailIn(seen.of('GET /Contacts')) } }),
	record('GET /Contacts/{userId}', 'userId', 'GET /Contacts'),
	(seen) => ({ call: 'GET /Challenges/{challengeId}', params: { challengeId: seen.challengeId } }),
	(seen) => list(seen, 'GET /Challenges/{challengeId}/Results', { params: { challengeId: seen.challengeId } }),
	(seen) => ({
		call: 'GET /Challenges/{challengeId}/Results/{userId}',
		params: { challengeId: seen.challengeId, userId: idIn(rowsOf(seen.of('GET /Challenges/{challengeId}/Results'))[0], 'UserId') },
	}),
	record('GET /Webhooks/Subscriptions/{subscriptionId}', 'subscriptionId', 'GET /Webhooks/Subscriptions'),
];

/** What tells how lists go on and what a club compares, what tells most first: as many as there are calls for. */
const FURTHER: readonly Step[] = [
	product,
	(seen) => second(seen, 'GET /Athletes'),
	(seen) => {
		const email = emailIn(seen.of('GET /Athletes'));
		return { call: 'GET /Athletes/ByEmail', purpose: 'otherCase', query: { email: email && inOtherCase(email) } };
	},
	empty,
	(seen) => bounded(seen, 'GET /Subscriptions', 'ClassSubscriptionId'),
	(seen) => bounded(seen, 'GET /Challenges', 'ChallengeId', 'Id'),
	(seen) => ({
		...list(seen, 'GET /Classes/Calendars/{calendarType}', {
			purpose: 'within',
			params: { calendarType: 'Club' },
			query: { ...seen.window, from: seen.midst },
		}),
	}),
	(seen) => list(seen, 'GET /Trainings', { purpose: 'to', query: { to: isoOf(seen.now) } }),
	(seen) => onward(seen, 'GET /Athletes', 'back', 'PrevCursor', 'second'),
	() => ({ call: 'GET /Contacts/{userId}', purpose: 'absent', params: { userId: NOBODY } }),
	...(
		[
			'GET /Trainings',
			'GET /Classes/Bookings',
			'GET /BadgeAwards',
			'GET /UserSubscriptions',
			'GET /Classes/Calendars/{calendarType}',
			'GET /Contacts',
			'GET /Subscriptions',
			'GET /Challenges/{challengeId}/Results',
			'GET /Challenges',
			'GET /UserSubscriptions/Active',
			'GET /Athletes/EngagementSummaries',
			'GET /Athletes/MembershipSummaries',
			'GET /Athletes/AttendanceSummaries',
			'GET /Athletes/{userId}/Trainings',
			'GET /Athletes/{userId}/Bookings',
			'GET /Athletes/{userId}/BadgeAwards',
			'GET /Classes/{classId}/Bookings',
		] as const
	).map(
		(call): Step =>
			(seen) =>
				second(seen, call),
	),
];

/** Whether an earlier answer gave all that a read needs. */
const isComplete = ({ params, query }: Read): boolean => Object.values({ ...params, ...query }).every((value) => value !== undefined);

/** What came of a read. @throws what nobody can read on after: both keys refused, another address, nobody there */
function sightIn({ call, purpose = 'first', params = {}, query = {} }: Read, look: Look, reached: boolean): Sight | undefined {
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
function assertEnough({ readsLeft: { window, day } }: Reader, made: number): void {
	const needed = FEWEST_READS - made;
	const spent = made === 0 ? 'Nothing was sent.' : 'Only the profile was read.';
	if (day < needed) {
		throw new InvalidInput(
			`A check takes at least ${FEWEST_READS} calls, and the calls of this day leave ${Math.max(0, day)}`,
			`Raise "Daily Calls" of the credential, or run it when fewer calls of the last 24 hours count. ${spent}`,
		);
	}
	if (window < needed) {
		throw new InvalidInput(
			`A check takes at least ${FEWEST_READS} calls, and the club leaves ${Math.max(0, window)} in this minute`,
			`Run it again in a minute, when no other workflow calls the club. ${spent}`,
		);
	}
}

/**
 * Reads what a club sends: each read of the document once, as far as an earlier answer gave an id for it, then what tells how its lists go
 * on. At most {@link MOST_READS} calls, so that they take one minute of the club key.
 * @param sample `count` of each list
 * @throws InvalidInput where fewer calls are left; ClubError where both keys are refused or nobody is there
 */
export async function readClub(reader: Reader, sample: number): Promise<Evidence> {
	const seen = new Seen(reader.zone, clock.now(), sample);
	const { sights, zone, now } = seen;
	assertEnough(reader, 0);
	let most = MOST_READS;
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
