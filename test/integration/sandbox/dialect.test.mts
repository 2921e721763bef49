import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { defaultDialect, readingsOf, switchNames } from '../../../sandbox/dialect.mts';
import { receiver, server } from './support/server.mts';

/** The switches of the sandbox, asked without the nodes. */

let now = Date.UTC(2026, 10, 21, 12);

/** Lets the clock of the sandbox go on. */
const pass = (seconds: number): void => void (now += seconds * 1000);

const club = server({ now: () => new Date(now) });
const endpoint = receiver();
const idsOf = (rows: IDataObject[], name: string) => rows.map((row) => row[name] as number);
const ascending = (values: number[]) => [...values].sort((a, b) => a - b);

test('the dialect is reset between tests, and each switch has at least two readings', () => {
	club.sandbox.dialect.idOrder = 'descending';
	club.sandbox.resetDialect();
	expect(club.sandbox.dialect).toEqual(defaultDialect());
	for (const name of switchNames) expect(readingsOf(name).length).toBeGreaterThan(1);
});

test('local times are in the timezone of each athlete (§2.13)', async () => {
	club.sandbox.dialect.localTimes = 'athlete';
	const rows = await club.rows('/Trainings?count=100&from=2026-11-10T00:00:00Z');
	const shifts = rows.map(
		(row) => DateTime.fromISO(row.BeginDateLocal as string, { zone: 'utc' }).diff(DateTime.fromISO(row.BeginUTC as string), 'hours').hours,
	);
	expect([...new Set(shifts)].sort((a, b) => a - b)).toEqual([-8, -3, 1, 9, 13]);
});

test.each([
	['/Athletes', 'UserId'],
	['/Contacts', 'UserId'],
	['/UserSubscriptions', 'UserClassSubscriptionId'],
	['/Subscriptions', 'ClassSubscriptionId'],
	['/Athletes/EngagementSummaries', 'UserId'],
])('%s descends without bounds if the dialect says so, and ascends from a lower bound (§4.1)', async (path, name) => {
	club.sandbox.dialect.idOrder = 'descending';
	const ids = idsOf(await club.rows(path), name);
	expect(ids).toEqual(ascending(ids).reverse());
	const bound = idsOf(await club.rows(`${path}?fromId=${Math.min(...ids)}`), name);
	expect(bound).toEqual(ascending(ids));
});

test('trainings come in either order (§4.8)', async () => {
	const begins = async (query = '') =>
		(await club.rows(`/Trainings?count=100${query}`)).map(({ BeginUTC }) => Date.parse(BeginUTC as string));
	club.sandbox.dialect.trainingOrder = 'descending';
	expect(await begins()).toEqual(ascending(await begins()).reverse());
});

test('results come by rank, with a cursor (§4.8)', async () => {
	club.sandbox.dialect.resultOrder = 'rank';
	const { body } = await club.ask('GET', '/Challenges/301/Results?count=20');
	const next = await club.rows(`/Challenges/301/Results?count=20&cursor=${encodeURIComponent(body.NextCursor as string)}`);
	expect(idsOf([...(body.Results as IDataObject[]), ...next], 'Rank')).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test.each(['participants', 'recentParticipants'] as const)('%s may come as a page (§4.8)', async (name) => {
	const { ClassId } = club.sandbox.club.bookings[0];
	const path = name === 'participants' ? `/Classes/${ClassId}/Participants` : '/Classes/Participants/Recent';
	const array = await club.rows(path);
	expect(array.length).toBeGreaterThan(0);
	club.sandbox.dialect[name] = 'page';
	const { body } = await club.ask('GET', path);
	expect(idsOf(body.Results as IDataObject[], 'UserId').sort()).toEqual(idsOf(array, 'UserId').sort());
});

test('challenges and results may come as arrays (§4.8)', async () => {
	Object.assign(club.sandbox.dialect, { challenges: 'array', results: 'array' });
	expect((await club.ask('GET', '/Challenges')).body).toHaveLength(3);
	expect((await club.ask('GET', '/Challenges/301/Results?count=2')).body).toHaveLength(52);
});

test('a page has only the next cursor, or only the legacy values (§2.9)', async () => {
	club.sandbox.dialect.cursors = 'ahead';
	const envelope = async (query: string) => (await club.ask('GET', `/Athletes?count=2${query}`)).body;
	expect(await envelope('')).toMatchObject({ NextCursor: expect.any(String), PrevCursor: null, NextId: expect.any(Number) });
	expect(await envelope('&toId=2000')).toMatchObject({ NextCursor: null, PrevCursor: expect.any(String) });
	club.sandbox.dialect.legacyFields = 'absent';
	expect(await envelope('')).toMatchObject({ NextId: null, PrevId: null });
	club.sandbox.dialect.cursors = 'none';
	expect(await envelope('')).toMatchObject({ NextCursor: null, PrevCursor: null, NextId: expect.any(Number) });
});

test('properties without a value may be missing (§6.1)', async () => {
	const award = [...club.sandbox.club.awards.values()].find(({ ChallengeName }) => ChallengeName === null)!;
	expect((await club.ask('GET', `/BadgeAwards/${award.AchievedBadgeId}`)).body).toHaveProperty('ChallengeName', null);
	club.sandbox.dialect.nulls = 'missing';
	expect((await club.ask('GET', `/BadgeAwards/${award.AchievedBadgeId}`)).body).not.toHaveProperty('ChallengeName');
	expect((await club.ask('GET', '/Athletes?fromId=2000000000')).body).toEqual({ Results: [], Continue: false });
});

test('dates of memberships may lose fractions and offset (§2.11)', async () => {
	const [{ UserId }] = await club.rows('/Athletes');
	const body = {
		ClassSubscriptionId: 12,
		UserId,
		From: '2026-12-01T00:00:00.250+05:30',
		To: '2027-01-01T00:00:00+05:30',
		MaxActivities: 0,
	};
	const { body: made } = await club.ask('POST', '/UserSubscriptions', body);
	expect(made.From).toBe(body.From);
	const read = async () => (await club.ask('GET', `/UserSubscriptions/${made.UserClassSubscriptionId as number}`)).body.From;
	club.sandbox.dialect.membershipDates = 'utcSeconds';
	expect(await read()).toBe('2026-11-30T18:30:00Z');
	club.sandbox.dialect.membershipDates = 'clubSeconds';
	expect(await read()).toBe('2026-11-30T19:30:00+01:00');
});

describe('webhook subscriptions (§3.5, §4.7)', () => {
	const create = async () =>
		(await club.ask('POST', '/Webhooks/Subscriptions', { Url: `${endpoint.address()}?token=x`, EventTypes: ['Athlete.Updated'] })).body;
	const stateOf = async (id: unknown) => (await club.ask('GET', `/Webhooks/Subscriptions/${String(id)}`)).body.ProvisioningState;
	const listed = async () => (await club.ask('GET', '/Webhooks/Subscriptions')).body as unknown as IDataObject[];

	test('take time to be created, and refuse a change meanwhile', async () => {
		Object.assign(club.sandbox.dialect, { provisioningSeconds: '35', busyChanges: 'refused' });
		const { SubscriptionId: id } = await create();
		const path = `/Webhooks/Subscriptions/${String(id)}`;
		await club.sandbox.delivery.idle();
		pass(34);
		expect([await stateOf(id), (await club.ask('DELETE', path)).status]).toEqual(['Creating', 409]);
		pass(1);
		expect(await stateOf(id)).toBe('Succeeded');
		await club.ask('PUT', path, { EventTypes: ['Class.Updated'] });
		expect([await stateOf(id), (await club.ask('PUT', path, { EventTypes: ['Class.Updated'] })).status]).toEqual(['Updating', 409]);
		pass(35);
		await club.ask('DELETE', path);
		expect(await stateOf(id)).toBe('Deleting');
		pass(35);
		expect(await listed()).toEqual([]);
	});

	test('keep a new subscription when the deletion of one with the same ID ends', async () => {
		club.sandbox.dialect.provisioningSeconds = '35';
		const { webhookSubscriptions } = club.sandbox.club;
		const { SubscriptionId: id } = await create();
		await club.ask('DELETE', `/Webhooks/Subscriptions/${String(id)}`);
		webhookSubscriptions.set(String(id), { ...webhookSubscriptions.get(String(id))!, ProvisioningState: 'Succeeded' });
		pass(35);
		expect(await stateOf(id)).toBe('Succeeded');
		await club.sandbox.delivery.idle();
	});

	test('show their addresses without the query', async () => {
		club.sandbox.dialect.webhookUrl = 'withoutQuery';
		const made = await create();
		expect([made.Url, (await listed())[0].Url]).toEqual([endpoint.address(), endpoint.address()]);
		await club.sandbox.delivery.idle();
		expect(club.sandbox.deliveries[0].url).toBe(`${endpoint.address()}?token=x`);
	});

	test('send events in other envelopes', async () => {
		await create();
		await club.sandbox.delivery.idle();
		Object.assign(club.sandbox.dialect, { dataVersion: '2.0' });
		club.sandbox.act.publish('Athlete.Updated', { subject: 'Athletes/1' });
		await club.sandbox.delivery.idle();
		expect(endpoint.received.at(-1)).toMatchObject({ eventType: 'Athlete.Updated', dataVersion: '2.0' });
	});
});

test('an error has details and a message, plain text, or nothing; one with ErrorType does not change (§7)', async () => {
	const [first, second] = await club.rows('/Athletes');
	const refused = async () => await club.ask('PUT', `/Athletes/${first.UserId as number}`, { Email: 'nobody' });
	club.sandbox.dialect.errorBodies = 'messageAndDetails';
	expect((await refused()).body).toEqual({ Message: expect.any(String), errors: { Email: [expect.any(String)] } });
	club.sandbox.dialect.errorBodies = 'text';
	expect(await refused()).toMatchObject({ text: expect.stringContaining('Email'), body: {} });
	club.sandbox.dialect.errorBodies = 'empty';
	expect(await refused()).toMatchObject({ status: 400, text: '' });
	expect((await club.ask('PUT', `/Athletes/${first.UserId as number}`, { Email: second.Email })).body).toHaveProperty(
		'ErrorType',
		'EmailAlreadyInUse',
	);
});
