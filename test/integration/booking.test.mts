import { DateTime } from 'luxon';
import type { Booking, ClubClass } from '../../sandbox/types.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';
import { bookingsIn } from '../support/shown.mts';

const ZONE = 'Europe/Stockholm';

const club = testClub();
const getAll = (more = {}) => ({ resource: 'booking', operation: 'getAll', ...more });

/** The bookings in the order of §4.4. */
const bookings = (): Booking[] =>
	[...club.sandbox.club.bookings].sort((a, b) => Date.parse(a.Begin) - Date.parse(b.Begin) || a.ClassId - b.ClassId || a.UserId - b.UserId);

const answered = (records: Booking[]) => bookingsIn(club.sandbox, records);

describe('bookings', () => {
	test.each([
		['state', 'takingPart', 'Confirmed'],
		['status', 'waiting', 'Queued'],
		['isQueued', 'waiting', 'Queued'],
	] as const)('by place, in a club that shows it as %s: %s', async (participation, place, state) => {
		Object.assign(club.sandbox.dialect, { participation, bounds: 'instant' });
		const { Begin: to } = bookings().at(-9)!;
		const { rows } = await club.run(getAll({ returnAll: true, filters: { place, to }, options: { newestFirst: true } }));
		expect(rows).toEqual(answered(bookings().filter(({ State, Begin }) => State === state && Begin < to)).reverse());
	});

	test('a class that is not published says so', async () => {
		const { error } = await club.run(getAll({ filters: { classId: locator('id', 1) } }));
		expect(error?.description).toMatch(/no published class/);
	});

	test('Simplify gives the class, the time and the state first', async () => {
		Object.assign(club.sandbox.dialect, { participation: 'state', cursors: 'both', nulls: 'given' });
		const names = ['ClassName', 'BookActorName', 'Begin', 'State', 'TotalCredits', 'ClassId', 'UserId', 'BookActorId'];
		const { rows } = await club.run(getAll({ limit: 1, options: { simplify: true } }));
		expect(Object.keys(rows[0])).toEqual(names);
	});
});

describe('a class by its name and when it begins', () => {
	const DAY = 86_400_000;
	const CALENDAR = 'GET /Classes/Calendars/{calendarType}';
	const inZone = (begin: string) => DateTime.fromISO(begin, { zone: ZONE });
	const dayOf = ({ Begin }: ClubClass) => inZone(Begin).toISODate()!;
	const at = ({ Name, Begin }: ClubClass) => `${Name}, ${inZone(Begin).toFormat('yyyy-MM-dd HH:mm')}`;
	const calendar = (type: string) =>
		[...club.sandbox.club.classes.values()].filter(
			({ CalendarType, Published, Begin }) => CalendarType === type && Published && Date.parse(Begin) > Date.now() + DAY,
		);
	const book = (name: string, more = {}) => ({
		...{ resource: 'booking', operation: 'create', classId: locator('nameAndTime', name) },
		...{ userId: locator('id', anybody()), ...more },
	});
	const anybody = () => [...club.sandbox.club.athletes.values()].find(({ IsDemo }) => !IsDemo)!.UserId;
	const takesPart = (classId: number, userId = anybody()) =>
		club.sandbox.club.bookings.some(({ ClassId, UserId }) => ClassId === classId && UserId === userId);
	const reads = () => club.calls().filter((call) => call.startsWith('GET /Classes/Calendars/'));

	test('is booked, whatever the case of its name, with one look-up for all items', async () => {
		const [chosen] = calendar('Club').filter(({ ClassId }) => !takesPart(ClassId));
		const [, other] = [...club.sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo);
		const name = at(chosen).toUpperCase();
		const items = [{ who: anybody() }, { who: other.UserId }];
		const { error } = await club.run(book(name, { userId: locator('id', '={{ $json.who }}') }), { items, timezone: ZONE });
		expect([error, ...items.map(({ who }) => takesPart(chosen.ClassId, who))]).toEqual([undefined, true, true]);
		expect(reads()).toHaveLength(1);
	});

	test('is looked for on the day of its own item', async () => {
		const free = calendar('Club').filter(({ ClassId }) => !takesPart(ClassId));
		const chosen = [free[0], free.find((one) => dayOf(one) !== dayOf(free[0]))!];
		const items = chosen.map((one) => ({ name: at(one) }));
		const { error } = await club.run(book('={{ $json.name }}'), { items, timezone: ZONE });
		expect([error, ...chosen.map(({ ClassId }) => takesPart(ClassId))]).toEqual([undefined, true, true]);
	});

	test('of another calendar is found, too, by its day where it is the only one', async () => {
		const [chosen] = calendar('Services').filter(
			(one) => calendar('Services').filter((other) => other.Name === one.Name && dayOf(other) === dayOf(one)).length === 1,
		);
		chosen.Name = 'Massage by Ida';
		await club.run(book(`Massage by Ida, ${dayOf(chosen)}`), { timezone: ZONE });
		expect(takesPart(chosen.ClassId)).toBe(true);
		expect(reads()).toHaveLength(3);
	});

	test('is taken off', async () => {
		const booking = bookings().find(
			({ ClassId, Begin }) => Date.parse(Begin) > Date.now() + DAY && calendar('Club').some((one) => one.ClassId === ClassId),
		)!;
		const chosen = club.sandbox.club.classes.get(booking.ClassId)!;
		const parameters = { ...book(at(chosen)), operation: 'delete', userId: locator('id', booking.UserId) };
		const { rows } = await club.run(parameters, { timezone: ZONE });
		expect(rows[0].deleted).toBe(true);
		expect(bookings()).not.toContainEqual(booking);
	});

	test('that two classes have is booked in none, and the error names both', async () => {
		const [one, other] = calendar('Club').filter((some, _, all) => dayOf(some) === dayOf(all[0]));
		other.Name = one.Name;
		const { error } = await club.run(book(`${one.Name}, ${dayOf(one)}`), { timezone: ZONE });
		expect(error?.message).toContain(`classes with the name "${one.Name}" begin on that day`);
		for (const { ClassId } of [one, other]) expect(error?.description).toContain(`(ID ${ClassId})`);
		expect(club.calls().filter((call) => !call.startsWith('GET'))).toEqual([]);
	});

	test('that a second calendar has on that day is booked in none, unless its time is given', async () => {
		const [one] = calendar('Club').filter(({ ClassId }) => !takesPart(ClassId));
		const [other] = calendar('Services').filter(({ ClassId }) => !takesPart(ClassId));
		one.Name = 'Open house';
		Object.assign(other, { Name: one.Name, Begin: inZone(one.Begin).plus({ minutes: 1 }).toUTC().toISO() });
		const { error } = await club.run(book(`Open house, ${dayOf(one)}`), { timezone: ZONE });
		expect(error?.message).toBe('2 classes with the name "Open house" begin on that day');
		expect(takesPart(one.ClassId)).toBe(false);
		await club.run(book(at(one)), { timezone: ZONE });
		expect([takesPart(one.ClassId), takesPart(other.ClassId)]).toEqual([true, false]);
	});

	test('is found in a club that keeps a calendar from the key, and an error says which', async () => {
		const refusePT = () => club.sandbox.inject({ kind: 'status', status: 403, match: { route: CALENDAR, nth: 2 } });
		const [chosen] = calendar('Services').filter(({ ClassId }) => !takesPart(ClassId));
		chosen.Name = 'Massage by Ida';
		refusePT();
		await club.run(book(at(chosen)), { timezone: ZONE });
		expect(takesPart(chosen.ClassId)).toBe(true);
		refusePT();
		const { error } = await club.run(book(`Spinnning, ${dayOf(chosen)}`), { timezone: ZONE });
		expect(error?.description).toContain('It does not give the calendar PT.');
	});

	test('that cannot be looked up is booked in none, and the error is about no list of the user', async () => {
		club.sandbox.inject({ kind: 'status', status: 403, match: { route: CALENDAR, every: true } });
		const { error } = await club.run(book(at(calendar('Club')[0])), { timezone: ZONE });
		expect(error?.message).toBe('The club does not allow this');
		expect(error?.description).not.toContain('rows were read');
	});
});
