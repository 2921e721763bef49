import { skippedClub } from './support/skippedClub.mts';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { ICredentialTestFunctions, IDataObject } from 'n8n-workflow';
import { testClubApi } from '../../nodes/shared/transport/credentialTest';
import { locator, parametersOf, type NodeOutcome } from '../support/node.mts';
import { serve } from './support/server.mts';
import { TriggerHost } from './trigger/host.mts';

const club = skippedClub();
const PROFILE = { resource: 'club', operation: 'get' };

describe('the keys', () => {
	test.each([
		[
			'a wrong subscription key',
			{ subscriptionKey: 'wrong' },
			401,
			/wrong, was regenerated or revoked, or has expired, or the two are swapped\..* \(credential "[^"]+", HTTP 401\)$/,
		],
		[
			'a wrong club key',
			{ clubApiKey: 'wrong' },
			401,
			/Enter both keys again in the credential\. The club says: Access denied due to a missing or invalid key\./,
		],
	])('%s is explained', async (_, credentials, status, advice) => {
		const { error } = await club.run(PROFILE, { credentials });
		expect(error).toMatchObject({ message: 'The club does not accept the keys', httpCode: String(status) });
		expect(error?.description).toMatch(advice);
		expect(club.calls()).toHaveLength(1);
	});

	test('a read of webhook subscriptions that needs ReadWrite says so, since §4.7 and §5 differ', async () => {
		Object.assign(club.sandbox.dialect, { webhookReads: 'readWrite' });
		const list = { resource: 'webhookSubscription', operation: 'getAll' };
		const { error } = await club.run(list, { credentials: { clubApiKey: club.sandbox.keys.readOnlyClubApiKey } });
		expect(error?.description).toMatch(/lacks the ReadWrite permission/);
		expect((await club.run(list)).error).toBeUndefined();
	});

	test('a second subscription key takes over when the first is refused, and stays', async () => {
		const { secondarySubscriptionKey } = club.sandbox.keys;
		club.sandbox.revokeKey('subscriptionKey');
		const credentials = { secondarySubscriptionKey };
		expect((await club.run(PROFILE, { credentials })).rows).toHaveLength(1);
		expect(club.sandbox.requests.map(({ status }) => status)).toEqual([401, 200]);
		await club.run(PROFILE, { credentials });
		expect(club.sandbox.requests.map(({ status }) => status)).toEqual([200]);
		club.sandbox.revokeKey('secondarySubscriptionKey');
		expect((await club.run(PROFILE, { credentials })).error).toMatchObject({ httpCode: '401' });
		expect(club.sandbox.requests.map(({ status }) => status)).toEqual([401, 401]);
		for (const key of ['subscriptionKey', 'secondarySubscriptionKey'] as const) club.sandbox.restoreKey(key);
	});

	test('do not follow a redirect to another origin', async () => {
		const seen: Array<string | undefined> = [];
		const thief = await serve((request, response) => {
			seen.push(request.headers['x-sub-key'] as string | undefined);
			response.end('{}');
		});
		const redirect = await serve((_request, response) => response.writeHead(302, { location: `${thief.url}/Profile` }).end());
		const { error } = await club.run(PROFILE, { credentials: { baseUrl: redirect.url } });
		expect(error?.message).toBe('The address of the club redirects to another address');
		expect(seen).toEqual([]);
	});
});

describe('the expected club', () => {
	const write = () => parametersOf('athlete.setClientStage', { userId: locator('id', club.athletes()[0].UserId), clientStage: 'Lead' });

	test('protects any other club from changes', async () => {
		const { error } = await club.run(write(), { credentials: { expectedClub: 'Southside Fitness' } });
		expect(error?.message).toMatch(/do not belong to the expected club "Southside Fitness", so nothing was read or changed/);
		expect(error?.description).toMatch(
			/^They belong to .*"Northside Fitness" \((Name|ClubName|Title)\).*Enter the keys of the expected club/,
		);
		expect(club.calls()).toEqual(['GET /Profile']);
	});

	test.each(['Northside Fitness', ' 1 '])('matches %p once in a process', async (expectedClub) => {
		const credentials = { expectedClub };
		expect((await club.run(write(), { credentials })).error).toBeUndefined();
		expect(club.calls()[0]).toBe('GET /Profile');
		await club.run(write(), { credentials });
		expect(club.calls()).toHaveLength(1);
	});

	test('protects any other club from reads, with one call for each club', async () => {
		const read = { resource: 'athlete', operation: 'getAll', limit: 1 };
		for (const parameters of [read, PROFILE]) {
			const { rows, error } = await club.run(parameters, { credentials: { expectedClub: 'Nobody' } });
			expect(rows).toEqual([]);
			expect(error?.message).toMatch(/do not belong to the expected club "Nobody"/);
			expect(club.calls()).toEqual(['GET /Profile']);
		}
		await club.run(read, { credentials: { expectedClub: 'Northside Fitness' }, items: [{}, {}] });
		await club.run(read, { credentials: { expectedClub: 'Northside Fitness' } });
		expect(club.calls()).toEqual(['GET /Athletes?fromId=1&count=1']);
	});
});

test('a key that reads $env, which n8n 2 withholds, is an error that names the setting of n8n, in a run and at a publication', async () => {
	const credentials = { clubApiKey: '={{ $env.CLUB_KEY }}' };
	const withheld = /reads an environment variable, which this n8n withholds/;
	const { error } = await club.run(PROFILE, { credentials });
	expect(error?.message).toMatch(withheld);
	expect(error?.description).toMatch(/N8N_BLOCK_ENV_ACCESS_IN_NODE/);
	const host = await TriggerHost.start({ sandbox: club.sandbox, credentials });
	await expect(host.activate()).rejects.toThrow(withheld);
	await host.close();
	expect(club.calls()).toEqual([]);
});

describe('the credential test', () => {
	/** The request helper that n8n gives a credential test. */
	const functions = {
		helpers: {
			async request({ uri, headers }: { uri: string; headers: Record<string, string> }) {
				const [response] = (await once(get(uri, { headers }), 'response')) as [IncomingMessage];
				return { statusCode: response.statusCode, headers: response.headers, body: Buffer.concat(await response.toArray()) };
			},
		},
	} as unknown as ICredentialTestFunctions;
	const test_ = async (data: IDataObject) =>
		await testClubApi.call(functions, {
			id: '1',
			name: 'Club',
			type: 'clubApi',
			data: {
				baseUrl: club.sandbox.url,
				subscriptionKey: club.sandbox.keys.subscriptionKey,
				clubApiKey: club.sandbox.keys.clubApiKey,
				secondarySubscriptionKey: '',
				expectedClub: '',
				dailyCalls: 0,
				...data,
			} as never,
		});

	test('passes with one call, also for a Read key and with a slash too many', async () => {
		expect(await test_({})).toMatchObject({ status: 'OK' });
		expect(club.calls()).toEqual(['GET /Profile']);
		expect(await test_({ clubApiKey: club.sandbox.keys.readOnlyClubApiKey, baseUrl: ` ${club.sandbox.url}/ ` })).toMatchObject({
			status: 'OK',
		});
	});

	/** Only a run knows the name of its credential. */
	const said = (error: NodeOutcome['error']) =>
		`${error?.message.replace(/\.$/, '')}. ${error?.description}`.replace(/credential "[^"]+", (?=.*\)$)/, '');

	const FORMS = {
		'no body': undefined,
		'a page': '<html><h1>Blocked</h1></html>',
		'the JSON of a gateway': { statusCode: 400, message: 'Invalid subscription key.' },
		'an error of the club': { ErrorType: 'Internal', Message: 'It failed.' },
	};
	const answers = [204, 302, 400, 401, 403, 404, 405, 407, 409, 410, 500, 502, 503].flatMap((status) =>
		Object.entries(FORMS).map(([form, body]) => ({ status, form, body })),
	);

	test.each([{ status: 200, form: 'a page', body: FORMS['a page'] }, ...answers])(
		'has the words of a run for $status with $form',
		async ({ status, body }) => {
			club.sandbox.inject({ kind: 'status', status, body, match: { every: true } });
			const { error } = await club.run(PROFILE);
			expect(await test_({})).toEqual({ status: 'Error', message: said(error) });
		},
	);

	test.each<[string, () => IDataObject]>([
		['a wrong key', () => ({ subscriptionKey: 'wrong' })],
		['an inactive licence', () => ({ clubApiKey: club.sandbox.keys.inactiveClubApiKey })],
		['another service', () => ({ baseUrl: `${club.sandbox.url}/wrong` })],
		['an address without a server', () => ({ baseUrl: 'http://127.0.0.1:9' })],
	])('has the words of a run for %s', async (__, data) => {
		const { error } = await club.run(PROFILE, { credentials: data() });
		const { status, message } = await test_(data());
		expect([status, message]).toEqual(['Error', said(error)]);
	});
});
