import { addClassOfTomorrow, fillForExamples } from '../../../../dev/demo/exampleClub.mts';
import { makeClub } from '../../../../sandbox/club.mts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Around midnight, where a class may slip into another day, and at noon. */
const MOMENTS = ['00:17', '12:00', '23:59'].map((time) => Date.parse(`2026-11-21T${time}:00Z`));

describe.each(MOMENTS)('The example club, filled at %i', (now) => {
	const club = makeClub(1, 50, 7, now, 'http://127.0.0.1');
	fillForExamples(club, now);

	test.each([0, 1, 23])('has a class %i hours later that begins a day after that, with a booking and a waiting athlete', (later) => {
		addClassOfTomorrow(club, now + later * HOUR);
		const from = Math.floor((now + later * HOUR) / HOUR) * HOUR + DAY;
		const begins = new Set(
			[...club.classes.values()]
				.filter(({ CalendarType, Published }) => CalendarType === 'Club' && Published)
				.filter(({ Begin }) => Date.parse(Begin) >= from && Date.parse(Begin) < from + HOUR)
				.map(({ ClassId }) => ClassId),
		);
		const states = club.bookings.filter(({ ClassId }) => begins.has(ClassId)).map(({ State }) => State);
		expect(states).toEqual(expect.arrayContaining(['Confirmed', 'Queued']));
	});

	test('adds that class only once', () => {
		const before = club.classes.size;
		for (const later of [30.1, 30.2, 30.3]) addClassOfTomorrow(club, Math.floor(now / HOUR) * HOUR + later * HOUR);
		expect(club.classes.size).toBe(before + 1);
	});

	test('has a membership that ends within two weeks, and a card with one visit left', () => {
		const active = [...club.userSubscriptions.values()].filter(
			({ From, To, Disabled }) => !Disabled && Date.parse(From) <= now && Date.parse(To) > now,
		);
		expect(active.some(({ To }) => Date.parse(To) < now + 14 * DAY)).toBe(true);
		expect(active.some(({ MaxActivities, AvailableActivities }) => MaxActivities > 0 && AvailableActivities === 1)).toBe(true);
	});
});
