import type { IDataObject } from 'n8n-workflow';
import { locator, parametersOf } from '../support/node.mts';
import { search as searchIn } from '../support/picker.mts';
import { testClub } from '../support/club.mts';
import { useTime } from './poll/support/time.mts';

const club = testClub({ athletes: 2_300, rate: false });
const search = (query: string, more: IDataObject = {}) => ({ resource: 'athlete', operation: 'search', query, limit: 10, ...more });
const paths = () => club.sandbox.requests.map(({ path }) => path);
const idsOf = (rows: IDataObject[]) => rows.map(({ UserId }) => UserId);

// What was kept for a minute grows old.
const time = useTime();
beforeEach(() => void (time.ahead += 61_000));

describe('athlete: search', () => {
	test('finds by name in any order, ignoring case and accents, by email and by phone', async () => {
		const person = club.athletes()[2_250];
		const names = { FirstMidName: 'Åsa-Zäta', LastName: 'Łindqwist', Email: 'asa.q@example.com', Phone: '+46 70 999 88 77' };
		Object.assign(person, { ...names, Tags: [] });
		const other = Object.assign(club.athletes()[7], { Phone: String(person.UserId) });
		for (const query of ['lindqwist asa', 'ASA-ZATA', 'asa.q@', '070-999 88 77', '46709998877', 'lindwqist zata']) {
			const { rows } = await club.run(search(query));
			expect([query, idsOf(rows), rows[0].Tags]).toEqual([query, [person.UserId], []]);
			// What a later node changes is no part of the pages that are kept.
			(rows[0].Tags as string[]).push(query);
		}
		const get = { resource: 'athlete', operation: 'get', userId: locator('email', person.Email) };
		const [one, again] = (await club.run(get, { items: [{}, {}] })).rows;
		expect([again, again.Tags === one.Tags]).toEqual([one, false]);
		const found = async (limit: number) => idsOf((await club.run(search(String(person.UserId), { limit }))).rows);
		expect([await found(1), await found(2)]).toEqual([[person.UserId], [person.UserId, other.UserId]]);
	});

	test('and a drop-down share pages', async () => {
		expect((await club.run(search('nobody@example.com'))).rows).toEqual([]);
		expect(paths()).toHaveLength(1 + 3);
		club.sandbox.resetRecords();
		expect((await searchIn(club.sandbox, 'searchAthletes', { filter: club.athletes()[2_100].Email.split('@')[0] })).results).toHaveLength(
			1,
		);
		expect(paths()).toEqual([]);
	});

	test('also finds contacts', async () => {
		const [first] = club.sandbox.club.contacts.values() as Iterable<IDataObject>;
		const contact = Object.assign(first, { Email: 'someone@example.com' });
		for (const query of [contact.Email, contact.UserId, `${String(contact.FirstMidName)} ${String(contact.LastName)}`]) {
			const { rows } = await club.run({ resource: 'contact', operation: 'search', query: String(query), limit: 1 });
			expect(idsOf(rows)).toEqual([contact.UserId]);
		}
	});

	test('that fails says nothing of the list that it reads', async () => {
		club.sandbox.inject({ kind: 'status', status: 400, match: { route: 'GET /Athletes', nth: 2 } });
		const { error } = await club.run(search('nobody'));
		expect(error?.description).toMatch(/^Check the values of this operation\.(?!.*rows were read)/);
	});

	test('says how much it did not read', async () => {
		const { rows, hints } = await club.run(search('nobody', { options: { maxCalls: 2 } }));
		expect([rows, hints.map(({ message }) => message)]).toEqual([
			[],
			[expect.stringMatching(/Only the first (1,9\d\d|2,000) people were searched/)],
		]);
	});
});

test('an overview is one athlete with each summary, by address', async () => {
	const { UserId, Email } = club.athletes()[5];
	const userId = locator('id', UserId);
	const { rows } = await club.run({ resource: 'athlete', operation: 'getOverview', userId: locator('email', Email) });
	expect(paths()).toHaveLength(4);
	const read = async (parameters: IDataObject) => (await club.run({ ...parameters, operation: 'get', userId })).rows[0];
	const [Membership, Attendance, Engagement] = [
		await read({ resource: 'athleteSummary', summary: 'membership' }),
		await read({ resource: 'athleteSummary', summary: 'attendance' }),
		await read({ resource: 'athleteSummary', summary: 'engagement' }),
	];
	expect(rows).toEqual([{ ...(await read({ resource: 'athlete' })), Membership, Attendance, Engagement }]);
});

describe('a club with other property names', () => {
	test.each([
		['membership', 'GET /Athletes/MembershipSummaries'],
		['attendance', 'GET /Athletes/AttendanceSummaries'],
		['engagement', 'GET /Athletes/EngagementSummaries'],
	])('overviews with %s fail with the name of the list whose rows have no user ID', async (include, list) => {
		club.sandbox.dialect.summaryPerson = 'nested';
		const { rows, error } = await club.run({ resource: 'athlete', operation: 'getManyOverviews', options: { include: [include] } });
		expect(rows).toEqual([]);
		expect(error?.message).toBe(`No row of ${list} has a number as "UserId"`);
		expect(error?.description).toMatch(/Leave out this summary with "Include"/);
	});

	test('overviews of athletes without a row in a list of summaries have null there', async () => {
		const ids = new Set(club.athletes().map(({ UserId }) => UserId));
		const free = Array.from({ length: 20_000 }, (_, id) => club.athletes()[0].UserId + id).filter((id) => !ids.has(id));
		const body = { Results: free.slice(0, 20).map((UserId) => ({ UserId })), Continue: false };
		club.sandbox.inject({ kind: 'status', status: 200, body, match: { route: 'GET /Athletes/MembershipSummaries' } });
		const { rows, error } = await club.run(
			parametersOf('athlete.getManyOverviews', { limit: 1_000, options: { include: ['membership'] } }),
		);
		expect(error).toBeUndefined();
		expect(rows.length).toBeGreaterThan(0);
		expect(rows.filter(({ Membership }) => Membership !== null)).toEqual([]);
	});

	test('overviews up to an ID have each summary of each athlete', async () => {
		const filters = { toId: club.athletes()[9].UserId };
		const { rows } = await club.run(parametersOf('athlete.getManyOverviews', { returnAll: true, filters, options: { pageSize: 4 } }));
		const people = club.items(10).map(({ id }) => id);
		for (const name of ['Membership', 'Attendance', 'Engagement'])
			expect(idsOf(rows.map((row) => row[name] as IDataObject))).toEqual(people);
	});

	test('the overview of one athlete needs no name', async () => {
		club.sandbox.dialect.summaryPerson = 'nested';
		const { UserId } = club.athletes()[5];
		const { rows } = await club.run({ resource: 'athlete', operation: 'getOverview', userId: locator('id', UserId) });
		expect(rows).toMatchObject([{ UserId, Membership: { Athlete: { UserId } } }]);
	});

	const leads = (more: IDataObject = {}) => ({
		...{ resource: 'contact', operation: 'getAll', returnAll: true, filters: { clientStage: ['Lead'], ...more } },
	});

	test.each([
		['contact', 'getAll', 'GET /Contacts'],
		['athlete', 'getAll', 'GET /Athletes'],
		['athlete', 'getManyOverviews', 'GET /Athletes'],
	])('people are not filtered by a property that none of them has: %s.%s', async (resource, operation, list) => {
		expect((await club.run({ ...leads(), resource, operation })).rows.length).toBeGreaterThan(0);
		for (const Results of [[{ UserId: 7 }], []])
			club.sandbox.inject({ kind: 'status', status: 200, body: { Results, Continue: Results.length > 0 }, match: { route: list } });
		const { rows, error } = await club.run({ ...leads(), resource, operation });
		expect(rows).toEqual([]);
		expect(error?.message).toBe(`No record of ${list} has the property "ClientStage"`);
		expect(error?.description).toMatch(
			/^The node filters by this property\. Remove the filter.* Run the operation "Check" to see what this club sends\./,
		);
	});

	test('an empty list lacks no property', async () => {
		club.sandbox.dialect.contactStage = 'stage';
		expect(await club.run(leads({ fromId: 2_000_000_000 }))).toMatchObject({ rows: [], error: undefined });
	});

	test('contacts are not filtered by Is Guest, since guests are athletes', async () => {
		const all = await club.run({ ...leads(), filters: {} });
		expect((await club.run({ ...leads(), filters: { isGuest: true } })).rows).toEqual(all.rows);
	});
});
