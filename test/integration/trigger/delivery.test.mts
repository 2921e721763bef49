import fc from 'fast-check';
import type { Sandbox, SandboxOptions } from '../../../sandbox/index.mts';
import { startSandbox } from '../../../sandbox/index.mts';
import { dialectOfRun } from '../../support/dialect.mts';
import type { HostOptions } from './host.mts';
import { TriggerHost } from './host.mts';

let sandbox: Sandbox;
let host: TriggerHost;

const begin = async (options: Partial<HostOptions> = {}, club: SandboxOptions = {}) => {
	sandbox = await startSandbox({ athletes: 50, rate: false, redelivery: { attempts: 4, delayMs: 20 }, ...club, dialect: dialectOfRun({ provisioningSeconds: '0', ...club.dialect }) });
	host = await TriggerHost.start({ sandbox, events: ['*'], ...options });
	await host.activate();
};

afterEach(async () => {
	await host?.close();
	await sandbox?.close();
});

const event = (id: string, over: object = {}) => ({
	id,
	topic: '/streams/club-1-events',
	subject: 'Athletes/7/Badges/91',
	eventType: 'Badge.Awarded',
	eventTime: '2026-03-29T18:30:00Z',
	data: { AchievedBadgeId: 91 },
	dataVersion: '1.0',
	metadataVersion: null,
	...over,
});

const post = async (body: unknown, url = host.destination) =>
	await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: typeof body === 'string' ? body : JSON.stringify(body) });

const subscriptions = () => [...sandbox.club.webhookSubscriptions.values()];
const handledIds = () => host.handled.map(({ id }) => id);

describe('a delivery', () => {
	test('starts the workflow with one item an event: the event as received, and the numbers in its subject', async () => {
		await begin();
		const response = await post([event('a', { somethingNew: true }), event('b', { subject: 'Classes' })]);
		expect(response.status).toBe(200);
		await host.idle();
		expect(host.executions).toHaveLength(1);
		expect(host.handled).toEqual([
			{ ...event('a', { somethingNew: true }), ids: { userId: 7, achievedBadgeId: 91 } },
			{ ...event('b', { subject: 'Classes' }), ids: {} },
		]);
	});

	test('of what life does in the club arrives as the sandbox sends it', async () => {
		await begin({ events: ['Athlete.Updated'] });
		const [athlete] = [...sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo);
		sandbox.act.setClientStage(athlete.UserId, athlete.ClientStage === 'Client' ? 'Lead' : 'Client');
		await sandbox.delivery.idle();
		await host.idle();
		expect(host.handled).toMatchObject([{ eventType: 'Athlete.Updated', ids: { userId: athlete.UserId }, data: { UserId: athlete.UserId } }]);
	});

	test('types that are unknown or were not selected are acknowledged and start nothing', async () => {
		await begin({ events: ['Athlete.Created'] });
		for (const eventType of ['Badge.Awarded', 'Locker.Opened', 'athlete.created']) expect((await post(event('a', { eventType }))).status).toBe(200);
		expect(host.executions).toEqual([]);
	});

	test('unknown types start it where they are wanted', async () => {
		await begin({ events: ['Athlete.Created'], options: { emitUnknown: true } });
		await post(event('a', { eventType: 'Locker.Opened', subject: null }));
		await host.idle();
		expect(host.handled).toMatchObject([{ eventType: 'Locker.Opened', ids: {} }]);
	});
});

describe('what is refused', () => {
	test('another secret, or none: 401 and no execution', async () => {
		await begin();
		for (const url of [host.address, `${host.address}?token=`, `${host.address}?token=${'a'.repeat(43)}`, `${host.destination}x`]) {
			expect((await post([event('a')], url)).status).toBe(401);
		}
		expect(host.executions).toEqual([]);
	});

	test('before the secret is stored: 503, so that it is sent again', async () => {
		await begin();
		const { destination } = host;
		host.staticData = {};
		expect((await post([event('a')], destination)).status).toBe(503);
	});

	test('what is no delivery: 400 and a line in the log, without the secret', async () => {
		await begin();
		for (const body of [[], {}, 'null', '5', '"text"', [{}], [event('a'), 7]]) expect((await post(body)).status).toBe(400);
		expect((await post('')).status).toBe(400);
		expect(host.logs.filter((line) => line.startsWith('warn: A delivery of the club was refused'))).toHaveLength(8);
		expect(host.logs.join()).not.toContain(host.destination.split('token=')[1]);
		expect(host.executions).toEqual([]);
	});

	test('whatever is posted, with and without the secret, starts nothing and breaks nothing', async () => {
		await begin({ events: ['Badge.Awarded'] });
		const rubbish = fc.oneof(fc.jsonValue(), fc.array(fc.record({ id: fc.string(), eventType: fc.string(), data: fc.jsonValue() }, { requiredKeys: [] })));
		await fc.assert(
			fc.asyncProperty(rubbish, fc.boolean(), async (body, withSecret) => {
				const { status } = await post(JSON.stringify(body), withSecret ? host.destination : host.address);
				expect(withSecret ? [200, 400] : [401]).toContain(status);
			}),
			{ numRuns: 200 },
		);
		expect(host.executions).toEqual([]);
	});

	test('a validation that nobody asked for is answered, but no link in it is opened', async () => {
		await begin();
		sandbox.resetRecords();
		const visits: string[] = [];
		sandbox.provisioning.visit = (code) => visits.push(code) > 0;
		const data = { validationCode: 'c-1', validationUrl: `${sandbox.url}/_sandbox/validate/c-1` };
		const response = await post([event('v', { eventType: 'Vendor.EventGrid.SubscriptionValidationEvent', data })]);
		expect([response.status, await response.json()]).toEqual([200, { validationResponse: 'c-1' }]);
		while (sandbox.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
		expect(visits).toEqual([]);
	});
});

describe('once', () => {
	test('duplicates that arrive together, later and in batches start one execution each event', async () => {
		await begin();
		const answers = await Promise.all([post([event('a')]), post([event('a'), event('b')]), post([event('b'), event('a'), event('b')])]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		await post([event('c'), event('b')]);
		await host.idle();
		expect(handledIds().sort()).toEqual(['a', 'b', 'c']);
	});

	test('across a restart, by what n8n keeps', async () => {
		await begin();
		const item = { json: { ...event('a'), ids: {} } };
		await host.run([item]);
		await host.run([item]);
		expect(handledIds()).toEqual(['a']);
	});

	test('the same execution, run again after a crash of its worker, handles its events', async () => {
		await begin();
		const item = { json: { ...event('a'), ids: {} } };
		await host.run([item], undefined, 'webhook', '41');
		await host.run([item], undefined, 'webhook', '41');
		expect(handledIds()).toEqual(['a', 'a']);
	});

	test.each(['manual', 'retry'] as const)('a %s run is never taken for a duplicate', async (mode) => {
		await begin();
		const item = { json: { ...event('a'), ids: {} } };
		await host.run([item]);
		await host.run([item], undefined, mode);
		expect(host.executions.map((execution) => execution.mode)).toEqual(['webhook', mode]);
	});

	test('with Deduplicate off every delivery is handled', async () => {
		await begin({ options: { deduplicate: false } });
		for (let time = 0; time < 2; time++) await post([event('a')]);
		await host.idle();
		expect(handledIds()).toEqual(['a', 'a']);
	});

	test('a thousand events, delivered twice, in disorder and in batches, are handled once each', async () => {
		await begin();
		Object.assign(sandbox.delivery, { duplicate: true, shuffle: true, batch: 7 });
		for (let n = 1; n <= 1_000; n++) sandbox.act.publish('Training.Created', { subject: `Trainings/${n}`, data: {} });
		await sandbox.delivery.idle();
		await host.idle();
		expect(handledIds()).toHaveLength(1_000);
		expect(new Set(handledIds()).size).toBe(1_000);
	});

	test('under lastNode an event whose workflow failed is handled again when it comes again, and then no more', async () => {
		let failures = 2;
		await begin({
			options: { acknowledge: 'lastNode' },
			workflow: () => {
				if (failures-- > 0) throw new Error('the CRM is down');
			},
		});
		const statuses = [];
		for (let time = 0; time < 4; time++) statuses.push((await post([event('a')])).status);
		expect(statuses).toEqual([500, 500, 200, 200]);
		expect(handledIds()).toEqual(['a', 'a', 'a']);
		await host.run([{ json: { ...event('a'), ids: {} } }]);
		expect(handledIds()).toHaveLength(3);
	});

	test('under lastNode an event whose execution was killed is handled again', async () => {
		await begin({ options: { acknowledge: 'lastNode' }, workflow: async () => await new Promise(() => {}) });
		void host.run([{ json: { ...event('a'), ids: {} } }]);
		post([event('a')]).catch(() => 'killed with it');
		while (host.executions.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
		expect(handledIds()).toEqual(['a', 'a']);
	});
});

describe('with Resolve Record', () => {
	test('the current record is attached, the same one read once, a gone one is null', async () => {
		await begin({ options: { resolveRecord: true } });
		const [athlete] = [...sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo);
		const subject = `Athletes/${athlete.UserId}`;
		sandbox.resetRecords();
		await post([
			event('a', { eventType: 'Athlete.Updated', subject }),
			event('b', { eventType: 'Athlete.Updated', subject }),
			event('c', { eventType: 'Athlete.Updated', subject: 'Athletes/2000000000' }),
			event('d', { eventType: 'Class.Updated', subject: 'Classes' }),
		]);
		await host.idle();
		expect(host.handled).toMatchObject([{ record: { UserId: athlete.UserId } }, { record: { UserId: athlete.UserId } }, { record: null }, { record: null }]);
		expect(sandbox.requests.map(({ path }) => path)).toEqual([`/${subject}`, '/Athletes/2000000000']);
		expect(sandbox.breaches).toEqual([]);
	});

	test('a record that cannot be read costs no event', async () => {
		await begin({ options: { resolveRecord: true } });
		const { clubApiKey } = sandbox.keys;
		sandbox.revokeKey('clubApiKey');
		expect((await post([event('a', { eventType: 'Athlete.Updated', subject: 'Athletes/1' })])).status).toBe(200);
		await host.idle();
		expect(host.handled).toEqual([expect.objectContaining({ id: 'a', recordError: { message: expect.stringContaining('invalid key'), description: expect.any(String) } })]);
		expect(host.handled[0]).not.toHaveProperty('record');
		expect(JSON.stringify(host.handled)).not.toContain(clubApiKey);
	});
});

describe('with Attach Athlete', () => {
	test('the person is attached, read once a delivery; a contact is one too, and who is gone is null', async () => {
		await begin({ options: { attachAthlete: true } });
		const [athlete] = [...sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo);
		const [contact] = [...sandbox.club.contacts.values()];
		const { UserId } = athlete;
		sandbox.resetRecords();
		await post([
			event('a', { subject: `Athletes/${UserId}/Badges/1` }),
			event('b', { eventType: 'UserSubscription.Created', subject: 'UserSubscriptions/5', data: { UserId } }),
			event('c', { eventType: 'Contact.Updated', subject: `Contacts/${contact.UserId}` }),
			event('d', { eventType: 'Athlete.Deleted', subject: 'Athletes/2000000000' }),
			event('e', { eventType: 'Class.Updated', subject: 'Classes', data: null }),
		]);
		await host.idle();
		expect(host.handled.map((item) => (item.athlete as { UserId?: number } | null | undefined)?.UserId)).toEqual([UserId, UserId, contact.UserId, undefined, undefined]);
		expect(host.handled.map((item) => 'athlete' in item)).toEqual([true, true, true, true, false]);
		expect(sandbox.requests.map(({ path }) => path)).toEqual([`/Athletes/${UserId}`, `/Contacts/${contact.UserId}`, '/Athletes/2000000000', '/Contacts/2000000000']);
	});

	test('beside Resolve Record an athlete is read once, and an assignment leads to its athlete', async () => {
		await begin({ options: { attachAthlete: true, resolveRecord: true } });
		const [assignment] = [...sandbox.club.userSubscriptions.values()].filter(({ UserId }) => sandbox.club.athletes.has(UserId));
		sandbox.resetRecords();
		await post([
			event('a', { eventType: 'UserSubscription.Updated', subject: `UserSubscriptions/${assignment.UserClassSubscriptionId}`, data: null }),
			event('b', { eventType: 'Athlete.Updated', subject: `Athletes/${assignment.UserId}` }),
		]);
		await host.idle();
		expect(host.handled).toMatchObject([{ athlete: { UserId: assignment.UserId } }, { athlete: { UserId: assignment.UserId }, record: { UserId: assignment.UserId } }]);
		expect(sandbox.requests).toHaveLength(2);
	});

	test('who cannot be read costs no event', async () => {
		await begin({ options: { attachAthlete: true } });
		sandbox.revokeKey('clubApiKey');
		await post([event('a', { athlete: { UserId: 8 } })]);
		await host.idle();
		expect(host.handled).toEqual([expect.objectContaining({ id: 'a', athleteError: { message: expect.stringContaining('invalid key'), description: expect.any(String) } })]);
		expect(host.handled[0]).not.toHaveProperty('athlete');
	});
});

describe('with Only When', () => {
	const condition = (field: string, is: string, value = '') => ({ onlyWhen: { condition: [{ field, is, value }] } });

	test('what does not match is acknowledged and starts no execution', async () => {
		await begin({ options: condition('data.AchievedBadgeId', 'oneOf', '91,92') });
		for (const AchievedBadgeId of [90, 91]) expect((await post([event(`e-${AchievedBadgeId}`, { data: { AchievedBadgeId } })])).status).toBe(200);
		await post([event('x', { data: null }), event('y', { data: { AchievedBadgeId: 92 } })]);
		await host.idle();
		expect(host.executions).toHaveLength(2);
		expect(handledIds()).toEqual(['e-91', 'y']);
	});

	test('a condition on the record is decided once it was read; no sender can stand in for it', async () => {
		await begin({ options: { resolveRecord: true, ...condition('record.ClientStage', 'equals', 'Client') } });
		const [athlete] = [...sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo);
		const updated = (id: string) => event(id, { eventType: 'Athlete.Updated', subject: `Athletes/${athlete.UserId}`, record: { ClientStage: 'Client' } });
		athlete.ClientStage = 'Lead';
		await post([updated('a')]);
		await host.idle();
		athlete.ClientStage = 'Client';
		await post([updated('b')]);
		await host.idle();
		expect(handledIds()).toEqual(['b']);
	});
});

test('what this node adds to an event is never the sender’s', async () => {
	await begin({ events: ['*'], options: { resolveRecord: true } });
	sandbox.revokeKey('clubApiKey');
	const forged = { UserId: 7 };
	await post([event('a', { ids: { userId: 1 }, record: forged, athlete: forged, advice: 'pay here', recordError: {}, athleteError: {} })]);
	await host.idle();
	expect(host.handled).toEqual([{ ...event('a'), ids: { userId: 7, achievedBadgeId: 91 }, recordError: expect.objectContaining({ message: expect.stringContaining('invalid key') }) }]);
});

describe('when the club drops the subscription', () => {
	const drop = async () => {
		sandbox.act.dropWebhookSubscription(subscriptions()[0].SubscriptionId);
		await sandbox.delivery.idle();
	};

	test('it is registered again, and the log says so', async () => {
		await begin();
		await drop();
		expect(subscriptions()).toEqual([expect.objectContaining({ Url: host.destination, ProvisioningState: 'Succeeded' })]);
		expect(host.logs.join('\n')).toMatch(/registered again/);
		sandbox.act.publish('Training.Created', { subject: 'Trainings/1', data: {} });
		await sandbox.delivery.idle();
		await host.idle();
		expect(host.handled).toHaveLength(1);
	});

	test('not when the option is off; the log says so', async () => {
		await begin({ options: { recreateWhenDeleted: false } });
		await drop();
		expect(subscriptions()).toEqual([]);
		expect(host.logs.join('\n')).toMatch(/no more events will come/);
	});

	test('not when the list still has it, whatever the event says', async () => {
		await begin();
		const before = subscriptions();
		const deleted = event('d', { eventType: 'Vendor.EventGrid.SubscriptionDeletedEvent', data: { eventSubscriptionId: before[0].SubscriptionId } });
		expect((await Promise.all([post([deleted]), post([deleted])])).map(({ status }) => status)).toEqual([200, 200]);
		expect(subscriptions()).toEqual(before);
	});

	test('where that fails the event is asked for again', async () => {
		await begin();
		sandbox.club.webhookSubscriptions.clear();
		sandbox.revokeKey('clubApiKey');
		const deleted = event('d', { eventType: 'Vendor.EventGrid.SubscriptionDeletedEvent', data: { eventSubscriptionId: 'x' } });
		expect((await post([deleted])).status).toBe(503);
		sandbox.restoreKey('clubApiKey');
		expect((await Promise.all([post([deleted]), post([deleted])])).map(({ status }) => status)).toEqual([200, 200]);
		expect(subscriptions()).toHaveLength(1);
	});

	test('not by a deactivation', async () => {
		await begin();
		await host.deactivate();
		await sandbox.delivery.idle();
		expect(subscriptions()).toEqual([]);
	});
});
