import type { Club } from '../../sandbox/club.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import type { ClubClass } from '../../sandbox/types.mts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** How long the example workflows find something from the start on, in hours. */
const HOURS = 48;

/** IDs that nothing else in the sandbox has. */
const FIRST_CLASS_ID = 60_000;

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Lets the example workflows find something whenever they are run: a class in each hour to come, with somebody who has a place and
 * somebody who waits, memberships that end within two weeks, and a card with one visit left.
 * @param now ms since the epoch
 */
export function fillForExamples(club: Club, now: number): void {
	const [anna, berit, ...others] = listedAthletes(club);
	const like = [...club.classes.values()].find(({ CalendarType, Published }) => CalendarType === 'Club' && Published);
	const booked = club.bookings[0];
	if (!like || !booked) return;
	const begin = Math.floor(now / HOUR) * HOUR;
	for (let hour = 1; hour <= HOURS; hour++) {
		const at = begin + hour * HOUR + HOUR / 2;
		const scheduled: ClubClass = { ...like, ClassId: FIRST_CLASS_ID + hour, Begin: iso(at), End: iso(at + HOUR) };
		club.classes.set(scheduled.ClassId, scheduled);
		for (const [athlete, State] of [
			[anna, 'Confirmed'],
			[berit, 'Queued'],
		] as const) {
			const person = { UserId: athlete.UserId, BookActorId: athlete.UserId, BookActorName: `${athlete.FirstMidName} ${athlete.LastName}` };
			club.bookings.push({ ...booked, ...person, ClassId: scheduled.ClassId, ClassName: scheduled.Name, Begin: scheduled.Begin, State });
		}
	}
	const assignmentsOf = (UserId: number) => [...club.userSubscriptions.values()].filter((assignment) => assignment.UserId === UserId);
	const [[first], [second]] = others.map(({ UserId }) => assignmentsOf(UserId)).filter(({ length }) => length === 1);
	Object.assign(first, { From: iso(now - 360 * DAY), To: iso(now + 5 * DAY), MaxActivities: 0, AvailableActivities: 0, Disabled: false });
	Object.assign(second, { From: iso(now - 30 * DAY), To: iso(now + 90 * DAY), MaxActivities: 10, AvailableActivities: 1, Disabled: false });
}
