import { credentialFor } from '../../dev/host/club.mts';
import { club } from '../../dev/host/workflow.mts';
import { useHost } from './support/host.mts';

describe('The packed pack in a real n8n', () => {
	const host = useHost();

	it('is listed with its nodes and its credential', async () => {
		const nodes = (await host.rest.nodeTypes()).map(({ name }) => name);
		expect(nodes).toEqual(expect.arrayContaining(['n8n-nodes-club.club', 'n8n-nodes-club.clubTool']));
		expect((await host.rest.credentialTypes()).map(({ name }) => name)).toContain('clubApi');
	});

	it('tests a credential, and says what is wrong with one', async () => {
		const keys = credentialFor(host.sandbox);
		expect(await host.rest.testCredential(keys)).toMatchObject({ status: 'OK' });
		const wrong = await host.rest.testCredential({ ...keys, clubApiKey: 'wrong' });
		expect(wrong.status).toBe('Error');
		expect(wrong.message).toMatch(/key/i);
	});

	it('lists athletes in a workflow', async () => {
		const run = await host.run([club('List', { resource: 'athlete', operation: 'getAll', limit: 3 })]);
		expect(run.error).toBeUndefined();
		expect(run.rowsOf('List')).toHaveLength(3);
		expect(host.sandbox.breaches).toEqual([]);
	});
});
