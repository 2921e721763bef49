import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { queuedFieldsIn } from '../../../../nodes/ClubPollTrigger/causes/properties';
import { ClubError } from '../../../../nodes/shared/transport/errors';
import { drawn } from '../../../support/sample.mts';
import { booking, inDays, lesson, PolledLists } from '../../support/polledLists.mts';

const EVENTS = ['Class.Full', 'Class.PlaceFree', 'Class.HardlyBooked'];

const classAt = (ClassId: number, hours: number, MaxLocalParticipants?: number | null): IDataObject =>
	lesson(ClassId, hours / 24, { MaxLocalParticipants });

/** A club with classes, and who is booked into each of them: `-7` is athlete 7 in the queue. */
class Studio extends PolledLists {
	book(ClassId: number, ...users: number[]): void {
		const Begin = this.classes.find((one) => one.ClassId === ClassId)?.Begin;
		this.bookings = this.bookings.filter((booking) => booking.ClassId !== ClassId);
		for (const user of users) this.bookings.push({ ClassId, UserId: Math.abs(user), Begin, State: user < 0 ? 'Queued' : 'Confirmed' });
	}

	async events(hours = 1): Promise<string[]> {
		return (await this.poll(hours)).map((emitted) => emitted.replace(/^Class\.(\w+) Classes\//, '$1 '));
	}
}

describe('the places of a class', () => {
	it('are emitted when the last one is taken and when one is free again; people in the queue take none', async () => {
		const club = new Studio(EVENTS);
		club.classes = [classAt(1, 100, 2), classAt(2, 100, 2), classAt(3, 100, 9)];
		club.book(1, 7);
		club.book(2, 7, 8);
		expect(await club.events()).toEqual([]);
		club.book(1, 7, -8, -9);
		expect(await club.events()).toEqual([]);
		club.book(1, 7, 8, -9);
		club.book(2, 8);
		expect(await club.events()).toEqual(['Full 1']);
		expect(club.items).toMatchObject([
			{ ids: { classId: 1 }, record: { ClassId: 1, MaxLocalParticipants: 2 }, participants: 2, queued: 1 },
		]);
		expect(await club.events()).toEqual(['PlaceFree 2']);
		expect(club.items).toMatchObject([{ ids: { classId: 2 }, record: { ClassId: 2 }, participants: 1, queued: 0 }]);
	});

	it.each([[0], [null], [undefined]])('never count as fully booked if the number of places is, or becomes, %p', async (places) => {
		const club = new Studio(EVENTS);
		club.classes = [classAt(1, 100, places), classAt(2, 100, 2), classAt(3, 100, 9)];
		await club.events();
		club.classes[1] = classAt(2, 100, places);
		for (const id of [1, 2]) club.book(id, 1, 2, 3, 4, 5, 6, 7, 8, 9);
		expect(await club.events()).toEqual([]);
	});

	it('are emitted for a class that was published and booked up between two polls, and for full classes with Existing Records Too', async () => {
		const club = new Studio(EVENTS, { emitsExisting: true, firstPollLimit: 1 });
		club.classes = [classAt(1, 100, 1), classAt(2, 110, 1), classAt(4, 90, 1)];
		for (const id of [1, 4]) club.book(id, 7);
		expect(await club.events()).toEqual(['Full 1']);
		club.classes.push(classAt(3, 100, 1));
		club.book(3, 8);
		expect(await club.events()).toEqual(['Full 3']);
	});

	it('are emitted for no class that has begun, and are forgotten then', async () => {
		const club = new Studio([...EVENTS, 'ClassParticipant.Created']);
		club.classes = [classAt(1, 3, 1)];
		await club.events();
		club.book(1, 7);
		expect(await club.events(4)).toEqual(['ClassParticipant.Created Classes/1/Participants/7']);
		await club.events(20 * 24);
		expect(club.state?.places?.marks).toEqual([]);
	});

	it.each([[[]], [['ClassParticipant.Deleted']]])('do not change for a booking that may or may not be gone, with %j too', async (more) => {
		const club = new Studio([...EVENTS, ...more]);
		club.classes = [classAt(1, 100, 3), classAt(2, 100, 2), classAt(3, 10, 5)];
		club.book(1, 7, 8);
		club.book(2, 7, 8);
		club.book(3, 7, 8, 9);
		await club.events();
		// Athlete 7 is removed, but can still be read.
		club.unlisted = club.bookings.filter(({ UserId }) => UserId === 7).map((booking) => ({ ...booking, State: 'Removed' }));
		club.book(1, 8, 9);
		club.book(2, 8);
		club.book(3, 8, 9);
		expect(await club.events()).toEqual([]);
		expect((await club.events()).filter((emitted) => !emitted.includes('Deleted'))).toEqual(['HardlyBooked 3', 'PlaceFree 2']);
	});

	it('are not held by somebody in the queue who may or may not be gone', async () => {
		const club = new Studio(EVENTS);
		club.classes = [classAt(1, 100, 2)];
		club.book(1, 7, 8, -9);
		await club.events();
		club.book(1, 7, -9);
		expect(await club.events()).toEqual([]);
		club.book(1, 7);
		expect(await club.events()).toEqual(['PlaceFree 1']);
	});

	it('are not taken by who has left a class that was moved beyond Look Ahead, once it is moved back', async () => {
		const club = await new Studio(['Class.Full']).begin({ classes: [classAt(1, 100, 2)], bookings: [booking(1, 7, 4)] });
		for (const [days, user] of [
			[20, 7],
			[5, 8],
		]) {
			Object.assign(club, { classes: [classAt(1, days * 24, 2)], bookings: [booking(1, user, days)] });
			expect(await club.polls(4)).toEqual([]);
		}
	});

	it('are not free in an unpublished class that can still be read', async () => {
		const club = new Studio([...EVENTS, 'Class.Unpublished']);
		club.classes = [classAt(1, 100, 1), classAt(2, 100, 1)];
		club.book(1, 7);
		club.book(2, 7);
		await club.events();
		club.unlisted = club.classes.splice(0, 1);
		club.bookings = [];
		expect(await club.events()).toEqual([]);
		expect((await club.events()).sort()).toEqual(['PlaceFree 2', 'Unpublished 1']);
	});

	it('are read with the calendars and the bookings of the other events, each once', async () => {
		const club = new Studio([...EVENTS, 'Class.Updated', 'ClassParticipant.Created']);
		club.classes = [classAt(1, 100, 1)];
		await club.events();
		club.book(1, 7);
		expect((await club.poll()).sort()).toEqual(['Class.Full Classes/1', 'ClassParticipant.Created Classes/1/Participants/7']);
		expect(club.calls.sort()).toEqual([
			'GET /Classes/Bookings',
			...Array.from({ length: 3 }, () => 'GET /Classes/Calendars/{calendarType}'),
		]);
	});

	it('are those of the class itself, which one call reads, where its calendar is not due', async () => {
		const club = new Studio(EVENTS, { callsPerDay: 96, hoursBefore: 24 });
		await club.begin({ classes: [classAt(1, 100, 2), classAt(2, 25.3, 9), classAt(3, 90, 1)] });
		club.book(3, 9);
		club.classes = [classAt(1, 100, 3), classAt(2, 50, 9)];
		club.book(1, 7, 8);
		// The third class is gone, and its bookings are not yet.
		expect(await club.events(0.5)).toEqual([]);
		expect(club.calls).toEqual(['GET /Classes/Bookings', ...Array.from({ length: 3 }, () => 'GET /Classes/{classId}')]);
	});

	it('are open while the bookings were read before the class was published, by another trigger', async () => {
		const [other, club] = [['ClassParticipant.Deleted'], EVENTS].map((events) => new Studio(events, { hoursBefore: 24 }));
		await club.begin({ key: other.key, classes: [classAt(1, 100, 2)] });
		await other.poll(2);
		club.classes.push(classAt(2, 20, 2));
		club.book(2, 7, 8);
		expect(await club.events(1 + 1 / 30)).toEqual([]);
		await Object.assign(other, { bookings: club.bookings }).poll(1);
		expect(await club.events(1)).toEqual(['Full 2']);
	});

	it('of a calendar that could not be read before are learned as they are, and told when they change', async () => {
		const club = new Studio(EVENTS);
		club.failing.set('PT', new ClubError('Not found', { description: '', status: 403 }));
		club.classes = [classAt(1, 100, 2)];
		await club.events();
		club.failing.clear();
		club.otherClasses.PT = [classAt(2, 100, 1), classAt(3, 100, 1)];
		const Begin = club.otherClasses.PT[0].Begin;
		club.bookings.push({ ClassId: 2, UserId: 7, Begin, State: 'Confirmed' });
		expect([await club.events(), await club.events()]).toEqual([[], []]);
		club.bookings[0].ClassId = 3;
		expect((await club.events()).concat(await club.events()).sort()).toEqual(['Full 3', 'PlaceFree 2']);
	});

	it('are learned anew if Waiting List Is In changes', async () => {
		const club = new Studio(EVENTS);
		club.classes = [classAt(1, 100, 2)];
		club.book(1, 7, -8);
		await club.events();
		for (const booking of club.bookings) booking.Waiting = false;
		club.settings = { ...club.settings, queuedField: 'Waiting' };
		expect([await club.events(), await club.events()]).toEqual([[], []]);
		club.book(1, 7);
		for (const booking of club.bookings) booking.Waiting = false;
		expect([await club.events(), await club.events(), await club.events()]).toEqual([[], ['PlaceFree 1'], []]);
	});

	it('are counted without the Waiting List Is In, and the log says so; with No Waiting List every booking takes a place', async () => {
		const club = new Studio(EVENTS, { queuedField: 'Nothing' });
		club.classes = [classAt(1, 100, 2)];
		club.book(1, 7);
		expect(await club.events()).toEqual([]);
		expect(club.notes.join()).toMatch(/^No booking that was read has the property "Nothing"/);
		club.settings = { ...club.settings, queuedField: 'none' };
		await club.events();
		club.book(1, 7, -8);
		expect(await club.events()).toEqual(['Full 1']);
	});

	it('are compared only once the bookings were read to their end', async () => {
		const club = new Studio(EVENTS);
		club.otherPageSize = 1;
		club.classes = [classAt(1, 90, 3), classAt(2, 100, 1), classAt(3, 110, 1)];
		club.book(1, 7, 9);
		await club.events();
		club.book(2, 7);
		club.book(3, 7);
		club.settings = { ...club.settings, maxItems: 1 };
		expect(await club.events()).toEqual(['Full 2']);
		// The next poll reads the calendars and one of the bookings: who has left the first class is not known yet.
		club.book(1, 8, 9);
		club.settings = { ...club.settings, maxCalls: 6 };
		expect(await club.polls(20, 0.1)).toEqual(['Class.Full Classes/3']);
	});

	it('are emitted at the next poll where the lists need all calls of each poll', async () => {
		const club = await new Studio(['Class.Full']).begin({ classes: [classAt(1, 100, 1)] });
		club.settings = { ...club.settings, maxCalls: 1 };
		club.book(1, 7);
		expect([await club.events(), await club.events(), await club.events()]).toEqual([[], [], ['Full 1']]);
	});

	it('are emitted once the bookings can be read again', async () => {
		const club = new Studio(EVENTS, { callsPerDay: 150, hoursBefore: 24 });
		club.classes = [classAt(1, 100, 2)];
		await club.events();
		// The bookings cannot be read while a class is published and booked.
		club.failing.set('GET /Classes/Bookings', new ClubError('Busy', { description: '', status: 500 }));
		club.classes.push(classAt(2, 20, 2));
		await expect(club.events(3)).rejects.toThrow('Busy');
		club.failing.clear();
		club.book(2, 7, 8, 9);
		expect(await club.events(3)).toEqual(['Full 2']);
	});
});

describe('Class Hardly Booked', () => {
	it('is emitted once, some hours before the class begins, even without a booking, and again if it is moved', async () => {
		const club = new Studio(['Class.HardlyBooked'], { hoursBefore: 24, fewParticipants: 1 });
		club.classes = [classAt(1, 30), classAt(2, 30), classAt(3, 30, 1)];
		club.book(1, 7, 8);
		club.book(2, 7, -8);
		expect(await club.events()).toEqual([]);
		expect(await club.events(6)).toEqual(['HardlyBooked 2', 'HardlyBooked 3']);
		expect(club.items).toMatchObject([{ participants: 1, queued: 1 }, { participants: 0 }]);
		expect(await club.events()).toEqual([]);
		club.book(1, 7);
		expect([await club.events(), await club.events(), await club.events()]).toEqual([[], ['HardlyBooked 1'], []]);
		club.book(1, 7, 8);
		club.book(3, 7);
		await club.events();
		club.book(1, 8);
		club.book(3);
		expect([await club.events(), await club.events()]).toEqual([[], []]);
		club.classes[2] = classAt(3, 31);
		expect(await club.events()).toEqual(['HardlyBooked 3']);
	});

	it('refuses more hours than Look Ahead (Days) reads', async () => {
		const { settingsFrom } = await import('../../../../nodes/ClubPollTrigger/parameters');
		const options = { hoursBefore: 72, lookAhead: 2 };
		const chosen = (event: string) => ({ events: [event], firstPoll: 'fromNow', fields: { queuedField: 'State' } });
		expect(() => settingsFrom(options, chosen('Class.HardlyBooked'), 'utc')).toThrow('is longer than "Look Ahead (Days)"');
		expect(settingsFrom(options, chosen('Class.BeginsSoon'), 'utc')).toMatchObject(options);
		expect(settingsFrom({ hoursBefore: 48, lookAhead: 2 }, chosen('Class.HardlyBooked'), 'utc').hoursBefore).toBe(48);
	});
});

test.each([
	['State', [{ State: 'Confirmed' }, { State: 'Queued' }]],
	['Status', [{ Status: 'confirmed' }, { Status: 'waiting' }]],
	['IsQueued', [{ IsQueued: false }, { IsQueued: true }]],
	['Queue.Position', [{ Queue: { Position: 0 } }, { Queue: { Position: 2 } }]],
	['State', [{ State: 'Confirmed' }, { State: 'Confirmed' }]],
])('the drop-down of Waiting List Is In offers %s first, before IDs, names and dates (%j)', (path, own) => {
	const bookings = own.map((more, index) => {
		const membership = index === 0 ? 5007 : null;
		return {
			ClassId: 1 + index,
			ClassName: 'Yoga',
			UserId: 7,
			Begin: '2026-11-26T08:00:00Z',
			UserClassSubscriptionId: membership,
			...more,
		};
	});
	expect(queuedFieldsIn(bookings)[0][0]).toBe(path);
});

describe('the numbers of the club', () => {
	/** The forms in which a club shows its queue: the property, and its value for a place in the queue and for a place in the class. */
	const FORMS: ReadonlyArray<{ queuedField: string; queued: (place: number) => IDataObject[string]; free?: IDataObject[string] }> = [
		{ queuedField: 'State', queued: () => 'Queued', free: 'Confirmed' },
		{ queuedField: 'Status', queued: () => 'OnWaitingList', free: null as never },
		{ queuedField: 'IsQueued', queued: () => true, free: false },
		{ queuedField: 'IsQueued', queued: () => true },
		{ queuedField: 'QueuePosition', queued: (place) => place },
		{ queuedField: 'QueuePosition', queued: (place) => place, free: 0 },
		{ queuedField: 'QueuedAt', queued: () => '2026-04-30T10:00:00Z', free: null as never },
	];
	/** What happens between two polls: so many people book, these cancel by their places in the list, and the class has so many places. */
	const step = fc.record({
		joins: fc.nat(4),
		cancel: fc.array(fc.nat(9), { maxLength: 3 }),
		places: fc.option(fc.nat(6)),
	});

	it.each(FORMS)('decide what is emitted, whatever happens to the people and the room: %j', async ({ queuedField, queued, free }) => {
		await fc.assert(
			fc.asyncProperty(fc.nat(6), fc.nat(8), fc.array(step, { minLength: 1, maxLength: 5 }), async (places, people, steps) => {
				const club = new Studio([...EVENTS, 'ClassParticipant.OffWaitingList'], { queuedField });
				let nextId = 100;
				let booked = Array.from({ length: people }, () => nextId++);
				let room = places;
				const anchor = { ClassId: 9, UserId: 1, Begin: inDays(9), [queuedField]: queued(1) };
				const takesPlace = (index: number) => room === 0 || index < room;
				const show = () => {
					club.classes = [classAt(1, 20, room)];
					club.bookings = booked.map((UserId, index) => {
						const value = takesPlace(index) ? free : queued(index - room + 1);
						return { ClassId: 1, UserId, Begin: inDays(20 / 24), ...(value !== undefined && { [queuedField]: value }) };
					});
					club.bookings.push(anchor);
				};
				const facts = () => {
					const taken = room === 0 ? booked.length : Math.min(room, booked.length);
					const isFull = room > 0 && taken >= room;
					return { isFull, isHardly: taken <= 2 && !isFull, waiting: new Set(room === 0 ? [] : booked.slice(room)) };
				};
				show();
				await club.poll(0);
				let wasHardly = facts().isHardly;
				for (const { joins, cancel, places: other } of steps) {
					const before = facts();
					booked = booked.filter((_one, index) => !cancel.includes(index));
					booked.push(...Array.from({ length: joins }, () => nextId++));
					room = other ?? room;
					show();
					const now = facts();
					const off = booked.filter((id) => before.waiting.has(id) && !now.waiting.has(id));
					const expected = [
						...off.map((id) => `ClassParticipant.OffWaitingList Classes/1/Participants/${id}`),
						...(now.isFull && !before.isFull ? ['Full 1'] : []),
						...(!now.isFull && before.isFull ? ['PlaceFree 1'] : []),
						...(now.isHardly && !wasHardly ? ['HardlyBooked 1'] : []),
					];
					wasHardly ||= now.isHardly;
					const told: string[] = [];
					for (let poll = 0; poll < 3; poll++) told.push(...(await club.events(0.3)));
					expect(told.sort()).toEqual(expected.sort());
				}
			}),
			{ numRuns: drawn(12, 400) },
		);
	});
});
