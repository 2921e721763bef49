import { skippedClub } from './support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { locator, parametersOf } from '../support/node.mts';
import { dialectOfRun } from '../support/dialect.mts';
import { retrying } from '../support/retrying.mts';

const club = skippedClub();
const sent = (method = 'POST') => club.sandbox.requests.filter((request) => request.method === method);
const membershipsOf = (userId: number) => [...club.sandbox.club.userSubscriptions.values()].filter(({ UserId }) => UserId === userId);
const SALE = { classSubscriptionId: locator('id', 12), from: '2026-03-01T00:00:00', to: '2026-06-01T00:00:00' };
const membership = (more: IDataObject = {}) =>
	parametersOf('membership.create', { ...SALE, userId: locator('id', '={{ $json.userId }}'), ...more });
const people = (...indexes: number[]) => indexes.map((index) => ({ userId: club.athletes()[index].UserId }));
const refused = { kind: 'status', status: 400 } as const;
/** A class in which few take part, and people who do not. */
const aClass = () => [...club.sandbox.club.classes.keys()][0];
const absent = (classId: number) => {
	const present = new Set(club.sandbox.club.bookings.filter(({ ClassId }) => ClassId === classId).map(({ UserId }) => UserId));
	return club.athletes().filter(({ UserId }) => !present.has(UserId));
};
const booking = (classId: number, userId: number | string) =>
	parametersOf('booking.create', { classId: locator('id', classId), userId: locator('id', userId) });
const bookingsOf = (classId: number, userId: number) =>
	club.sandbox.club.bookings.filter(({ ClassId, UserId }) => ClassId === classId && UserId === userId);

describe('with Retry On Fail', () => {
	test('a booking by the name of its class is not made again after the class was renamed', async () => {
		const inTime = Date.now() + 86_400_000;
		const chosen = [...club.sandbox.club.classes.values()].find(
			({ CalendarType, Published, Begin }) => CalendarType === 'Club' && Published && Date.parse(Begin) > inTime,
		)!;
		const { Name, Begin, ClassId } = chosen;
		const items = absent(ClassId)
			.slice(0, 2)
			.map(({ UserId: userId }) => ({ userId }));
		club.sandbox.inject({ ...refused, match: { method: 'POST', nth: 2 } });
		Object.defineProperty(chosen, 'Name', { enumerable: true, configurable: true, get: () => (sent().length > 1 ? 'Renamed' : Name) });
		const byName = { ...booking(ClassId, '={{ $json.userId }}'), classId: locator('nameAndTime', `${Name}, ${Begin}`) };
		const { error } = await club.run(byName, { items, ...retrying() });
		Object.defineProperty(chosen, 'Name', { value: Name, writable: true });
		expect(error?.message).toBe(`No class with the name "${Name}" begins at that time`);
		expect(error?.description).toContain('The first item was completed.');
		expect(items.map(({ userId }) => bookingsOf(ClassId, userId).length)).toEqual([1, 0]);
	});

	test('an unclear POST that was applied after the minute of looking is found by the next try', async () => {
		const [{ userId }] = people(106);
		const before = membershipsOf(userId).length;
		club.sandbox.inject({ kind: 'appliedLate', status: 504, delayMs: 65_000, match: { method: 'POST' } });
		const { rows, error } = await club.run(membership(), { items: [{ userId }], ...retrying() });
		expect(error).toBeUndefined();
		expect(rows).toMatchObject([{ UserId: userId, Reconciled: true }]);
		expect(sent()).toHaveLength(1);
		expect(membershipsOf(userId)).toHaveLength(before + 1);
	});

	test('an unclear POST that was not applied is looked for at each try, and not sent again', async () => {
		const items = people(107, 108);
		const before = items.map(({ userId }) => membershipsOf(userId).length);
		club.sandbox.inject({ kind: 'drop', match: { method: 'POST', nth: 2 } });
		const { error } = await club.run(membership(), { items, ...retrying() });
		expect(error?.description).toMatch(/Retry On Fail ran the node again.*nothing was sent twice.*did not find it/);
		expect(sent()).toHaveLength(2);
		expect(items.map(({ userId }, index) => membershipsOf(userId).length - before[index])).toEqual([1, 0]);
		const looked = club.calls().filter((call) => call === `GET /Athletes/${items[1].userId}/UserSubscriptions`);
		expect(looked).toHaveLength(3 * 6);
	});

	describe('a suspension without a clear answer', () => {
		const assigned = (index: number) => [...club.sandbox.club.userSubscriptions.values()].filter(({ IsSuspended }) => !IsSuspended)[index];
		const inYears = (years: number) => `${new Date().getUTCFullYear() + years}-01-02T00:00:00`;
		const REACTIVATION = { reactivationDate: inYears(2) };
		const SCHEDULED = { ...REACTIVATION, additionalFields: { suspensionStartUTC: inYears(1) } };
		const suspend = (id: number, dates: IDataObject) => {
			const suspensionEnd = dates.reactivationDate ? 'onDate' : 'none';
			return parametersOf('membership.suspend', { userSubscriptionId: locator('id', id), suspensionEnd, ...dates });
		};

		test.each([
			['with an end', REACTIVATION],
			['without an end', {}],
			['beginning later', SCHEDULED],
		])('that was applied is found, and is not sent again: %s', async (_, dates) => {
			const { UserClassSubscriptionId: id } = assigned(5);
			club.sandbox.inject({ kind: 'appliedThenDropped', match: { method: 'POST' } });
			const { rows, error } = await club.run(suspend(id as number, dates), retrying());
			expect(error).toBeUndefined();
			expect(rows).toMatchObject([{ UserClassSubscriptionId: id, Reconciled: true }]);
			expect(sent()).toHaveLength(1);
		});

		test('that was not applied fails with a clear message, even if the membership has another suspension', async () => {
			const { UserClassSubscriptionId: id } = assigned(7);
			for (const [other, dates] of [
				[REACTIVATION, {}],
				[REACTIVATION, { reactivationDate: inYears(3) }],
				[SCHEDULED, REACTIVATION],
			]) {
				await club.run(suspend(id as number, other));
				club.sandbox.requests.length = 0;
				club.sandbox.inject({ kind: 'drop', match: { method: 'POST' } });
				const { error } = await club.run(suspend(id as number, dates), retrying());
				expect(error?.description).toMatch(/does not show this suspension.*not sent again/);
				expect(sent()).toHaveLength(1);
			}
		});
	});

	describe('a webhook subscription without a clear answer', () => {
		const eventTypes = ['Badge.Awarded', 'Class.Updated'];
		const create = (url: string) => ({ resource: 'webhookSubscription', operation: 'create', url, eventTypes });
		const subscriptions = () => [...club.sandbox.club.webhookSubscriptions.values()];

		test('that was created after the minute of looking is found by the next try, without its token', async () => {
			club.sandbox.inject({ kind: 'appliedLate', status: 504, delayMs: 65_000, match: { method: 'POST' } });
			// A club that shows no query can only be asked for an address without one.
			const query = dialectOfRun().webhookUrl === 'withoutQuery' ? '' : '?token=';
			const { rows, error } = await club.run(create(`${club.sandbox.url}/hook${query && `${query}secret`}`), retrying());
			expect(error).toBeUndefined();
			expect(rows).toMatchObject([{ Url: `${club.sandbox.url}/hook${query && `${query}***`}`, Reconciled: true }]);
			expect(sent().filter(({ route }) => route)).toHaveLength(1);
			expect(subscriptions()).toHaveLength(1);
			await club.sandbox.delivery.idle();
		});

		test.each(['Failed', 'Canceled', 'Deleting', 'Succeeded'] as const)(
			'is an equal one in the state %s, if it is alive',
			async (state) => {
				const url = `${club.sandbox.url}/${state}`;
				await club.run(create(url));
				await club.sandbox.delivery.idle();
				for (const one of subscriptions()) Object.assign(one, { ProvisioningState: state, EventTypes: one.EventTypes.reverse() });
				club.sandbox.inject({ kind: 'drop', match: { method: 'POST' } });
				const { rows, error } = await club.run(create(url));
				if (state === 'Succeeded') expect(rows).toMatchObject([{ Reconciled: true }]);
				else expect(error?.description).toContain('did not find it');
			},
		);
	});

	test('an equal sale is not sent after one whose answer is unclear, nor at the next try', async () => {
		const items = people(109, 109);
		club.sandbox.inject({ kind: 'drop', match: { method: 'POST', nth: 1 } });
		const { output } = await club.run(membership(), { items, onError: 'continueErrorOutput', ...retrying() });
		expect(output[0]).toEqual([]);
		expect(output[1]).toMatchObject([{ pairedItem: { item: 0 } }, { pairedItem: { item: 1 } }]);
		expect(sent()).toHaveLength(1);
		expect(club.calls().filter((call) => call.endsWith('/UserSubscriptions'))).toHaveLength(3 * 6);
	});

	test('an equal sale is made once, also if its second item comes only at the next try', async () => {
		const items = people(110, 111, 110);
		club.sandbox.inject({ ...refused, match: { method: 'POST', nth: 2 } });
		const { rows, error } = await club.run(membership(), { items, ...retrying() });
		expect([error, rows[2]]).toEqual([undefined, rows[0]]);
		expect(sent().map(({ status }) => status)).toEqual([200, 400, 200]);
	});

	test('a write that an earlier try did not come to is sent, although the try before it made another one in its place', async () => {
		const { Email } = club.sandbox.act.addAthlete({ ClientStage: 'Lead', Phone: '+46 1' });
		club.sandbox.inject({ kind: 'status', status: 404, match: { route: 'GET /Athletes/ByEmail' } });
		club.sandbox.inject({ kind: 'status', status: 503, times: 4, match: { route: 'PUT /Athletes/{userId}/ClientStage' } });
		const additionalFields = { phone: '+46 2', clientStage: 'Client' };
		const { rows, hints } = await club.run({ resource: 'athlete', operation: 'upsert', email: Email, additionalFields }, retrying());
		expect(rows).toMatchObject([{ Outcome: 'Updated', Phone: '+46 2', ClientStage: 'Client' }]);
		expect(hints[0].message).toMatch(/nothing was sent twice/);
		expect(sent('PUT').map(({ status }) => status)).toEqual([200, 503, 503, 503, 503, 200]);
	});

	test('a body with the current time counts as the same at the next try', async () => {
		const items = people(112, 113);
		club.sandbox.inject({ ...refused, match: { method: 'POST', nth: 2 } });
		const parameters = membership({ from: '={{ $now }}', to: '={{ $now.plus({ months: 1 }) }}' });
		const { rows, error, hints } = await club.run(parameters, { items, ...retrying() });
		expect([error, rows.length]).toEqual([undefined, 2]);
		expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/nothing was sent twice/), '2 items: 2 created']);
		expect(sent()).toHaveLength(3);
		expect(sent()[0].body).not.toEqual({ ...(sent()[2].body as IDataObject), UserId: items[0].userId });
	});

	test('each round of a loop is another run and creates its own', async () => {
		const [{ userId }] = people(116);
		const before = membershipsOf(userId).length;
		club.sandbox.inject({ ...refused, match: { method: 'POST', nth: 2 } });
		const { runs } = await club.run(membership(), { items: [{ userId }], loops: 3, ...retrying() });
		expect(new Set(runs.flat().map(({ UserClassSubscriptionId }) => UserClassSubscriptionId)).size).toBe(3);
		expect(membershipsOf(userId)).toHaveLength(before + 3);
	});

	test('a sub-workflow that its caller repeats is another execution and creates again', async () => {
		const [{ userId }] = people(117);
		const before = membershipsOf(userId).length;
		await club.run(membership(), { items: [{ userId }], ...retrying() });
		await club.run(membership(), { items: [{ userId }], ...retrying() });
		expect(membershipsOf(userId)).toHaveLength(before + 2);
	});

	test('nothing is remembered without Retry On Fail', async () => {
		const items = people(119);
		const one = { ...retrying(), settings: {} };
		for (let run = 0; run < 2; run++) {
			await club.run(membership(), { items, ...one });
			expect(sent()).toHaveLength(1);
		}
	});

	describe('as a tool', () => {
		test('an agent that sells the same again gets the membership that is there, unless the tool says otherwise', async () => {
			const one = retrying();
			const [{ userId }] = people(120);
			const before = membershipsOf(userId).length;
			const sold = async (more: object) => await club.run(membership({ userId: locator('id', userId), ...more }), { tool: true, ...one });
			const [first] = (await sold({})).rows;
			const again = (await sold({})).rows;
			expect([first.done, again[0].done]).toEqual(['Create membership', undefined]);
			expect(again).toMatchObject([
				{
					UserClassSubscriptionId: first.UserClassSubscriptionId,
					Reconciled: true,
					note: '1 membership was there already and was not created.',
				},
			]);
			expect(membershipsOf(userId)).toHaveLength(before + 1);
			for (let item = 0; item < 2; item++) expect((await sold({ options: { skipExisting: false } })).error).toBeUndefined();
			expect(membershipsOf(userId)).toHaveLength(before + 3);
		});

		test('two MCP clients, which have no execution, book two people at once', async () => {
			const classId = aClass();
			const two = absent(classId).slice(0, 2);
			club.sandbox.inject({ kind: 'drop', match: { method: 'POST' } });
			const run = async (userId: number) => await club.run(booking(classId, userId), { tool: true, ...retrying(), executionId: undefined });
			await Promise.all(two.map(async ({ UserId }) => await run(UserId)));
			for (const { UserId } of two) expect(bookingsOf(classId, UserId)).toHaveLength(1);
		});
	});
});

test('a booking of an execution that somebody retries returns an existing one from the list of the class', async () => {
	const classId = aClass();
	const [one, other] = absent(classId);
	await club.run(booking(classId, one.UserId));
	bookingsOf(classId, one.UserId)[0].State = 'Queued';
	club.sandbox.dialect.participation = 'state';
	const items = [{ id: one.UserId }, { id: other.UserId }];
	const { rows, error, hints } = await club.run(booking(classId, '={{ $json.id }}'), { mode: 'retry', items });
	expect([error, hints.map(({ message }) => message)]).toEqual([
		undefined,
		[expect.stringMatching(/^2 items: 1 created, 1 as they were\. 1 athlete has only a place in the queue/)],
	]);
	// What the API answers to a new booking is not shown (§4.8).
	expect(rows).toMatchObject([{ ...bookingsOf(classId, one.UserId)[0], Reconciled: true }, {}]);
	expect(rows[1].Reconciled).toBeUndefined();
	expect(club.calls().map((call) => call.split(' ', 2).join(' '))).toEqual([
		`GET /Classes/${classId}/Participants`,
		`POST /Classes/${classId}/Participants`,
	]);
});
