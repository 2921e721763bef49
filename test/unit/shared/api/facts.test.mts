import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { hasEnded, hasSuspension, isActiveAt, isCalled, isQueuedBooking, withoutSuspension } from '../../../../nodes/shared/api/facts';
import { isSamePhone } from '../../../../nodes/shared/api/text';

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

describe('isActiveAt: a membership is active', () => {
	test('exactly when the API description says so', () => {
		fc.assert(
			fc.property(facts, (given) => expect(isActiveAt(recordOf(given), NOW, 'utc')).toBe(definition(given))),
			{ numRuns: 500 },
		);
	});

	test('at its first and its last moment, whatever the offset of the dates', () => {
		expect(isActiveAt({ ...plain, From: '2026-11-21T13:00:00+01:00', To: '2026-11-21T07:00:00-05:00' }, NOW, 'utc')).toBe(true);
		expect(isActiveAt({ ...plain, From: '2026-11-21T13:00:01+01:00' }, NOW, 'utc')).toBe(false);
	});

	test('when optional properties are missing, and under the older names of a suspension', () => {
		expect(isActiveAt(plain, NOW, 'utc')).toBe(true);
		expect(isActiveAt({ ...plain, SuspendedAtUTC: iso(NOW - 1) }, NOW, 'utc')).toBe(false);
		for (const shown of [{ IsSuspended: true }, { SuspensionState: 'Suspended' }])
			expect(isActiveAt({ ...plain, ...shown }, NOW, 'utc')).toBe(false);
		expect(isActiveAt({ ...plain, MaxActivities: 5, AvailableActivities: null as never }, NOW, 'utc')).toBe(false);
	});

	test('for ever without an end, but not with an end that cannot be read', () => {
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

describe('a suspension', () => {
	test.each(['IsSuspended', 'ReactivationDate', 'SuspensionState', 'SuspensionStartUTC', 'SuspendedAtUTC'])(
		'is found by %s alone, and withoutSuspension removes only it',
		(name) => {
			const membership = { UserClassSubscriptionId: 5, [name]: 'Planned' };
			expect(hasSuspension(membership)).toBe(true);
			expect(withoutSuspension(membership)).toEqual({ UserClassSubscriptionId: 5 });
		},
	);

	test.each([true, 1, 'WasUnsuspended', 'NoneYet', 'Not Suspended But Planned', {}])('is found by %p', (value) => {
		expect(hasSuspension({ UserClassSubscriptionId: 5, SuspensionState: value })).toBe(true);
	});

	test.each([undefined, null, '', false, 0, 'None', 'NotSuspended', 'NoSuspension'])('is not found by %p', (value) => {
		expect(hasSuspension({ UserClassSubscriptionId: 5, IsSuspended: value, SuspensionState: value })).toBe(false);
	});
});

describe('a booking is a place in the queue', () => {
	test.each([{ State: 'Queued' }, { Status: 'On waiting list' }, { IsQueued: true }, { QueuePosition: 1 }])('by %j', (booking) => {
		expect(isQueuedBooking(booking)).toBe(true);
	});

	test('not by anything else, such as what the class of a confirmed booking says about its queue', () => {
		const names = fc.constantFrom(
			...['WaitingListEnabled', 'QueueEnabled', 'AllowQueue', 'HasWaitingList', 'BookedFromWaitingList', 'QueueMaxParticipants', 'Note'],
		);
		const values = fc.constantFrom<IDataObject[string]>(true, 5, 'queue', '2026-11-21T12:00:00Z');
		fc.assert(
			fc.property(fc.dictionary(names, values), fc.constantFrom('Confirmed', 'CheckedIn', '', null), (about, State) => {
				expect(isQueuedBooking({ ...about, State, Status: State, IsQueued: false, QueuePosition: 0 })).toBe(false);
				expect(isQueuedBooking(about as IDataObject)).toBe(false);
			}),
		);
	});
});

describe('a name is that of a person', () => {
	const kathrin = { FirstMidName: 'Kathrin Anna', LastName: 'Maier-Lüdenscheidt' };

	test.each(['Kathrin Anna Maier-Lüdenscheidt', 'Kathrin Maier-Ludenscheidt', 'Maier-Lüdenscheidt, Kathrin', 'MAIER-LÜDENSCHEIDT kathrin'])(
		'with or without the middle name, in any order: %s',
		(name) => expect(isCalled(kathrin, name)).toBe(true),
	);

	test('also with a middle name that only the other side has', () => {
		expect(isCalled({ FirstMidName: 'Kathrin', LastName: 'Maier' }, 'Kathrin Anna Maier')).toBe(true);
	});

	test.each(['Anna Maier-Lüdenscheidt', 'Kathrin', 'Kathrin Maier', 'Kathrin Eva Maier-Lüdenscheidt', 'Maier-Lüdenscheidt, Anna', ''])(
		'not with another first or last name: %s',
		(name) => expect(isCalled(kathrin, name)).toBe(false),
	);

	test('not with half of a last name of two words', () => {
		expect(isCalled({ FirstMidName: 'Ana', LastName: 'García López' }, 'Ana García')).toBe(false);
	});

	test('not with another first name before that of the club', () => {
		expect(isCalled({ FirstMidName: 'Kathrin', LastName: 'Maier' }, 'Anna Kathrin Maier')).toBe(false);
		expect(isCalled({ FirstMidName: 'Kathrin', LastName: 'Maier' }, 'Maier, Anna Kathrin')).toBe(false);
	});
});

test('a membership ends with the second of its end, whatever its fraction', () => {
	const seconds = fc.integer({ min: -3, max: 3 }).map((count) => NOW + count * 1000);
	fc.assert(
		fc.property(seconds, fc.nat(999), fc.integer({ min: -2000, max: 2000 }), (end, ms, after) => {
			const [whole, withFraction] = [end, end + ms].map((at) => hasEnded({ To: iso(at) }, end + after, 'utc'));
			expect([whole, withFraction]).toEqual([after > 0, after > 0]);
		}),
	);
	expect(hasEnded({ To: 'soon' }, NOW, 'utc')).toBeUndefined();
});

test('a phone number is the same with the code of a country, of one to three digits, and with no other digits before it', () => {
	const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${min - 1},${max - 1}}$`));
	fc.assert(
		fc.property(digits(1, 3), digits(7, 10), digits(4, 9), (country, national, others) => {
			// Somebody may write the zero of a national number behind the code.
			for (const code of [country, `${country}0`])
				for (const local of [`0${national}`, national]) expect(isSamePhone(`+${code}${national}`, local)).toBe(true);
			expect(isSamePhone(`+44${country}${national}`, `+${country}${national}`)).toBe(false);
			// Fewer than seven digits may end the numbers of many.
			const short = national.slice(0, 6);
			expect(isSamePhone(`+${country}${short}`, short)).toBe(false);
			fc.pre(!/^\d{3}0$/.test(others));
			expect(isSamePhone(`+${others}${national}`, national)).toBe(false);
		}),
	);
});
