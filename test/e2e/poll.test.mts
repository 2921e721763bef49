import { randomUUID } from 'node:crypto';
import { waitFor } from '../../dev/host/wait.mts';
import { lineOf, withCredential, type NodeSpec } from '../../dev/host/workflow.mts';
import { useHost } from './support/host.mts';
import { useCrm } from './support/crm.mts';
import { pollTrigger } from './support/polling.mts';
import { ATHLETES, created } from './support/pollScenarios.mts';

const clubTrigger = (events: string[]): NodeSpec => ({
	name: 'Club Trigger',
	type: 'n8n-nodes-club.clubTrigger',
	typeVersion: 1,
	parameters: { events, options: {} },
});

const host = useHost({ sandbox: { athletes: ATHLETES, rate: false } });
const { tellCrm, facts, active, crmReceives, publish } = useCrm(host);

/** A workflow of both triggers, which lead into the first of these nodes. */
const besideEachOther = async (polled: string[], delivered: string[], specs: NodeSpec[]): Promise<string> => {
	const trigger = { ...clubTrigger(delivered), webhookId: randomUUID() };
	const { nodes, connections, ...workflow } = lineOf('Both', [pollTrigger(polled), ...specs]);
	const { nodes: others } = lineOf('Club Trigger', [trigger]);
	const both = {
		...workflow,
		nodes: [...nodes, { ...others[0], id: 'trigger', position: [0, 200] as [number, number] }],
		connections: { ...connections, [trigger.name]: connections['Club Poll Trigger'] },
	};
	const { id } = await host.rest.createWorkflow(withCredential(both, host.credential));
	return await active(id);
};

const pollsEnded = async (id: string, count: number): Promise<void> => {
	await waitFor(`The end of ${count} executions of the poll`, async () => {
		const polled = (await host.rest.executions(id)).filter(({ mode, status }) => mode === 'trigger' && status === 'success');
		return polled.length >= count || undefined;
	});
};

it('The Club Poll Trigger in a real n8n leaves the Club Trigger beside it in peace: deliveries are taken in before and after a poll has emitted something', async () => {
	const once: NodeSpec = {
		name: 'Remove Duplicates',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		parameters: {
			operation: 'removeItemsSeenInPreviousExecutions',
			dedupeValue: '={{ $json.eventType }} {{ $json.subject }}',
			options: {},
		},
	};
	const id = await besideEachOther(['Athlete.Created', 'Badge.Awarded'], ['Training.Created'], [once, tellCrm()]);
	const deliver = async (training: number) => {
		publish(training, training);
		await host.sandbox.delivery.idle();
		await waitFor(`The delivery of training ${training}`, () => facts().includes(`Training.Created Trainings/${training}`) || undefined);
	};
	await deliver(1);

	// Only the Club Trigger is published anew: it has another secret then, and the poll trigger holds the old one.
	const saved = await host.rest.workflow(id);
	const trigger = saved.nodes.find(({ name }) => name === 'Club Trigger');
	if (trigger) trigger.parameters.events = ['Training.Created', 'Badge.Awarded'];
	await host.rest.updateWorkflow(id, { nodes: saved.nodes, connections: saved.connections });
	await active(id);
	await deliver(2);
	const athlete = host.sandbox.act.addAthlete();
	await crmReceives(3);
	await deliver(3);
	const told = [created(athlete), ...[1, 2, 3].map((training) => `Training.Created Trainings/${training}`)];
	expect(facts()).toEqual(told);

	// Both see the badge, and Remove Duplicates behind them lets it through once.
	const award = host.sandbox.act.awardBadge(athlete.UserId);
	await crmReceives(5);
	await pollsEnded(id, 2);
	expect(facts()).toEqual([...told, `Badge.Awarded Athletes/${athlete.UserId}/Badges/${award.AchievedBadgeId}`].sort());
});
