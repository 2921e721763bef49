import type { ClubClass } from '../../../sandbox/types.mts';
import { testClub } from '../../support/club.mts';
import { facts, pollsOf, type PollHost } from './support/pollHost.mts';
import { DAY, HOUR, useTime } from './support/time.mts';

/** What polls find where the club writes or compares its times in a zone of its own. The workflow has the zone of the club. */

const time = useTime();
const club = testClub({ athletes: 20, now: () => new Date(Date.now()) });

const { pollFor, started, next } = pollsOf(club, time, { callsPerDay: 25_000, maxCalls: 200 });

/** The polls of some hours, one an hour. @returns their events */
async function hourly(host: PollHost, hours: number): Promise<string[]> {
	const emitted: string[] = [];
	for (let hour = 0; hour < hours; hour++) {
		const { items, error } = await next(host);
		expect(error).toBeUndefined();
		emitted.push(...facts(items));
	}
	return emitted;
}

/** The calendar with nothing but a class some hours from now, in which three take part. */
function scheduleAlone(hours: number): ClubClass {
	const { classes, bookings } = club.sandbox.club;
	const [template] = classes.values();
	classes.clear();
	bookings.length = 0;
	const begin = Date.now() + hours * HOUR;
	const scheduled: ClubClass = {
		...template,
		ClassId: club.sandbox.club.nextId(),
		Begin: new Date(begin).toISOString(),
		End: new Date(begin + HOUR).toISOString(),
		Published: true,
	};
	classes.set(scheduled.ClassId, scheduled);
	for (const { UserId } of club.athletes().slice(0, 3)) club.sandbox.act.bookClass(UserId, scheduled.ClassId);
	return scheduled;
}

/** Moves a class, and with it its bookings. */
function move(scheduled: ClubClass, begin: number): void {
	const Begin = new Date(begin).toISOString();
	scheduled.Begin = Begin;
	for (const booking of club.sandbox.club.bookings) if (booking.ClassId === scheduled.ClassId) booking.Begin = Begin;
}

const OF_CLASSES = [
	...['Class.Published', 'Class.Updated', 'Class.Unpublished', 'Class.BeginsSoon'],
	...['ClassParticipant.Created', 'ClassParticipant.Updated', 'ClassParticipant.Deleted'],
];

describe.each(['instant', 'local'] as const)('classes in the local time of the club, whose bounds are the %s', (bounds) => {
	beforeEach(() => {
		club.sandbox.dialect.classTimes = 'local';
		club.sandbox.dialect.bounds = bounds;
	});

	it('are not unpublished when they begin, and Begins Soon is emitted an hour before', async () => {
		const { ClassId } = scheduleAlone(3.5);
		const host = await started(OF_CLASSES, { hoursBefore: 1 });
		expect(await hourly(host, 2)).toEqual([]);
		expect(await hourly(host, 1)).toEqual([`Class.BeginsSoon Classes/${ClassId}`]);
		expect(await hourly(host, 30)).toEqual([]);
	});

	it('are emitted when they are published, moved and unpublished', async () => {
		const first = scheduleAlone(30);
		const host = await started(OF_CLASSES, { hoursBefore: 1 });
		const ClassId = club.sandbox.club.nextId();
		club.sandbox.club.classes.set(ClassId, { ...first, ClassId });
		expect(await hourly(host, 1)).toEqual([`Class.Published Classes/${ClassId}`]);
		move(first, Date.now() + 20 * HOUR);
		expect((await hourly(host, 1)).filter((fact) => fact.startsWith('Class.'))).toEqual([`Class.Updated Classes/${first.ClassId}`]);
		club.sandbox.club.classes.delete(ClassId);
		// Half of the calendar has vanished, which a second look confirms.
		await hourly(host, 2);
		expect(facts(host.items).slice(-1)).toEqual([`Class.Unpublished Classes/${ClassId}`]);
	});

	it('are published once they lie within Look Ahead, and are watched until they begin', async () => {
		const { ClassId } = scheduleAlone(24 + 2.5);
		const host = await started(['Class.Published'], { lookAhead: 1, hoursBefore: 1 });
		expect(await hourly(host, 2)).toEqual([]);
		expect(await hourly(host, 1)).toEqual([`Class.Published Classes/${ClassId}`]);
		expect(await hourly(host, 30)).toEqual([]);
	});
});

/** How much further back a poll asks, since the club may compare the bounds with a local time, and so that polls share what they read. */
const WIDER = 15 * HOUR;

it.each([
	[['Class.PlaceFree', 'Class.HardlyBooked', 'ClassParticipant.OffWaitingList', 'ClassParticipant.Deleted'], 0],
	[['Class.PlaceFree', 'ClassParticipant.Created'], 48],
	[['ClassParticipant.Updated'], 48],
])('bookings are read for %j up to %d hours before now', async (events, hours) => {
	club.sandbox.resetRecords();
	await pollFor(events).start();
	const { query } = club.sandbox.requests.find(({ route }) => route === 'GET /Classes/Bookings')!;
	const back = Date.now() - Date.parse(String(query.from));
	expect(back).toBeGreaterThanOrEqual(hours * HOUR);
	expect(back).toBeLessThanOrEqual(hours * HOUR + WIDER);
});

it('bookings without the begin of the class are emitted, and reported once', async () => {
	club.sandbox.dialect.bookingBegin = 'inClass';
	const { ClassId } = scheduleAlone(50);
	const host = await started(['ClassParticipant.Created', 'ClassParticipant.Deleted']);
	const { UserId } = club.athletes()[5];
	club.sandbox.act.bookClass(UserId, ClassId);
	expect(await hourly(host, 1)).toEqual([`ClassParticipant.Created Classes/${ClassId}/Participants/${UserId}`]);
	expect((await next(host)).error?.message).toMatch(/^4 records of GET \/Classes\/Bookings cannot be read/);
	expect(await hourly(host, 5)).toEqual([]);
});

it('trainings from the time of an n8n outage are found', async () => {
	const host = await started(['Training.Created'], { lookBack: 4 });
	time.ahead += 5 * DAY;
	const uploaded = [5 * 24 - 1, 60, 1].map((hours) => {
		const BeginUTC = new Date(Date.now() - hours * HOUR).toISOString();
		return `Training.Created Trainings/${club.sandbox.act.addTraining(club.athletes()[0].UserId, { BeginUTC }).TrainingId}`;
	});
	expect((await hourly(host, 1)).sort()).toEqual(uploaded.sort());
	expect(await hourly(host, 60)).toEqual([]);
});

it('a suspension whose start has no offset, under a name that ends in UTC, begins at that hour of UTC', async () => {
	club.sandbox.dialect.suspensionTimes = 'noOffset';
	const host = await started(['Membership.Suspended']);
	const { userSubscriptions } = club.sandbox.club;
	const membership = [...userSubscriptions.values()].find(({ SuspensionState, Disabled }) => SuspensionState === 'None' && !Disabled)!;
	const SuspensionStartUTC = new Date(Date.now() + 1.5 * HOUR).toISOString();
	Object.assign(membership, { SuspensionState: 'Suspended', SuspensionStartUTC, SuspendedAtUTC: SuspensionStartUTC });
	expect(await hourly(host, 1)).toEqual([]);
	expect(await hourly(host, 1)).toEqual([`Membership.Suspended UserSubscriptions/${membership.UserClassSubscriptionId}`]);
});
