import { DateTime } from 'luxon';
import type { Club } from '../../sandbox/club.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { CLUB_ZONE } from '../../sandbox/data/people.mts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** The hours in which a club has classes, in its timezone. */
const OPEN = { from: 7, to: 21 } as const;

/** Added to the number of an hour since the epoch, this gives IDs that nothing else in the sandbox has. */
const FIRST_CLASS_ID = 10_000_000;

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Adds a class that begins a day from this hour, unless the club is closed then, with one participant and one person on the waiting list, unless it exists.
 * The reminder example looks at that hour only, so without this class it finds nothing.
 * @param now ms since the epoch
 */
export function addClassOfTomorrow(club: Club, now: number): void {
	const hour = Math.floor((now + DAY) / HOUR);
	const [anna, berit] = listedAthletes(club);
	const like = [...club.classes.values()].find(({ CalendarType, Published }) => CalendarType === 'Club' && Published);
	const [booked] = club.bookings;
	const ClassId = FIRST_CLASS_ID + hour;
	const local = DateTime.fromMillis(hour * HOUR, { zone: CLUB_ZONE }).hour;
	if (local < OPEN.from || local >= OPEN.to) return;
	if (!like || !booked || club.classes.has(ClassId)) return;
	const [Begin, End] = [hour + 1 / 2, hour + 3 / 2].map((at) => iso(at * HOUR));
	club.classes.set(ClassId, { ...like, ClassId, Begin, End });
	for (const [{ UserId, FirstMidName, LastName }, State] of [
		[anna, 'Confirmed'],
		[berit, 'Queued'],
	] as const) {
		const person = { UserId, BookActorId: UserId, BookActorName: `${FirstMidName} ${LastName}` };
		club.bookings.push({ ...booked, ...person, ClassId, ClassName: like.Name, Begin, State });
	}
}

/**
 * Gives the example workflows something to find: a membership that ends within two weeks, and a card with one visit left.
 * @param now ms since the epoch
 */
export function fillForExamples(club: Club, now: number): void {
	const [, , ...others] = listedAthletes(club);
	const membershipsOf = (UserId: number) => [...club.userSubscriptions.values()].filter((membership) => membership.UserId === UserId);
	const [[first], [second]] = others.map(({ UserId }) => membershipsOf(UserId)).filter(({ length }) => length === 1);
	Object.assign(first, { From: iso(now - 360 * DAY), To: iso(now + 5 * DAY), MaxActivities: 0, AvailableActivities: 0, Disabled: false });
	Object.assign(second, { From: iso(now - 30 * DAY), To: iso(now + 90 * DAY), MaxActivities: 10, AvailableActivities: 1, Disabled: false });
}
