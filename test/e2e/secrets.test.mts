import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { credentialFor } from '../../dev/host/club.mts';
import { club, type NodeSpec } from '../../dev/host/workflow.mts';
import { expectNoSecret, keys, Secrets } from '../support/secrets.mts';
import { testedHost, useHost } from './support/host.mts';
import { setTo } from './support/items.mts';
import { expectNoSecretInFiles, expectNoSecretInRows, expectNoSecretWritten } from './support/written.mts';

const PLANTED = 'a-key-that-somebody-writes-down';

const guarded = (secret: string): Secrets[] => {
	const planted = new Secrets();
	planted.add('the planted key', secret);
	return [planted];
};

const profile = club('Club', { resource: 'club', operation: 'get' });

const next: NodeSpec = { name: 'Next', type: 'n8n-nodes-base.noOp' };

/** Puts what a failed request carried into an item. */
const take = setTo('Take', '={{ { taken: JSON.stringify($json.error.cause?.options?.headers) ?? "" } }}');

describe('What a real n8n writes', () => {
	const host = useHost({ sandbox: { athletes: 50, rate: false } });

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

	it.each(['a new credential', 'one that was saved before it could forbid that'])('gives %s to no other node', async (kind) => {
		type Types = Array<{ name: string; properties: Array<{ name: string; default: unknown }> }>;
		const type = ((await host.rest.credentialTypes()) as Types).find(({ name }) => name === 'clubApi');
		const defaults = Object.fromEntries((type?.properties ?? []).map((property) => [property.name, property.default])) as IDataObject;
		const data = { ...(kind === 'a new credential' && defaults), ...credentialFor(host.sandbox) };
		const credential = await host.rest.createCredential(kind, data);
		host.sandbox.resetRecords();
		const access = { authentication: 'predefinedCredentialType', nodeCredentialType: 'clubApi' };
		const ask: NodeSpec = {
			name: 'Ask',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: `${host.sandbox.url}/Nowhere`, ...access, options: {} },
			onError: 'continueRegularOutput',
		};
		const stolen = await host.run([ask, take], credential);
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

	it('is searched: a key in the data of an execution is found, in the file of the database and in its rows', async () => {
		await host.run([setTo('Note', JSON.stringify({ text: PLANTED }))]);
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
