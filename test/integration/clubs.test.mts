import { useTimeWithoutWaits } from './poll/support/waits.mts';
import type { IDataObject } from 'n8n-workflow';
import type { RequestRecord } from '../../sandbox/index.mts';
import { testClub } from '../support/club.mts';
import { locator, parametersOf } from '../support/node.mts';
import { search } from '../support/picker.mts';
import { retrying } from '../support/retrying.mts';
import { keys } from '../support/secrets.mts';
import { Gate } from '../support/waiting.mts';
import { PollHost } from './poll/support/pollHost.mts';
import { TriggerHost } from './trigger/host.mts';

// A workflow whose credential takes its keys from the items: each item has a club of its own, and the clubs share their people.

useTimeWithoutWaits();
const club = testClub({ chain: 39, now: () => new Date(Date.now()) });

beforeAll(() => {
	for (const { clubApiKey } of club.sandbox.chain) keys.add('the key of a club of the chain', clubApiKey);
});

const PER_ITEM = { clubApiKey: '={{ $json.key }}' };

const keysOf = (clubs: number): string[] => [
	club.sandbox.keys.clubApiKey,
	...club.sandbox.chain.slice(0, clubs - 1).map(({ clubApiKey }) => clubApiKey),
];

const itemsOf = (keys: readonly string[]): IDataObject[] => keys.map((key) => ({ key }));

const clubsOf = (requests: readonly RequestRecord[]): Array<number | null> => requests.map(({ club: id }) => id);

const profile = { resource: 'club', operation: 'get' };

const setStage = (UserId: number | string, clientStage: string) =>
	parametersOf('athlete.setClientStage', { userId: locator('id', UserId), clientStage });

test('the same change in two clubs is no change of one record', async () => {
	const { UserId } = club.athletes()[3];
	const hintsFor = async (keys: string[]) =>
		(await club.run(setStage(UserId, 'Prospect'), { items: itemsOf(keys), credentials: PER_ITEM })).hints
			.map(({ message }) => message)
			.join();
	const [first, second] = keysOf(2);
	expect(await hintsFor([first, second])).not.toContain('change the same athlete');
	expect(await hintsFor([first, first])).toContain('change the same athlete');
});

test('a change goes to the club of its item, even if other clubs have the ID', async () => {
	const [first, second] = keysOf(2);
	const { UserId } = club.athletes()[3];
	const [{ club: other }] = club.sandbox.chain;
	const before = club.sandbox.club.athletes.get(UserId)!.ClientStage;
	const { error } = await club.run(setStage(UserId, 'Prospect'), { items: itemsOf([second]), credentials: PER_ITEM });
	expect(error).toBeUndefined();
	expect(other.athletes.get(UserId)!.ClientStage).toBe('Prospect');
	expect(club.sandbox.club.athletes.get(UserId)!.ClientStage).toBe(before);
	const items = [first, second].map((key, index) => ({ key, stage: ['Lead', 'Client'][index] }));
	const { hints } = await club.run(setStage(UserId, '={{ $json.stage }}'), { items, credentials: PER_ITEM });
	expect(hints.map(({ message }) => message)).toEqual(['2 items: 2 changed']);
	expect([club.sandbox.club, other].map(({ athletes }) => athletes.get(UserId)!.ClientStage)).toEqual(['Lead', 'Client']);
	expect(new Set(clubsOf(club.sandbox.requests))).toEqual(new Set([1, 3]));
	// An equal sale of another club is another one, also at the next try.
	const sale = { classSubscriptionId: locator('id', 12), userId: locator('id', UserId), from: '2026-03-01', to: '2026-06-01' };
	club.sandbox.inject({ kind: 'status', status: 400, match: { method: 'POST', nth: 2 } });
	await club.run(parametersOf('membership.create', sale), { items: itemsOf([first, second]), credentials: PER_ITEM, ...retrying() });
	const sold = club.sandbox.requests.filter(({ method, status }) => method === 'POST' && status === 200);
	expect(new Set(clubsOf(sold))).toEqual(new Set([1, 3]));
});

test('pages, look-ups and reads of what a change needs go to the club of the item', async () => {
	const [, second] = keysOf(2);
	const all = { resource: 'athlete', operation: 'getAll', returnAll: true, options: { pageSize: 20 } };
	const { rows } = await club.run(all, { items: itemsOf([second]), credentials: PER_ITEM });
	expect(rows).toHaveLength(50);
	expect(new Set(clubsOf(club.sandbox.requests))).toEqual(new Set([3]));
	const [{ club: other }] = club.sandbox.chain;
	const athlete = [...other.athletes.listed][7];
	const byEmail = { ...setStage(0, 'Lead'), userId: locator('email', athlete.Email) };
	await club.run(byEmail, { items: itemsOf([second]), credentials: PER_ITEM });
	expect(new Set(clubsOf(club.sandbox.requests))).toEqual(new Set([3]));
});

test('an unclear create is looked for in the club of its item', async () => {
	const [, second] = keysOf(2);
	const [{ club: other }] = club.sandbox.chain;
	club.sandbox.inject({ kind: 'appliedThenFailed', match: { method: 'POST' } });
	const { rows, error } = await club.run(parametersOf('athlete.create', { email: 'chain@example.com' }), {
		items: itemsOf([second]),
		credentials: PER_ITEM,
	});
	expect(error).toBeUndefined();
	expect(rows).toHaveLength(1);
	expect([...other.athletes.values()].filter(({ Email }) => Email === 'chain@example.com')).toHaveLength(1);
	expect(new Set(clubsOf(club.sandbox.requests))).toEqual(new Set([3]));
});

test('the facts learned of one club are not used for another', async () => {
	const { UserId } = club.athletes()[5];
	const [first, second] = keysOf(2);
	const { output } = await club.run(setStage(UserId, 'Client'), {
		items: itemsOf([first, second, first]),
		credentials: { ...PER_ITEM, expectedClub: 'Northside Fitness' },
		onError: 'continueRegularOutput',
	});
	expect(output[0].map(({ json }) => json.error !== undefined)).toEqual([false, true, false]);
	expect(String(output[0][1].json.error)).toContain('do not belong to the expected club "Northside Fitness"');
	expect(club.sandbox.requests.filter(({ method, club: id }) => method !== 'GET' && id === 3)).toEqual([]);
});

describe('without an item', () => {
	test('a drop-down with an expression in the credential says what to choose instead', async () => {
		await expect(search(club.sandbox, 'searchAthletes', { credentials: PER_ITEM })).rejects.toMatchObject({
			message: expect.stringContaining('Choose "By ID" instead of "From List".'),
		});
		expect(club.calls()).toEqual([]);
	});

	test('a Club Poll Trigger says that each club needs its own trigger', async () => {
		const { error } = await new PollHost({ sandbox: club.sandbox, events: ['Badge.Awarded'], credentials: PER_ITEM }).start();
		expect(error?.message).toContain('Create a credential and a trigger for each club.');
		expect(club.calls()).toEqual([]);
	});

	test('a Club Trigger says that each club needs its own trigger', async () => {
		const host = await TriggerHost.start({ sandbox: club.sandbox, events: ['Badge.Awarded'], credentials: PER_ITEM });
		await expect(host.activate()).rejects.toMatchObject({
			message: expect.stringContaining('Create a credential and a trigger for each club.'),
		});
		await host.close();
		expect(club.calls()).toEqual([]);
	});
});

describe('an expression in the credential', () => {
	test.each([
		['a key', { clubApiKey: '={{ $json.missing }}' }, '"Club API Key" of the credential has no value'],
		['a subscription key', { subscriptionKey: '={{ $json.nothing }}' }, '"Subscription Key" of the credential has no value'],
		['the other subscription key', { secondarySubscriptionKey: '={{ $json.missing }}' }, '"Secondary Subscription Key"'],
		['Expected Club', { expectedClub: '={{ $json.missing }}' }, '"Expected Club" of the credential has no value'],
		['Daily Calls', { dailyCalls: '={{ $json.missing }}' }, '"Daily Calls" of the credential has no value'],
		['Daily Calls that is no number', { dailyCalls: '={{ $json.key }}' }, '"Daily Calls" of the credential is not a number of 0 or more'],
		['an empty key', { clubApiKey: '={{ $json.empty }}' }, '"Club API Key" of the credential is empty'],
		['a missing node', { clubApiKey: "={{ $('Clubs').item.json.key }}" }, "Referenced node doesn't exist"],
		['a record for a key', { clubApiKey: '={{ $json }}' }, '"Club API Key" of the credential is not text. Nothing was sent for this item'],
	])('that is empty for %s refuses the item without a call', async (_, credentials, message) => {
		const error = await club.refusal(profile, { items: [{ key: 'text', nothing: null, empty: ' ' }], credentials });
		expect(`${error?.message}. ${error?.description}`).toContain(message);
	});

	test('is not needed: an empty Expected Club or Daily Calls means no check and no limit', async () => {
		const { rows } = await club.run(profile, { credentials: { expectedClub: ' ', secondarySubscriptionKey: '', dailyCalls: 0 } });
		expect(rows).toHaveLength(1);
	});
});

test('an item without a key or with a wrong key fails alone', async () => {
	const [first, second] = keysOf(2);
	const { output } = await club.run(profile, {
		items: [{ key: first }, {}, { key: 'revoked-key-of-a-club' }, { key: second }],
		credentials: PER_ITEM,
		onError: 'continueRegularOutput',
	});
	expect(output[0].map(({ json }) => json.error !== undefined)).toEqual([false, true, true, false]);
	expect(output[0].map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
	expect(JSON.stringify(output)).not.toContain('revoked-key-of-a-club');
});

test('if items of two clubs fail, the error of the run names both, with what to do', async () => {
	const [first, second] = keysOf(2);
	const { UserId } = club.athletes()[11];
	club.sandbox.inject({ kind: 'status', status: 500, times: 9, match: { method: 'PUT' } });
	const { error } = await club.run(setStage(UserId, 'Lead'), {
		items: [
			{ key: first, name: 'Eastside' },
			{ key: second, name: '' },
		],
		credentials: { ...PER_ITEM, expectedClub: '={{ $json.name }}' },
	});
	const text = `${error?.message} ${error?.description}`;
	expect(text).toMatch(/ also failed: .* Nothing was sent for the other items\./);
	expect(text).toContain('do not belong to the expected club "Eastside"');
	expect(text).toContain('may have been applied');
});

test('an error names the club of its item', async () => {
	const [first, second] = keysOf(2);
	const { UserId } = club.athletes()[9];
	const { error } = await club.run(setStage(UserId, 'Lead'), {
		items: [
			{ key: second, name: 'Fitness 3' },
			{ key: first, name: 'Eastside' },
		],
		credentials: { ...PER_ITEM, expectedClub: '={{ $json.name }}' },
	});
	expect(error?.description).toMatch(/Club: "Eastside"\.$/);
	const alone = await club.run(setStage(UserId, 'Lead'), {
		items: itemsOf([second, 'wrong-key', first, 'wrong-key']),
		credentials: PER_ITEM,
		onError: 'continueRegularOutput',
	});
	expect(alone.output[0].map(({ json }) => /It uses the same club as item \d\./.exec(String(json.message))?.[0])).toEqual([
		...Array<undefined>(3),
		'It uses the same club as item 1.',
	]);
});

test('the items that are done are in their order, whichever club was done with its own first', async () => {
	const [first, second] = keysOf(2);
	const people = club.athletes().slice(0, 3);
	const isOf = (url: string, item: number) => url.includes(`/${people[item].UserId}/`);
	const last = new Gate();
	club.sandbox.inject({ kind: 'delay', until: last.pass, match: { when: ({ url }) => isOf(url, 0) } });
	club.sandbox.inject({ kind: 'status', status: 400, match: { when: ({ url }) => isOf(url, 2) && (last.open(), true) } });
	const items = itemsOf([first, second, second]).map((item, index) => ({ ...item, userId: people[index].UserId }));
	const { error } = await club.run(setStage('={{ $json.userId }}', 'Lead'), { items, credentials: PER_ITEM });
	expect(error?.description).toContain('The first 2 items were completed. Nothing was sent after this item.');
});

test('ten clubs run in parallel, each in the order of its items', async () => {
	const keys = keysOf(20);
	let [under, most] = [0, 0];
	const ten = new Gate();
	club.sandbox.inject({
		kind: 'delay',
		until: async () => {
			under++;
			most = Math.max(most, under);
			if (under === 10) ten.open();
			await ten.pass();
			under--;
		},
		times: 40,
		match: { method: 'GET' },
	});
	const items = [...itemsOf(keys), ...itemsOf(keys)].map((item, index) => ({
		...item,
		userId: [...club.sandbox.club.athletes.listed][index < 20 ? 0 : 1].UserId,
	}));
	const { output } = await club.run(
		{ resource: 'athlete', operation: 'get', userId: locator('id', '={{ $json.userId }}') },
		{ items, credentials: PER_ITEM },
	);
	expect(output[0]).toHaveLength(40);
	expect(most).toBe(10);
	for (const id of [1, 3, 12]) {
		const own = club.sandbox.requests.filter(({ club: asked }) => asked === id).map(({ path }) => path);
		expect(own).toEqual([...new Set(own)].sort((a, b) => a.length - b.length || a.localeCompare(b)));
	}
});

test('a club that has to wait delays only its own items', async () => {
	club.sandbox.inject({ kind: 'status', status: 429, headers: { 'Retry-After': '30' }, times: 9, match: { method: 'GET' } });
	const { output } = await club.run(profile, { items: itemsOf(keysOf(12)), credentials: PER_ITEM });
	expect(output[0]).toHaveLength(12);
	expect(club.sandbox.requests.slice(0, 12).map(({ status }) => status)).toEqual([...Array<number>(9).fill(429), 200, 200, 200]);
});

test('after an error that ends the run, no call is made for clubs that have not begun', async () => {
	const { UserId, IsGuest } = club.athletes()[4];
	const setGuest = parametersOf('athlete.setGuest', { userId: locator('id', UserId), isGuest: !IsGuest, options: { onlyChanges: true } });
	club.sandbox.inject({ kind: 'status', status: 400, match: { method: 'PUT', every: true } });
	const { error } = await club.run(setGuest, { items: itemsOf(keysOf(40)), credentials: PER_ITEM });
	expect(error).toBeDefined();
	expect(club.calls().filter((call) => call.startsWith('GET')).length).toBeLessThanOrEqual(10);
});

test.each([2, 20, 200])('%i clubs each get their own key', async (clubs) => {
	const keys = keysOf(clubs);
	const { output } = await club.run(profile, { items: itemsOf(keys), credentials: PER_ITEM });
	expect(output[0].map(({ json }) => json.ClubId ?? json.Id)).toEqual([1, ...keys.slice(1).map((_, index) => index + 3)]);
});
