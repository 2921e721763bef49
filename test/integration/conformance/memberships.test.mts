import { skipWaits } from '../matrix/support/time.mts';
import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { locator } from '../../support/node.mts';
import { otherClub } from './support/otherClub.mts';

/** Memberships (§2.11, §4.6) of a club that leaves out what it may, and names what it may. */

skipWaits();

const club = otherClub();
const own = (operation: string, more: IDataObject = {}) => ({ resource: 'membership', operation, ...more });
const one = { userSubscriptionId: locator('id', 5000) };

/** Every property that §2.11 names, and one that it does not. */
const complete: IDataObject = {
	UserClassSubscriptionId: 5000,
	ClassSubscriptionId: 12,
	ClassSubscriptionPlanId: 131,
	UserId: 7,
	From: '2026-03-01T00:00:00+01:00',
	To: '2026-06-01T00:00:00.0000000+02:00',
	MaxActivities: 10,
	AvailableActivities: 4,
	Disabled: false,
	IsSuspended: true,
	ReactivationDate: '2026-05-01T00:00:00Z',
	SuspensionState: 'SomethingElse',
	SuspensionStartUTC: '2026-04-01T00:00:00Z',
	SuspendedAtUTC: '2026-04-01T00:00:00Z',
	Transaction: { Amount: 499 },
};

describe('a membership from a plan whose answer is lost', () => {
	const create = own('createFromPlan', {
		classSubscriptionPlanId: locator('id', 131),
		userId: locator('id', 7),
		from: '2026-03-01T00:00:00',
	});
	/** As it was made a moment ago: with nothing used of it yet (§2.11). */
	const fresh: IDataObject = { ...complete, UserClassSubscriptionId: 5001, AvailableActivities: 10 };
	const withoutPlan = Object.fromEntries(Object.entries(fresh).filter(([name]) => name !== 'ClassSubscriptionPlanId'));
	const thatLists = (rows: IDataObject[]) =>
		club.answer(({ line }) => {
			if (line.startsWith('GET /UserSubscriptions?')) return { body: { Results: [complete], Continue: true } };
			return line.startsWith('POST') ? { status: 500, body: 'oops' } : { body: rows };
		});
	const posts = () => club.lines().filter((line) => line.startsWith('POST')).length;

	test.each([
		['leaves out the plan', withoutPlan],
		['has null for the plan', { ...fresh, ClassSubscriptionPlanId: null }],
	])('is not sent again if a membership from the same moment %s', async (_how, row) => {
		thatLists([row]);
		const { error } = await club.run(create);
		expect(error?.description).toContain('membership 5001 of the product 12, from 2026-03-01T00:00:00+01:00');
		expect(posts()).toBe(1);
	});

	test.each([true, false])('is found in the list by its plan, as the newest: at the end of the list %p', async (isLast) => {
		const made = { ...fresh, UserClassSubscriptionId: 5002 };
		const rows = [{ ...withoutPlan, UserClassSubscriptionId: 5000 }, withoutPlan, made];
		thatLists(isLast ? rows : rows.reverse());
		expect((await club.run(create)).rows).toEqual([{ ...made, Reconciled: true }]);
		expect(posts()).toBe(1);
	});

	test('is an error, and not sent again, if the list has only other plans and dates', async () => {
		thatLists([
			{ ...fresh, ClassSubscriptionPlanId: 9 },
			{ ...withoutPlan, From: '2026-03-02T00:00:00+01:00' },
		]);
		expect((await club.run(create)).error?.description).toContain('This may be the new one');
		expect(posts()).toBe(1);
	});
});

test.each([
	[{ to: '2027-01-01' }, { To: '2027-01-01T23:59:59+01:00' }],
	[{ additionalProperties: '{"Locker":4}' }, { Locker: 4 }],
])('an update of %p sends fields that are left out as they were read', async (updateFields, sent) => {
	const recurring = { From: '2019-06-01T00:00:00Z', To: null, MaxActivities: 0, AvailableActivities: 0 };
	club.answer(({ line }) => ({ body: line.startsWith('GET') ? { ...complete, ...recurring } : complete }));
	await club.run(own('update', { ...one, updateFields }));
	expect(club.asked.find(({ line }) => line.startsWith('PUT'))?.body).toEqual({ ...recurring, ...sent });
});

test.each([
	['nothing', { status: 204 }, {}],
	['an empty 200', { status: 200 }, {}],
	['null', { body: null }, {}],
	['a bare value', { body: true }, { value: true }],
	['a bare text', { body: '"Suspended"' }, { value: 'Suspended' }],
	['the membership', { status: 201, body: complete }, complete],
])('the undocumented answer to a suspension: %s', async (_how, said, given) => {
	club.answer(({ line }) => (line.startsWith('GET') ? { body: complete } : said));
	const reactivated = await club.run(own('reactivate', one));
	expect([reactivated.error, reactivated.rows]).toEqual([undefined, [given]]);
	// What says nothing of the suspension is completed by the membership, read once.
	const suspended = await club.run(own('suspend', { ...one, suspensionEnd: 'none' }));
	expect([suspended.error, suspended.rows]).toEqual([undefined, [complete]]);
});

describe('a suspension that begins in the past', () => {
	const DAY = 86_400_000;
	const at = (ms: number) => new Date(ms).toISOString();
	const suspended = async (asked: number, stored: number) => {
		club.answer(() => ({ body: { ...complete, SuspensionStartUTC: at(stored), ReactivationDate: null } }));
		return (await club.run(own('suspend', { ...one, suspensionEnd: 'none', additionalFields: { suspensionStartUTC: at(asked) } }))).error
			?.message;
	};

	test('may be moved by the club to its current time', async () => {
		const now = Date.now();
		for (const hours of [0.001, 7, 40]) expect(await suspended(now - hours * 3_600_000, now + 2_000)).toBeUndefined();
	});

	test('is an error if the club begins it before the requested time, or later than now', async () => {
		const now = Date.now();
		expect(await suspended(now - 3 * DAY, now - 5 * DAY)).toBe('The suspension differs from the request');
		expect(await suspended(now - 3 * DAY, now + 3 * DAY)).toBe('The suspension differs from the request');
	});
});

test.each([false, true])(
	'the memberships of one athlete come newest first, and a limit keeps the newest (only active: %s)',
	async (activeOnly) => {
		// Without offsets, in a zone whose clocks are not changed.
		const timezone = 'America/Bogota';
		const inHours = (hours: number) => DateTime.now().setZone(timezone).plus({ hours }).toISO({ includeOffset: false })!;
		const running = { From: inHours(-1), To: inHours(4), MaxActivities: 0 };
		const rows = Array.from({ length: 14 }, (_, index) => ({ ...running, UserClassSubscriptionId: 100 + index }));
		club.answer(() => ({ body: rows }));
		const filters = { userId: locator('id', 7), ...(activeOnly && { activeOnly }) };
		const given = await club.run(own('getAll', { limit: 2, filters }), { timezone });
		expect(given.rows).toEqual([rows[13], rows[12]]);
		const [{ results }] = (await club.run(own('getAll', { limit: 2, filters }), { tool: true, timezone })).rows;
		expect(results).toMatchObject([13, 12].map((index) => ({ UserClassSubscriptionId: rows[index].UserClassSubscriptionId })));
	},
);

test('a booking with a lost answer is not confused with a cancelled booking that can still be read', async () => {
	const booking = { ClassId: 3, UserId: 7 };
	club.answer(({ line }) => {
		if (line.startsWith('POST')) return { status: 504 };
		return { body: line.endsWith('/7') ? { ...booking, State: 'Removed' } : [{ ...booking, UserId: 8 }] };
	});
	const book = { resource: 'booking', operation: 'create', classId: locator('id', 3), userId: locator('id', 7) };
	const { rows, error } = await club.run(book);
	expect(rows).toEqual([]);
	expect(error?.description).toMatch(/did not find it. It was not sent again/);
});

test.each(['get', 'delete', 'reactivate', 'suspend', 'update'])(
	'%s names the ID that a wrong ID of a membership may stand for',
	async (operation) => {
		club.answer(() => ({ status: 404, body: { Message: 'Not found' } }));
		const { error } = await club.run(
			own(operation, { userSubscriptionId: locator('id', 12), suspensionEnd: 'none', updateFields: { to: '2027-01-01' } }),
		);
		expect(error?.description).toMatch(/^There is no membership with this ID\. Did you mean its "UserClassSubscriptionId"\?/);
	},
);
