import type { Booking } from '../../sandbox/types.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';
import { bookingsIn } from '../support/shown.mts';

const club = testClub();
const getAll = (more = {}) => ({ resource: 'booking', operation: 'getAll', ...more });

/** The bookings in the order of §4.4. */
const bookings = (): Booking[] =>
	[...club.sandbox.club.bookings].sort((a, b) => Date.parse(a.Begin) - Date.parse(b.Begin) || a.ClassId - b.ClassId || a.UserId - b.UserId);

const answered = (records: Booking[]) => bookingsIn(club.sandbox, records);

describe('bookings', () => {
	test('of the club come in order, page after page', async () => {
		const { rows } = await club.run(getAll({ returnAll: true }));
		expect(rows).toEqual(answered(bookings()));
		expect(club.calls()).toHaveLength(Math.floor(bookings().length / 500) + 1);
	});

	test('of a class, and of an athlete by address', async () => {
		const { ClassId, UserId } = bookings()[100];
		const { Email } = club.sandbox.club.athletes.get(UserId)!;
		const ofClass = await club.run(getAll({ filters: { classId: locator('id', ClassId) } }));
		expect(ofClass.rows).toEqual(answered(bookings().filter((booking) => booking.ClassId === ClassId)));
		expect(club.calls()).toEqual([`GET /Classes/${ClassId}/Bookings?count=50`]);
		const ofAthlete = await club.run(getAll({ returnAll: true, filters: { userId: locator('email', Email) } }));
		expect(ofAthlete.rows).toEqual(answered(bookings().filter((booking) => booking.UserId === UserId)));
		expect(club.calls()[1]).toBe(`GET /Athletes/${UserId}/Bookings?count=500`);
	});

	test('From is inclusive, To is exclusive', async () => {
		const times = [...new Set(bookings().map(({ Begin }) => Begin))];
		const [from, to] = [times[3], times[6]];
		const { rows } = await club.run(getAll({ returnAll: true, filters: { from, to } }));
		expect(rows).toEqual(answered(bookings().filter(({ Begin }) => Begin >= from && Begin < to)));
		expect(new Set(rows.map(({ Begin }) => Date.parse(String(Begin))))).toEqual(new Set(times.slice(3, 6).map((time) => Date.parse(time))));
	});

	test('with only To, the most recent come first, page after page', async () => {
		const { Begin: to } = bookings()[300];
		const { rows } = await club.run(getAll({ returnAll: true, filters: { to }, options: { pageSize: 50 } }));
		expect(rows).toEqual(
			answered(
				bookings()
					.filter(({ Begin }) => Begin < to)
					.reverse(),
			),
		);
	});

	test('a time without an offset is in the timezone of the workflow', async () => {
		await club.run(getAll({ limit: 1, filters: { from: '2026-07-01T08:00:00' } }), { timezone: 'America/New_York' });
		expect(club.sandbox.requests[0].query.from).toBe('2026-07-01T08:00:00-04:00');
	});

	test.each([
		[{ from: '2026-07-01T08:00:00', to: '2026-07-01T08:00:00' }, /"From" must be earlier than "To"/],
		[{ from: '2026-07-02T08:00:00', to: '2026-07-01T08:00:00' }, /"From" must be earlier than "To"/],
		[{ from: 'tomorrow' }, /"From" must be a date and time/],
		[{ classId: locator('id', 7), userId: locator('id', 7) }, /by class or by athlete, but not by both/],
		[{ classId: locator('id', 'seven') }, /"Class"/],
	])('%j is refused without a call', async (filters, message) => {
		const { error } = await club.run(getAll({ filters }));
		expect(error?.message).toMatch(message);
		expect(club.calls()).toEqual([]);
	});

	test('a class that is not published says so', async () => {
		const { error } = await club.run(getAll({ filters: { classId: locator('id', 1) } }));
		expect(error?.description).toMatch(/no published class/);
	});

	describe('the newest first', () => {
		const begins = (rows: Array<Record<string, unknown>>) => rows.map(({ Begin }) => Date.parse(String(Begin)));
		const all = () => club.sandbox.club.bookings.map(({ Begin }) => Date.parse(Begin)).sort((a, b) => b - a);

		test('are those of the latest classes', async () => {
			const { rows } = await club.run(getAll({ limit: 30, options: { newestFirst: true } }));
			expect(begins(rows)).toEqual(all().slice(0, 30));
		});

		test('end where the user wants them to begin', async () => {
			const from = new Date(Date.now() - 86_400_000).toISOString();
			const { rows } = await club.run(getAll({ returnAll: true, filters: { from }, options: { newestFirst: true, pageSize: 100 } }));
			expect(begins(rows)).toEqual(all().filter((begin) => begin >= Date.parse(from)));
			for (const { query } of club.sandbox.requests) expect(query).not.toHaveProperty('from');
		});
	});

	test('Simplify gives the class, the time and the state first', async () => {
		Object.assign(club.sandbox.dialect, { participation: 'state', cursors: 'both', nulls: 'given' });
		const names = ['ClassName', 'BookActorName', 'Begin', 'State', 'TotalCredits', 'ClassId', 'UserId', 'BookActorId'];
		const { rows } = await club.run(getAll({ limit: 1, options: { simplify: true } }));
		expect(Object.keys(rows[0])).toEqual(names);
	});
});
