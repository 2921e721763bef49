import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { waitFor } from '../../host/wait.mts';
import { withCredential } from '../../host/workflow.mts';
import { itInTurn } from '../support/sample.mts';
import { useHost } from './support/host.mts';
import { factsOf, tellTo } from './support/crm.mts';
import { calledAgain, callsOf, pollTrigger } from './support/polling.mts';
import { ATHLETES, LIST, PAGES, created, itTellsOnce, usePolls } from './support/pollScenarios.mts';

describe('The Club Poll Trigger in a real n8n', () => {
	const host = useHost({ sandbox: { athletes: ATHLETES, rate: false } });
	const polls = usePolls(host);
	const { crm, active, told } = polls;

	itTellsOnce(host, itInTurn(0), polls);

	it('remembers a large club in little, and reads it with as few calls as there are pages', async () => {
		const id = await active(
			await host.save([pollTrigger(['Athlete.Updated', 'Athlete.StageChanged', 'Athlete.Deleted'], { callsPerDay: 100 }), tellTo(crm)]),
		);
		expect(callsOf(host.sandbox, LIST)).toBe(PAGES);
		const { staticData } = (await host.rest.workflow(id)) as unknown as { staticData: IDataObject };
		expect(JSON.stringify(staticData).length).toBeLessThan(15 * ATHLETES);
	}, 120_000);

	it('leaves the Club Trigger beside it in peace: deliveries are taken in before and after a poll has told something', async () => {
		const specs = [
			{ ...pollTrigger(['Athlete.Created', 'Badge.Awarded']), id: 'poll', position: [0, 0] },
			{
				name: 'Club Trigger',
				type: 'n8n-nodes-club.clubTrigger',
				typeVersion: 1.1,
				webhookId: 'beside',
				parameters: { events: ['Training.Created'], options: {} },
				id: 'trigger',
				position: [0, 200],
			},
			{ ...tellTo(crm), id: 'tell', position: [300, 100] },
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
		const deliver = async (training: number) => {
			host.sandbox.act.publish('Training.Created', { subject: `Trainings/${training}`, data: {} });
			await host.sandbox.delivery.idle();
			await waitFor(
				`The delivery of training ${training}`,
				() => factsOf(crm).includes(`Training.Created Trainings/${training}`) || undefined,
			);
		};
		await deliver(1);

		// Only the Club Trigger is published anew: it has another secret then, and the poll trigger holds the old one.
		const saved = await host.rest.workflow(id);
		saved.nodes[1].parameters.events = ['Training.Created', 'Badge.Awarded'];
		await host.rest.updateWorkflow(id, { nodes: saved.nodes, connections: saved.connections });
		await active(id);
		await deliver(2);
		const athlete = host.sandbox.act.addAthlete();
		await told(3);
		await deliver(3);
		const facts = [created(athlete), ...[1, 2, 3].map((training) => `Training.Created Trainings/${training}`)];
		expect(factsOf(crm)).toEqual(facts);

		// Both see the badge, and lead into the same step: it comes from the one that is first.
		const award = host.sandbox.act.awardBadge(athlete.UserId);
		await host.sandbox.delivery.idle();
		await told(5);
		await calledAgain(host.sandbox, 'GET /BadgeAwards', 2);
		expect(factsOf(crm)).toEqual([...facts, `Badge.Awarded Athletes/${athlete.UserId}/Badges/${award.AchievedBadgeId}`].sort());
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
		const id = await active(await host.save([pollTrigger(['Badge.Awarded']), tellTo(crm)]));
		host.sandbox.inject({ kind: 'status', status: 403, match: { every: true } });
		const athlete = [...host.sandbox.club.athletes.values()].find(({ IsDemo }) => !IsDemo);
		const award = host.sandbox.act.awardBadge(athlete?.UserId);
		await waitFor(
			'A failed execution',
			async () => (await host.rest.executions(id)).some(({ status }) => status === 'error') || undefined,
			{ timeout: 120_000 },
		);
		host.sandbox.clearFaults();
		await told(1);
		expect(crm.told).toMatchObject([{ id: `Badge.Awarded-${award.AchievedBadgeId}` }]);
	}, 300_000);
});
