import type { IDataObject } from 'n8n-workflow';
import { PolledLists } from '../../support/polledLists.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAY_POLLS = 24;
const MINUTE = 1 / 60;

const people = (count: number, from = 1): IDataObject[] => Array.from({ length: count }, (_, index) => ({ UserId: from + index }));

const ofDeleted = (facts: string[]) => facts.filter((fact) => fact.startsWith('Athlete.Deleted'));

/** A club with this many athletes, polled for the first time. */
async function started(count: number, events = ['Athlete.Created', 'Athlete.Deleted'], callsPerDay = 400) {
	const lists = new PolledLists(events, { callsPerDay });
	lists.athletes = people(count);
	await lists.poll();
	return lists;
}

const single = ({ calls }: PolledLists) => calls.filter((call) => call === 'GET /Athletes/{userId}').length;

describe('many athletes who leave on one day', () => {
	it.each<[interval: string, leave: number, hours: number, days: number, before: number]>([
		['hour, 500, by a trigger that has polled for a day', 500, 1, 1.5, DAY_POLLS],
		['hour, 500, by a new trigger', 500, 1, 3, 0],
		['day, 500', 500, 24, 25, 0],
		['minute, 100', 100, MINUTE, 1.1, 0],
	])('are each emitted after a single read, and so are those who join meanwhile: polls every %s', async (_, leave, hours, days, before) => {
		const lists = await started(leave + 100);
		for (let poll = 0; poll < before; poll++) await lists.poll(hours);
		lists.athletes.splice(0, leave);
		const told = new Set<string>();
		const spent: Array<[at: number, calls: number]> = [];
		const begun = lists.now;
		let [reads, waited, joined] = [0, 0, 1_000];
		lists.athletes.push({ UserId: joined });
		while (told.size < leave && lists.now - begun < 40 * DAY) {
			const facts = await lists.poll(hours);
			for (const fact of ofDeleted(facts)) told.add(fact);
			expect(single(lists)).toBeLessThanOrEqual(20);
			reads += single(lists);
			spent.push([lists.now, lists.calls.length]);
			waited += hours;
			if (!facts.includes(`Athlete.Created Athletes/${joined}`)) continue;
			// The lists keep four fifths of the calls, here one in 4.5 minutes.
			expect(waited).toBeLessThanOrEqual(Math.max(hours, 0.1));
			waited = 0;
			lists.athletes.push({ UserId: ++joined });
		}
		expect(told.size).toBe(leave);
		expect(reads).toBe(leave);
		expect(lists.now - begun).toBeLessThanOrEqual(days * DAY);
		for (const [end] of spent.filter((_one, index) => index % 20 === 0)) {
			const inDay = spent.filter(([at]) => at <= end && at > end - DAY + HOUR);
			expect(inDay.reduce((sum, [, calls]) => sum + calls, 0)).toBeLessThanOrEqual(400);
		}
	});
});

test('500 athletes who vanish from the list and stay readable are not emitted, and cost 20 calls a day in the end', async () => {
	const lists = await started(600);
	lists.unlisted = lists.athletes.splice(0, 500);
	const perDay: number[] = [];
	for (let day = 0; day < 8; day++) {
		perDay.push(0);
		for (let poll = 0; poll < DAY_POLLS; poll++) {
			expect(await lists.poll()).toEqual([]);
			perDay[day] += single(lists);
		}
	}
	expect(perDay.slice(0, -5).reduce((sum, calls) => sum + calls, 0)).toBeGreaterThan(500);
	expect(perDay.slice(-5)).toEqual([20, 20, 20, 20, 20]);
	expect(lists.problem).toBeUndefined();

	// Who is gone later is found, and who is listed again is not new.
	const [gone] = lists.unlisted.splice(0, 1);
	lists.athletes.unshift(...lists.unlisted.splice(0, 490));
	const facts: string[] = [];
	for (let poll = 0; poll < 2 * DAY_POLLS; poll++) facts.push(...(await lists.poll()));
	expect(facts.filter((fact) => fact !== `Athlete.Deleted Athletes/${String(gone.UserId)}`)).toEqual([]);
});

describe('500 old memberships that vanish from the list and stay readable', () => {
	const row = (id: number, now: number, days: number): IDataObject => ({
		UserClassSubscriptionId: id,
		UserId: id,
		To: new Date(now + days * DAY).toISOString(),
	});

	it.each<[interval: string, hours: number, days: number]>([
		['hour', 1, 4],
		['day', 24, 26],
	])('are not emitted, and delay no read and no new member: polls every %s', async (_interval, hours, days) => {
		const lists = new PolledLists(['UserSubscription.Created', 'UserSubscription.Deleted', 'Membership.Ended'], { callsPerDay: 400 });
		lists.pageSize = 5_000;
		lists.memberships = Array.from({ length: 600 }, (_one, index) => row(index + 1, lists.now, index < 500 ? -300 : 300));
		await lists.poll(hours);
		lists.unlisted = lists.memberships.splice(0, 500);
		const alone = () => lists.calls.filter((call) => call === 'GET /UserSubscriptions/{userSubscriptionId}').length;
		const asked: number[] = [];
		for (let day = 0; day < days; day++) {
			asked.push(0);
			for (let poll = 0; poll < 24 / hours; poll++) {
				const id = 3_000 + day * 24 + poll;
				lists.memberships.push(row(id, lists.now, 400));
				expect(await lists.poll(hours)).toEqual([`UserSubscription.Created UserSubscriptions/${id}`]);
				expect(lists.calls.filter((call) => call === 'GET /UserSubscriptions')).toHaveLength(1);
				asked[day] += alone();
			}
		}
		// All are read once: with hourly polls within three days, with daily ones in 25. After that, 20 calls a day look at them again.
		expect(asked.slice(-1)).toEqual([20]);
		expect(asked.reduce((sum, calls) => sum + calls, 0)).toBeGreaterThanOrEqual(500);
	});
});

describe('a booking that the list lacks', () => {
	const EVENTS = ['ClassParticipant.Deleted', 'ClassParticipant.Updated'];

	async function booked() {
		const lists = new PolledLists(EVENTS);
		const Begin = new Date(lists.now + 5 * DAY).toISOString();
		lists.bookings = [7, 8].map((UserId) => ({ ClassId: 1, UserId, Begin, State: 'Confirmed', Note: null }));
		await lists.poll();
		const [booking] = lists.bookings.splice(0, 1);
		return { lists, booking };
	}

	it('is gone at the second read if its single record differs from the row of the list', async () => {
		const { lists, booking } = await booked();
		lists.unlisted = [{ ...booking, State: 'Cancelled' }];
		expect([await lists.poll(0.1), await lists.poll(0.1), await lists.poll(0.1), await lists.poll(0.1)]).toEqual([
			[],
			[],
			[],
			['ClassParticipant.Deleted Classes/1/Participants/7'],
		]);
	});

	it('stays if its single record has a value that the list leaves out, as for other bookings', async () => {
		const { lists, booking } = await booked();
		lists.unlisted = [{ ...booking, Note: 'From the app' }];
		for (let poll = 0; poll < 60; poll++) expect(await lists.poll()).toEqual([]);
	});

	it('stays if its single record has more or fewer properties, or its begin in another form', async () => {
		const { lists, booking } = await booked();
		const { State, ...others } = booking;
		lists.unlisted = [{ ...others, Begin: String(booking.Begin).replace('.000Z', '+00:00'), Source: 'App', CanCancel: true }];
		for (let poll = 0; poll < 60; poll++) expect(await lists.poll()).toEqual([]);
		lists.bookings.unshift(booking);
		expect(State).toBe('Confirmed');
		expect(await lists.poll()).toEqual([]);
	});
});

test('with few calls, missing records are read before those that are known to be unlisted', async () => {
	const lists = new PolledLists(['ClassParticipant.Deleted', 'UserSubscription.Deleted']);
	lists.pageSize = 100;
	lists.memberships = Array.from({ length: 40 }, (_one, index) => ({ UserClassSubscriptionId: index + 1, UserId: index + 1 }));
	lists.bookings = [{ ClassId: 1, UserId: 7, Begin: new Date(lists.now + 9 * DAY).toISOString() }];
	await lists.poll();
	lists.unlisted = lists.memberships.splice(0, 30);
	for (let poll = 0; poll < 4; poll++) await lists.poll(1);
	await lists.poll(30);
	// Two for the lists, and one more.
	lists.settings.maxCalls = 3;
	await lists.poll(24);
	lists.bookings = [];
	expect(await lists.poll()).toEqual(['ClassParticipant.Deleted Classes/1/Participants/7']);
});

describe('the last membership of an athlete', () => {
	const after = (now: number, days: number) => new Date(now + days * DAY).toISOString();

	it('is not the earlier one while the later one is missing or unlisted; other athletes are emitted meanwhile', async () => {
		const lists = new PolledLists(['Membership.Ended'], { callsPerDay: 25_000, maxCalls: 200 });
		const { now } = lists;
		const rows = (userId: number): IDataObject[] => [
			{ UserClassSubscriptionId: userId, UserId: userId, To: after(now, -10) },
			{ UserClassSubscriptionId: 1_000 + userId, UserId: userId, To: after(now, 300) },
		];
		const users = Array.from({ length: 60 }, (_, index) => rows(index + 1));
		const ending = { UserClassSubscriptionId: 500, UserId: 500, To: after(now, 0.1) };
		lists.memberships = [...users.map(([old]) => old), ending, ...users.map(([, last]) => last)];
		await lists.poll();
		lists.unlisted = lists.memberships.splice(61);
		const facts: string[] = [];
		for (let poll = 0; poll < 6; poll++) facts.push(...(await lists.poll(3)));
		expect(facts).toEqual(['Membership.Ended UserSubscriptions/500']);
		const [gone] = lists.unlisted.splice(0, 1);
		for (let poll = 0; poll < 9; poll++) facts.push(...(await lists.poll(12)));
		expect(facts.slice(1)).toEqual([`Membership.Ended UserSubscriptions/${String(gone.UserId)}`]);
	});
});
