import fc from 'fast-check';
import { isKept } from '../../../../../nodes/Club/resources/membership/fields';
import { availableUnder } from '../../../../../nodes/Club/resources/membership/update';
import { timeOf } from '../../../../../nodes/shared/api/time';

describe('availableUnder: the activities left when the limit changes', () => {
	const left = (available: number, max: number, newMax: number) =>
		availableUnder(newMax, { MaxActivities: max, AvailableActivities: available });

	test.each([
		[10, 'of an unlimited one that gets 10', left(0, 0, 10)],
		[10, 'of an unlimited one that shows some all the same', left(5, 0, 10)],
		[9, 'of 4 of 10 that become 15', left(4, 10, 15)],
		[3, 'of 8 of 10 that become 5', left(8, 10, 5)],
		[0, 'of 2 of 10 that become 5', left(2, 10, 5)],
		[0, 'of a limited one that becomes unlimited', left(4, 10, 0)],
	])('are %i %s', (expected, _what, is) => expect(is).toBe(expected));

	test('still count the used activities, and stay between 0 and the limit', () => {
		fc.assert(
			fc.property(fc.nat({ max: 50 }), fc.nat({ max: 50 }), fc.nat({ max: 60 }), (max, used, newMax) => {
				const available = Math.max(0, max - used);
				const after = left(available, max, newMax);
				expect(after).toBe(Math.max(0, newMax - (max - available)));
				expect(after).toBeLessThanOrEqual(newMax);
				// Nobody is exhausted by a limit where there was none, or by a larger one.
				if (newMax > 0 && (max === 0 || (newMax > max && available > 0))) expect(after).toBeGreaterThan(0);
			}),
		);
	});

	test('count none as used if the club does not say how many are left', () => expect(availableUnder(10, {})).toBe(10));
});

describe('isKept: a time is kept', () => {
	test.each([
		['2026-03-01T00:00:00+01:00', '2026-02-28T23:00:00Z'],
		['2026-03-01T00:00:00.999+01:00', '2026-02-28T23:00:00Z'],
		['2026-03-01T00:00:00.4+01:00', '2026-02-28T18:00:01-05:00'],
		['2026-03-01T18:30:00+01:00', '2026-03-01T00:00:00+01:00'],
		['2026-03-01T18:30:00+01:00', '2026-02-28T23:00:00Z'],
		['2026-03-01T00:00:00Z', '2026-03-01T23:59:59Z'],
		['2026-03-01T00:00:00Z', '2026-03-01T23:59:59.999Z'],
		['2026-03-01T18:30:00Z', '2026-03-01'],
		['2026-03-01T18:30:00Z', '2026-02-28T18:45:00Z'],
	])('%s as %s', (one, other) => expect(isKept(timeOf(one, 'utc'), timeOf(other, 'utc'))).toBe(true));

	test.each([
		['2026-03-01T00:00:00Z', '2026-03-01T00:00:02Z'],
		['2026-03-02T06:00:00Z', '2026-03-01T12:34:56Z'],
		['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z'],
		['2026-03-02T06:00:00Z', '2026-03-01T12:14:58Z'],
		['2026-03-01T00:00:00Z', undefined],
		[undefined, undefined],
	])('%s not as %s', (one, other) => expect(isKept(timeOf(one, 'utc'), timeOf(other, 'utc'))).toBe(false));
});
