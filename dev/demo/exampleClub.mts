import type { Club } from '../../sandbox/club.mts';
import { listedAthletes } from '../../sandbox/club.mts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** IDs that nothing else in the sandbox has: this and the number of an hour since the epoch. */
const FIRST_CLASS_ID = 10_000_000;

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Adds a class that begins a day from this hour, with somebody who has a place and somebody who waits, unless it is there:
 * the example that reminds of a class looks at that hour alone.
 * @param now ms since the epoch
 */
export function addClassOfTomorrow(club: Club, now: number): void {
	const hour = Math.floor((now + DAY) / HOUR);
	const [anna, berit] = listedAthletes(club);
	const like = [...club.classes.values()].find(({ CalendarType, Published }) => CalendarType === 'Club' && Published);
	const [booked] = club.bookings;
	const ClassId = FIRST_CLASS_ID + hour;
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
 * Lets the example workflows about memberships find something: one that ends within two weeks, and a card with one visit left.
 * @param now ms since the epoch
 */
export function fillForExamples(club: Club, now: number): void {
	const [, , ...others] = listedAthletes(club);
	const assignmentsOf = (UserId: number) => [...club.userSubscriptions.values()].filter((assignment) => assignment.UserId === UserId);
	const [[first], [second]] = others.map(({ UserId }) => assignmentsOf(UserId)).filter(({ length }) => length === 1);
	Object.assign(first, { From: iso(now - 360 * DAY), To: iso(now + 5 * DAY), MaxActivities: 0, AvailableActivities: 0, Disabled: false });
	Object.assign(second, { From: iso(now - 30 * DAY), To: iso(now + 90 * DAY), MaxActivities: 10, AvailableActivities: 1, Disabled: false });
}
