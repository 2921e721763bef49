import { randomUUID } from 'node:crypto';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/index.mts';
import { dialectOfRun } from '../../support/dialect.mts';
import { Gate, until } from '../../support/waiting.mts';
import { ShiftedClock } from './clock.mts';
import { TriggerHost, type HostOptions } from './host.mts';

let sandbox: Sandbox;
let host: TriggerHost;

// The club opens the address while the trigger looks at its list: how fast this machine does so does not count. Time passes during
// other deliveries, because a trigger that registers again waits before it answers.
const clock = new ShiftedClock(() => sandbox.provisioning.validating > 0);

const begin = async (options: Partial<HostOptions> = {}, club: SandboxOptions = {}) => {
	sandbox = await startSandbox({
		athletes: 50,
		rate: false,
		redelivery: { attempts: 3, delayMs: 20 },
		now: clock.now,
		...club,
		dialect: dialectOfRun({ provisioningSeconds: '0', ...club.dialect }),
	});
	host = await TriggerHost.start({ sandbox, events: ['Badge.Awarded'], ...options });
};

/** Begins, and publishes the workflow. */
const published = async (...given: Parameters<typeof begin>) => {
	await begin(...given);
	await host.activate();
};

afterEach(async () => {
	clock.endWaits();
	await host?.close();
	await sandbox?.close();
});

const subscriptions = () => [...sandbox.club.webhookSubscriptions.values()];
const calls = (method: string) => sandbox.requests.filter((request) => request.method === method && request.path.startsWith('/Webhooks'));

const profile = async () =>
	await fetch(`${sandbox.url}/Profile`, {
		headers: { 'X-Sub-Key': sandbox.keys.subscriptionKey, authorization: `Bearer ${sandbox.keys.clubApiKey}` },
	});

/** Waits for what follows a publication, and forgets all calls so far. */
const quiet = async () => {
	await clock.idle();
	sandbox.resetRecords();
};

/** Posts an event that somebody has under an address. @returns the status of the answer */
const deliver = async (url: string): Promise<number> =>
	(await host.post([{ id: randomUUID(), eventType: 'Badge.Awarded', subject: 'Athletes/1/Badges/1' }], url)).status;

clock.hasten();

describe('activation', () => {
	test('registers the events with a token and waits for the confirmation of the club', async () => {
		await published();
		expect(subscriptions()).toEqual([
			expect.objectContaining({ Url: host.destination, EventTypes: ['Badge.Awarded'], ProvisioningState: 'Succeeded' }),
		]);
		expect(host.destination).toMatch(/\?token=[\w-]{22}\.[\w-]{43}$/);
		expect(host.logs.join()).not.toContain(host.destination.split('token=')[1]);
		sandbox.club.webhookSubscriptions.set('dead', { ...subscriptions()[0], SubscriptionId: 'dead', ProvisioningState: 'Failed' });
		await host.activate();
		expect(subscriptions().map(({ ProvisioningState }) => ProvisioningState)).toEqual(['Succeeded']);
		expect(sandbox.breaches).toEqual([]);
	});

	test('creates a new subscription first if the token is lost, then removes the old one', async () => {
		await published({}, { dialect: { webhookUrl: 'asGiven' } });
		host.importAgain();
		await quiet();
		await host.activate();
		expect(subscriptions()).toEqual([expect.objectContaining({ Url: host.destination, ProvisioningState: 'Succeeded' })]);
		const writes = sandbox.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);
		expect(writes).toEqual(['POST', 'DELETE']);
	});

	test('does not touch subscriptions of other workflows or of the test address', async () => {
		await begin();
		const sibling = await TriggerHost.start({ sandbox, events: ['Badge.Awarded'], webhookId: 'other' });
		await sibling.activate();
		await host.activate();
		expect(subscriptions()).toHaveLength(2);
		await host.deactivate();
		expect(subscriptions()).toEqual([expect.objectContaining({ Url: sibling.destination })]);
		expect(host.logs.join()).not.toContain('is being removed');
		await sibling.close();
	});
});

test('an event that is missing in the answer of the club is sent once more, and the publication says so', async () => {
	await published({}, { dialect: { eventTypesShown: 'first' } });
	host.parameters.events = ['Athlete.Created', 'Training.Created'];
	await expect(host.activate()).rejects.toThrow(/does not list all of its events\. You asked for Athlete\.Created, Training\.Created\./);
	expect(calls('PUT')).toHaveLength(1);
});

test.each(['atOnce', 'afterHandshake'] as const)(
	'a club that answers the POST %s confirms the address, with one subscription',
	async (webhookAnswer) => {
		await published({}, { dialect: { webhookAnswer } });
		expect(calls('POST')).toHaveLength(1);
		expect(subscriptions()).toEqual([expect.objectContaining({ Url: host.destination, ProvisioningState: 'Succeeded' })]);
	},
);

describe('two activations at once', () => {
	test('take nothing over from a cancelled activation', async () => {
		await published();
		await host.deactivate();
		host.staticData = {};
		await quiet();
		await host.activate();
		expect(sandbox.requests.map(({ method }) => method).slice(0, 2)).toEqual(['GET', 'POST']);
	});

	test('leave the subscription of the newer one, however late the club answers the other', async () => {
		await begin();
		const post = new Gate();
		sandbox.inject({ match: { method: 'POST' }, kind: 'delay', until: post.pass });
		const overtaken = host.activate();
		await post.reached;
		await host.activate();
		const newer = subscriptions();
		expect(newer).toHaveLength(1);
		post.open();
		await overtaken;
		expect(subscriptions()).toEqual(newer);
	});

	test('both show the reason if the club refuses', async () => {
		await begin();
		sandbox.revokeKey('clubApiKey');
		const endings = await Promise.allSettled([host.activate(), host.activate()]);
		for (const ending of endings) expect(ending).toMatchObject({ reason: { message: expect.stringMatching(/Enter both keys again/) } });
		expect(endings).toHaveLength(2);
	});

	test.each([
		['slow', { kind: 'delay' }, {}],
		['slow, hiding tokens', { kind: 'delay' }, { webhookUrl: 'withoutQuery' }],
		['without an answer', { kind: 'appliedLate' }, {}],
		['accepted, not listed yet', { kind: 'appliedLate', status: 200, body: { SubscriptionId: 'soon', ProvisioningState: 'Creating' } }, {}],
	] as const)('leave no subscription if they are cancelled during the POST (%s)', async (_, fault, dialect) => {
		await begin({}, { dialect });
		const post = new Gate();
		sandbox.inject({ match: { method: 'POST' }, ...fault, until: post.pass });
		const activation = host.activate();
		await post.reached;
		await host.deactivate();
		expect(subscriptions()).toEqual([]);
		const applied = async () => {
			post.open();
			await until(() => subscriptions().length > 0);
		};
		// What the first looks at the list do not show may still appear.
		if (fault.kind === 'appliedLate') sandbox.inject({ kind: 'delay', match: { method: 'GET', nth: 4 }, until: applied });
		else post.open();
		sandbox.inject({ kind: 'status', status: 409, match: { method: 'DELETE' } });
		await activation;
		await until(() => calls('DELETE').length > 0);
		expect(subscriptions()).toEqual([]);
		expect(calls('DELETE').map(({ status }) => status)).toEqual([409, 200]);
		expect(calls('GET').length).toBeLessThan(12);
	});
});

describe('deactivation', () => {
	test('succeeds if the subscription is already gone', async () => {
		await published();
		sandbox.club.webhookSubscriptions.clear();
		await host.deactivate();
		sandbox.inject({ match: { method: 'DELETE' }, kind: 'status', status: 404 });
		await host.activate();
		await host.deactivate();
	});

	test('removes the subscription at the address that n8n had before', async () => {
		await begin();
		await host.close();
		const options: HostOptions = { sandbox, events: ['Badge.Awarded'] };
		host = await TriggerHost.start(options);
		await host.activate();
		options.webhookBaseUrl = host.address.replace('127.0.0.1', 'localhost').split('/').slice(0, 4).join('/');
		const [{ Url, ...one }] = subscriptions();
		const address = Url.split('?')[0];
		sandbox.club.webhookSubscriptions.set('here', { ...one, SubscriptionId: 'here', Url: Url.replace('127.0.0.1', 'localhost') });
		await host.deactivate();
		expect(subscriptions()).toEqual([]);
		expect(host.logs.join('\n')).toContain(
			`The webhook subscription of ${address} is being removed, although this n8n is at ${address.replace('127.0.0.1', 'localhost')}`,
		);
	});

	test('in a busy minute removes the subscription as soon as there is a call', async () => {
		await published();
		sandbox.setRate({ limit: 50, windowSeconds: 60, announceWindow: true });
		sandbox.spend(50);
		await host.deactivate();
		await until(() => host.logs.join().endsWith('subscription of this Club Trigger was removed'));
		expect(subscriptions()).toEqual([]);
	});

	test('that the club holds up for one of two subscriptions is finished later', async () => {
		await published();
		const [one] = subscriptions();
		sandbox.club.webhookSubscriptions.set('other', { ...one, SubscriptionId: 'other', ProvisioningState: 'Updating' });
		const freeFrom = Date.now() + 30_000;
		sandbox.inject({ match: { method: 'DELETE', every: true, when: () => Date.now() < freeFrom }, kind: 'status', status: 409 });
		await host.deactivate();
		await until(() => host.logs.join().endsWith('subscription of this Club Trigger was removed'));
		expect(subscriptions()).toEqual([]);
	});

	test('shows any other failure', async () => {
		await published();
		sandbox.revokeKey('clubApiKey');
		await expect(host.deactivate()).rejects.toThrow(/key.*Enter both keys again/);
		sandbox.restoreKey('clubApiKey');
		await host.deactivate();
		expect(subscriptions()).toEqual([]);
	});
});

describe('failures of a registration', () => {
	test.each([
		{ kind: 'status', status: 404, body: 'blocked' },
		{ kind: 'status', status: 409 },
		{ kind: 'status', status: 502 },
		{ kind: 'status', status: 503 },
		{ kind: 'drop' },
		{ kind: 'appliedThenFailed' },
		{ kind: 'appliedThenDropped' },
	] as const)('after a POST with %j still leave exactly one subscription', async (fault) => {
		await begin();
		sandbox.inject({ match: { method: 'POST' }, ...fault });
		await host.activate();
		expect(subscriptions()).toEqual([expect.objectContaining({ Url: host.destination, ProvisioningState: 'Succeeded' })]);
	});

	test.each(['PUT 404', 'PUT 409', 'DELETE 409'])('that may pass, such as %s, are waited for', async (failure) => {
		await published();
		const [method, status] = failure.split(' ');
		sandbox.inject({ match: { method }, kind: 'status', status: Number(status), times: 2 });
		host.parameters.events = ['Athlete.Created'];
		await host.activate();
		await host.deactivate();
		expect(subscriptions()).toEqual([]);
	});

	test.each([403, 404, 407, 409, 410])('with a %d of a gateway leave the subscription as it is, and say so', async (status) => {
		await published();
		const [{ SubscriptionId }] = subscriptions();
		const known = structuredClone(host.staticData);
		const BLOCKED = `answered ${status}: blocked`;
		sandbox.inject({ match: { every: true }, kind: 'status', status, body: 'blocked' });
		await expect(host.activate('activate', 2)).rejects.toThrow(BLOCKED);
		// One that only the user can end is not tried again.
		expect(sandbox.requests.filter((request) => request.status === status).length === 2).toBe([403, 407].includes(status));
		host.staticData = known;
		sandbox.clearFaults();
		sandbox.inject({ match: { method: 'DELETE', every: true }, kind: 'status', status, body: 'blocked' });
		await expect(host.deactivate()).rejects.toThrow(BLOCKED);
		expect(subscriptions()).toEqual([expect.objectContaining({ SubscriptionId })]);
	});

	test('show what happened and what to do where n8n shows it, and leave no subscription after five attempts', async () => {
		await begin({}, { handshake: 'fail' });
		sandbox.inject({ match: { method: 'POST' }, kind: 'appliedThenDropped' });
		const message = expect.stringMatching(/could not validate .*\/webhook\/6f0c\/events.*Check that the address is reachable/);
		for (let attempt = 0; attempt < 5; attempt++) await expect(host.activate()).rejects.toMatchObject({ message, description: message });
		expect([subscriptions(), calls('POST').length]).toEqual([[], 5]);
	});

	test('that are permanent make no call at later tries, and are forgotten after the publication', async () => {
		await begin();
		const { readOnlyClubApiKey, clubApiKey } = sandbox.keys;
		host.replaceCredentials({ clubApiKey: readOnlyClubApiKey });
		await expect(host.activate('activate', 5)).rejects.toThrow(/ReadWrite/);
		expect(sandbox.requests.map(({ method, status }) => [method, status])).toEqual([
			['GET', 200],
			['POST', 403],
			['GET', 200],
		]);
		host.replaceCredentials({ clubApiKey });
		await host.activate();
		expect(subscriptions()).toEqual([expect.objectContaining({ ProvisioningState: 'Succeeded' })]);
	});

	test('that are temporary are tried again', async () => {
		await begin();
		sandbox.inject({ match: { method: 'POST' }, kind: 'status', status: 400, times: 1 });
		await host.activate('activate', 2);
		expect(calls('POST').map(({ status }) => status)).toEqual([400, 200]);
	});

	test('of an unreachable address name N8N_WEBHOOK_URL, without a call', async () => {
		await begin({ webhookBaseUrl: 'https://192.168.1.20/webhook' });
		await expect(host.activate()).rejects.toThrow(/192\.168\.1\.20.*N8N_WEBHOOK_URL \(older n8n: WEBHOOK_URL\)/);
		expect(calls('POST')).toEqual([]);
	});
});

describe('a slow club', () => {
	test('is explained as an outage of the club’s event service', async () => {
		await begin();
		sandbox.inject({ match: { method: 'POST', every: true }, kind: 'status', status: 503, times: 99 });
		const started = Date.now();
		await expect(host.activate('activate', 5)).rejects.toThrow(/event service of the club is not available/);
		// All tries together have the time of one publication.
		expect(Date.now() - started).toBeLessThan(42_000);
		expect(subscriptions()).toEqual([]);
	});

	test.each([5, 35, 90] as const)(
		'with %s s to create a subscription gets one POST and few calls, within n8n’s time',
		async (seconds) => {
			await begin({}, { dialect: { provisioningSeconds: `${seconds}` } });
			const started = Date.now();
			await host.activate();
			// n8n gives a publication 42 s; this clock adds up the waits of the activation and of the handshake beside it, and nothing else.
			expect(Date.now() - started).toBeLessThan(42_000);
			expect(calls('POST')).toHaveLength(1);
			expect(calls('GET').length).toBeLessThan(20);
			if (seconds === 5)
				expect(subscriptions()).toEqual([expect.objectContaining({ Url: host.destination, ProvisioningState: 'Succeeded' })]);
			else expect(host.logs.join('\n')).toMatch(/still working on the subscription/);
		},
		30_000,
	);

	test('that lists what it accepted after half a minute is waited for later, and keeps one subscription', async () => {
		await begin();
		const shownFrom = Date.now() + 30_000;
		const answer = () => ({ status: 200, body: Date.now() < shownFrom ? [] : subscriptions() });
		sandbox.inject({ kind: 'status', match: { method: 'GET', every: true }, answer });
		await host.activate();
		await clock.idle();
		expect([subscriptions().length, host.logs.at(-1)]).toEqual([1, expect.stringContaining('has confirmed the address')]);
	});

	test.each(['asGiven', 'withoutQuery'] as const)(
		'goes on later with the subscription that it made (addresses: %s)',
		async (webhookUrl) => {
			await begin({}, { dialect: { provisioningSeconds: '90', webhookUrl } });
			await host.activate();
			clock.advance(60_000);
			await clock.idle();
			expect(subscriptions().map(({ ProvisioningState }) => ProvisioningState)).toEqual(['Succeeded']);
			expect([calls('POST').length, calls('PUT')]).toEqual([1, []]);
			host.parameters.events = ['Training.Created'];
			await host.activate();
			clock.advance(60_000);
			await clock.idle();
			expect(subscriptions().map(({ EventTypes }) => EventTypes)).toEqual([['Training.Created']]);
			expect([calls('POST').length, calls('PUT').map(({ body }) => body)]).toEqual([1, [{ EventTypes: ['Training.Created'] }]]);
		},
	);

	test('keeps no subscription of an activation that is cancelled meanwhile', async () => {
		await published({}, { dialect: { provisioningSeconds: '35', busyChanges: 'refused' } });
		await host.deactivate();
		clock.advance(60_000);
		await until(() => calls('DELETE').some(({ status }) => status === 200));
		clock.advance(60_000);
		await profile();
		await until(() => subscriptions().length === 0);
		expect(calls('POST')).toHaveLength(1);
	}, 60_000);

	test('keeps the subscription of a workflow that is published again before it could be removed', async () => {
		await published({}, { dialect: { provisioningSeconds: '35', busyChanges: 'refused' } });
		await host.deactivate();
		await host.activate();
		for (let minute = 0; minute < 3; minute++) {
			clock.advance(60_000);
			await clock.idle();
		}
		const [alive, ...others] = subscriptions().filter(({ ProvisioningState }) => ProvisioningState !== 'Deleting');
		expect([alive, others]).toEqual([expect.objectContaining({ Url: host.destination, ProvisioningState: 'Succeeded' }), []]);
	});

	test('goes on with a published workflow while somebody listens for a test event', async () => {
		await published({}, { dialect: { provisioningSeconds: '35' } });
		host.mode = 'manual';
		await host.activate();
		clock.advance(60_000);
		await clock.idle();
		expect(subscriptions().map(({ Url, ProvisioningState }) => [Url.split('/')[3], ProvisioningState])).toEqual([
			['webhook', 'Succeeded'],
			['webhook-test', 'Succeeded'],
		]);
	});

	test('does not fail the publication in a busy minute: it is registered as soon as there is a call', async () => {
		await begin({}, { rate: { limit: 3, windowSeconds: 20 } });
		for (let call = 0; call < 3; call++) await profile();
		await host.activate();
		await until(() => subscriptions().some(({ ProvisioningState }) => ProvisioningState === 'Succeeded'));
		expect(calls('POST').filter(({ status }) => status === 200)).toHaveLength(1);
		expect(subscriptions()[0].Url).toBe(host.destination);
	}, 60_000);
});

test('deliveries with an earlier token are accepted until the new subscription works', async () => {
	await published();
	const [{ Url: earlier }] = subscriptions();
	await clock.idle();
	sandbox.setRate({ limit: 50, windowSeconds: 60, announceWindow: true });
	sandbox.spend(50);
	await host.activate();
	await until(() => subscriptions().every(({ Url }) => Url !== earlier));
	const [{ Url: later }] = subscriptions();
	sandbox.setRate(false);
	// The club reports that the earlier one is deleted.
	await sandbox.delivery.idle();
	expect(subscriptions().map(({ Url }) => Url)).toEqual([later]);
	for (const url of [earlier, later]) expect(await deliver(url)).toBe(200);
	await host.deactivate();
	await host.activate();
	for (const url of [earlier, later]) expect(await deliver(url)).toBe(401);
});

describe('a club that shows addresses without their query', () => {
	const hidden = { dialect: { webhookUrl: 'withoutQuery' } } as const;

	test('never gets a second subscription, and keeps none in the end, since its ID is stored', async () => {
		await published({}, hidden);
		await host.activate();
		expect([subscriptions().length, calls('POST').length]).toEqual([1, 1]);
		host.parameters.events = ['Training.Created'];
		await host.activate();
		expect(subscriptions()).toEqual([
			expect.objectContaining({ Url: host.destination, EventTypes: ['Training.Created'], ProvisioningState: 'Succeeded' }),
		]);
		expect(calls('POST')).toHaveLength(1);
		const answer = () => ({ status: 200, body: subscriptions().map((one) => ({ ...one, Url: 'https://n8n.example/***' })) });
		sandbox.inject({ kind: 'status', match: { method: 'GET', every: true }, answer });
		await host.deactivate();
		expect([subscriptions(), host.logs.join()]).toEqual([[], expect.not.stringContaining('is being removed')]);
	});

	test.each(['token', 'ID'])('gets a new token for the subscription that it has if the %s is lost', async (lost) => {
		await published({}, hidden);
		if (lost === 'token') host.importAgain();
		for (const one of subscriptions()) one.EventTypes = ['Training.Created'];
		if (lost === 'ID') delete (host.staticData['node:Club Trigger'] as { subscriptionId?: string }).subscriptionId;
		for (let time = 0; time < 2; time++) await host.activate();
		expect([calls('PUT').length, calls('POST').length]).toEqual([1, 1]);
		const [{ Url, EventTypes }, ...others] = subscriptions();
		expect([await deliver(Url), EventTypes, others]).toEqual([200, ['Badge.Awarded'], []]);
	});

	test.each(['appliedThenDropped', 'appliedThenFailed'] as const)(
		'gets no second subscription after an unclear POST (%s)',
		async (kind) => {
			await begin({}, hidden);
			sandbox.inject({ match: { method: 'POST' }, kind });
			sandbox.inject({ match: { method: 'GET' }, kind: 'status', status: 200, body: [], times: 3 });
			await host.activate();
			expect(subscriptions()).toEqual([expect.objectContaining({ Url: host.destination, ProvisioningState: 'Succeeded' })]);
			expect(calls('POST')).toHaveLength(1);
		},
	);
});

test('a condition on an unknown field fails the activation with a suggestion, without a registration', async () => {
	await begin({ options: { onlyWhen: { condition: [{ field: 'ClientStage', is: 'equals', value: 'Client' }] } } });
	await expect(host.activate()).rejects.toThrow(/no event has "ClientStage" at its top level\. Did you mean "data\.ClientStage"\?/);
	expect(calls('POST')).toEqual([]);
});

describe('the asynchronous handshake', () => {
	test('completes by itself', async () => {
		await published({}, { handshake: 'async' });
		expect(subscriptions()).toEqual([expect.objectContaining({ Url: host.destination, ProvisioningState: 'Succeeded' })]);
		expect(host.logs.join('\n')).toMatch(/confirmed through the validation link/);
	});

	test('waits for a call in a busy minute', async () => {
		await begin({}, { handshake: 'async', rate: { limit: 3, windowSeconds: 90 } });
		for (let call = 0; call < 3; call++) await profile();
		await host.activate();
		await until(() => subscriptions().some(({ ProvisioningState }) => ProvisioningState === 'Succeeded'));
		expect(host.logs.join('\n')).not.toMatch(/could not be completed/);
	}, 60_000);

	test('reports a link that does not open, in the log and at activation', async () => {
		await begin({}, { handshake: 'async' });
		sandbox.provisioning.visit = () => false;
		await expect(host.activate()).rejects.toThrow(/still waits for it to be confirmed.*validation link/);
		expect(host.logs.join('\n')).toMatch(/validation link at .* answered 4\d\d/);
		expect(subscriptions()).toEqual([]);
	}, 30_000);
});
