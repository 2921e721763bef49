import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../dev/host/wait.mts';
import { locator } from '../support/node.mts';
import { useCrm } from './support/crm.mts';
import { useHost } from './support/host.mts';

const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

describe('The Club Trigger in a real n8n', () => {
	const host = useHost({ sandbox: { athletes: 50, rate: false, redelivery: { attempts: 8, delayMs: 250 } } });
	const { crm, tellCrm, active: published, subscriptions, publish, trainings } = useCrm(host);
	let webhooks = 0;

	beforeEach(() => void (crm.down = false));

	const workflow = async (events: string[], options: IDataObject = {}): Promise<string> => {
		const trigger = { name: 'Club Trigger', type: 'n8n-nodes-club.clubTrigger', webhookId: `trigger-${++webhooks}` };
		return await host.save([{ ...trigger, parameters: { events, options } }, tellCrm()]);
	};

	const active = async (events: string[], options: IDataObject = {}): Promise<string> => await published(await workflow(events, options));

	const until = async (done: () => boolean) => await waitFor('What the test waits for', () => done() || undefined);

	const event = { subject: 'Trainings/1', eventType: 'Training.Created', eventTime: '2026-03-29T18:30:00Z', data: {}, dataVersion: '1.0' };

	const post = async (id: string, url = subscriptions()[0].Url) =>
		await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify([{ ...event, id }]),
		});

	it('is registered while the workflow is active, and delivers what happens', async () => {
		const id = await active(['Athlete.Updated']);
		expect(subscriptions()).toEqual([expect.objectContaining({ EventTypes: ['Athlete.Updated'], ProvisioningState: 'Succeeded' })]);
		const [athlete] = [...host.sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo);
		host.sandbox.act.setClientStage(athlete.UserId, athlete.ClientStage === 'Client' ? 'Lead' : 'Client');
		await until(() => crm.received.length > 0);
		expect(crm.received).toMatchObject([
			{ eventType: 'Athlete.Updated', ids: { userId: athlete.UserId }, data: { UserId: athlete.UserId } },
		]);
		await host.rest.deactivate(id);
		expect(subscriptions()).toEqual([]);
	});

	const condition = (field: unknown, value: string): IDataObject => ({ onlyWhen: { condition: [{ field, is: 'equals', value }] } });

	it.each([
		['starts whatever its case, by a field chosen from the list', locator('list', 'data.Title'), []],
		[
			'of another text is shown, with what does not match, by a field of an older workflow',
			'data.Place',
			[/data\.Place is "Hall", .*is equal to "spin"/],
		],
	])('listening, an event %s', async (_, field, hints) => {
		const id = await workflow(['Training.Created'], condition(field, 'spin'));
		await host.rest.startManually(id, 'Club Trigger');
		await until(() => subscriptions().some(({ ProvisioningState }) => ProvisioningState === 'Succeeded'));
		expect(subscriptions()[0].Url).toContain('/webhook-test/');
		host.sandbox.act.publish('Training.Created', { subject: 'Trainings/1', data: { Title: 'Spin', Place: 'Hall' } });
		await until(() => crm.received.length === 1 && subscriptions().length === 0);
		const [{ id: execution }] = await host.rest.executions(id);
		const { data } = await host.rest.finished(execution);
		const given = data.resultData.runData['Club Trigger'][0].hints ?? [];
		expect(given.map(({ message }) => message)).toEqual(hints.map((hint) => expect.stringMatching(hint)));
	});

	it('under lastNode a failed workflow gets its event again; one that succeeded does not, not even after a restart', async () => {
		await active(['Training.Created'], { acknowledge: 'lastNode' });
		const { Url } = subscriptions()[0];
		crm.down = true;
		expect((await post('x')).status).toBe(500);
		crm.down = false;
		expect((await post('x')).status).toBe(200);
		expect((await post('x')).status).toBe(200);
		await host.restart();
		expect((await post('x', Url)).status).toBe(200);
		expect(crm.ids).toEqual(['x']);
	});

	/** Settles when n8n has started again. Nobody sends before: n8n can start an event twice that comes while it starts, and never answer it. */
	let back: Promise<void> = Promise.resolve();

	const isAcknowledged = async (id: string, url: string): Promise<boolean> => (await post(id, url).catch(() => undefined))?.status === 200;

	/** Sends events until each is acknowledged, as a club would that does not give up; tells which have been so far. */
	const send = (url: string, ids: string[]): { acknowledged: Set<string>; all: Promise<unknown> } => {
		const acknowledged = new Set<string>();
		const sendOne = async (id: string) => {
			while (!(await isAcknowledged(id, url))) await back;
			acknowledged.add(id);
		};
		return { acknowledged, all: Promise.all(ids.map(sendOne)) };
	};

	const manyIds = Array.from({ length: 120 }, (_, n) => `event-${n}`);

	it('under lastNode nothing is lost when n8n is killed in between', async () => {
		await active(['Training.Created'], { acknowledge: 'lastNode' });
		const { all } = send(subscriptions()[0].Url, manyIds);
		await until(() => crm.received.length >= 20);
		await (back = host.restart('kill9'));
		await all;
		expect(new Set(crm.ids)).toEqual(new Set(manyIds));
	});

	it('under onReceived nothing is lost that was not acknowledged before n8n was killed', async () => {
		await active(['Training.Created']);
		const { acknowledged, all } = send(subscriptions()[0].Url, manyIds);
		await until(() => crm.received.length >= 20);
		let before = new Set<string>();
		await (back = host.restart('kill9', () => (before = new Set(acknowledged))));
		await all;
		await until(() => manyIds.every((id) => before.has(id) || crm.ids.includes(id)));
		expect(manyIds.filter((id) => !before.has(id) && !crm.ids.includes(id))).toEqual([]);
		expect(new Set(crm.ids).size).toBe(crm.ids.length);
	});

	const unpublishAndPublish = async (id: string): Promise<void> => {
		await host.rest.deactivate(id);
		await host.rest.activate(id);
	};

	const changeEvents = async (id: string): Promise<void> => {
		const { nodes, connections } = await host.rest.workflow(id);
		nodes[0].parameters.events = ['Training.Created', 'Badge.Awarded'];
		await host.rest.updateWorkflow(id, { nodes, connections });
		await host.rest.activate(id);
		await until(() => subscriptions().some(({ EventTypes }) => EventTypes.includes('Badge.Awarded')));
	};

	it.each([
		['a workflow that is unpublished and published again', unpublishAndPublish],
		['a published workflow whose events are changed', changeEvents],
	])('%s misses at most what happens in between, and tells nothing twice', async (_, republish) => {
		const id = await active(['Training.Created']);
		let last = 0;
		let isOver = false;
		const one = async () => {
			publish(++last, last);
			await host.sandbox.delivery.idle();
		};
		await one();
		const meanwhile = (async () => {
			for (; !isOver; await sleep(20)) await one();
		})();
		await republish(id);
		await until(() => subscriptions().some(({ ProvisioningState }) => ProvisioningState === 'Succeeded'));
		isOver = true;
		await meanwhile;
		await one();
		await until(() => trainings().includes(last));
		await waitFor(
			'The end of what runs',
			async () => (await host.rest.executions(id)).every(({ status }) => status === 'success') || undefined,
		);
		expect(trainings()).toEqual(expect.arrayContaining([1, last]));
		expect(new Set(trainings()).size).toBe(trainings().length);
	});

	it('offers the output of its events before the first one', async () => {
		const schema = (await (await fetch(`${host.n8n.url}/schemas/n8n-nodes-club.clubTrigger/1.1.0.json`)).json()) as IDataObject;
		expect(Object.keys(schema.properties as IDataObject)).toEqual(expect.arrayContaining(['id', 'eventType', 'data', 'ids']));
	});
});
