import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { bookingOf } from '../../sandbox/data/activities.mts';
import type { Membership, Athlete, Booking, ClubClass } from '../../sandbox/types.mts';

/** The time of all tasks, a Saturday. It is fixed, so that answers and costs are the same in each run. */
export const NOW = new Date('2026-11-21T12:00:00Z');

/** A day in milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** The club of a task, and the people and classes that the task names. */
export interface Scene {
	sandbox: Sandbox;
	anna: Athlete;
	maja: Athlete;
	ingrid: Athlete;
	/** Two people with the same name. */
	johans: [Athlete, Athlete];
	yoga: ClubClass;
	spinning: ClubClass;
	/** The only membership of a person. */
	membershipOf(person: Athlete): Membership;
}

/** Gives a person a unique name. */
const named = <P extends { UserId: number; Email: string }>(person: P, FirstMidName: string, LastName: string, more: Partial<P> = {}): P =>
	Object.assign(person, {
		FirstMidName,
		LastName,
		Email: `${FirstMidName}.${LastName}@example.com`.toLowerCase(),
		IsGuest: false,
		...more,
	});

const LONG = { From: '2026-11-01T00:00:00+00:00', To: '2027-12-31T00:00:00+00:00', Disabled: false } as const;
const UNLIMITED = { ClassSubscriptionId: 12, ProductName: 'Monthly', MaxActivities: 0, AvailableActivities: 0 } as const;
const TICKETS = { ClassSubscriptionId: 13, ProductName: '10 tickets', MaxActivities: 10, AvailableActivities: 4 } as const;

/** Starts the club of a task, with the same 60 athletes in each run. */
export async function openScene(): Promise<Scene> {
	const sandbox = await startSandbox({ athletes: 60, now: () => NOW });
	const { club } = sandbox;
	const athletes = listedAthletes(club);
	const membershipOf = ({ UserId }: Athlete): Membership => [...club.userSubscriptions.values()].find((row) => row.UserId === UserId)!;
	const anna = named(athletes[0], 'Anna', 'Wikander', { ClientStage: 'Prospect' });
	const maja = named(athletes[7], 'Maja', 'Quist', { ClientStage: 'Qualified', Phone: '+46 70 555 44 33' });
	const ingrid = named(athletes[4], 'Ingrid', 'Åkerblom', { Email: 'ingrid.a@example.com' });
	const [first, second] = [athletes[14], athletes[21]];
	const johans: Scene['johans'] = [
		named(first, 'Johan', 'Ek', { ClientStage: 'Lead' }),
		named(second, 'Johan', 'Ek', { ClientStage: 'Lead', Email: 'j.ek@example.com' }),
	];
	Object.assign(membershipOf(anna), LONG, UNLIMITED);
	Object.assign(membershipOf(maja), LONG, TICKETS);
	Object.assign(membershipOf(ingrid), LONG, UNLIMITED);

	const at = (moment: string): ClubClass =>
		[...club.classes.values()].find(({ Begin, CalendarType }) => Begin.startsWith(moment) && CalendarType === 'Club')!;
	const yoga = Object.assign(at('2026-11-22T07'), { Name: 'Morning yoga', Published: true });
	const lunch = Object.assign(at('2026-11-22T12'), { Name: 'HIIT', Published: true });
	const spinning = Object.assign(at('2026-11-22T17'), { Name: 'Spinning', Published: true });
	const people = new Set([anna, maja, ...johans].map(({ UserId }) => UserId));
	const tomorrow = new Set([yoga.ClassId, lunch.ClassId, spinning.ClassId]);
	const kept = club.bookings.filter(({ ClassId, UserId }) => !(tomorrow.has(ClassId) && people.has(UserId)));
	club.bookings.splice(0, club.bookings.length, ...kept, bookingOf(yoga, maja, null, false));
	return { sandbox, anna, maja, ingrid, johans, yoga, spinning, membershipOf };
}

/** Number of classes of a person in the 30 days before `NOW`. */
export const visitsOf = (bookings: readonly Booking[], userId: number): number =>
	bookings.filter(
		({ UserId, Begin }) => UserId === userId && Date.parse(Begin) < NOW.getTime() && Date.parse(Begin) >= NOW.getTime() - 30 * DAY,
	).length;
