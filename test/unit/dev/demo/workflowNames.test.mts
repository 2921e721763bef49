import { stringify } from 'flatted';
import { callNamer } from '../../../../dev/demo/callers.mts';
import { workflowFinder } from '../../../../dev/demo/workflowAt.mts';
import { deliveryNamer, subscriptionNamer } from '../../../../dev/demo/workflowNames.mts';
import { Execution, type ExecutionRow } from '../../../../dev/host/execution.mts';
import type { N8nRest } from '../../../../dev/host/rest.mts';
import type { DeliveryRecord, RequestRecord, Sandbox } from '../../../../sandbox/index.mts';

const AT = Date.parse('2026-11-21T12:00:00Z');
const URL_OF_EVENTS = 'http://127.0.0.1:5678/webhook/hook/events';

/** An execution whose trigger gave items with these IDs. */
interface Run {
	id: string;
	at: number;
	ids: string[];
	status?: string;
	/** Whether the trigger failed with these items. */
	hasFailed?: boolean;
}

const rowOf = ({ id, at, ids, status = 'success', hasFailed = false }: Run) => {
	const main = [ids.map((one) => ({ json: { id: one } }))];
	const runData = { 'Club Trigger': [hasFailed ? {} : { data: { main } }] };
	const data = { resultData: { runData }, executionData: { nodeExecutionStack: hasFailed ? [{ data: { main } }] : [] } };
	return { id, status, startedAt: new Date(at).toISOString(), data: stringify(data) } as ExecutionRow;
};

/** An n8n with one workflow and these executions, the newest first. */
const n8nWith = (runs: Run[], settings = {}) => {
	const workflow = { id: 'w1', name: 'Congratulate', nodes: [{ webhookId: 'hook' }], settings };
	const results = runs.map(rowOf).reverse();
	return {
		url: 'http://127.0.0.1:5678',
		workflows: async () => await Promise.resolve([workflow]),
		workflow: async () => await Promise.resolve(workflow),
		execution: async (id: string) => await Promise.resolve(new Execution(results.find((row) => row.id === id)!)),
		session: { send: async () => await Promise.resolve({ results }) },
	} as unknown as N8nRest;
};

const delivery = (more: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
	at: AT,
	subscriptionId: 'ws_1',
	url: URL_OF_EVENTS,
	eventIds: ['gold'],
	eventTypes: ['Badge.Awarded'],
	subjects: ['Athletes/1/Badges/2'],
	attempt: 1,
	status: 200,
	...more,
});

const sandboxWith = (deliveries: DeliveryRecord[], requests: Array<Partial<RequestRecord>> = []) =>
	({ deliveries, requests }) as unknown as Sandbox;

const linkTo = (id: string) => ({ workflow: 'Congratulate', link: `http://127.0.0.1:5678/workflow/w1/executions/${id}` });

describe('What became of a delivery', () => {
	const named = async (deliveries: DeliveryRecord[], rest: N8nRest, laterMs = 60_000) => {
		await deliveryNamer(sandboxWith(deliveries), rest, workflowFinder(rest), () => AT + laterMs)();
		return deliveries;
	};
	const fateOf = async (runs: Run[], { laterMs = 60_000, settings = {} } = {}) => {
		const [{ takenBy, withoutRun }] = await named([delivery()], n8nWith(runs, settings), laterMs);
		return takenBy?.link ?? withoutRun;
	};

	test('is the execution that has its event, not the one that began next', async () => {
		const [silver, gold] = [delivery({ eventIds: ['silver'] }), delivery({ at: AT + 4_000 })];
		await named([silver, gold], n8nWith([{ id: '7', at: AT + 4_200, ids: ['gold'] }]), 64_000);
		expect(gold.takenBy).toEqual(linkTo('7'));
		expect(silver).toMatchObject({ withoutRun: 'none' });
		expect(silver.takenBy).toBeUndefined();
	});

	test('is the first execution where somebody ran it again, and the one that failed at its first node', async () => {
		const first = { id: '7', at: AT + 100, ids: ['gold'], status: 'error', hasFailed: true };
		expect(await fateOf([first, { id: '8', at: AT + 30_000, ids: ['gold'] }])).toBe(linkTo('7').link);
	});

	test('is none where none was found for a minute, and open before', async () => {
		expect(await fateOf([], { laterMs: 59_000 })).toBeUndefined();
		expect(await fateOf([])).toBe('none');
		expect(await fateOf([{ id: '7', at: AT + 100, ids: ['silver'] }])).toBe('none');
	});

	test.each<[string, Run[], object]>([
		['an execution shows no event', [{ id: '7', at: AT + 100, ids: [] }], {}],
		['n8n stores no executions that succeed', [], { saveDataSuccessExecution: 'none' }],
		['more executions began than were read', Array.from({ length: 50 }, (_, n) => ({ id: `${n}`, at: AT + n, ids: ['silver'] })), {}],
	])('is not known where %s', async (_where, runs, settings) => {
		expect(await fateOf(runs, { settings })).toBe('unknown');
	});

	test('is open while an execution runs that shows no event yet', async () => {
		expect(await fateOf([{ id: '7', at: AT + 100, ids: [], status: 'running' }])).toBeUndefined();
	});

	test.each([
		['of what the club says about the subscription', { eventTypes: ['Vendor.EventGrid.SubscriptionValidationEvent'] }],
		['of an address that is no workflow', { url: 'http://127.0.0.1:9/elsewhere' }],
		['of one that was not taken', { status: 404 }],
	])('is not told %s', async (_what, more) => {
		const [{ takenBy, withoutRun }] = await named([delivery(more)], n8nWith([]));
		expect([takenBy, withoutRun]).toEqual([undefined, undefined]);
	});
});

test('The workflow behind a webhook subscription is named by its address', async () => {
	const webhookSubscriptions = new Map([
		['ws_1', { SubscriptionId: 'ws_1', Url: URL_OF_EVENTS }],
		['ws_2', { SubscriptionId: 'ws_2', Url: 'http://127.0.0.1:9/elsewhere' }],
	]);
	const sandbox = { club: { webhookSubscriptions } } as unknown as Sandbox;
	const rest = n8nWith([]);
	await subscriptionNamer(sandbox, rest, workflowFinder(rest))();
	expect([...sandbox.workflows!]).toEqual([['ws_1', { workflow: 'Congratulate', link: 'http://127.0.0.1:5678/workflow/w1' }]]);
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
		const rest = n8nWith([]);
		await callNamer(sandboxWith([delivery()], requests), rest, workflowFinder(rest))();
		expect(requests[0]).toMatchObject({ by });
	});
});
