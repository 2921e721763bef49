import { listedAthletes } from '../../sandbox/club.mts';
import { credentialFor } from '../../dev/host/club.mts';
import { club, manualTrigger } from '../../dev/host/workflow.mts';
import { locator } from '../support/node.mts';
import { useHost } from './support/host.mts';
import { rowsAsItems } from './support/items.mts';

describe('The Club node in a real n8n', () => {
	// All clubs of a chain have the same people.
	const host = useHost({ sandbox: { athletes: 50, chain: 2, rate: false } });

	const entries = () => ({ ...credentialFor(host.sandbox), clubApiKey: '={{ $json.clubKey }}' });

	it('changes an athlete in the club of each item, whose key the credential takes from it, though the others know the same athlete', async () => {
		const credential = await host.rest.createCredential('Club of the item', entries());
		const [first, second] = host.sandbox.chain;
		const [{ UserId }] = listedAthletes(first.club);
		const items = [
			{ clubKey: second.clubApiKey, stage: 'Client' },
			{ clubKey: first.clubApiKey, stage: 'Lead' },
			{ clubKey: second.clubApiKey, stage: 'Prospect' },
		];
		const stage = { userId: locator('id', UserId), clientStage: '={{ $json.stage }}' };
		const set = club('Set', { resource: 'athlete', operation: 'setClientStage', ...stage });
		const execution = await host.run([...rowsAsItems(items), set], credential);
		expect(execution.error).toBeUndefined();
		expect(execution.rowsOf('Set')).toMatchObject(items.map(({ stage }) => ({ UserId, ClientStage: stage })));
		expect(execution.itemsOf('Set').map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect([first, second].map(({ club: member }) => member.athletes.get(UserId)?.ClientStage)).toEqual(['Lead', 'Prospect']);
		expect(host.sandbox.requests.map(({ club: id }) => id).sort()).toEqual([3, 4, 4]);
		// n8n keeps what items carry, so their keys may be in its files.
		for (const { clubApiKey } of host.sandbox.chain) expect(host.n8n.log()).not.toContain(clubApiKey);
	});

	it('says in the test of such a credential, where n8n lets it, that there is no item to test it with', async () => {
		const message = expect.stringContaining('A value that comes from an item cannot be tested here') as string;
		expect(await host.rest.testCredential(entries())).toEqual({ status: 'Error', message });
		expect(host.sandbox.requests).toEqual([]);
	});

	it('gives out what the first try made when somebody retries an execution that creates, and makes the rest', async () => {
		const items = listedAthletes(host.sandbox.club)
			.slice(0, 3)
			.map(({ UserId }) => ({ UserId }));
		const membershipsOf = ({ UserId }: { UserId: number }) =>
			[...host.sandbox.club.userSubscriptions.values()].filter((membership) => membership.UserId === UserId).length;
		const before = items.map(membershipsOf);
		const create = club('Create', {
			resource: 'membership',
			operation: 'createFromPlan',
			classSubscriptionPlanId: locator('id', 122),
			userId: locator('id', '={{ $json.UserId }}'),
			from: '2026-04-01T00:00:00',
		});
		host.sandbox.inject({ kind: 'status', status: 400, match: { method: 'POST', nth: 2 } });
		const id = await host.save([manualTrigger, ...rowsAsItems(items), create]);
		const failed = await host.rest.runManually(id);
		expect(failed.error?.description).toContain('The first item was completed.');
		await host.rest.session.send('POST', `/rest/executions/${failed.id}/retry`, { loadWorkflow: false });
		const retry = (await host.rest.executions(id)).find(({ mode }) => mode === 'retry')!;
		const execution = await host.rest.finished(retry.id);
		expect(execution.error).toBeUndefined();
		expect(execution.rowsOf('Create')).toMatchObject(items.map((item, index) => ({ ...item, ...(index === 0 && { Reconciled: true }) })));
		expect(items.map(membershipsOf)).toEqual(before.map((count) => count + 1));
		const sent = host.sandbox.requests.filter(({ method }) => method === 'POST').map(({ status }) => status);
		expect(sent).toEqual([200, 400, 200, 200]);
	});
});
