import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { Crm } from '../../demo/crm.mts';
import { withCredential, type NodeSpec } from '../../host/workflow.mts';
import { useHost } from './support/host.mts';

const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** More people than one page holds. */
const ATHLETES = 3_000;

describe('The Club Poll Trigger in a real n8n', () => {
	const host = useHost({ sandbox: { athletes: ATHLETES, rate: false } });
	const crm = new Crm();

	beforeAll(async () => await crm.start());
	afterAll(async () => await crm.close());

	beforeEach(() => {
		crm.told.length = 0;
		host.sandbox.clearFaults();
		host.sandbox.resetRecords();
	});

	afterEach(async () => {
		for (const { id } of await host.rest.workflows()) await host.rest.deactivate(id);
		expect(host.sandbox.breaches).toEqual([]);
	});

	/** Polls each minute, and as many calls as it takes. */
	const pollTrigger = (events: string[], options: IDataObject = {}): NodeSpec => ({
		name: 'Club Poll Trigger',
		type: 'n8n-nodes-club.clubPollTrigger',
		parameters: {
			events,
			firstPoll: 'fromNow',
			options: { callsPerDay: 25_000, ...options },
			pollTimes: { item: [{ mode: 'everyMinute' }] },
		},
	});

	const tell: NodeSpec = {
		name: 'Tell the CRM',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { method: 'POST', url: '', sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}', options: {} },
	};
	const tellCrm = (): NodeSpec => ({ ...tell, parameters: { ...tell.parameters, url: crm.url } });

	const active = async (id: string): Promise<string> => {
		expect(await host.rest.activate(id)).toMatchObject({ status: 'published' });
		return id;
	};

	/** Longer than two polls. */
	const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
		for (let look = 0; look < 300; look++) {
			if (await done()) return;
			await sleep(500);
		}
	};

	const facts = () => crm.told.map(({ eventType, subject }) => `${String(eventType)} ${String(subject)}`).sort();

	it('tells what happens at the next poll, and what happened while n8n was away, once, also after it was killed', async () => {
		await active(await host.save([pollTrigger(['Athlete.Created', 'Athlete.StageChanged', 'Badge.Awarded']), tellCrm()]));
		const first = host.sandbox.act.addAthlete({ ClientStage: 'Lead' });
		await until(() => crm.told.length > 0);
		expect(facts()).toEqual([`Athlete.Created Athletes/${first.UserId}`]);

		await host.n8n.stop();
		host.sandbox.act.setClientStage(first.UserId, 'Client');
		const award = host.sandbox.act.awardBadge(first.UserId);
		await host.restart();
		await until(() => crm.told.length > 2);
		expect(facts()).toEqual([
			`Athlete.Created Athletes/${first.UserId}`,
			`Athlete.StageChanged Athletes/${first.UserId}`,
			`Badge.Awarded Athletes/${first.UserId}/Badges/${award.AchievedBadgeId}`,
		]);
		expect(crm.told.find(({ eventType }) => eventType === 'Athlete.StageChanged')).toMatchObject({
			previous: { ClientStage: 'Lead' },
			record: { ClientStage: 'Client' },
		});

		const second = host.sandbox.act.addAthlete();
		await host.restart('kill9');
		await until(() => crm.told.length > 3);
		const third = host.sandbox.act.addAthlete();
		await until(() => crm.told.length > 4);
		expect(facts().filter((fact) => fact.startsWith('Athlete.Created'))).toEqual(
			[first, second, third].map(({ UserId }) => `Athlete.Created Athletes/${UserId}`).sort(),
		);
		expect(crm.told).toHaveLength(5);
	}, 600_000);

	it('remembers a large club in little, and reads it with as few calls as there are pages', async () => {
		const id = await active(await host.save([pollTrigger(['Athlete.Updated', 'Athlete.StageChanged', 'Athlete.Deleted']), tellCrm()]));
		const calls = host.sandbox.requests.filter(({ route }) => route === 'GET /Athletes').length;
		expect(calls).toBe(Math.floor(ATHLETES / 1000) + 1);
		const { staticData } = (await host.rest.workflow(id)) as unknown as { staticData: IDataObject };
		expect(JSON.stringify(staticData).length).toBeLessThan(15 * ATHLETES);
	}, 300_000);

	it('leaves the Club Trigger beside it in peace: deliveries are taken in before and after a poll has told something', async () => {
		const specs = [
			{ ...pollTrigger(['Athlete.Created']), id: 'poll', position: [0, 0] },
			{
				name: 'Club Trigger',
				type: 'n8n-nodes-club.clubTrigger',
				typeVersion: 1.1,
				webhookId: 'beside',
				parameters: { events: ['Training.Created'], options: {} },
				id: 'trigger',
				position: [0, 200],
			},
			{ ...tellCrm(), id: 'tell', position: [300, 100] },
		];
		const nodes = specs.map((spec) => ({ typeVersion: 1, ...spec })) as unknown as INode[];
		const link = { main: [[{ node: 'Tell the CRM', type: NodeConnectionTypes.Main, index: 0 }]] };
		const workflow = {
			name: 'Both',
			nodes,
			connections: { 'Club Trigger': link, 'Club Poll Trigger': link } as IConnections,
			settings: { executionOrder: 'v1' as const },
		};
		const { id } = await host.rest.createWorkflow(withCredential(workflow, host.credential));
		await active(id);

		// Only the Club Trigger is published anew: it has another secret then, and the poll trigger holds the old one.
		const saved = await host.rest.workflow(id);
		saved.nodes[1].parameters.events = ['Training.Created', 'Badge.Awarded'];
		await host.rest.updateWorkflow(id, { nodes: saved.nodes, connections: saved.connections });
		await active(id);
		const athlete = host.sandbox.act.addAthlete();
		await until(() => crm.told.some(({ eventType }) => eventType === 'Athlete.Created'));
		host.sandbox.act.publish('Training.Created', { subject: 'Trainings/1', data: {} });
		await host.sandbox.delivery.idle();
		await until(() => crm.told.length > 1);
		expect(facts()).toEqual([`Athlete.Created Athletes/${athlete.UserId}`, 'Training.Created Trainings/1']);
	}, 300_000);

	it('gives real records in a test run, and remembers nothing of it', async () => {
		const id = await host.save([pollTrigger(['Badge.Awarded', 'Membership.EndsSoon', 'Class.Published'])]);
		const { status, items } = await host.rest
			.runManually(id, 'Club Poll Trigger')
			.then((execution) => ({ status: execution.status, items: JSON.stringify(execution) }));
		expect(status).toBe('success');
		for (const name of ['sample-Badge.Awarded', 'sample-Membership.EndsSoon', 'sample-Class.Published']) expect(items).toContain(name);
		const { staticData } = (await host.rest.workflow(id)) as unknown as { staticData: IDataObject | null };
		expect(JSON.stringify(staticData ?? {})).not.toContain('state');
	});

	it('a poll that fails is an execution that says why, and costs nothing that happened', async () => {
		const id = await active(await host.save([pollTrigger(['Badge.Awarded']), tellCrm()]));
		host.sandbox.inject({ kind: 'status', status: 403, match: { every: true } });
		const athlete = [...host.sandbox.club.athletes.values()].find(({ IsDemo }) => !IsDemo);
		const award = host.sandbox.act.awardBadge(athlete?.UserId);
		await until(async () => (await host.rest.executions(id)).some(({ status }) => status === 'error'));
		expect((await host.rest.executions(id)).map(({ status }) => status)).toContain('error');
		host.sandbox.clearFaults();
		await until(() => crm.told.length > 0);
		expect(crm.told).toMatchObject([{ id: `Badge.Awarded-${award.AchievedBadgeId}` }]);
	}, 300_000);
});
