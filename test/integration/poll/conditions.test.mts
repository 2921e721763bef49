import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { bookingOf } from '../../../sandbox/data/activities.mts';
import type { Membership, Athlete, ClubClass, Contact, Stage } from '../../../sandbox/types.mts';
import { EVENTS, Ledger } from '../../support/clubLedger.mts';
import { Life } from '../../support/clubLife.mts';
import { guardConsole } from '../../support/secrets.mts';
import { IS_WHOLE } from '../../support/sample.mts';
import { localTime } from './support/livingClub.mts';
import { PollHost } from './support/pollHost.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The gate runs three weeks, with few days of absence, so that somebody stays away, is missed and comes back in them. */
const DAYS = IS_WHOLE ? 100 : 21;
const WAYS = { awayDays: 4, stayDays: 3 };

guardConsole();

const isoOf = (ms: number) => new Date(ms).toISOString();

/** Makes the club of a sandbox what life has made of it. A visit is a booking of a class that has begun. @param like what its rows are like else */
function show(
	{ people, contacts, lessons, now, ways: { zone } }: Life,
	{ club, act }: Sandbox,
	like: { contact: Contact; membership: Membership },
): void {
	const present = new Set(people.map(({ id }) => id));
	for (const id of [...club.athletes.keys()]) if (!present.has(id)) club.athletes.delete(id);
	for (const rows of [club.contacts, club.userSubscriptions, club.classes]) rows.clear();
	for (const [UserId, stage] of contacts) club.contacts.set(UserId, { ...like.contact, UserId, ClientStage: stage as Stage });
	club.bookings.length = 0;
	const book = (ClassId: number, Begin: string, UserId: number, isQueued: boolean) =>
		club.bookings.push(bookingOf({ ClassId, Begin } as ClubClass, { UserId } as Athlete, null, isQueued));
	for (const { id: UserId, stage, end, freeze, visits } of people) {
		Object.assign(club.athletes.get(UserId) ?? act.addAthlete({ UserId }), { ClientStage: stage as Stage });
		club.userSubscriptions.set(UserId, {
			...like.membership,
			UserClassSubscriptionId: UserId,
			UserId,
			To: isoOf(end),
			Disabled: false,
			SuspensionState: freeze ? 'Scheduled' : 'None',
			SuspensionStartUTC: freeze ? isoOf(freeze.from) : null,
			ReactivationDate: freeze ? isoOf(freeze.to) : null,
		});
		for (const at of visits) book(1_000_000 + Math.floor(at / HOUR), isoOf(at), UserId, false);
	}
	for (const { id: ClassId, begin, places, booked, queued } of lessons.filter((lesson) => lesson.begin > now)) {
		const scheduled = {
			ClassId,
			Name: 'Spinning',
			Begin: localTime(begin, zone),
			End: isoOf(begin + HOUR),
			CalendarType: 'Club',
			Published: true,
		};
		club.classes.set(ClassId, { ...scheduled, MaxLocalParticipants: places } as ClubClass);
		for (const id of booked) book(ClassId, scheduled.Begin, id, false);
		for (const id of queued) book(ClassId, scheduled.Begin, id, true);
	}
}

// The clocks of each zone change in these weeks.
describe.each([
	['Europe/Rome', '2026-03-14T08:00:00Z', 1],
	['America/New_York', '2026-10-17T08:00:00Z', 5],
])(`${DAYS} days of a club in %s whose visits, places, freezes and stages are polled`, (zone, start, seed) => {
	const ways = { zone, ...WAYS };
	const begin = Date.parse(start);
	const life = new Life(seed, begin, ways);
	let sandbox: Sandbox;

	beforeAll(async () => {
		jest.spyOn(Date, 'now').mockImplementation(() => life.now);
		// Of what happens at the moment of a poll, the club says that it has happened.
		sandbox = await startSandbox({ rate: false, athletes: 50, now: () => new Date(life.now + 1) });
	});
	afterAll(async () => {
		jest.restoreAllMocks();
		await sandbox.close();
	});

	it('emit each event once, and none for inactive people, over outages, restarts and a killed n8n', async () => {
		const [contact] = sandbox.club.contacts.values();
		const [membership] = sandbox.club.userSubscriptions.values();
		const like = { contact, membership };
		const ledger = new Ledger(ways);
		const host = new PollHost({
			sandbox,
			events: EVENTS,
			options: { callsPerDay: 25_000, maxCalls: 200, days: WAYS.awayDays, daysAtStage: WAYS.stayDays, stageTo: ['Lead', 'Qualified'] },
		});
		show(life, sandbox, like);
		await host.start();
		expect(host.items).toEqual([]);
		ledger.settle(life);
		const seen = new Set<unknown>();
		let isKilled = false;
		for (let poll = 0; life.now < begin + DAYS * DAY; poll++) {
			// Between 4 and 20 hours; a day at most, also where n8n was killed meanwhile.
			life.live(isKilled ? 4 : 4 + ((poll * 7) % 17));
			show(life, sandbox, like);
			const known = host.items.length;
			if (poll % 9 === 4) {
				sandbox.inject({ kind: 'status', status: 400, match: { every: true } });
				expect((await host.poll()).error).toBeDefined();
				sandbox.clearFaults();
			}
			if (poll % 9 === 6) {
				// Killed before it has stored what this poll has found: it finds the same after its start.
				const { stored } = host;
				await host.poll();
				host.stored = stored;
				host.items.length = known;
				isKilled = true;
				continue;
			}
			const { error } = isKilled || poll % 5 === 3 ? await host.start() : await host.poll();
			isKilled = false;
			expect(error).toBeUndefined();
			const emitted = host.items.slice(known);
			expect(emitted.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`).sort()).toEqual(ledger.settle(life));
			for (const { eventType } of emitted) seen.add(eventType);
			expect((await host.poll()).items ?? []).toEqual([]);
		}
		// Each event has come to pass, or its silence would say nothing.
		expect([...seen].sort()).toEqual([...EVENTS].sort());
		expect(new Set(host.items.map(({ id }) => id)).size).toBe(host.items.length);
		expect(sandbox.breaches).toEqual([]);
	}, 600_000);
});
