import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../shared/api/endpoints';
import { directionOf, endpointOf, maxCountOf } from '../../shared/api/endpoints';
import { ID } from '../../shared/api/limits';
import { DAY_MS, isoOf, MINUTE_MS, timeOf } from '../../shared/api/time';
import { isStep, orderOn, stepAfter } from '../../shared/records/step';
import { isObject, textOf } from '../../shared/transport/json';
import type { Purpose, Sight } from './evidence';
import { clubZone, envelopeOf, rowsSeen, sightOf } from './evidence';

/** A read of the check. If no earlier answer gave an ID that it needs, the value is undefined and the read is not made. */
export interface CheckRead {
	call: FreeCall;
	purpose?: Purpose;
	params?: IDataObject;
	query?: IDataObject;
}

/** The next read, from the earlier answers; undefined if it would show nothing. */
type CheckStep = (seen: Seen) => CheckRead | undefined;

/** How far before and after now the calendar and the bookings are read. */
const WINDOW_MS = 14 * DAY_MS;

/** An unused ID, one below the largest, since a club may add one to it. */
const UNUSED_ID = ID.max - 1;

const CALENDAR = 'GET /Classes/Calendars/{calendarType}';

const idIn = (row: IDataObject | undefined, ...names: string[]): number | undefined =>
	names.map((name) => row?.[name]).find((value): value is number => Number.isInteger(value));

/** The answers so far, and the values that the next reads take from them. */
export class Seen {
	readonly sights: Sight[] = [];

	constructor(
		readonly zone: string,
		readonly now: number,
		private readonly sample: number,
	) {}

	of(call: FreeCall, purpose?: Purpose): Sight | undefined {
		return sightOf(this, call, purpose);
	}

	rows(call: FreeCall): IDataObject[] {
		return rowsSeen(this.of(call));
	}

	/** The IDs of a list, in its order. */
	ids(call: FreeCall, ...names: string[]): number[] {
		return this.rows(call).flatMap((row) => idIn(row, ...names) ?? []);
	}

	/** The envelope of a page; empty if the answer is not a page. */
	envelope(call: FreeCall): IDataObject {
		return envelopeOf(this.of(call));
	}

	/** The page size of a list; empty if the list takes none. */
	count(call: FreeCall): IDataObject {
		const max = maxCountOf(call);
		return max === undefined ? {} : { count: Math.min(this.sample, max) };
	}

	get window(): { from: string; to: string } {
		return { from: isoOf(this.now - WINDOW_MS), to: isoOf(this.now + WINDOW_MS) };
	}

	/** The athlete who is in the most other lists. */
	get userId(): number | undefined {
		const counts = new Map(this.ids('GET /Athletes', 'UserId').map((id) => [id, 0]));
		const lists = ['GET /BadgeAwards', 'GET /Classes/Bookings', 'GET /Trainings', 'GET /UserSubscriptions'] as const;
		for (const list of lists)
			for (const id of new Set(this.ids(list, 'UserId'))) if (counts.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
		return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
	}

	/** A booking of a class in the calendar, or else any booking. */
	get booking(): IDataObject | undefined {
		const shown = new Set<unknown>(this.ids(CALENDAR, 'ClassId'));
		const bookings = this.rows('GET /Classes/Bookings');
		return bookings.find(({ ClassId }) => shown.has(ClassId)) ?? bookings[0];
	}

	/** A class, with a booking if possible. */
	get classId(): number | undefined {
		return idIn(this.booking, 'ClassId') ?? this.ids(CALENDAR, 'ClassId')[0];
	}

	get challengeId(): number | undefined {
		return this.ids('GET /Challenges', 'ChallengeId', 'Id')[0];
	}

	/** An email address in a list of people. */
	email(call: FreeCall): string | undefined {
		return this.rows(call)
			.map(({ Email }) => textOf(Email))
			.find((text) => text.includes('@'));
	}

	/** When a class in the middle of the calendar begins, in ms since the epoch. */
	get begin(): number | undefined {
		const begins = this.rows(CALENDAR).flatMap(({ Begin }) => timeOf(Begin, clubZone(this) ?? this.zone) ?? []);
		return begins[Math.floor(begins.length / 2)];
	}

	/** The only page of a list, of those that are short in most clubs. */
	get ended(): Sight | undefined {
		const lists = ['GET /Contacts', 'GET /Subscriptions', 'GET /Challenges', 'GET /UserSubscriptions', 'GET /Athletes'] as const;
		const call = lists.find((name) => this.envelope(name).Continue === false && this.rows(name).length > 0);
		return call && this.of(call);
	}
}

/** A read of a list from its start. */
const list = (seen: Seen, call: FreeCall, more: Omit<CheckRead, 'call'> = {}): CheckRead => ({
	call,
	...more,
	query: { ...seen.count(call), ...more.query },
});

/** The same read with a changed query. A cursor needs the same filters again (§4.1). */
const again = ({ call, params, query }: Sight, purpose: Purpose, more: IDataObject): CheckRead => ({
	call,
	purpose,
	params,
	query: { ...query, ...more },
});

/** The page after the first, if the list continues. */
const second =
	(call: FreeCall): CheckStep =>
	(seen) => {
		const sight = seen.of(call);
		const [envelope, rows] = [seen.envelope(call), seen.rows(call)];
		if (!sight || envelope.Continue !== true) return undefined;
		const direction = directionOf(call, sight.query) ?? orderOn(call, rows) ?? 'forward';
		const next = stepAfter({ envelope, rows }, direction, { range: sight.query, orderedBy: endpointOf(call)?.orderedBy });
		return isStep(next) ? again(sight, 'second', { ...next }) : undefined;
	};

/** The page before the second one of the bookings, which ascend. */
function back(seen: Seen): CheckRead | undefined {
	const sight = seen.of('GET /Classes/Bookings', 'second');
	const { PrevCursor } = isObject(sight?.body) ? sight.body : {};
	return sight?.query.cursor && typeof PrevCursor === 'string' ? again(sight, 'back', { cursor: PrevCursor }) : undefined;
}

/** The page after the end of a list, by its next cursor, or else from the ID after its last one. */
function beyond({ ended }: Seen): CheckRead | undefined {
	if (!ended) return undefined;
	const rows = rowsSeen(ended);
	const { NextCursor, PrevCursor } = ended.body as IDataObject;
	const isDescending = orderOn(ended.call, rows) === 'backward';
	const cursor = isDescending ? PrevCursor : NextCursor;
	if (cursor) return again(ended, 'beyond', { cursor });
	const ids = rows.flatMap((row) => idIn(row, endpointOf(ended.call)?.orderedBy ?? 'ChallengeId') ?? []);
	if (ids.length === 0) return undefined;
	return again(ended, 'beyond', isDescending ? { toId: Math.max(ID.min, Math.min(...ids) - 1) } : { fromId: Math.max(...ids) + 1 });
}

/** The products from the second smallest ID on, with their plans. */
function plans(seen: Seen): CheckRead | undefined {
	const ids = seen.ids('GET /Subscriptions', 'ClassSubscriptionId').sort((a, b) => a - b);
	const fromId = ids[1] ?? ids[0];
	return list(seen, 'GET /Subscriptions', { purpose: 'withPlans', query: { withPlans: true, fromId } });
}

/** The first product with its plans, if the list has none. */
function product(seen: Seen): CheckRead | undefined {
	const rows = rowsSeen(seen.of('GET /Subscriptions', 'withPlans'));
	if (rows.some((row) => Object.values(row).some((value) => Array.isArray(value) && value.some(isObject)))) return undefined;
	const [subscriptionId] = seen.ids('GET /Subscriptions', 'ClassSubscriptionId');
	return { call: 'GET /Subscriptions/{subscriptionId}', purpose: 'withPlans', params: { subscriptionId }, query: { withPlans: true } };
}

const ofAthlete =
	(call: FreeCall): CheckStep =>
	(seen) =>
		list(seen, call, { params: { userId: seen.userId } });

/** A record by the ID of the first row of a list. */
const record =
	(call: FreeCall, param: string, from: FreeCall, name: string): CheckStep =>
	(seen) => ({ call, params: { [param]: seen.rows(from)[0]?.[name] } });

/** Each read of the API description once. Lists come first, since they give the IDs. */
export const FIRST: readonly CheckStep[] = [
	() => ({ call: 'GET /Profile' }),
	(seen) => list(seen, 'GET /Athletes'),
	(seen) => list(seen, 'GET /Contacts'),
	(seen) => list(seen, 'GET /Subscriptions'),
	(seen) => list(seen, 'GET /UserSubscriptions'),
	(seen) => list(seen, 'GET /UserSubscriptions/Active'),
	(seen) => list(seen, 'GET /BadgeAwards'),
	(seen) => list(seen, 'GET /Trainings'),
	(seen) => list(seen, CALENDAR, { params: { calendarType: 'Club' }, query: seen.window }),
	(seen) => list(seen, 'GET /Classes/Bookings', { query: seen.window }),
	() => ({ call: 'GET /Classes/Participants/Recent' }),
	(seen) => list(seen, 'GET /Challenges'),
	() => ({ call: 'GET /Webhooks/Subscriptions' }),
	(seen) => list(seen, 'GET /Athletes/EngagementSummaries'),
	(seen) => list(seen, 'GET /Athletes/MembershipSummaries'),
	(seen) => list(seen, 'GET /Athletes/AttendanceSummaries'),
	(seen) => ({ call: 'GET /Athletes/ByEmail', query: { email: seen.email('GET /Athletes') } }),
	ofAthlete('GET /Athletes/{userId}'),
	ofAthlete('GET /Athletes/{userId}/EngagementSummary'),
	ofAthlete('GET /Athletes/{userId}/MembershipSummary'),
	ofAthlete('GET /Athletes/{userId}/AttendanceSummary'),
	ofAthlete('GET /Athletes/{userId}/UserSubscriptions'),
	ofAthlete('GET /Athletes/{userId}/BadgeAwards'),
	ofAthlete('GET /Athletes/{userId}/Bookings'),
	ofAthlete('GET /Athletes/{userId}/Trainings'),
	record('GET /BadgeAwards/{achievedBadgeId}', 'achievedBadgeId', 'GET /BadgeAwards', 'AchievedBadgeId'),
	record('GET /UserSubscriptions/{userSubscriptionId}', 'userSubscriptionId', 'GET /UserSubscriptions', 'UserClassSubscriptionId'),
	record('GET /Trainings/{trainingId}', 'trainingId', 'GET /Trainings', 'TrainingId'),
	({ classId }) => ({ call: 'GET /Classes/{classId}', params: { classId } }),
	({ classId }) => ({ call: 'GET /Classes/{classId}/Participants', params: { classId } }),
	(seen) => list(seen, 'GET /Classes/{classId}/Bookings', { params: { classId: seen.classId } }),
	({ booking }) => ({
		call: 'GET /Classes/{classId}/Participants/{userId}',
		params: { classId: booking?.ClassId, userId: booking?.UserId },
	}),
	(seen) => ({ call: 'GET /Contacts/ByEmail', query: { email: seen.email('GET /Contacts') } }),
	record('GET /Contacts/{userId}', 'userId', 'GET /Contacts', 'UserId'),
	({ challengeId }) => ({ call: 'GET /Challenges/{challengeId}', params: { challengeId } }),
	(seen) => list(seen, 'GET /Challenges/{challengeId}/Results', { params: { challengeId: seen.challengeId } }),
	(seen) => ({
		call: 'GET /Challenges/{challengeId}/Results/{userId}',
		params: { challengeId: seen.challengeId, userId: seen.ids('GET /Challenges/{challengeId}/Results', 'UserId')[0] },
	}),
	record('GET /Webhooks/Subscriptions/{subscriptionId}', 'subscriptionId', 'GET /Webhooks/Subscriptions', 'SubscriptionId'),
];

/** Reads that show how lists continue and what a club compares. The most useful come first, since calls may run out. */
export const FURTHER: readonly CheckStep[] = [
	plans,
	product,
	second('GET /Classes/Bookings'),
	back,
	(seen) => {
		const { begin } = seen;
		const query = begin === undefined ? { from: undefined } : { from: isoOf(begin), to: isoOf(begin + MINUTE_MS) };
		return list(seen, CALENDAR, { purpose: 'begin', params: { calendarType: 'Club' }, query });
	},
	(seen) => {
		const fromId = seen.ids('GET /Challenges', 'ChallengeId', 'Id').sort((a, b) => a - b)[1];
		return list(seen, 'GET /Challenges', { purpose: 'range', query: { fromId } });
	},
	(seen) => ({ call: 'GET /Athletes/ByEmail', purpose: 'capitals', query: { email: seen.email('GET /Athletes')?.toUpperCase() } }),
	beyond,
	({ ended }) => ended && again(ended, 'full', { count: rowsSeen(ended).length }),
	(seen) => list(seen, 'GET /Trainings', { purpose: 'to', query: { to: isoOf(seen.now) } }),
	() => ({ call: 'GET /Trainings/{trainingId}', purpose: 'absent', params: { trainingId: UNUSED_ID } }),
	() => ({ call: 'GET /Contacts', purpose: 'largest', query: { toId: ID.max, count: 1 } }),
	...(
		[
			'GET /Athletes',
			'GET /UserSubscriptions',
			'GET /BadgeAwards',
			'GET /Trainings',
			CALENDAR,
			'GET /Contacts',
			'GET /Subscriptions',
			'GET /Challenges/{challengeId}/Results',
			'GET /Challenges',
			'GET /UserSubscriptions/Active',
			'GET /Athletes/EngagementSummaries',
			'GET /Athletes/MembershipSummaries',
			'GET /Athletes/AttendanceSummaries',
			'GET /Athletes/{userId}/BadgeAwards',
			'GET /Athletes/{userId}/Bookings',
			'GET /Athletes/{userId}/Trainings',
			'GET /Classes/{classId}/Bookings',
		] as const
	).map(second),
];
