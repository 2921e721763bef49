import { DateTime } from 'luxon';
import { PROPERTIES } from '../../nodes/shared/api/properties.ts';
import type { CalendarType, ClubClass } from '../../sandbox/types.mts';
import { testClub } from '../support/club.mts';
import { locator, parametersOf } from '../support/node.mts';
import { search } from '../support/picker.mts';
import { classesIn } from '../support/shown.mts';

const club = testClub();
const getCalendar = (more = {}) => ({ resource: 'class', operation: 'getCalendar', calendarType: 'Club', ...more });
const published = (type: CalendarType): ClubClass[] =>
	[...club.sandbox.club.classes.values()].filter(({ CalendarType: own, Published }) => own === type && Published);
const answered = (records: ClubClass[]) => classesIn(club.sandbox, records);
/** Classes by their times, in the order in which a calendar gives them. */
const inCalendar = (classes: ClubClass[]) => (club.sandbox.dialect.calendarOrder === 'ascending' ? classes : [...classes].reverse());
const wide = { from: '2026-01-01T00:00:00', to: '2099-01-01T00:00:00' };

describe('class: get', () => {
	test('reads each class once for many items', async () => {
		const [spinning, yoga] = published('Club');
		const items = [spinning, yoga, spinning].map(({ ClassId }) => ({ id: ClassId }));
		const { rows } = await club.run({ resource: 'class', operation: 'get', classId: locator('id', '={{ $json.id }}') }, { items });
		expect(rows).toEqual(answered([spinning, yoga, spinning]));
		expect(club.calls()).toEqual([`GET /Classes/${spinning.ClassId}`, `GET /Classes/${yoga.ClassId}`]);
	});

	test('Simplify returns the class, its local time and its instructor', async () => {
		Object.assign(club.sandbox.dialect, { names: 'name', classTimes: 'local' });
		const [one] = published('Club');
		const { rows } = await club.run(parametersOf('class.get', { classId: locator('id', one.ClassId), options: { simplify: true } }));
		const local = (time: string) => DateTime.fromISO(time, { zone: 'Europe/Stockholm' }).toISO({ suppressMilliseconds: true });
		const [shown] = answered([{ ...one, Begin: local(one.Begin)!, End: local(one.End)! }]);
		const names = ['Name', 'Begin', 'End', 'Instructor', ...PROPERTIES.class.filter((name) => name !== 'Begin')];
		expect(Object.entries(rows[0])).toEqual(names.map((name) => [name, shown[name]]));
		const told = await club.run(parametersOf('class.get', { classId: locator('id', one.ClassId) }), { tool: true });
		expect(Date.parse(String(told.rows[0].Begin))).toBe(Date.parse(one.Begin));
	});
});

describe('class: get calendar', () => {
	test.each(['Club', 'PT', 'Services'] as const)('gives the published classes of %s', async (calendarType) => {
		const { rows } = await club.run(getCalendar({ ...wide, calendarType, returnAll: true, options: { pageSize: 40 } }));
		expect(rows).toEqual(answered(inCalendar(published(calendarType))));
	});
});

describe('the class drop-down', () => {
	const now = DateTime.now().setZone('Europe/Stockholm');
	const near = (type: CalendarType) =>
		published(type).filter(({ Begin }) => Begin >= now.toUTC().toISO()! && Begin < now.startOf('day').plus({ days: 15 }).toUTC().toISO()!);

	const nearAll = () =>
		(['Club', 'PT', 'Services'] as const).flatMap(near).sort((a, b) => Date.parse(a.Begin) - Date.parse(b.Begin) || a.ClassId - b.ClassId);
	const timesOf = (results: Array<{ value: unknown }>): string[] =>
		results.map(({ value }) => club.sandbox.club.classes.get(value as number)!.Begin);

	test('shows coming classes of all calendars by time, with name, day and hour, in one call for each calendar', async () => {
		const first = await search(club.sandbox, 'searchClasses');
		const [spinning] = nearAll();
		const begin = DateTime.fromISO(spinning.Begin, { zone: 'Europe/Stockholm', locale: 'en' }).toFormat('ccc d LLL HH:mm');
		expect(first.results[0]).toEqual({
			name: `${spinning.Name}, ${begin}`,
			value: spinning.ClassId,
		});
		expect(first.results.map(({ value }) => value).sort()).toEqual(
			nearAll()
				.map(({ ClassId }) => ClassId)
				.sort(),
		);
		expect(timesOf(first.results)).toEqual([...timesOf(first.results)].sort());
		expect(first.paginationToken).toBeUndefined();
		expect(club.sandbox.requests.map(({ route }) => route)).toEqual(Array(3).fill('GET /Classes/Calendars/{calendarType}'));
		const [from, to] = ['from', 'to'].map((name) => Date.parse(String(club.sandbox.requests[0].query[name])));
		const beyond = [Date.now() - from, to - now.startOf('day').plus({ days: 15 }).toMillis()];
		expect(beyond.map((ms) => Math.floor(ms / 43_200_000))).toEqual([1, 1]);
	});

	test.each([
		['today', 0, 'today'],
		['tomorrow', 1, 'tomorrow'],
		['its weekday', 2, 'cccc'],
		['its date', 3, 'yyyy-MM-dd'],
		['its date in words', 3, 'd LLLL'],
		[
			'its date in words, on the first of a month',
			Array.from({ length: 14 }, (_, days) => days).find((days) => now.plus({ days }).day === 1) ?? 3,
			'd LLLL',
		],
	])('finds the classes of a day by %s', async (_, days, format) => {
		const day = now.setLocale('en').plus({ days });
		const filter = /day|morrow/.test(format) ? format : day.toFormat(format);
		const { results } = await search(club.sandbox, 'searchClasses', { filter });
		const isMeant = ({ Begin }: ClubClass) => {
			const begin = DateTime.fromISO(Begin, { zone: 'Europe/Stockholm', locale: 'en' });
			return format === 'cccc' ? begin.weekday === day.weekday : begin.hasSame(day, 'day');
		};
		const meant = nearAll().filter(isMeant);
		expect(results.map(({ value }) => value).sort()).toEqual(meant.map(({ ClassId }) => ClassId).sort());
	});

	test('finds a service by its name and a class outside the list by its ID', async () => {
		const massages = near('Services').filter(({ Name }) => Name === 'Massage');
		const found = await search(club.sandbox, 'searchClasses', { filter: 'massage' });
		expect(found.results.map(({ value }) => value)).toEqual(massages.map(({ ClassId }) => ClassId));
		expect(club.calls().length).toBeLessThanOrEqual(3);
		const { ClassId } = published('Club').at(-1)!;
		expect((await search(club.sandbox, 'searchClasses', { filter: String(ClassId) })).results.map(({ value }) => value)).toEqual([ClassId]);
	});
});
