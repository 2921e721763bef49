import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../dev/host/wait.mts';
import { credentialFor } from '../../dev/host/club.mts';
import { club, manualTrigger, type NodeSpec } from '../../dev/host/workflow.mts';
import { useCrm } from '../e2e/support/crm.mts';
import { rowsAsItems } from '../e2e/support/items.mts';
import { startSandbox } from '../../sandbox/index.mts';
import { locator } from '../support/node.mts';
import { guardSandbox } from '../support/secrets.mts';
import { useFleet } from './support/fleet.mts';

describe('The pack in queue mode', () => {
	const fleet = useFleet({ sandbox: { athletes: 50, chain: 2, rate: false, redelivery: { attempts: 12, delayMs: 250 } } });
	const { crm, tellCrm, subscriptions, publish, trainings, crmReceives } = useCrm(fleet);
	let webhooks = 0;

	beforeEach(async () => {
		while (fleet.workers.length < 2) await fleet.addWorker();
		fleet.sandbox.setRate(false);
	});

	const trigger = (options: IDataObject = {}): NodeSpec => ({
		name: 'Club Trigger',
		type: 'n8n-nodes-club.clubTrigger',
		webhookId: `trigger-${++webhooks}`,
		parameters: { events: ['Training.Created'], options },
	});

	const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

	it.each(['sync', 'async'] as const)(
		'registers the address of the webhook processor, which answers the %s handshake',
		async (handshake) => {
			fleet.sandbox.provisioning.handshake = handshake;
			const id = await fleet.save([trigger(), tellCrm()]);
			expect(await fleet.rest.activate(id)).toMatchObject({ status: 'published' });
			expect(subscriptions()).toEqual([expect.objectContaining({ ProvisioningState: 'Succeeded' })]);
			expect(subscriptions()[0].Url).toContain(fleet.webhook.url);
			fleet.sandbox.provisioning.handshake = 'sync';
		},
	);

	it('handles two hundred events once each, with duplicates, disorder and batches', async () => {
		await fleet.rest.activate(await fleet.save([trigger(), tellCrm()]));
		Object.assign(fleet.sandbox.delivery, { duplicate: true, shuffle: true, batch: 5 });
		for (let round = 0; round < 2; round++) {
			publish(round * 100 + 1, round * 100 + 100);
			await fleet.sandbox.delivery.idle();
		}
		await crmReceives(200);
		expect(trainings()).toEqual(upTo(200));
	});

	it('answers while no worker is up, and runs the events when there is one again', async () => {
		await fleet.rest.activate(await fleet.save([trigger(), tellCrm()]));
		await Promise.all(fleet.workers.splice(0).map(async (worker) => await worker.stop()));
		publish(1, 20);
		await fleet.sandbox.delivery.idle();
		const events = fleet.sandbox.deliveries.filter(({ eventTypes }) => eventTypes.includes('Training.Created'));
		expect(events.map(({ status }) => status)).toEqual(upTo(20).map(() => 200));
		expect(crm.received).toEqual([]);
		await fleet.addWorker();
		await fleet.addWorker();
		await crmReceives(20);
		expect(trainings()).toEqual(upTo(20));
	});

	it('loses no event when a worker is killed', async () => {
		await fleet.rest.activate(await fleet.save([trigger({ acknowledge: 'lastNode' }), tellCrm()]));
		publish(1, 60);
		await crmReceives(10);
		await fleet.workers.pop()?.kill9();
		await fleet.addWorker();
		await waitFor('Every event at the CRM', () => (new Set(trainings()).size === 60 ? true : undefined));
	});

	it('keeps the budget of a key over two workers, and no run sees a 429', async () => {
		const athletes = [...fleet.sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo).slice(0, 30);
		const items = rowsAsItems(athletes.map(({ UserId }) => ({ UserId })));
		const read = club('Read', { resource: 'athlete', operation: 'get', userId: locator('id', '={{ $json.UserId }}') });
		const id = await fleet.save([manualTrigger, ...items, read]);
		fleet.sandbox.setRate({ limit: 50, windowSeconds: 60 });
		const runs = await Promise.all([1, 2, 3].map(async () => await fleet.rest.runManually(id)));
		expect(runs.map(({ status, error }) => error?.message ?? status)).toEqual(['success', 'success', 'success']);
		expect(runs.map((run) => run.rowsOf('Read').length)).toEqual([30, 30, 30]);
	});

	it('holds each worker to the daily calls of the credential, and what each of them says adds up', async () => {
		// A club that nobody else has spent calls of.
		const sandbox = await startSandbox({ athletes: 50, rate: false });
		guardSandbox(sandbox);
		const data = { ...credentialFor(sandbox), dailyCalls: 20 };
		const credential = await fleet.rest.createCredential('20 a day', data);
		const [{ UserId }] = sandbox.club.athletes.values();
		const set = club('Set', {
			resource: 'athlete',
			operation: 'setGuest',
			userId: locator('id', UserId),
			isGuest: '={{ $json.row % 2 === 0 }}',
		});
		const loop = await fleet.save([manualTrigger, ...rowsAsItems(Array.from({ length: 40 }, (_, row) => ({ row }))), set], credential);
		const budget = await fleet.save([manualTrigger, club('Budget', { resource: 'club', operation: 'getCallBudget' })], credential);
		/** The calls that processes have answered with. */
		const spent = new Set<number>();
		// Which worker takes a run is up to the queue. Two workers may make 40 calls.
		for (let round = 0; round < 10 && sandbox.requests.length < 40; round++) {
			const runs = await Promise.all([1, 2, 3, 4].map(async () => await fleet.rest.runManually(loop)));
			expect(runs.map(({ error }) => error?.message)).toEqual(runs.map(() => 'The calls of this day are used up'));
			const asked = await Promise.all([1, 2, 3, 4].map(async () => await fleet.rest.runManually(budget)));
			for (const run of asked) {
				const [{ calls }] = run.rowsOf('Budget');
				const { last24Hours } = calls as { last24Hours: number };
				if (last24Hours > 0) spent.add(last24Hours);
			}
		}
		expect([...spent]).toEqual([20]);
		expect(sandbox.requests).toHaveLength(40);
		expect(sandbox.breaches).toEqual([]);
		await sandbox.close();
	});
});
