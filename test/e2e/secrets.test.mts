import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { club, type NodeSpec } from '../../host/workflow.mts';
import { Secrets } from '../support/secrets.mts';
import { testedHost, useHost } from './support/host.mts';
import { expectNoSecretInFiles, expectNoSecretWritten } from './support/written.mts';

const PLANTED = 'a-key-that-somebody-writes-down';

const guarded = (secret: string) => {
	const [keys, tokens] = [new Secrets(), new Secrets()];
	keys.add('the planted key', secret);
	return { keys, tokens };
};

const note = (text: string): NodeSpec => ({
	name: 'Note',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: JSON.stringify({ text }), options: {} },
});

describe('What a real n8n writes', () => {
	const host = useHost({ sandbox: { athletes: 50, rate: false } });

	it('is told that the password of a new athlete is sensitive', async () => {
		const types = (await host.rest.nodeTypes()) as Array<{ name: string; sensitiveOutputFields?: string[] }>;
		const own = types.filter(({ name }) => name === 'n8n-nodes-club.club' || name === 'n8n-nodes-club.clubTool');
		expect(own.length).toBeGreaterThan(0);
		for (const { sensitiveOutputFields } of own) expect(sensitiveOutputFields).toEqual(['Password']);
	});

	it('holds no password that nobody asked to see, and no key of a call that the club refused', async () => {
		const fields: IDataObject = { setPasswordOnCreate: '={{ ["pass", 12345].join("-") }}' };
		const created = await host.run([
			club('Club', { resource: 'athlete', operation: 'create', email: 'new@example.com', additionalFields: fields }),
		]);
		expect(created.rowsOf('Club')).toMatchObject([{ Result: 'Created' }]);
		host.sandbox.revokeKey('clubApiKey');
		const refused = await host.run([club('Club', { resource: 'profile', operation: 'get' })]);
		host.sandbox.restoreKey('clubApiKey');
		expect(refused.error?.message).toBeTruthy();
		await host.restart();
		expect(() => expectNoSecretInFiles(host.userFolder, guarded('pass-12345'))).not.toThrow();
	});

	it('gives the keys to no address but the Base URL of the credential, whoever asks with it', async () => {
		const seen: string[] = [];
		const thief = createServer((request, response) => void response.end(String(seen.push(JSON.stringify(request.headers)))));
		await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
		const address = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
		const ask = (url: string): NodeSpec => ({
			name: 'Ask',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url, authentication: 'predefinedCredentialType', nodeCredentialType: 'clubApi', options: {} },
		});
		expect((await host.run([ask(`${host.sandbox.url}/Profile`)])).rowsOf('Ask')).toMatchObject([{ Name: 'Northside Fitness' }]);
		const stolen = await host.run([ask(`${address}/collect`)]);
		expect(JSON.stringify(stolen.error)).toContain('The keys of this credential are sent to its Base URL only');
		host.sandbox.inject({ kind: 'status', status: 302, headers: { location: `${address}/collect` }, match: { route: 'GET /Profile' } });
		expect((await host.run([ask(`${host.sandbox.url}/Profile`)])).error).toBeDefined();
		expect(seen).toEqual([]);
		thief.close();
	});

	it('is searched: a key in the data of an execution is found, in the file of the database and in its rows', async () => {
		await host.run([note(PLANTED)]);
		await host.n8n.stop();
		expect(() => expectNoSecretWritten(testedHost, host.userFolder, guarded(PLANTED))).toThrow(
			/database\.sqlite\S* must not hold the planted key/,
		);
		const { keys: tokens, tokens: keys } = guarded(PLANTED);
		expect(() => expectNoSecretWritten(testedHost, host.userFolder, { keys, tokens })).toThrow(
			/The table \w+ must not hold the planted key/,
		);
	});
});
