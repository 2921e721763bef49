import { skip, skippedClub } from './support/skippedClub.mts';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import type { Dialect } from '../../sandbox/dialect.mts';
import type { Membership } from '../../sandbox/types.mts';
import { locator } from '../support/node.mts';
import { search } from '../support/picker.mts';
import { membershipsIn } from '../support/shown.mts';

const club = skippedClub();
type Rest = Parameters<typeof club.run> extends [unknown, ...infer R] ? R : never;
const own = (operation: string, more = {}) => ({ resource: 'membership', operation, ...more });
/** A suspension, without an end unless one is given. */
const suspension = (membership: string | number, { reactivationDate, ...additionalFields }: IDataObject = {}, more = {}) =>
	own('suspend', {
		userSubscriptionId: locator('id', membership),
		...(reactivationDate === undefined ? { suspensionEnd: 'none' } : { reactivationDate }),
		additionalFields,
		...more,
	});
/** A membership as the club shows it. */
const shown = (membership: Membership) => membershipsIn(club.sandbox, [membership])[0];
/** Next year, whose dates lie ahead. */
const YEAR = new Date().getUTCFullYear() + 1;
const DATES = { from: '2026-03-01T00:00:00', to: '2026-06-01T00:00:00' };
const DAY_MS = 24 * 60 * 60 * 1000;
/** A day as the drop-down shows it, and that of a moment. */
const DAY = /\d{1,2} [A-Z][a-z]{2}( \d{4})?/;
const dayOf = (moment: string): string => {
	const time = DateTime.fromISO(moment, { zone: 'Europe/Stockholm', locale: 'en' });
	return time.toFormat(time.hasSame(DateTime.now().setZone('Europe/Stockholm'), 'year') ? 'd LLL' : 'd LLL yyyy');
};
/** What a run has sent, besides what it has read. */
const sent = () => club.sandbox.requests.filter(({ method }) => method !== 'GET');
const someone = () => locator('id', club.athletes()[190].UserId);
const someMembership = (product: number) =>
	[...club.sandbox.club.userSubscriptions.values()].find(
		({ ClassSubscriptionId, SuspensionState }) => ClassSubscriptionId === product && SuspensionState === 'None',
	)!;

/** Gives somebody the product 12, for the dates of all these tests; what is given besides takes the place of that. */
const sell = async (more: IDataObject = {}, ...rest: Rest) =>
	await club.run(own('create', { classSubscriptionId: locator('id', 12), userId: someone(), ...DATES, ...more }), ...rest);
/** Changes fields of a membership. */
const update = async ({ UserClassSubscriptionId: id }: Pick<Membership, 'UserClassSubscriptionId'>, updateFields: object, options = {}) =>
	await club.run(own('update', { userSubscriptionId: locator('id', id), updateFields, options }));

describe('assigning a product', () => {
	test('sends dates with the offset of the workflow, and makes a client', async () => {
		const { rows } = await sell({ maxActivities: 8, additionalFields: { transaction: '{"Amount":499}' } });
		expect(club.calls()[0]).toBe('GET /UserSubscriptions?toId=2147483646&count=2');
		expect(sent()[0].body).toEqual({
			ClassSubscriptionId: 12,
			UserId: club.athletes()[190].UserId,
			From: '2026-03-01T00:00:00+01:00',
			To: '2026-06-01T00:00:00+02:00',
			MaxActivities: 8,
			Transaction: { Amount: 499 },
		});
		expect(rows[0]).toMatchObject({ ClassSubscriptionId: 12, AvailableActivities: 8 });
		expect(club.athletes()[190].ClientStage).toBe('Client');
	});

	test('a plan begins today by default', async () => {
		await club.run(own('createFromPlan', { classSubscriptionPlanId: locator('id', 122), userId: someone() }));
		expect(sent()[0].body).toMatchObject({
			From: DateTime.now().setZone('Europe/Stockholm').startOf('day').toISO({ suppressMilliseconds: true }),
		});
	});

	test.each([
		[
			'create',
			{
				...{ classSubscriptionId: locator('id', 12), to: DATES.to, maxActivities: '={{ $json.max }}' },
				additionalFields: { transaction: '={{ $json.paid }}' },
			},
		],
		['createFromPlan', { classSubscriptionPlanId: locator('id', 122) }],
	])('%s makes equal sales of a run once, and those of other dates each', async (operation, more) => {
		const items = [
			{ day: '2026-03-01', max: 8, paid: '{"Amount": 499, "By": "card"}' },
			{ day: '2026-03-02', max: 8, paid: '{"Amount": 499, "By": "card"}' },
			{ day: '2026-03-01', max: 8, paid: '{"By": "card", "Amount": 499}' },
			{ day: '2026-02-28T23:00:00Z', max: 8, paid: '{"Amount": 499, "By": "card"}' },
		];
		const parameters = own(operation, { userId: someone(), from: '={{ $json.day }}', ...more });
		const { rows, hints } = await club.run(parameters, { items });
		const ids = rows.map(({ UserClassSubscriptionId }) => UserClassSubscriptionId);
		expect([ids[2], ids[3], new Set(ids).size, sent().length]).toEqual([ids[0], ids[0], 2, 2]);
		expect(hints.map(({ message }) => message)).toEqual([
			'4 items: 2 created, 2 as they were. 2 items equal an earlier sale of this run and got its membership. For a second one, give it other dates (items 2, 3). Items are counted from 0',
		]);
	});

	test.each([
		['create', { classSubscriptionId: locator('id', 12), maxActivities: 0, to: '={{ $json.to }}' }],
		['createFromPlan', { classSubscriptionPlanId: locator('id', 131) }],
	])('%s with Skip Existing gives out one that overlaps the dates', async (operation, more) => {
		const { UserId } = club.athletes()[170];
		const sell = async (from: string, to: string, options = {}) => {
			const parameters = own(operation, { userId: locator('id', UserId), from, ...more, options });
			return await club.run(parameters, { items: [{ to }] });
		};
		const [first] = (await sell(`${YEAR}-03-01`, `${YEAR}-09-01`)).rows;
		const skipping = { skipExisting: true };
		const lastDay = DateTime.fromISO(String(first.To)).minus({ days: 1 }).toISO()!;
		const again = await sell(lastDay, `${YEAR + 2}-01-01`, skipping);
		expect(again.rows).toMatchObject([{ UserClassSubscriptionId: first.UserClassSubscriptionId, Reconciled: true }]);
		expect(again.hints.map(({ message }) => message)).toEqual(['1 membership was there already and was not created']);
		expect(sent()).toEqual([]);
		expect(club.calls()).toHaveLength(1);
		await sell(String(first.To), `${YEAR + 2}-01-01`, skipping);
		expect(sent()).toHaveLength(1);
	});

	test.each([
		['used up', { MaxActivities: 10, AvailableActivities: 0 }, 1],
		['disabled', { Disabled: true }, 1],
		['ended earlier today', { To: DateTime.utc().minus({ minutes: 1 }).toISO() }, 1],
		['in use', { MaxActivities: 10, AvailableActivities: 1 }, 0],
	])('Skip Existing gives out a membership only if it can still be used: %s', async (_, fields, made) => {
		const { UserId } = club.sandbox.act.addAthlete();
		const today = DateTime.utc().startOf('day');
		const dates = { from: today.minus({ days: 1 }).toISO(), to: today.plus({ days: 60 }).toISO() };
		club.sandbox.act.addSubscription(UserId, { From: dates.from, To: dates.to, ...fields } as Partial<Membership>);
		for (const run of [{}, { tool: true }]) {
			const options = run.tool ? {} : { skipExisting: true, dryRun: true };
			const { rows, error } = await sell({ userId: locator('id', UserId), ...dates, options }, run);
			expect(error).toBeUndefined();
			expect(run.tool ? sent() : rows[0].wouldSend).toHaveLength(made);
			expect(club.calls()).toHaveLength(1 + (run.tool ? made : 0));
		}
	});

	test.each([
		[151, 'From', { From: '2026-04-01T00:00:00Z' }],
		[153, 'To', { To: '2026-06-02T00:00:00+02:00' }],
		[154, 'MaxActivities', { MaxActivities: 7 }],
	])('a newer membership (%d) with another %s is shown, and nothing is sent again', async (index, _, differing) => {
		const { UserId } = club.athletes()[index];
		const other = { From: '2026-03-01T00:00:00+01:00', To: '2026-06-01T00:00:00+02:00', MaxActivities: 10, ...differing };
		let id = 0;
		const seller = async () => void (id = club.sandbox.act.addSubscription(UserId, other).UserClassSubscriptionId);
		club.sandbox.inject({ kind: 'delay', until: seller, match: { method: 'GET', route: 'GET /Athletes/{userId}/UserSubscriptions' } });
		club.sandbox.inject({ kind: 'status', status: 504, match: { method: 'POST' } });
		const { error } = await sell({ userId: locator('id', UserId), maxActivities: 10 });
		const { From, To } = shown(club.sandbox.club.userSubscriptions.get(id)!);
		expect(error?.description).toContain(
			`The athlete has the membership ${id} of the product 12, from ${String(From)} to ${String(To)}. This may be the new one, so the node did not send the request again. Check the membership first.`,
		);
		expect(sent()).toHaveLength(1);
	});

	test('if the newest membership before the call is unknown, none is taken for the new one', async () => {
		club.sandbox.inject({ kind: 'status', status: 400, match: { method: 'GET', route: 'GET /UserSubscriptions' } });
		club.sandbox.inject({ kind: 'appliedThenFailed', match: { method: 'POST', nth: 1 } });
		const { UserId } = club.athletes()[152];
		const { output } = await sell(
			{ userId: locator('id', UserId), from: '={{ $json.from }}' },
			{
				items: [{ from: '2026-03-01' }, { from: '2026-03-03' }],
				onError: 'continueRegularOutput',
			},
		);
		expect(output[0][0].json.message).toMatch(/\. This may be the new one, /);
		expect(output[0][1].json).toMatchObject({ UserId });
	});

	test('an equal membership with 4 of 10 left existed before, and is not taken for the new one', async () => {
		const { UserId } = club.athletes()[142];
		const wanted = { classSubscriptionId: locator('id', 13), userId: locator('id', UserId), maxActivities: 10 };
		const [older] = (await sell(wanted)).rows;
		club.sandbox.club.userSubscriptions.get(older.UserClassSubscriptionId as number)!.AvailableActivities = 4;
		club.sandbox.inject({ kind: 'status', status: 500, match: { method: 'POST' }, times: 2 });
		const { rows, error } = await sell(wanted);
		expect(rows).toEqual([]);
		expect(error?.description).toMatch(/The node looked for the new record/);
	});

	const EXACT = { from: '2026-03-01T08:30:00.900', to: '2026-06-01T00:00:00-05:00' };

	test.each<[Partial<Dialect>, IDataObject]>([
		[{ membershipDates: 'asSent' }, EXACT],
		[{ membershipDates: 'utcSeconds' }, EXACT],
		[{ membershipDates: 'clubSeconds' }, EXACT],
		[{ membershipDays: 'whole' }, { to: '2026-06-01T18:30:00' }],
		[{ membershipDays: 'whole' }, { from: '2026-03-01T18:30:00', to: '2026-06-01T18:30:00' }],
		[{ unlimitedActivities: 'zero' }, {}],
		[{ unlimitedActivities: 'none' }, {}],
	])('recognises the new membership as the club stores it: %j, sold with %j', async (dialect, dates) => {
		Object.assign(club.sandbox.dialect, dialect);
		const { UserId } = club.sandbox.act.addAthlete();
		for (const kind of ['appliedThenDropped', 'appliedThenFailed'] as const) {
			club.sandbox.inject({ kind, match: { method: 'POST' } });
			const { rows } = await sell({ userId: locator('id', UserId), ...dates, options: { skipExisting: kind === 'appliedThenDropped' } });
			expect(rows).toMatchObject([{ UserId, Reconciled: true }]);
			expect(club.sandbox.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
		}
	});

	test.each([
		['the first day there is, in Rome', { from: '2020-01-01', to: '2020-01-02' }, 'Europe/Rome'],
		['the last day there is', { from: '2099-01-01', to: '2100-01-01' }, 'Europe/Rome'],
		['a day on which the clocks are put forward', { from: '2026-03-28T12:00:00', to: '2026-03-29T12:00:00' }, 'Europe/Rome'],
	])('%s is sent', async (_, dates, timezone) => {
		await sell(dates, { timezone });
		expect(sent()).toHaveLength(1);
	});
});

const [ATHLETE, MEMBERSHIP] = [locator('id', 7), locator('id', 5000)];
const SALE = { classSubscriptionId: locator('id', 12), userId: ATHLETE, ...DATES };
const OVER = `${YEAR}-02-01T00:00:00Z`;
const ALLOWED = { maxActivities: 3, availableActivities: 4 };

test.each([
	['a sale of a day too short', own('create', { ...SALE, to: '2026-03-01T23:59:59' }), /at least one day after/],
	['a sale of nothing as a limit', own('create', { ...SALE, maxActivities: '={{ $json.nothing }}' }), /"Max Activities" is missing/],
	['a sale of minus one activity', own('create', { ...SALE, maxActivities: -1 }), /"Max Activities" must be a whole number/],
	['a list of an athlete with ID bounds', own('getAll', { filters: { fromId: 1, userId: ATHLETE } }), /cannot be filtered by ID/],
	['more left than allowed', own('update', { userSubscriptionId: MEMBERSHIP, updateFields: ALLOWED }), /must not be above/],
	['a freeze that is over', suspension(5000, { reactivationDate: `${YEAR - 2}-02-01` }), /"Frozen Until" must be in the future/],
	['a freeze of no time', suspension(5000, { reactivationDate: OVER, suspensionStartUTC: OVER }), /"Frozen From" must be earlier/],
])('%s is refused before a call', async (_, parameters, message) => {
	expect((await club.refusal(parameters))?.message).toMatch(message);
});

describe('reading', () => {
	test('those of six people by address looks them up in a page', async () => {
		const items = club.athletes().slice(0, 6);
		const filters = { userId: locator('email', '={{ $json.Email }}') };
		await club.run(own('getAll', { filters }), { items: items.map(({ Email }) => ({ Email })) });
		const read = items.map(({ UserId }) => `GET /Athletes/${UserId}/UserSubscriptions`);
		expect(club.calls()).toEqual([expect.stringContaining('GET /Athletes?'), ...read]);
	});

	test('those of one athlete that are active now; a suspended one is read again from the club', async () => {
		const { club: data } = club.sandbox;
		const { UserId } = club.athletes()[145];
		const [plain] = [...data.userSubscriptions.values()].filter((membership) => membership.UserId === UserId);
		const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
		const made = [
			{},
			{ To: day(-1) },
			{ From: day(1) },
			{ Disabled: true },
			{ MaxActivities: 5, AvailableActivities: 0 },
			{ SuspensionState: 'Suspended', SuspensionStartUTC: day(-2) },
			{ SuspensionState: 'Suspended', SuspensionStartUTC: day(-2), ReactivationDate: day(-1) },
			{ SuspensionState: 'Scheduled', SuspensionStartUTC: day(2) },
		].map((more, index) => ({
			...plain,
			...{
				UserClassSubscriptionId: 700_000 + index,
				From: day(-10),
				To: day(10),
				Disabled: false,
				MaxActivities: 0,
				AvailableActivities: 0,
			},
			...{ SuspensionState: 'None', SuspensionStartUTC: null, SuspendedAtUTC: null, ReactivationDate: null },
			...more,
		}));
		data.userSubscriptions.delete(plain.UserClassSubscriptionId);
		for (const membership of made) data.userSubscriptions.set(membership.UserClassSubscriptionId, membership as typeof plain);
		const { rows } = await club.run(own('getAll', { returnAll: true, filters: { userId: locator('id', UserId), activeOnly: true } }));
		expect(rows.map(({ UserClassSubscriptionId }) => UserClassSubscriptionId)).toEqual([700_007, 700_006, 700_000]);
		const asked = (id: number) => `GET /UserSubscriptions/Active?fromId=${id}&toId=${id}&count=1`;
		expect(club.calls()).toEqual([`GET /Athletes/${UserId}/UserSubscriptions`, ...[700_007, 700_006, 700_005].map(asked)]);
		for (const { UserClassSubscriptionId } of made) data.userSubscriptions.delete(UserClassSubscriptionId);
	});

	test('one, with all that the API sends, and simplified', async () => {
		expect((await club.run(own('get', { userSubscriptionId: locator('id', 5000) }))).rows).toEqual([
			shown(club.sandbox.club.userSubscriptions.get(5000)!),
		]);
		Object.assign(club.sandbox.dialect, { nulls: 'given' });
		const { rows } = await club.run(own('get', { userSubscriptionId: locator('id', 5000), options: { simplify: true } }));
		expect(rows[0].UserClassSubscriptionId).toBe(5000);
		expect(Object.keys(rows[0])).toEqual([
			'ProductName',
			'From',
			'To',
			'SuspensionState',
			'MaxActivities',
			'AvailableActivities',
			'Disabled',
			'IsSuspended',
			'ReactivationDate',
			'SuspensionStartUTC',
			'SuspendedAtUTC',
			'Transaction',
			'UserId',
			'ClassSubscriptionId',
			'ClassSubscriptionPlanId',
			'UserClassSubscriptionId',
		]);
	});

	describe('the drop-down', () => {
		const offered = async (filter?: string, token?: string) => await search(club.sandbox, 'searchUserSubscriptions', { filter, token });
		const all = () => [...club.sandbox.club.userSubscriptions.values()];
		// Pages are remembered for a minute by key, and a drop-down does not wait for the next one.
		beforeEach(() => skip(120_000));

		test('shows athlete, state, end and product, active ones first', async () => {
			const first = await offered();
			const nameOf = ({ FirstMidName, LastName }: (typeof people)[number]) => `${FirstMidName} ${LastName}`;
			const people = club.athletes();
			const isAlone = (person: (typeof people)[number]) => people.filter((other) => nameOf(other) === nameOf(person)).length === 1;
			const activeIds = new Set(first.results.map(({ value }) => value));
			const hers = all().find(
				({ UserId, UserClassSubscriptionId: id }) => activeIds.has(id) && people.some((one) => one.UserId === UserId && isAlone(one)),
			)!;
			const alone = people.find(({ UserId }) => UserId === hers.UserId)!;
			expect(first.results).toContainEqual({
				name: `${nameOf(alone)}: ${String(hers.ProductName)}, active until ${dayOf(String(shown(hers).To))}`,
				value: hers.UserClassSubscriptionId,
			});
			for (const { name } of first.results) expect(name).toMatch(new RegExp(`, active until ${DAY.source}`));
			const rest = await offered(undefined, first.paginationToken as string);
			expect(rest.results.map(({ name }) => /, (ended on|not started|disabled|used up|frozen)/.exec(name)![1])).toEqual(
				expect.arrayContaining(['ended on', 'not started', 'disabled', 'frozen']),
			);
		});

		test('distinguishes people of one name by email, and memberships of one person by ID', async () => {
			const [anna, other] = club.athletes().slice(20);
			Object.assign(anna, { FirstMidName: 'Tuva', LastName: 'Twin' });
			Object.assign(other, { FirstMidName: 'Tuva', LastName: 'Twin' });
			const made = [anna, other, other].map(({ UserId }) => club.sandbox.act.addSubscription(UserId));
			const { results } = await offered('tuva twin');
			const [hers, ...others] = made.map(({ UserClassSubscriptionId: id }) => results.find(({ value }) => value === id)!.name);
			const labelOf = ({ Email }: typeof anna) => `Tuva Twin (${Email.split('@')[0]}@…): `;
			expect(hers.startsWith(labelOf(anna))).toBe(true);
			expect(hers).toMatch(new RegExp(`, active until ${DAY.source}$`));
			for (const [index, name] of others.entries()) {
				expect(name.startsWith(labelOf(other))).toBe(true);
				expect(name).toMatch(new RegExp(`, ID ${made[index + 1].UserClassSubscriptionId}$`));
			}
		});

		test('finds the memberships of an athlete by name, email and phone, ignoring accents', async () => {
			const person = club.athletes()[9];
			Object.assign(person, { FirstMidName: 'Zoé', LastName: 'Ångström', Phone: '+46 70 987 65 43' });
			const ids = all()
				.filter(({ UserId }) => UserId === person.UserId)
				.map(({ UserClassSubscriptionId }) => UserClassSubscriptionId);
			for (const filter of ['zoe angstrom', 'ÅNGSTRÖM', person.Email, '070-987 65 43', '+46709876543', '987 65 43']) {
				const { results } = await offered(filter);
				expect([filter, results.map(({ value }) => value)]).toEqual([filter, ids]);
				expect(results[0].name).toMatch(/^Zoé Ångström: /);
			}
		});

		test('shows the end of a freeze and of the membership', async () => {
			const [person] = club.athletes().slice(30);
			const { UserClassSubscriptionId: id } = club.sandbox.act.addSubscription(person.UserId);
			const [end, thaw] = [Date.now() + 400 * DAY_MS, Date.now() + 14 * DAY_MS].map((at) => new Date(at).toISOString());
			Object.assign(all().at(-1)!, {
				To: end,
				SuspensionState: 'Suspended',
				SuspensionStartUTC: new Date().toISOString(),
				ReactivationDate: thaw,
			});
			const nameOf = async (filter: string) => (await offered(filter)).results.find(({ value }) => value === id)?.name;
			expect(await nameOf(String(id))).toMatch(new RegExp(`, frozen until ${dayOf(thaw)}, runs to ${dayOf(end)}$`));
			Object.assign(all().at(-1)!, { ReactivationDate: null });
			skip(120_000);
			expect(await nameOf(String(id))).toMatch(new RegExp(`, frozen, runs to ${dayOf(end)}$`));
		});
	});

	test('the drop-downs of products and plans show matching ones', async () => {
		expect((await search(club.sandbox, 'searchPlans', { parameters: { classSubscriptionId: locator('id', 13) } })).results).toEqual([
			{ name: 'Half a year (10 tickets)', value: 131 },
		]);
		expect((await search(club.sandbox, 'searchProducts', { filter: 'ticket' })).results).toEqual([{ name: '10 tickets', value: 13 }]);
	});
});

describe('changing', () => {
	test('fields that are left out are read and sent unchanged, and a suspension is never changed', async () => {
		const membership = someMembership(13);
		const { From, To } = shown(membership);
		const before = { From, To };
		const { rows } = await update(membership, { maxActivities: 20, availableActivities: 4 });
		expect(club.sandbox.requests.map(({ method, body }) => [method, body])).toEqual([
			['GET', null],
			['PUT', { ...before, MaxActivities: 20, AvailableActivities: 4 }],
		]);
		expect(rows[0]).toMatchObject({ MaxActivities: 20, AvailableActivities: 4 });
	});

	test('a complete state needs no read', async () => {
		await update(someMembership(13), { ...DATES, maxActivities: 9, availableActivities: 9 });
		expect(club.calls()).toHaveLength(1);
	});

	test('activities change only by the difference', async () => {
		const membership = Object.assign(someMembership(13), { MaxActivities: 10, AvailableActivities: 4 });
		const { rows } = await update(membership, { maxActivities: 15 });
		expect(rows[0]).toMatchObject({ MaxActivities: 15, AvailableActivities: 9 });
	});

	test('a property without a field in the panel is sent unchanged', async () => {
		await update(someMembership(13), { ...DATES, maxActivities: 9, additionalProperties: '{"IsSuspended":false}' });
		expect(club.sandbox.requests[1].body).toMatchObject({ AvailableActivities: expect.any(Number) as number, IsSuspended: false });
		club.sandbox.resetRecords();
	});

	test.each([
		['begins', 'From', { to: '2021-01-01' }],
		['ends', 'To', { from: '2098-01-01' }],
	] as const)('a date that contradicts the stored one is an error that says when the membership %s', async (verb, name, fields) => {
		const stored = String(shown(someMembership(12))[name]);
		const { error } = await update(someMembership(12), fields);
		expect(error?.description).toBe(`The membership ${verb} at ${stored}. Choose another date, or set both dates. Nothing was changed.`);
		expect(club.sandbox.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	test('the activities left may not exceed the allowed ones', async () => {
		const membership = someMembership(13);
		const { error } = await update(membership, { availableActivities: membership.MaxActivities + 1 });
		expect(error?.message).toMatch(/must not be above "Max Activities"/);
		expect(club.sandbox.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	test('an update without a change is not sent, since a club may refuse it', async () => {
		const membership = someMembership(13);
		const { MaxActivities: maxActivities, To } = membership;
		const { rows } = await update(membership, { maxActivities, to: DateTime.fromISO(To, { zone: 'utc' }).toISO() });
		expect(rows).toEqual([shown(membership)]);
		expect(sent()).toEqual([]);
		expect((await update(membership, { maxActivities }, { dryRun: true })).rows).toEqual([{ dryRun: true, wouldSend: [] }]);
		expect((await update(membership, { maxActivities: maxActivities + 1 })).rows).toMatchObject([{ MaxActivities: maxActivities + 1 }]);
	});

	test('an externally managed one gets a hint', async () => {
		const { error } = await update(someMembership(14), { maxActivities: 5, availableActivities: 5 });
		expect(error?.description).toMatch(/managed externally, "From" cannot change and "Max Activities" must stay 0/);
	});

	test('suspend, schedule and reactivate', async () => {
		const membership = someMembership(12);
		const userSubscriptionId = locator('id', membership.UserClassSubscriptionId);
		const hasAnswer = club.sandbox.dialect.unshownAnswers === 'record';
		const now = await club.run(suspension(membership.UserClassSubscriptionId));
		expect(membership.SuspensionState).toBe('Suspended');
		expect(now.rows).toEqual([shown(membership)]);
		expect(club.calls()).toHaveLength(hasAnswer ? 2 : 3);
		expect(now.hints.map(({ message }) => message)).toEqual(['1 membership is frozen without an end']);
		const later = await club.run(
			suspension(membership.UserClassSubscriptionId, {
				suspensionStartUTC: `${YEAR + 1}-01-01T00:00:00`,
				reactivationDate: `${YEAR + 1}-02-01T00:00:00`,
			}),
		);
		expect(membership.SuspensionState).toBe('Scheduled');
		expect(later.rows).toEqual([shown(membership)]);
		expect(later.hints[0].message).toMatch(
			/^Membership \d+ was already frozen from \S+Z until somebody reactivates it\. The new dates replace that freeze$/,
		);
		expect(sent()[0].body).toEqual({
			SuspensionStartUTC: `${YEAR}-12-31T23:00:00Z`,
			ReactivationDate: `${YEAR + 1}-02-01T00:00:00+01:00`,
		});
		for (let i = 0; i < 2; i++) {
			const { rows } = await club.run(own('reactivate', { userSubscriptionId }));
			expect(membership.SuspensionState).toBe('None');
			expect(rows).toEqual([hasAnswer ? shown(membership) : {}]);
		}
	});

	test('after an earlier freeze has ended says nothing of it', async () => {
		const membership = someMembership(12);
		Object.assign(membership, { SuspensionStartUTC: `${YEAR - 1}-01-01T00:00:00Z`, ReactivationDate: `${YEAR - 1}-02-01T00:00:00Z` });
		const { hints } = await club.run(suspension(membership.UserClassSubscriptionId, { reactivationDate: `${YEAR + 1}-02-01T00:00:00` }));
		expect(hints).toEqual([]);
	});

	test.each(['', '2030-01-02', 'nonsense of an earlier choice'])(
		'Frozen Until with the value %p does not count if there is no end, which a hint says',
		async (date) => {
			const { UserClassSubscriptionId } = someMembership(12);
			const { error, hints } = await club.run(suspension(UserClassSubscriptionId, {}, { reactivationDate: date }));
			expect(error).toBeUndefined();
			expect(sent()[0].body).toEqual({});
			expect(hints.map(({ message }) => message)).toEqual(['1 membership is frozen without an end']);
		},
	);

	test.each([' onDate ', 'ONDATE'])('a freeze until a date, written %j, needs the date', async (suspensionEnd) => {
		const { UserClassSubscriptionId } = someMembership(12);
		const { error } = await club.run(suspension(UserClassSubscriptionId, {}, { suspensionEnd, reactivationDate: '' }));
		expect(error).toMatchObject({ message: '"Frozen Until" is missing' });
		expect(sent()).toEqual([]);
	});

	test.each(['record', 'nothing'] as const)(
		'one membership that is suspended for ten items is suspended once (%s)',
		async (unshownAnswers) => {
			Object.assign(club.sandbox.dialect, { unshownAnswers });
			const membership = someMembership(12);
			const { rows, hints } = await club.run(suspension(membership.UserClassSubscriptionId), {
				items: Array.from({ length: 10 }, (_, index) => ({ index })),
			});
			expect(sent()).toHaveLength(1);
			expect(rows).toEqual(Array.from({ length: 10 }, () => shown(membership)));
			expect(hints.map(({ message }) => message)).toEqual([
				'10 items: 1 changed, 9 as they were. All 10 items change the same membership. To run once, turn on Settings > Execute Once. 1 membership is frozen without an end (item 0). Items are counted from 0',
			]);
		},
	);

	test.each([
		['one moment in two notations, once', [`${YEAR}-02-01T00:00:00+01:00`, `${YEAR}-01-31T23:00:00Z`], 1],
		['one day, another one and the first one again, until the last of them', [1, 2, 1].map((day) => `${YEAR}-02-0${day}T00:00:00Z`), 3],
	])('a membership is frozen until %s', async (_, days, count) => {
		const membership = someMembership(12);
		const until = { reactivationDate: '={{ $json.until }}' };
		const items = days.map((day) => ({ until: day }));
		const { hints } = await club.run(suspension(membership.UserClassSubscriptionId, until), { items });
		expect([sent().length, Date.parse(membership.ReactivationDate!)]).toEqual([count, Date.parse(days.at(-1)!)]);
		const counts = `${count} changed${count < days.length ? `, ${days.length - count} as they were` : ''}. `;
		expect(hints.at(-1)?.message).toContain(`${days.length} items: ${counts}`);
	});

	describe.each(['record', 'nothing'] as const)('a suspension that is answered with (a) %s', (unshownAnswers) => {
		const dates = { suspensionStartUTC: `${YEAR + 1}-01-01T00:00:00`, reactivationDate: `${YEAR + 1}-02-01T00:00:00` };
		const suspended = async (additionalFields: IDataObject, more = {}, ...rest: Rest) =>
			await club.run(suspension(someMembership(12).UserClassSubscriptionId, additionalFields, more), ...rest);
		beforeEach(() => Object.assign(club.sandbox.dialect, { unshownAnswers }));
		afterEach(() => club.sandbox.resetRecords());

		test.each([
			['both dates', dates, `Requested: from ${YEAR}-12-31T23:00:00Z until ${YEAR + 1}-02-01T00:00:00+01:00. `],
			['its begin', { suspensionStartUTC: dates.suspensionStartUTC }, `Requested: from ${YEAR}-12-31T23:00:00Z until somebody`],
			['its begin tomorrow', { suspensionStartUTC: DateTime.now().plus({ hours: 20 }).toISO() }, 'Requested: from '],
			['its end', { reactivationDate: dates.reactivationDate }, `Requested: from now until ${YEAR + 1}-02-01T00:00:00+01:00. `],
		])('is an error with the stored values if the club ignored %s', async (_, fields, asked) => {
			club.sandbox.dialect.suspensionBody = 'others';
			const { rows, error } = await suspended(fields);
			expect(rows).toEqual([]);
			expect(error?.message).toBe('The suspension differs from the request');
			expect(error?.description?.slice(0, asked.length)).toBe(asked);
			expect(error?.description).toMatch(
				/The club shows that the membership is suspended from \S+Z until somebody reactivates it\. .*, use Reactivate\./,
			);
		});

		test('is not sent again for an equal item if the club ignored it', async () => {
			club.sandbox.dialect.suspensionBody = 'others';
			await suspended(dates, {}, { items: [{}, {}], onError: 'continueRegularOutput' });
			expect(sent()).toHaveLength(1);
		});

		test('is told a model in the time of the workflow', async () => {
			club.sandbox.dialect.suspensionBody = 'others';
			const { error } = await suspended(dates, {}, { tool: true });
			expect(error?.message).toMatch(/Requested: from \d{4}-01-01T00:00:00\+01:00 until .* is suspended from \S+\+0[12]:00 until/);
		});

		test('is done if the names of the platform are sent, or none', async () => {
			club.sandbox.dialect.suspensionBody = 'others';
			const { rows } = await suspended({
				additionalProperties: `{"Begin":"${YEAR + 1}-01-01T00:00:00Z","End":"${YEAR + 1}-02-01T00:00:00Z"}`,
			});
			expect(rows).toMatchObject([{ SuspensionStartUTC: `${YEAR + 1}-01-01T00:00:00.000Z` }]);
			expect((await suspended({})).error).toBeUndefined();
		});

		test('is not checked in a dry run', async () => {
			const { rows } = await suspended(dates, { options: { dryRun: true } });
			expect(rows).toMatchObject([{ dryRun: true, wouldSend: [{ method: 'POST' }] }]);
			expect(club.calls()).toEqual([]);
		});
	});

	test('a suspension that was not applied is an error', async () => {
		const body = shown(someMembership(12));
		club.sandbox.inject({ kind: 'status', status: 200, body, match: { method: 'POST' } });
		const { error } = await club.run(suspension(body.UserClassSubscriptionId as number));
		expect(error?.description).toMatch(
			/^Requested: from now until somebody reactivates it\. The club shows that the membership is not suspended\. /,
		);
	});

	test('a suspension that is answered with nothing, and cannot be read back, may have been applied', async () => {
		club.sandbox.dialect.unshownAnswers = 'nothing';
		club.sandbox.inject({ kind: 'status', status: 404, match: { when: () => sent().length > 0 } });
		const twice = { items: [{}, {}], onError: 'continueRegularOutput' as const };
		const { rows } = await club.run(suspension(someMembership(12).UserClassSubscriptionId), twice);
		for (const { message } of rows) expect(message).toMatch(/accepted the suspension, so it may have been applied\. Check the m/);
		expect([rows.length, sent().length]).toEqual([2, 1]);
	});

	test('a deletion returns the deleted membership', async () => {
		const gone = someMembership(14);
		const { rows } = await club.run(own('delete', { userSubscriptionId: locator('id', gone.UserClassSubscriptionId) }));
		expect(rows[0]).toMatchObject({ UserClassSubscriptionId: gone.UserClassSubscriptionId, deleted: true });
	});
});
