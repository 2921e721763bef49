import { listedAthletes } from '../../sandbox/club.mts';
import { club, lineOf, manualTrigger, withCredential, type NodeSpec, type WorkflowJson } from '../../dev/host/workflow.mts';
import { locator } from '../support/node.mts';
import { useHost } from './support/host.mts';
import { rowsAsItems } from './support/items.mts';

/** What a real n8n does around a node that creates: whoever it makes run again, nobody gets two memberships that nobody asked for. */
describe('A Create that n8n runs again', () => {
	const host = useHost({ sandbox: { athletes: 60, rate: false } });

	beforeEach(() => host.sandbox.resetRecords());
	afterEach(() => expect(host.sandbox.breaches).toEqual([]));

	const people = (count: number) =>
		listedAthletes(host.sandbox.club)
			.slice(0, count)
			.map(({ UserId: userId }) => ({ userId }));
	/** A start for each test: a retried execution takes an equal membership for the one that it made. */
	const create = (settings: Partial<NodeSpec> = {}, from = '2026-03-01T00:00:00'): NodeSpec =>
		club(
			'Create',
			{
				resource: 'membership',
				operation: 'createFromPlan',
				classSubscriptionPlanId: locator('id', 122),
				userId: locator('id', '={{ $json.userId ?? $json.UserId }}'),
				from,
			},
			settings,
		);
	const sent = (method = 'POST') => host.sandbox.requests.filter((request) => request.method === method).map(({ status }) => status);
	const membershipsOf = ({ userId }: { userId: number }) =>
		[...host.sandbox.club.userSubscriptions.values()].filter(({ UserId }) => UserId === userId).length;
	const refuse = (method: string, nth: number) =>
		host.sandbox.inject({ kind: 'status', status: 400, match: { method, nth } } as Parameters<typeof host.sandbox.inject>[0]);
	const saved = async (workflow: WorkflowJson) => (await host.rest.createWorkflow(withCredential(workflow, host.credential))).id;

	it('in an execution that somebody retries, gives out what the first one made, and makes the rest', async () => {
		const items = people(3);
		const before = items.map(membershipsOf);
		refuse('POST', 2);
		const id = await saved(lineOf('Retried', [manualTrigger, ...rowsAsItems(items), create({}, '2026-04-01T00:00:00')]));
		const failed = await host.rest.runManually(id);
		expect(failed.error?.description).toContain('The first item was completed.');
		await host.rest.session.send('POST', `/rest/executions/${failed.id}/retry`, { loadWorkflow: false });
		const retry = (await host.rest.executions(id)).find(({ mode }) => mode === 'retry')!;
		const execution = await host.rest.finished(retry.id);
		expect(execution.error).toBeUndefined();
		expect(execution.rowsOf('Create')).toMatchObject(
			items.map(({ userId }, index) => ({ UserId: userId, ...(index === 0 && { Reconciled: true }) })),
		);
		expect(items.map(membershipsOf)).toEqual(before.map((count) => count + 1));
		expect(sent()).toEqual([200, 400, 200, 200]);
	});
});
