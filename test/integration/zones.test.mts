import type { Booking, ClubClass } from '../../sandbox/types.mts';
import { testClub } from '../support/club.mts';
import { locator, parametersOf } from '../support/node.mts';
import { search } from '../support/picker.mts';

/** What the node makes of times without an offset. The workflow has the zone of the club, which this machine need not have. */

const MINUTE = 60_000;
const club = testClub();
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

describe('times of classes in the local time of the club', () => {
	beforeEach(() => {
		Object.assign(club.sandbox.dialect, { classTimes: 'local', bounds: 'local' });
	});

	test('are used in the drop-down, which leaves out classes that have begun', async () => {
		const { classes } = club.sandbox.club;
		const offered = async () => (await search(club.sandbox, 'searchClasses', { credentials })).results;
		const [one, other] = [...classes.values()].filter(({ CalendarType }) => CalendarType === 'Club');
		classes.clear();
		const at = (scheduled: ClubClass, Begin: string) => classes.set(scheduled.ClassId, { ...scheduled, Begin, Published: true });
		at(one, ago(30));
		// More than an hour ahead: where clocks are put back, a local time may be that of an hour before.
		at(other, ago(-90));
		const credentials = { clubApiKey: club.sandbox.keys.readOnlyClubApiKey };
		const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Stockholm', hour: '2-digit', minute: '2-digit' });
		const results = await offered();
		expect(results.map(({ value }) => value)).toEqual([other.ClassId]);
		expect(results[0].name).toContain(hour.format(new Date(Date.now() + 90 * MINUTE)));
	});

	test('are used to cut bookings at From', async () => {
		const begins = [...new Set(club.sandbox.club.bookings.map(({ Begin }) => Begin))].sort();
		for (const minutes of [0, 30]) {
			const from = new Date(Date.parse(begins[begins.length - 5]) + minutes * MINUTE).toISOString();
			const options = { newestFirst: true };
			const { rows } = await club.run({ resource: 'booking', operation: 'getAll', returnAll: true, filters: { from }, options });
			const wanted = club.sandbox.club.bookings.filter(({ Begin }) => Date.parse(Begin) >= Date.parse(from));
			expect(rows.map(({ ClassId, UserId }) => `${String(ClassId)} ${String(UserId)}`).sort()).toEqual(
				wanted.map(({ ClassId, UserId }: Booking) => `${ClassId} ${UserId}`).sort(),
			);
		}
	});
});

test('bookings without the begin of the class are not cut', async () => {
	club.sandbox.dialect.bookingBegin = 'inClass';
	const read = async (filters: object) =>
		await club.run({ resource: 'booking', operation: 'getAll', returnAll: true, filters, options: { newestFirst: true } });
	const { error, rows } = await read({ from: ago(60) });
	expect(rows).toEqual([]);
	expect(error).toMatchObject({
		message: 'A booking does not say when its class begins, so the node cannot apply "From"',
		description: expect.stringMatching(/Leave out "From" or "Newest First"\.$/),
	});
	expect(club.calls()).toHaveLength(1);
	expect((await read({})).rows).toHaveLength(club.sandbox.club.bookings.length);
});

/** One that lies ahead. */
const YEAR = new Date().getUTCFullYear() + 3;

test('a suspension whose times have no offset begins and ends at the right moment', async () => {
	club.sandbox.dialect.suspensionTimes = 'noOffset';
	const membership = [...club.sandbox.club.userSubscriptions.values()].find(
		({ SuspensionState, Disabled, To }) => SuspensionState === 'None' && !Disabled && To > ago(0),
	)!;
	const label = async () => {
		const { results } = await search(club.sandbox, 'searchUserSubscriptions', { filter: String(membership.UserClassSubscriptionId) });
		return results[0].name;
	};
	const suspend = (SuspensionStartUTC: string, ReactivationDate: string) =>
		Object.assign(membership, { SuspensionState: 'Suspended', SuspensionStartUTC, SuspendedAtUTC: SuspensionStartUTC, ReactivationDate });
	suspend(ago(600), ago(30));
	expect(await label()).toContain(', active until ');
	suspend(ago(30), ago(-90));
	expect(await label()).toMatch(/, frozen until \d+ \w{3}( \d{4})?, runs to /);
	suspend(ago(-30), ago(-600));
	expect(await label()).toContain(', active until ');
	Object.assign(membership, { To: null });
	expect(await label()).toMatch(/, active, no end date$/);
	expect((await search(club.sandbox, 'searchUserSubscriptions', { filter: 'no end date' })).results).toHaveLength(1);
	membership.To = `${YEAR + 1}-01-01T00:00:00+01:00`;
	expect(await label()).toContain(`, active until 31 Dec ${YEAR}`);
	const credentials = { clubApiKey: club.sandbox.keys.readOnlyClubApiKey };
	const { results } = await search(club.sandbox, 'searchUserSubscriptions', { filter: `${YEAR}-12-31`, credentials });
	expect(results.map(({ value }) => value)).toEqual([membership.UserClassSubscriptionId]);
});

test('a time called UTC is sent in UTC, since a club may ignore its offset', async () => {
	const membership = [...club.sandbox.club.userSubscriptions.values()].find(({ SuspensionState }) => SuspensionState === 'None')!;
	const userSubscriptionId = locator('id', membership.UserClassSubscriptionId);
	const dates = { reactivationDate: `${YEAR + 1}-01-02T00:00:00`, additionalFields: { suspensionStartUTC: `${YEAR}-12-24T00:00:00` } };
	const { error } = await club.run(parametersOf('membership.suspend', { userSubscriptionId, ...dates }), { timezone: 'Europe/Stockholm' });
	expect(error).toBeUndefined();
	expect(club.sandbox.requests.find(({ method }) => method === 'POST')?.body).toEqual({
		SuspensionStartUTC: `${YEAR}-12-23T23:00:00Z`,
		ReactivationDate: `${YEAR + 1}-01-02T00:00:00+01:00`,
	});
	expect(membership).toMatchObject({
		SuspensionStartUTC: `${YEAR}-12-23T23:00:00.000Z`,
		ReactivationDate: `${YEAR + 1}-01-01T23:00:00.000Z`,
	});
});
