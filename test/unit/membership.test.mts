import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { availableUnder, hasSuspension, isActiveAt, isKept, withoutSuspension } from '../../nodes/Club/run/membership';
import { timeOf } from '../../nodes/shared/api/time';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** Moments before, at and after now, so that both inclusive bounds are met often. */
const moments = fc.integer({ min: -2, max: 2 }).map((steps) => NOW + steps * 3_600_000);
const maybe = <T,>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

/** The facts of §3.4 of one membership, in plain values. */
const facts = fc.record({
	from: moments,
	to: moments,
	disabled: fc.boolean(),
	suspension: maybe(fc.record({ start: moments, reactivation: maybe(moments) })),
	max: fc.nat({ max: 3 }),
	available: fc.nat({ max: 3 }),
});

type Facts = typeof facts extends fc.Arbitrary<infer F> ? F : never;

const recordOf = ({ from, to, disabled, suspension, max, available }: Facts): IDataObject => ({
	From: iso(from),
	To: iso(to),
	Disabled: disabled,
	SuspensionStartUTC: suspension && iso(suspension.start),
	ReactivationDate: suspension?.reactivation ? iso(suspension.reactivation) : null,
	MaxActivities: max,
	AvailableActivities: available,
});

/** §3.4, sentence by sentence. */
function definition({ from, to, disabled, suspension, max, available }: Facts): boolean {
	const begun = from <= NOW;
	const notOver = to >= NOW;
	const suspensionHasBegun = suspension !== null && suspension.start <= NOW;
	const isReactivated = suspension !== null && suspension.reactivation !== null && suspension.reactivation <= NOW;
	const hasActivities = max === 0 || available > 0;
	return begun && notOver && !disabled && !(suspensionHasBegun && !isReactivated) && hasActivities;
}

const plain: IDataObject = { From: iso(NOW - 1), To: iso(NOW + 1), MaxActivities: 0, AvailableActivities: 0 };

describe('a membership is active', () => {
	test('exactly when the definition says so', () => {
		fc.assert(
			fc.property(facts, (given) => expect(isActiveAt(recordOf(given), NOW, 'utc')).toBe(definition(given))),
			{ numRuns: 2000 },
		);
	});

	test('at its first and its last moment, whatever the offset of the dates', () => {
		expect(isActiveAt({ ...plain, From: '2026-11-21T13:00:00+01:00', To: '2026-11-21T07:00:00-05:00' }, NOW, 'utc')).toBe(true);
		expect(isActiveAt({ ...plain, From: '2026-11-21T13:00:01+01:00' }, NOW, 'utc')).toBe(false);
	});

	test('when optional properties are missing, and under the older names of a suspension', () => {
		expect(isActiveAt(plain, NOW, 'utc')).toBe(true);
		expect(isActiveAt({ ...plain, SuspendedAtUTC: iso(NOW - 1) }, NOW, 'utc')).toBe(false);
		expect(isActiveAt({ ...plain, IsSuspended: true }, NOW, 'utc')).toBe(false);
		expect(isActiveAt({ ...plain, MaxActivities: 5, AvailableActivities: null as never }, NOW, 'utc')).toBe(false);
	});

	test('for good where the club gives no end, but not where it gives one that cannot be read', () => {
		for (const To of [null, undefined]) {
			expect(isActiveAt({ ...plain, To: To as never }, NOW, 'utc')).toBe(true);
			expect(isActiveAt({ ...plain, To: To as never, From: iso(NOW + 1) }, NOW, 'utc')).toBe(false);
			expect(isActiveAt({ ...plain, To: To as never, Disabled: true }, NOW, 'utc')).toBe(false);
		}
		expect(isActiveAt({ ...plain, To: 'soon' }, NOW, 'utc')).toBe(false);
	});

	test('again from the moment of its reactivation, and until its suspension begins', () => {
		const suspended = { ...plain, SuspensionStartUTC: iso(NOW), SuspendedAtUTC: iso(NOW + 1) };
		expect(isActiveAt(suspended, NOW, 'utc')).toBe(false);
		expect(isActiveAt({ ...suspended, ReactivationDate: iso(NOW) }, NOW, 'utc')).toBe(true);
		expect(isActiveAt({ ...suspended, ReactivationDate: iso(NOW + 1) }, NOW, 'utc')).toBe(false);
		expect(isActiveAt({ ...suspended, SuspensionStartUTC: iso(NOW + 1), IsSuspended: true }, NOW, 'utc')).toBe(true);
		expect(isActiveAt({ ...plain, MaxActivities: 5 }, NOW, 'utc')).toBe(false);
		expect(isActiveAt({ ...plain, From: 7 as never }, NOW, 'utc')).toBe(false);
	});

	test('never without dates', () => {
		for (const record of [{}, { ...plain, From: null }, { ...plain, To: 'soon' }])
			expect(isActiveAt(record as IDataObject, NOW, 'utc')).toBe(false);
	});
});

describe('the activities left when the limit changes', () => {
	const left = (available: number, max: number, newMax: number) =>
		availableUnder(newMax, { MaxActivities: max, AvailableActivities: available });

	test.each([
		[10, 'of an unlimited one that gets 10', left(0, 0, 10)],
		[9, 'of 4 of 10 that become 15', left(4, 10, 15)],
		[3, 'of 8 of 10 that become 5', left(8, 10, 5)],
		[0, 'of 2 of 10 that become 5', left(2, 10, 5)],
		[0, 'of a limited one that becomes unlimited', left(4, 10, 0)],
	])('are %i %s', (expected, _what, is) => expect(is).toBe(expected));

	test('keep what was used used, within the limits', () => {
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

	test('are counted from nothing where the club does not tell', () => expect(availableUnder(10, {})).toBe(10));
});

describe('a time is kept', () => {
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

describe('a suspension', () => {
	test.each(['IsSuspended', 'ReactivationDate', 'SuspensionState', 'SuspensionStartUTC', 'SuspendedAtUTC'])(
		'is told by %s alone, and is what a membership has beside all else',
		(name) => {
			const membership = { UserClassSubscriptionId: 5, [name]: 'Planned' };
			expect(hasSuspension(membership)).toBe(true);
			expect(withoutSuspension(membership)).toEqual({ UserClassSubscriptionId: 5 });
		},
	);

	test.each([true, 1, 'WasUnsuspended', 'NoneYet', 'Not Suspended But Planned', {}])('is told by %p', (value) => {
		expect(hasSuspension({ UserClassSubscriptionId: 5, SuspensionState: value })).toBe(true);
	});

	test.each([undefined, null, '', false, 0, 'None', 'NotSuspended', 'NoSuspension'])('is not told by %p', (value) => {
		expect(hasSuspension({ UserClassSubscriptionId: 5, IsSuspended: value, SuspensionState: value })).toBe(false);
	});
});
