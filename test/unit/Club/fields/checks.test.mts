import fc from 'fast-check';
import { DateTime } from 'luxon';
import { InvalidInput } from '../../../../nodes/shared/transport/errors';
import * as checks from '../../../../nodes/Club/fields/checks';
import * as dates from '../../../../nodes/Club/fields/dates';
import { nameAndTime } from '../../../../nodes/Club/fields/namedRecords';

const ZONE = 'Europe/Stockholm';
const values = { ...checks, ...dates };

describe('what a user enters is checked before a call is spent', () => {
	test('ids are whole numbers from 1 to 2147483647', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 2147483647 }), (id) => {
				expect(values.id(id, 'ID')).toBe(id);
				for (const written of [`${id}`, ` ${id} `, `  ${id}  `]) expect(values.id(written, 'ID')).toBe(id);
			}),
		);
		for (const bad of [0, -1, 2147483648, 1.5, '1.5', 'text', '', null, NaN, Infinity, '1e3', '0x10', [7], {}, '7/../8', true]) {
			expect(() => values.id(bad, 'Athlete')).toThrow(/"Athlete" must be a whole number from 1 to 2147483647/);
		}
	});

	test('a class is named by its name, and the day or the time when it begins, in the timezone of the workflow', () => {
		const day = { from: Date.parse('2026-10-25T00:00:00+02:00'), to: Date.parse('2026-10-26T00:00:00+01:00') };
		const from = Date.parse('2026-10-25T17:30:00Z');
		const begin = { from, to: from + 60_000 };
		const timed = { name: 'Yoga, level 2', day, begin };
		expect(nameAndTime(' Yoga, level 2, 2026-10-25 18:30 ', 'Class', ZONE)).toEqual(timed);
		expect(nameAndTime('Yoga, level 2 2026-10-25T18:30', 'Class', ZONE)).toEqual(timed);
		expect(nameAndTime('Yoga, level 2, 2026-10-25T17:30:00Z', 'Class', ZONE)).toEqual({ ...timed, begin: { from, to: from + 1_000 } });
		const early = nameAndTime('Yoga, 2026-10-25 9:30', 'Class', ZONE);
		expect(early).toEqual(nameAndTime('Yoga, 2026-10-25 09:30', 'Class', ZONE));
		expect(nameAndTime('7 AM Yoga, level 2, 2026-10-25 6:30pm', 'Class', ZONE)).toEqual({ ...timed, name: '7 AM Yoga, level 2' });
		expect(nameAndTime('Yoga, 2026-10-25', 'Class', ZONE)).toEqual({ name: 'Yoga', day, begin: undefined });
		expect(nameAndTime('Camp of 2026-10-24, 2026-10-25 18:30', 'Class', ZONE)).toEqual({ ...timed, name: 'Camp of 2026-10-24' });
		for (const bad of ['Yoga', '2026-10-25', '4711', 'Yoga tomorrow at 18:30', '25.10.2026 Yoga', {}, 7])
			expect(() => nameAndTime(bad, 'Class', ZONE)).toThrow('"Class" must be the name of a class and when it begins');
		for (const [short, long] of Object.entries({ '12am': '00:00', '12:30 am': '00:30', '1am': '01:00', '12pm': '12:00', '11 pm': '23:00' }))
			expect(nameAndTime(`Yoga, 2026-10-25 ${short}`, 'Class', ZONE)).toEqual(nameAndTime(`Yoga, 2026-10-25 ${long}`, 'Class', ZONE));
		for (const bad of ['Yoga, 2026-13-45', 'Yoga, 2026-10-25 25:30', 'Yoga, 2026-10-25 13pm'])
			expect(() => nameAndTime(bad, 'Class', ZONE)).toThrow('"Class" must be a date and time');
	});

	test('checks only as much of a text as may be long, so a huge text costs nothing', () => {
		for (const flood of ['a', 'a@', '@a.', ' a', '.'].map((part) => part.repeat(1_000_000))) {
			for (const check of [
				() => values.email(flood, 'E'),
				() => values.moment(flood, 'M', ZONE),
				() => values.plainDate(flood, 'D', ZONE),
				() => values.id(flood, 'I'),
				() => nameAndTime(flood, 'N', ZONE),
			])
				expect(check).toThrow(InvalidInput);
		}
	});

	test('a time with an offset is the same moment in any timezone', () => {
		fc.assert(
			fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
				const sent = values.moment(date.toISOString(), 'From', ZONE);
				expect(DateTime.fromISO(sent).toMillis()).toBe(date.getTime());
				expect(sent).toMatch(/(Z|[+-]\d\d:\d\d)$/);
			}),
		);
		expect(() => values.moment('tomorrow', 'From', ZONE)).toThrow(/"From" must be a date and time/);
	});

	test('JSON is an object, or the text of one', () => {
		expect(values.jsonObject('{"A":1}', 'More')).toEqual({ A: 1 });
		expect(values.jsonObject({ A: 1 }, 'More')).toEqual({ A: 1 });
		for (const bad of ['[1]', 'null', '{', 7, [1]]) expect(() => values.jsonObject(bad, 'More')).toThrow(/must be a JSON object/);
	});

	test('a value that is left out is blank; 0 and false are not blank', () => {
		for (const blank of [undefined, null, '', ' \n']) expect(values.isBlank(blank)).toBe(true);
		for (const given of [0, false, 'a', {}, []]) expect(values.isBlank(given)).toBe(false);
	});

	test('a number without an upper bound says so', () => {
		expect(() => values.integer(0, 'Limit', { min: 1, max: Number.MAX_SAFE_INTEGER })).toThrow(
			'"Limit" must be a whole number of at least 1, not 0',
		);
		expect(values.integer(-5, 'Offset', { min: -5, max: -5 })).toBe(-5);
		expect(values.integer('\t-5 ', 'Offset', { min: -5, max: 5 })).toBe(-5);
		for (const bad of ['a5', '5a', '- 5', '--5']) expect(() => values.integer(bad, 'Offset', { min: -9, max: 9 })).toThrow(InvalidInput);
	});

	test('each kind of value has its own error message, with the value and what to do', () => {
		const said = (check: () => unknown): string => {
			try {
				return `no error: ${String(check())}`;
			} catch (error) {
				return `${(error as InvalidInput).message} | ${(error as InvalidInput).description}`;
			}
		};
		const label = 'Field';
		expect(values.email(`${'a'.repeat(244)}@b.example`, label)).toHaveLength(254);
		expect([
			said(() => values.id({ a: 1 }, label)),
			said(() => values.email('nobody', label)),
			said(() => values.email(`${'a'.repeat(300)}@b.example`, label)),
			said(() => values.oneOf('c', label, ['a', 'b'])),
			said(() => values.boolean(1, label)),
			said(() => values.decimal('1,5', label)),
			said(() => values.text([1], label)),
			said(() => values.jsonObject('no', label)),
			said(() => values.moment('soon', label, ZONE)),
			said(() => values.plainDate('soon', label, ZONE)),
			said(() => values.interval('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', 'inclusive')),
		]).toEqual([
			'"Field" must be a whole number from 1 to 2147483647, not {"a":1} | Correct "Field". Nothing was sent.',
			'"Field" must be an email address, not "nobody" | Enter an address such as nathan@example.com. Nothing was sent.',
			'"Field" is longer than 254 characters | Enter a shorter address. Nothing was sent.',
			'"Field" must be one of a, b, not "c" | Correct "Field". Nothing was sent.',
			'"Field" must be true or false, not 1 | Correct it, or write an expression such as {{ $json.Guest === \'Yes\' }}. Nothing was sent.',
			'"Field" must be a number, not "1,5" | Write decimals with a point, such as 72.5. Nothing was sent.',
			'"Field" must be text, not [1] | Correct "Field". Nothing was sent.',
			'"Field" must be a JSON object | Enter an object such as {"Name": "value"}. Nothing was sent.',
			'"Field" must be a date and time, not "soon" | Enter a value such as 2026-03-29T18:30:00. Nothing was sent.',
			'"Field" must be a date, not "soon" | Enter a value such as 1990-05-21. Nothing was sent.',
			'"From" must be earlier than "To", but they are 2026-01-02T00:00:00Z and 2026-01-01T00:00:00Z | Correct one of them. Nothing was sent.',
		]);
	});

	test('a time may be a date object or one of n8n, and keeps its milliseconds', () => {
		const moment = DateTime.fromISO('2026-07-01T10:00:00.123', { zone: 'America/New_York' });
		expect(values.moment(moment, 'From', ZONE)).toBe('2026-07-01T10:00:00.123-04:00');
		expect(values.moment(moment.toJSDate(), 'From', ZONE)).toBe('2026-07-01T16:00:00.123+02:00');
		expect(values.moment(' 2026-07-01T10:00:00Z ', 'From', ZONE)).toBe('2026-07-01T10:00:00Z');
		expect(values.moment('2026-07-01 10:00:00 +05:00', 'From', ZONE)).toBe('2026-07-01T10:00:00+05:00');
		expect(() => values.moment(new Date(NaN), 'From', ZONE)).toThrow(InvalidInput);
	});

	test('a date may be a date object or one of n8n', () => {
		expect(values.plainDate(DateTime.fromISO('2026-07-01T23:30:00', { zone: 'America/New_York' }), 'Day', 'America/New_York')).toBe(
			'2026-07-01',
		);
		expect(values.plainDate(new Date('2026-07-01T00:30:00Z'), 'Day', ZONE)).toBe('2026-07-01');
		// A database in Stockholm gives the date as midnight there, one that knows no zones as midnight in UTC.
		const midnights = [
			'1990-05-20T22:00:00.000Z',
			new Date('1990-05-20T22:00:00Z'),
			'1990-05-20T18:00:00.000-04:00',
			'1990-05-21T00:00:00Z',
		];
		expect(midnights.map((value) => values.plainDate(value, 'Day', ZONE))).toEqual(Array(4).fill('1990-05-21'));
		expect(values.plainDate(new Date('1990-05-21T00:00:00Z'), 'Day', 'America/New_York')).toBe('1990-05-21');
		expect(values.plainDate('1990-05-21T00:00:01Z', 'Day', 'America/New_York')).toBe('1990-05-20');
		for (const bad of ['on 2026-07-01', '12026-07-01', '2026-7-1', '2026-13-01', null, 7])
			expect(() => values.plainDate(bad, 'Day', ZONE)).toThrow(InvalidInput);
	});

	test('a password has 6 to 16 characters, and the message says how many it has', () => {
		for (const given of ['123456', '1234567890123456']) expect(values.password(given, 'Password')).toBe(given);
		for (const given of ['12345', '12345678901234567'])
			expect(() => values.password(given, 'Password')).toThrow(
				expect.objectContaining({
					message: `"Password" must have 6 to 16 characters, not ${given.length}`,
					description: 'Choose another password. Nothing was sent.',
				}),
			);
	});

	test('trims an ID that only the club can validate', () => expect(values.opaqueId('  ws_1/2 ', 'ID')).toBe('ws_1/2'));
	test.each(['null', ' undefined ', 'NaN'])('the word %p of an expression is no ID that only the API can validate', (word) =>
		expect(() => values.opaqueId(word, 'ID')).toThrow('"ID" must be an ID'),
	);

	test('a value of sixty characters is shown whole, a longer one cut', () => {
		expect(() => values.id('x'.repeat(60), 'ID')).toThrow(new RegExp(`not "${'x'.repeat(60)}"$`));
		expect(() => values.id('x'.repeat(61), 'ID')).toThrow(new RegExp(`not "${'x'.repeat(60)}…"$`));
	});

	test('the error message has no invisible characters and no line breaks of the value', () => {
		const said = (value: unknown) => () => values.id(value, 'ID');
		expect(said('a\r\nb\u0000c\u202ed')).toThrow(/not "a b c d", which has an invisible character \(U\+000D\) in place 2$/);
		expect(said('\u200b\ud800')).toThrow(/not an invisible text$/);
	});

	test('refuses a value that JSON cannot hold, such as a function, in plain words', () => {
		const ring: Record<string, unknown> = {};
		ring.ring = ring;
		for (const value of [ring, [10n], { toJSON: () => undefined }]) {
			for (const check of [values.id, values.email, values.text, values.boolean, values.decimal])
				expect(() => check(value, 'V')).toThrow(InvalidInput);
			expect(() => values.jsonObject(value, 'V')).toThrow('"V" must be a JSON object');
		}
		expect(() => values.oneOf(undefined, 'V', ['a'])).toThrow('"V" must be one of a, not nothing');
		expect(() => values.id(ring, 'V')).toThrow(/not a value that is not JSON$/);
	});

	test('refuses half of a surrogate pair, since no URL can hold it; takes a whole emoji', () => {
		for (const half of ['\ud83d', 'a\ude00b']) expect(() => values.name(half, 'Origin')).toThrow('"Origin" is spoilt');
		expect(values.name('😀', 'Origin')).toBe('😀');
	});

	test('a date that does not exist, or of a year without four digits, is refused', () => {
		const nonsense = [
			new Date(NaN),
			DateTime.invalid('nonsense'),
			DateTime.utc(12026, 1, 1),
			new Date(8.64e15),
			'0000-01-01',
			'+275760-09-13',
			{ toString: 7 },
			['2026-01-01'],
			null,
			7,
		];
		for (const bad of nonsense) {
			expect(() => values.plainDate(bad, 'Day', ZONE)).toThrow(/"Day" must be a date, not/);
			expect(() => values.moment(bad, 'From', ZONE)).toThrow(/"From" must be a date and time, not/);
		}
		for (const bad of ['1990-05-21<b>', '1990-05-2100']) expect(() => values.plainDate(bad, 'Day', ZONE)).toThrow(InvalidInput);
		for (const bad of ['2026-01-01T00:00:00+99:00', '2026-01-01T00:00:00-14:01'])
			expect(() => values.moment(bad, 'From', ZONE)).toThrow(InvalidInput);
		expect(values.moment('2026-01-01T00:00:00+14:00', 'From', ZONE)).toBe('2026-01-01T00:00:00+14:00');
		expect([values.plainDate('0001-01-01', 'Day', ZONE), values.plainDate('9999-12-31 23:00', 'Day', ZONE)]).toEqual([
			'0001-01-01',
			'9999-12-31',
		]);
		expect(values.moment('9999-12-31T23:59:59Z', 'From', ZONE)).toBe('9999-12-31T23:59:59Z');
	});
});
