import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { credentialFor } from '../../dev/host/club.mts';
import { club, type NodeSpec } from '../../dev/host/workflow.mts';
import { startSandbox } from '../../sandbox/index.mts';
import { expectNoSecret, guardSandbox, keys, Secrets } from '../support/secrets.mts';
import { testedHost, useHost } from './support/host.mts';
import { expectNoSecretInFiles, expectNoSecretInRows, expectNoSecretWritten } from './support/written.mts';

const PLANTED = 'a-key-that-somebody-writes-down';

const guarded = (secret: string): Secrets[] => {
	const planted = new Secrets();
	planted.add('the planted key', secret);
	return [planted];
};

/** Keys that a careless search for them misses. */
const KEYS = {
	'with quotes': 'a"b\\c\'d"efgh',
	'with $': '$&$1$$-$`payload',
};

const note = (text: string): NodeSpec => ({
	name: 'Note',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: JSON.stringify({ text }), options: {} },
});

const profile = club('Club', { resource: 'club', operation: 'get' });

const next: NodeSpec = { name: 'Next', type: 'n8n-nodes-base.noOp' };

/** n8n's own HTTP Request node with the credential of the pack. */
const ask = (url: string, more: Partial<NodeSpec> = {}): NodeSpec => ({
	name: 'Ask',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { url, authentication: 'predefinedCredentialType', nodeCredentialType: 'clubApi', options: {} },
	...more,
});

/** Puts what a failed request carried into an item. */
const take: NodeSpec = {
	name: 'Take',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: [
				{ id: 'taken', name: 'taken', type: 'string', value: '={{ JSON.stringify($json.error.cause?.options?.headers) ?? "" }}' },
			],
		},
		options: {},
	},
};

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
		const refused = await host.run([profile]);
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
		const data = { ...credentialFor(host.sandbox), allowedHttpRequestDomains: 'all' };
		const forAll = await host.rest.createCredential('For all', data);
		const asked = await host.run([ask(`${host.sandbox.url}/Profile`)], forAll);
		expect(asked.rowsOf('Ask')).toMatchObject([{ Name: 'Northside Fitness' }]);
		const stolen = await host.run([ask(`${address}/collect`)], forAll);
		expect(JSON.stringify(stolen.error)).toContain('The keys of this credential are sent only to its Base URL');
		const computed = await host.rest.createCredential('Computed', { ...credentialFor(host.sandbox), baseUrl: `={{ "${address}" }}` });
		const refused = await host.run([profile], computed);
		expect(refused.error?.message).toBe('The Base URL of the credential is not a web address');
		expect(seen).toEqual([]);
		thief.close();
	});

	it.each(['a new credential', 'one that was saved before it could forbid that'])('gives %s to no other node', async (kind) => {
		type Types = Array<{ name: string; properties: Array<{ name: string; default: unknown }> }>;
		const type = ((await host.rest.credentialTypes()) as Types).find(({ name }) => name === 'clubApi');
		const defaults = Object.fromEntries((type?.properties ?? []).map((property) => [property.name, property.default])) as IDataObject;
		const data = { ...(kind === 'a new credential' && defaults), ...credentialFor(host.sandbox) };
		const credential = await host.rest.createCredential(kind, data);
		host.sandbox.resetRecords();
		const stolen = await host.run([ask(`${host.sandbox.url}/Nowhere`, { onError: 'continueRegularOutput' }), take], credential);
		expect(stolen.rowsOf('Take')).toEqual([{ taken: '' }]);
		expect(() => expectNoSecret('The execution', JSON.stringify(stolen.data), keys)).not.toThrow();
		expect(host.sandbox.requests).toEqual([]);

		expect(await host.rest.testCredential(data)).toMatchObject({ status: 'OK' });
		expect((await host.run([profile], credential)).rowsOf('Club')).toMatchObject([{ Name: 'Northside Fitness' }]);
		const field = { node: 'n8n-nodes-club.club', method: 'searchAthletes', path: 'parameters.userId', credential };
		expect((await host.rest.resourceLocatorResults(field)).results.length).toBeGreaterThan(0);
		for (const name of ['clubTrigger', 'clubPollTrigger']) {
			const parameters = { events: ['Badge.Awarded'], ...(name === 'clubPollTrigger' && { pollTimes: { item: [{ mode: 'everyHour' }] } }) };
			const trigger = { name, type: `n8n-nodes-club.${name}`, webhookId: randomUUID(), parameters };
			const id = await host.save([trigger, next], credential);
			expect(await host.rest.activate(id)).toMatchObject({ status: 'published' });
			await host.rest.deactivate(id);
		}
	});

	it.each(Object.entries(KEYS))('holds no key %s, whatever the club repeats of it', async (_kind, key) => {
		const sandbox = await startSandbox({ athletes: 50, rate: false, keys: { clubApiKey: key, subscriptionKey: `${key}-2` } });
		guardSandbox(sandbox);
		const echo = createServer(({ headers, url = '' }, response) => {
			response.writeHead(url.startsWith('/refused') ? 400 : 200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ Message: `You sent ${headers.authorization}, ${String(headers['x-sub-key'])}`, headers }));
		});
		await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
		const asked = async (baseUrl: string, spec = profile) => {
			const credential = await host.rest.createCredential('A key', { ...credentialFor(sandbox), baseUrl });
			return await host.run([spec, next], credential);
		};
		const echoing = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
		expect((await asked(sandbox.url)).rowsOf('Club')).toMatchObject([{ Name: 'Northside Fitness' }]);
		const anyCall = club('Club', { resource: 'club', operation: 'call', method: 'GET', path: '/Profile' });
		expect((await asked(echoing, anyCall)).rowsOf('Club')).toMatchObject([{ Message: 'You sent Bearer ***, ***' }]);
		expect((await asked(`${echoing}/refused`)).error?.message).toBe('You sent Bearer ***, ***');
		const trigger: NodeSpec = {
			name: 'Club Trigger',
			type: 'n8n-nodes-club.clubTrigger',
			webhookId: randomUUID(),
			parameters: { events: ['Training.Created'] },
		};
		const credential = await host.rest.createCredential('A key', credentialFor(sandbox));
		const id = await host.save([trigger, next], credential);
		expect(await host.rest.activate(id)).toMatchObject({ status: 'published' });
		sandbox.act.publish('Training.Created', { subject: 'Trainings/1', data: { TrainingId: 1 } });
		await sandbox.delivery.idle();
		const [execution] = await host.rest.executions(id);
		expect((await host.rest.finished(execution.id)).rowsOf('Next')).toHaveLength(1);
		await host.rest.deactivate(id);
		expect(sandbox.breaches).toEqual([]);
		await sandbox.close();
		echo.close();
	});

	it('is searched: a key in the data of an execution is found, in the file of the database and in its rows', async () => {
		await host.run([note(PLANTED)]);
		await host.n8n.stop();
		expect(() => expectNoSecretWritten(testedHost, host.userFolder, guarded(PLANTED))).toThrow(
			/database\.sqlite\S* must not hold the planted key/,
		);
		const file = join(host.userFolder, '.n8n', 'database.sqlite');
		expect(() => expectNoSecretInRows('sqlite', testedHost, { FILE: file }, host.userFolder, guarded(PLANTED))).toThrow(
			/The table \w+ must not hold the planted key/,
		);
	});
});
