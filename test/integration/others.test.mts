import { skippedClub } from './support/skippedClub.mts';
import { locator } from '../support/node.mts';
import { search } from '../support/picker.mts';

const club = skippedClub({}, { keepsPages: false });

describe('the catalogue', () => {
	const product = (operation: string, more = {}) => ({ resource: 'membershipProduct', operation, ...more });

	test('is read with and without plans', async () => {
		expect((await club.run(product('getAll'))).rows.every((row) => row.Plans === undefined)).toBe(true);
		const { rows } = await club.run(product('get', { classSubscriptionId: locator('id', 12), options: { withPlans: true } }));
		expect(rows[0].ClassSubscriptionId).toBe(12);
		expect(rows[0].Plans).toHaveLength(2);
		expect(club.calls()).toEqual(['GET /Subscriptions?fromId=1&withPlans=true&count=500']);
	});

	test('without plans has an empty list, and is not read again', async () => {
		const plans = [...club.sandbox.club.plans];
		club.sandbox.club.plans.clear();
		const { hints } = await club.run(product('get', { classSubscriptionId: locator('id', 12), options: { withPlans: true } }));
		for (const [id, plan] of plans) club.sandbox.club.plans.set(id, plan);
		expect([club.calls().length, hints]).toEqual([1, []]);
	});

	test('an unknown product is a clear sentence', async () => {
		expect((await club.run(product('get', { classSubscriptionId: locator('id', 99) }))).error?.message).toMatch(
			/no membership product with the ID 99/,
		);
	});
});

test('challenges and their results are read', async () => {
	Object.assign(club.sandbox.dialect, { idOrder: 'ascending', arrayOrder: 'oldestFirst' });
	const [{ Name, Title }] = (await club.run({ resource: 'challenge', operation: 'get', challengeId: locator('id', 301) })).rows;
	expect(Name ?? Title).toBe('Autumn miles');
	const results = await club.run({ resource: 'challenge', operation: 'getResults', challengeId: locator('id', 301), returnAll: true });
	expect(results.rows).toHaveLength(120);
	const userId = locator('id', results.rows[3].UserId as number);
	expect((await club.run({ resource: 'challenge', operation: 'getResult', challengeId: locator('id', 301), userId })).rows).toEqual([
		results.rows[3],
	]);
	expect((await search(club.sandbox, 'searchChallenges')).results[0]).toEqual({ name: 'Autumn miles', value: 301 });
});

describe('webhook subscriptions', () => {
	const webhook = (operation: string, more = {}) => ({ resource: 'webhookSubscription', operation, ...more });

	// How they are made when that takes its time, or their addresses are shown without a query, is the trigger's topic.
	beforeEach(() => Object.assign(club.sandbox.dialect, { provisioningSeconds: '0', busyChanges: 'taken', webhookUrl: 'asGiven' }));

	test('are created, read, updated and deleted', async () => {
		const url = 'http://127.0.0.1:9/club?from=crm';
		const { rows } = await club.run(webhook('create', { url, eventTypes: ['Badge.Awarded'] }));
		expect(club.calls()).toEqual([`POST /Webhooks/Subscriptions {"Url":"${url}","EventTypes":["Badge.Awarded"]}`]);
		const subscriptionId = locator('id', rows[0].SubscriptionId as string);
		await club.sandbox.delivery.idle();
		expect((await club.run(webhook('get', { subscriptionId }))).rows[0]).toMatchObject({ Url: url, ProvisioningState: 'Failed' });
		const [shown] = (await search(club.sandbox, 'searchWebhookSubscriptions')).results;
		expect(shown.name).toBe('Badge Awarded, failed: /club at 127.0.0.1:9');
		expect(
			(await club.run(webhook('update', { subscriptionId, updateFields: { eventTypes: ['Class.Updated', 'Athlete.Created'] } }))).rows[0]
				.EventTypes,
		).toHaveLength(2);
		expect(club.sandbox.requests[0].body).toEqual({ EventTypes: ['Class.Updated', 'Athlete.Created'] });
		expect((await club.run(webhook('getAll'))).rows).toHaveLength(1);
		expect((await club.run(webhook('delete', { subscriptionId }))).rows).toEqual([{ deleted: true }]);
		expect((await club.run(webhook('getAll'))).rows).toHaveLength(0);
		await club.sandbox.delivery.idle();
	});

	test.each(['create', 'update'])('at an address of a private network are refused before a call: %s', async (operation) => {
		const address = { url: 'https://192.168.1.20/club', eventTypes: ['Badge.Awarded'] };
		const error = await club.refusal(webhook(operation, { ...address, subscriptionId: locator('id', 'ws_1'), updateFields: address }));
		expect(error?.message).toMatch(/private network, which the club cannot reach/);
	});

	test('begin in their drop-down with what differs, and are found by their address', async () => {
		const url = 'https://n8n.example.com/webhook/0ca70299-aecd-4bb3-ac5e-4711471147aa/webhook?token=secret';
		const EventTypes = ['Badge.Awarded', 'ClassParticipant.Created', 'Athlete.Created', 'Athlete.Updated'];
		const { webhookSubscriptions } = club.sandbox.club;
		const made = [
			{ Url: url, EventTypes },
			{ Url: url, EventTypes },
			{ Url: url.replace('0ca70299', '1ca70299'), EventTypes: ['Badge.Awarded'] },
		];
		for (const [index, subscription] of made.entries())
			webhookSubscriptions.set(`ws_9${index}`, { SubscriptionId: `ws_9${index}`, ...subscription, ProvisioningState: 'Succeeded' });
		const found = await search(club.sandbox, 'searchWebhookSubscriptions');
		const results = found.results.sort((a, b) => String(a.value).localeCompare(String(b.value)));
		expect(results.map(({ name }) => name.replace(/^.*(?=, active: )/, ''))).toEqual([
			', active: …/0ca70299 at n8n.example.com, ID ws_90',
			', active: …/0ca70299 at n8n.example.com, ID ws_91',
			', active: …/1ca70299 at n8n.example.com',
		]);
		expect(results.map(({ name }) => name.split(',')[0])).toEqual([
			'Badge Awarded and 3 more',
			'Badge Awarded and 3 more',
			'Badge Awarded',
		]);
		const filtered = await search(club.sandbox, 'searchWebhookSubscriptions', { filter: 'webhook/1ca70299-aecd' });
		expect(filtered.results.map(({ value }) => value)).toEqual(['ws_92']);
		webhookSubscriptions.clear();
	});

	test('show their addresses without the token, and refuse it as new address', async () => {
		const url = 'http://127.0.0.1:9/club?token=secret.token-1&from=crm';
		const shown = 'http://127.0.0.1:9/club?token=***&from=crm';
		const {
			rows: [made],
		} = await club.run(webhook('create', { url, eventTypes: ['Badge.Awarded'] }));
		const subscriptionId = locator('id', made.SubscriptionId as string);
		await club.sandbox.delivery.idle();
		const outcomes = [
			[made],
			(await club.run(webhook('get', { subscriptionId }))).rows,
			(await club.run(webhook('getAll'))).rows,
			(await club.run(webhook('update', { subscriptionId, updateFields: { eventTypes: ['Class.Updated'] } }))).rows,
		];
		const preview = await club.run(webhook('create', { url, eventTypes: ['Badge.Awarded'], options: { dryRun: true } }));
		outcomes.push(preview.rows.flatMap(({ wouldSend }) => wouldSend as typeof preview.rows).map(({ body }) => body as typeof made));
		for (const rows of outcomes) expect(rows.map(({ Url }) => Url)).toEqual([shown]);
		const error = await club.refusal(webhook('update', { subscriptionId, updateFields: { url: shown } }));
		expect(error?.message).toBe('"URL" has a masked token, so it cannot be saved');
		await club.run(webhook('update', { subscriptionId, updateFields: { url: `${url}&again` } }));
		expect(club.sandbox.requests[0].body).toEqual({ Url: `${url}&again` });
		await club.run(webhook('delete', { subscriptionId }));
		await club.sandbox.delivery.idle();
	});

	test.each([
		['http', { url: 'http://example.com/x', eventTypes: ['Badge.Awarded'] }, /must be an https address/],
		['no events', { url: 'https://example.com/x', eventTypes: '={{ [] }}' }, /at least one event|is missing/],
		['an unknown event', { url: 'https://example.com/x', eventTypes: '={{ ["Badge.Taken"] }}' }, /must be one of/],
	])('%s is refused before a call', async (_, more, message) => {
		expect((await club.refusal(webhook('create', more)))?.message).toMatch(message);
	});

	test('an address that a club on the internet cannot reach is refused before a call', async () => {
		const create = webhook('create', { url: 'http://127.0.0.1:5678/club', eventTypes: ['Badge.Awarded'] });
		const error = await club.refusal(create, { credentials: { baseUrl: 'https://club.invalid/v1' } });
		expect(error?.message).toMatch(/which the club cannot reach/);
	});
});
