import type { IDataObject } from 'n8n-workflow';
import { ClubError } from '../../../../nodes/shared/transport/errors';
import { booking, membership, PolledLists } from '../../support/polledLists.mts';

const people = (count: number, from = 1): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ UserId: from + index, Phone: '1' }));

/** A club with this many athletes, polled for the first time. */
const started = async (count: number, events = ['Athlete.Created', 'Athlete.Deleted'], callsPerDay = 25_000) =>
	await new PolledLists(events, { callsPerDay }).begin({ athletes: people(count) });

const single = ({ calls }: PolledLists) => calls.filter((call) => call === 'GET /Athletes/{userId}').length;

describe('an athlete whom the list lacks', () => {
	it.each([25_000, 48])('is read by themselves once two whole reads lack them, 15 minutes apart: %d calls a day', async (callsPerDay) => {
		const lists = await started(2, undefined, callsPerDay);
		lists.athletes.pop();
		const reads: number[] = [];
		for (let polls = 0; polls < 40 && single(lists) === 0; polls++) {
			expect(lists.items).toEqual([]);
			await lists.poll(5 / 60);
			if (lists.calls.includes('GET /Athletes')) reads.push(lists.now);
		}
		expect([lists.items.length, single(lists)]).toEqual([1, 1]);
		expect(reads[reads.length - 1] - reads[0]).toBeGreaterThanOrEqual(15 * 60_000);
	});

	it('is not missing if the list has them again', async () => {
		const lists = await started(2);
		const [other] = lists.athletes.splice(1, 1);
		await lists.poll();
		lists.athletes.push(other);
		await lists.poll();
		lists.athletes.pop();
		expect([await lists.poll(), single(lists)]).toEqual([[], 0]);
		expect(await lists.poll()).toEqual(['Athlete.Deleted Athletes/2']);
	});

	it('is unlisted if they exist: nothing is emitted, and they are read again after a day', async () => {
		const lists = await started(2);
		lists.unlisted = lists.athletes.splice(1, 1);
		const asked: number[] = [];
		for (let poll = 0; poll < 50; poll++) {
			expect(await lists.poll()).toEqual([]);
			if (single(lists) > 0) asked.push(poll);
		}
		expect(asked).toEqual([1, 25, 49]);
		// Listed again, nobody waits for a day to see that they are gone.
		lists.athletes.push(...lists.unlisted.splice(0));
		expect(await lists.poll()).toEqual([]);
		lists.athletes.pop();
		expect([await lists.poll(), await lists.poll()]).toEqual([[], ['Athlete.Deleted Athletes/2']]);
	});

	it('is gone at the next read by themselves, a day later, if they exist no more', async () => {
		const lists = await started(2, ['Athlete.Updated', 'Athlete.Deleted']);
		lists.unlisted = lists.athletes.splice(1, 1).map((row) => ({ ...row, Phone: '2' }));
		expect(await lists.polls(2)).toEqual([]);
		lists.unlisted = [];
		expect(await lists.polls(25)).toEqual(['Athlete.Deleted Athletes/2']);
	});

	it.each([400, 403, 405])('is gone if the club refuses to give them by themselves with %i', async (status) => {
		const lists = await started(2);
		lists.athletes.pop();
		lists.failing.set('GET /Athletes/{userId}', lists.failure(status));
		expect([await lists.poll(), await lists.poll()]).toEqual([[], ['Athlete.Deleted Athletes/2']]);
	});

	it.each([
		[500, 'temporarily-unavailable'],
		[403, 'quota-exhausted'],
	] as const)('is neither gone nor unlisted while the club does not answer (%i, %s), and holds up nobody else', async (status, cause) => {
		const lists = await started(3);
		lists.athletes.splice(1);
		await lists.poll();
		let calls = 0;
		lists.onCall = (call) => {
			if (call === 'GET /Athletes/{userId}' && calls++ === 0) throw new ClubError('', { description: '', status, failure: { cause } });
		};
		expect(await lists.poll()).toEqual(['Athlete.Deleted Athletes/3']);
		expect(lists.notes.join()).toContain('could not be read by itself. A later poll tries again.');
		expect(await lists.poll()).toEqual(['Athlete.Deleted Athletes/2']);
	});
});

describe('500 athletes who leave on one day', () => {
	it('are each read once, at most 20 a poll and 100 a day; others who join and leave meanwhile do not wait', async () => {
		const lists = await started(600, ['Athlete.Created', 'Athlete.Deleted', 'Contact.Deleted']);
		lists.contacts = people(3);
		await lists.poll();
		lists.athletes.splice(0, 500);
		const told: string[] = [];
		let reads = 0;
		for (let day = 0; day < 7; day++) {
			lists.athletes.push({ UserId: 10_000 + day });
			lists.contacts.pop();
			let ofDay = 0;
			const here: string[] = [];
			for (let poll = 0; poll < 24; poll++) {
				here.push(...(await lists.poll()));
				expect(single(lists)).toBeLessThanOrEqual(20);
				ofDay += single(lists);
			}
			expect(here).toContain(`Athlete.Created Athletes/${10_000 + day}`);
			if (day < 3) expect(here).toContain(`Contact.Deleted Contacts/${3 - day}`);
			expect(ofDay).toBeLessThanOrEqual(100);
			if (day === 0) expect(lists.notes.join()).toBe('');
			told.push(...here);
			reads += ofDay;
		}
		expect(new Set(told.filter((fact) => fact.startsWith('Athlete.Deleted'))).size).toBe(500);
		expect(reads).toBe(500);
	});

	it('do not wait for those who exist although the list lacks them, however many these are', async () => {
		const lists = await started(201);
		lists.unlisted = lists.athletes.splice(0, 200);
		for (let poll = 0; poll < 106; poll++) expect(await lists.poll()).toEqual([]);
		lists.athletes.pop();
		expect([await lists.poll(), await lists.poll()]).toEqual([[], ['Athlete.Deleted Athletes/201']]);
	});

	it('the log says how many wait', async () => {
		const lists = await started(60);
		lists.athletes.splice(0, 50);
		await lists.poll();
		await lists.poll();
		expect(lists.notes).toEqual(['30 records that their lists lack wait to be read by themselves, up to 20 a poll.']);
	});
});

test('where the lists need all calls of each poll, missing records still get theirs', async () => {
	const lists = await started(9, ['Athlete.Deleted']);
	lists.otherPageSize = 3;
	lists.settings.maxCalls = 1;
	lists.athletes.splice(7);
	const told: string[] = [];
	for (let poll = 0; poll < 20; poll++) {
		told.push(...(await lists.poll()));
		// That no call was left is no failure of the club.
		expect(lists.notes).toEqual([]);
	}
	expect(told).toEqual([8, 9].map((id) => `Athlete.Deleted Athletes/${id}`));
});

describe('a booking that the list lacks', () => {
	const EVENTS = ['ClassParticipant.Deleted', 'ClassParticipant.Updated'];

	async function booked(watchedFields: string[] = []) {
		const bookings = [null, 'By phone'].map((Note, index) => booking(1, 7 + index, 5, { Note }));
		const lists = await new PolledLists(EVENTS, { watchedFields }).begin({ bookings });
		const [missing] = lists.bookings.splice(0, 1);
		return { lists, missing };
	}

	it('is gone if two reads lack it and its single record differs from the row of the list', async () => {
		const { lists, missing } = await booked();
		lists.unlisted = [{ ...missing, State: 'Cancelled' }];
		expect([await lists.poll(), await lists.poll()]).toEqual([[], ['ClassParticipant.Deleted Classes/1/Participants/7']]);
	});

	it('stays if Watched Fields is changed while it cannot be read', async () => {
		const { lists, missing } = await booked();
		lists.unlisted = [missing];
		lists.failing.set('GET /Classes/{classId}/Participants/{userId}', lists.failure(500));
		await lists.polls(2);
		lists.failing.clear();
		lists.settings.watchedFields = ['State'];
		expect(await lists.poll(0)).toEqual([]);
		expect(lists.calls).toEqual(['GET /Classes/{classId}/Participants/{userId}']);
	});

	it('stays if its single record has a value that the list leaves out, although another booking shows one', async () => {
		const { lists, missing } = await booked();
		lists.unlisted = [{ ...missing, Note: 'From the app' }];
		for (let poll = 0; poll < 60; poll++) expect(await lists.poll()).toEqual([]);
	});

	it.each([[[]], [['State']]])('stays if its single record has other properties, or its begin in another form: %j', async (watched) => {
		const { lists, missing } = await booked(watched);
		const { State, ...others } = missing;
		lists.unlisted = [{ ...others, Begin: `${String(missing.Begin)}+00:00`, Source: 'App', CanCancel: true }];
		for (let poll = 0; poll < 60; poll++) expect(await lists.poll()).toEqual([]);
		lists.bookings.unshift(missing);
		expect(State).toBe('Confirmed');
		expect(await lists.poll()).toEqual([]);
	});
});

describe('the last membership of an athlete', () => {
	it('is not the earlier one while the later one is missing or unlisted; other athletes are emitted meanwhile', async () => {
		const users = people(60).map(({ UserId }) => Number(UserId));
		const lists = await new PolledLists(['Membership.Ended'], { maxCalls: 200 }).begin({
			memberships: [
				...users.map((id) => membership(id, id, -10)),
				membership(500, 500, 0.1),
				...users.map((id) => membership(1_000 + id, id, 300)),
			],
		});
		lists.unlisted = lists.memberships.splice(61);
		expect(await lists.polls(6, 3)).toEqual(['Membership.Ended UserSubscriptions/500']);
		const [gone] = lists.unlisted.splice(0, 1);
		expect(await lists.polls(9, 12)).toEqual([`Membership.Ended UserSubscriptions/${String(gone.UserId)}`]);
	});
});
