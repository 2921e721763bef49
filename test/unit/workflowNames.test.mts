import { callNamer } from '../../dev/demo/callers.mts';
import { deliveryNamer } from '../../dev/demo/workflowNames.mts';
import type { N8nRest } from '../../dev/host/rest.mts';
import type { DeliveryRecord, RequestRecord, Sandbox } from '../../sandbox/index.mts';

const BADGES = { id: 'w1', name: 'Congratulate', nodes: [{ webhookId: 'hook' }] };
const AT = Date.parse('2026-11-21T12:00:00Z');
const URL_OF_EVENTS = 'http://127.0.0.1:5678/webhook/hook/events';

/** An n8n with one workflow and these executions. */
const n8nWith = (results: Array<{ id: string; startedAt: string }>) =>
	({
		url: 'http://127.0.0.1:5678',
		workflows: async () => await Promise.resolve([BADGES]),
		workflow: async () => await Promise.resolve(BADGES),
		session: { send: async () => await Promise.resolve({ results }) },
	}) as unknown as N8nRest;

const delivery = (more: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
	at: AT,
	subscriptionId: 'ws_1',
	url: URL_OF_EVENTS,
	eventIds: ['1'],
	eventTypes: ['Badge.Awarded'],
	subjects: ['Athletes/1/Badges/2'],
	attempt: 1,
	status: 200,
	...more,
});

const sandboxWith = (deliveries: DeliveryRecord[], requests: Array<Partial<RequestRecord>> = []) =>
	({ deliveries, requests }) as unknown as Sandbox;

describe('What became of a delivery', () => {
	const named = async (one: DeliveryRecord, runs: Array<{ id: string; startedAt: string }>, laterMs: number) => {
		await deliveryNamer(sandboxWith([one]), n8nWith(runs), () => AT + laterMs)();
		return one;
	};

	test('is the execution that began then', async () => {
		const run = { id: '7', startedAt: new Date(AT + 100).toISOString() };
		expect(await named(delivery(), [run], 1_000)).toMatchObject({
			takenBy: { workflow: 'Congratulate', link: 'http://127.0.0.1:5678/workflow/w1/executions/7' },
		});
	});

	test('is none where none was found for a minute, and open before', async () => {
		expect((await named(delivery(), [], 59_000)).isUnused).toBe(false);
		expect((await named(delivery(), [], 60_000)).isUnused).toBe(true);
	});

	test.each([
		['of what the club says about the subscription', { eventTypes: ['Vendor.EventGrid.SubscriptionValidationEvent'] }],
		['of an address that is no workflow', { url: 'http://127.0.0.1:9/elsewhere' }],
		['of one that was not taken', { status: 404 }],
	])('is not told %s', async (_what, more) => {
		expect((await named(delivery(more), [], 60_000)).isUnused).toBeUndefined();
	});
});

describe('Who made a call', () => {
	test.each([
		['the workflow that registers its address', { path: '/Webhooks/Subscriptions', body: { Url: URL_OF_EVENTS } }, 'Congratulate'],
		['the workflow whose subscription is deleted', { path: '/Webhooks/Subscriptions/ws_1', body: null }, 'Congratulate'],
		['the workflow that is being published when it comes', { path: '/Webhooks/Subscriptions', body: null }, 'Congratulate'],
		['nobody that can be known', { path: '/Athletes', body: null }, 'No execution: editor, polls, publishing'],
	])('is %s', async (_who, call, by) => {
		const requests = [
			{ at: AT, ...call },
			{ at: AT + 2_000, path: '/Webhooks/Subscriptions', body: { Url: URL_OF_EVENTS } },
		];
		await callNamer(sandboxWith([delivery()], requests), n8nWith([]))();
		expect(requests[0]).toMatchObject({ by });
	});
});
