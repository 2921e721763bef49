import fc from 'fast-check';
import { DateTime } from 'luxon';
import { InvalidInput } from '../../nodes/shared/errors';
import * as values from '../../nodes/shared/values';

const ZONE = 'Europe/Stockholm';

describe('what a user enters is checked before a call is spent', () => {
	test('ids are whole numbers from 1 to 2147483647', () => {
		fc.assert(fc.property(fc.integer({ min: 1, max: 2147483647 }), (id) => {
			expect(values.id(id, 'ID')).toBe(id);
			expect(values.id(` ${id} `, 'ID')).toBe(id);
		}));
		for (const bad of [0, -1, 2147483648, 1.5, '1.5', 'text', '', null, NaN, Infinity, '1e3', '0x10', [7], {}, '7/../8', true]) {
			expect(() => values.id(bad, 'Athlete')).toThrow(/"Athlete" must be a whole number from 1 to 2147483647/);
		}
	});

	test('emails are trimmed and at most 254 characters long', () => {
		expect(values.email('  nathan+gym@example.com ', 'Email')).toBe('nathan+gym@example.com');
		const longest = `${'a'.repeat(254 - '@example.com'.length)}@example.com`;
		expect(values.email(longest, 'Email')).toBe(longest);
		expect(() => values.email(`a${longest}`, 'Email')).toThrow(/longer than 254/);
		for (const bad of ['', 'nathan', '@example.com', 'a b@example.com', 'a@b@c', undefined, 7]) {
			expect(() => values.email(bad, 'Email')).toThrow(InvalidInput);
		}
	});

	test('a time without an offset is in the timezone of the workflow, on either side of a daylight-saving night', () => {
		expect(values.moment('2026-03-29T01:30:00', 'From', ZONE)).toBe('2026-03-29T01:30:00+01:00');
		expect(values.moment('2026-03-29T03:30:00', 'From', ZONE)).toBe('2026-03-29T03:30:00+02:00');
		expect(values.moment('2026-10-25T12:00:00', 'From', ZONE)).toBe('2026-10-25T12:00:00+01:00');
		expect(values.moment('2026-06-01', 'From', ZONE)).toBe('2026-06-01T00:00:00+02:00');
		expect(values.moment('2026-06-01 18:30:00', 'From', ZONE)).toBe('2026-06-01T18:30:00+02:00');
	});

	test('a time with an offset is the same moment in any timezone', () => {
		fc.assert(fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
			const sent = values.moment(date.toISOString(), 'From', ZONE);
			expect(DateTime.fromISO(sent).toMillis()).toBe(date.getTime());
			expect(sent).toMatch(/(Z|[+-]\d\d:\d\d)$/);
		}));
		expect(() => values.moment('tomorrow', 'From', ZONE)).toThrow(/"From" must be a date and time/);
	});

	test('a plain date is never shifted', () => {
		expect(values.plainDate('1990-05-21T23:30:00.000-08:00', 'Birth Date')).toBe('1990-05-21');
		expect(values.plainDate('1990-05-21', 'Birth Date')).toBe('1990-05-21');
		for (const bad of ['1990-02-30', '21.5.1990', '1990']) expect(() => values.plainDate(bad, 'Birth Date')).toThrow(InvalidInput);
	});

	test('JSON is an object, or the text of one', () => {
		expect(values.jsonObject('{"A":1}', 'More')).toEqual({ A: 1 });
		expect(values.jsonObject({ A: 1 }, 'More')).toEqual({ A: 1 });
		for (const bad of ['[1]', 'null', '{', 7, [1]]) expect(() => values.jsonObject(bad, 'More')).toThrow(/must be a JSON object/);
	});

	test('booleans, numbers and choices take what an expression gives, and nothing else', () => {
		expect(values.boolean('false', 'Guest')).toBe(false);
		expect(() => values.boolean('no', 'Guest')).toThrow(InvalidInput);
		expect(values.decimal('72.5', 'Weight')).toBe(72.5);
		expect(() => values.decimal('', 'Weight')).toThrow(InvalidInput);
		expect(() => values.oneOf('lead', 'Client Stage', ['Lead'])).toThrow(/case-sensitive|must be one of Lead/);
		expect(values.text(7, 'Name')).toBe('7');
		expect(() => values.text({}, 'Name')).toThrow(InvalidInput);
	});

	test('a long value is not repeated whole in the message', () => {
		expect(() => values.id('x'.repeat(5000), 'ID')).toThrow(/^.{0,140}$/s);
	});
});
