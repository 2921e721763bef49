import { listedAthletes } from '../../sandbox/club.mts';
import { credentialFor } from '../../dev/host/club.mts';
import { club, manualTrigger, type CredentialReference } from '../../dev/host/workflow.mts';
import { locator } from '../support/node.mts';
import { useHost } from './support/host.mts';
import { rowsAsItems } from './support/items.mts';

describe('The Club node in a real n8n', () => {
	const host = useHost({ sandbox: { athletes: 200, chain: 2, rate: false } });
	const people = () => listedAthletes(host.sandbox.club);

	beforeEach(() => host.sandbox.resetRecords());
	afterEach(() => expect(host.sandbox.breaches).toEqual([]));

	it.each(['={{ "}}', "={{ $('Nowhere').first() }}"])(
		'runs the name of an athlete who was chosen from the list, %s, never as an expression',
		async (name) => {
			const anna = people()[6];
			anna.FirstMidName = name;
			const field = { node: 'n8n-nodes-club.club', method: 'searchAthletes', path: 'parameters.userId', credential: host.credential };
			const { results } = await host.rest.resourceLocatorResults(field, String(anna.UserId));
			expect(results).toEqual([{ name: `'${name} ${anna.LastName} (${anna.Email})`, value: anna.UserId }]);
			const userId = { ...locator('list', anna.UserId), cachedResultName: results[0].name };
			const run = await host.run([club('Get', { resource: 'athlete', operation: 'get', userId })]);
			expect(run.error).toBeUndefined();
			expect(run.rowsOf('Get')).toMatchObject([{ UserId: anna.UserId, FirstMidName: name }]);
		},
	);

	it('gives out what the first try made when somebody retries an execution that creates, and makes the rest', async () => {
		const items = people()
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

	describe('with a credential whose key is that of the item', () => {
		let credential: CredentialReference;
		const entries = () => ({ ...credentialFor(host.sandbox), clubApiKey: '={{ $json.clubKey }}' });
		/** The two further clubs of the chain, whose people are the same. n8n keeps what items carry, so their keys may be in its files. */
		const members = () => host.sandbox.chain;

		beforeAll(async () => void (credential = await host.rest.createCredential('Club of the item', entries())));
		afterEach(() => {
			for (const { clubApiKey } of members()) expect(host.n8n.log()).not.toContain(clubApiKey);
		});

		const clubsAsked = () => host.sandbox.requests.map(({ club: id }) => id);

		it('changes an athlete in the club of each item, though the others know the same athlete', async () => {
			const [first, second] = members();
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
			expect(clubsAsked().sort()).toEqual([3, 4, 4]);
		});

		it('its test says that there is nothing to test it with, where n8n lets it', async () => {
			const message = expect.stringContaining('A value that comes from an item cannot be tested here') as string;
			expect(await host.rest.testCredential(entries())).toEqual({ status: 'Error', message });
			expect(clubsAsked()).toEqual([]);
		});
	});
});
