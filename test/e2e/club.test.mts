import { listedAthletes } from '../../sandbox/club.mts';
import { credentialFor } from '../../dev/host/club.mts';
import { club } from '../../dev/host/workflow.mts';
import { locator } from '../support/node.mts';
import { useHost } from './support/host.mts';
import { rowsAsItems } from './support/items.mts';

describe('The Club node in a real n8n, with a credential whose key is that of the item', () => {
	// The people of the clubs of a chain are the same.
	const host = useHost({ sandbox: { athletes: 50, chain: 2, rate: false } });

	const entries = () => ({ ...credentialFor(host.sandbox), clubApiKey: '={{ $json.clubKey }}' });

	it('changes an athlete in the club of each item, though the others know the same athlete', async () => {
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

	it('says in its test that there is nothing to test it with, where n8n lets it', async () => {
		const message = expect.stringContaining('A value that comes from an item cannot be tested here') as string;
		expect(await host.rest.testCredential(entries())).toEqual({ status: 'Error', message });
		expect(host.sandbox.requests).toEqual([]);
	});
});
