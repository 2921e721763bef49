import { createHash } from 'node:crypto';
import { ShiftedClock } from './clock.mts';
import { madeAt, newToken } from '../../../nodes/ClubTrigger/token';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/index.mts';
import { dialectOfRun } from '../../support/dialect.mts';
import { Gate, until } from '../../support/waiting.mts';
import { TriggerHost, type HostOptions } from './host.mts';
import { processed } from './processed.mts';

let sandbox: Sandbox;
let host: TriggerHost;

const clock = new ShiftedClock();

const begin = async (options: Partial<HostOptions> = {}, club: SandboxOptions = {}) => {
	sandbox = await startSandbox({
		athletes: 50,
		rate: false,
		redelivery: { attempts: 4, delayMs: 20 },
		...club,
		dialect: dialectOfRun({ provisioningSeconds: '0', ...club.dialect }),
	});
	host = await TriggerHost.start({ sandbox, events: ['*'], ...options });
	await host.activate();
};

afterEach(async () => {
	await host?.close();
	await sandbox?.close();
	clock.endWaits();
});

/** Waits for the looks that the handshake of an activation has at the list afterwards, and forgets all calls so far. */
const quiet = async () => {
	await clock.idle();
	sandbox.resetRecords();
};

const begun = async (...given: Parameters<typeof begin>) => {
	await begin(...given);
	await quiet();
};

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

const post = async (...given: Parameters<TriggerHost['post']>) => await host.post(...given);

const deliver = async (events: unknown[]) => {
	await post(events);
	await host.idle();
};

const settled = async () => {
	await sandbox.delivery.idle();
	await host.idle();
};

const subscriptions = () => [...sandbox.club.webhookSubscriptions.values()];
const handledIds = () => host.handled.map(({ id }) => id);

describe('a delivery', () => {
	test('starts the workflow with one item for each event: the event as received, with the IDs of its subject', async () => {
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
});

describe('an unknown event', () => {
	const strange = (id: string, over: object = {}) => event(id, { eventType: 'Locker.Opened', subject: null, ...over });

	test.each(['onReceived', 'lastNode'])(
		'is acknowledged; the first of its type and version fails an execution, so that the user sees it (%s)',
		async (acknowledge) => {
			await begin({ options: { acknowledge } });
			const bodies = [
				strange('a'),
				strange('b'),
				event('c', { dataVersion: '2.0' }),
				event('d', { dataVersion: '2.0' }),
				strange('e', { dataVersion: '3.0' }),
			];
			for (const body of bodies) {
				expect((await post([body])).status).toBe(200);
				clock.advance(3_600_000);
			}
			await host.idle();
			expect(host.handled).toEqual([]);
			expect(host.failures.map(({ message }) => message)).toEqual([
				'The club sent an event that this node does not know: Locker.Opened, version 1.0 of its data',
				'The club sent an event that this node does not know: Badge.Awarded, version 2.0 of its data',
				'The club sent an event that this node does not know: Locker.Opened, version 3.0 of its data',
			]);
			expect(host.failures[0]).toMatchObject({
				description: expect.stringMatching(/confirmed it to the club.*Update this node.*Start on Unknown Events/),
			});
			await host.run([{ json: strange('a') }], undefined, 'retry');
			expect([host.failures[3], host.handled]).toEqual([host.failures[0], []]);
		},
	);

	test('fails at most one execution in an hour, whatever types are invented; others are shown when they come again', async () => {
		await begin();
		const made = Array.from({ length: 50 }, (_, n) => [strange(`e-${n}`, { eventType: `Locker.Opened${n}` })]);
		for (const body of made) expect((await post(body)).status).toBe(200);
		clock.advance(3_000_000);
		await post(made[2]);
		clock.advance(600_000);
		for (const body of made) expect((await post(body)).status).toBe(200);
		await host.idle();
		expect(host.failures.map(({ message }) => /Locker\.Opened\d+/.exec(message)?.[0])).toEqual(['Locker.Opened0', 'Locker.Opened1']);
	});

	test.each(['1.0.0', 'v1', '01.0', 'empty', 'absent'] as const)('is not one whose data version is written so: %s', async (dataVersion) => {
		await begin({}, { dialect: { dataVersion } });
		sandbox.act.publish('Training.Created', { subject: 'Trainings/1', data: {} });
		await settled();
		expect([host.handled.length, host.failures]).toEqual([1, []]);
	});

	test('does not lose the events beside it, nor do invalid entries', async () => {
		await begin();
		expect((await post([event('a'), strange('b'), { ...event('c'), id: undefined }, 7, event('d')])).status).toBe(200);
		await host.idle();
		expect([handledIds(), host.failures]).toEqual([['a', 'd'], []]);
		expect(host.logs.join('\n')).toMatch(/warn: .*2 entries without an id/);
		await deliver([event('a'), strange('e')]);
		expect([handledIds(), host.failures.length]).toEqual([['a', 'd'], 1]);
	});
});

test('with log level debug each event has a line with its outcome and no personal data', async () => {
	await begin({
		events: ['Badge.Awarded', 'Training.Created'],
		options: { onlyWhen: { condition: [{ field: 'data.BadgeId', is: 'equals', value: '1' }] } },
	});
	const person = { BadgeId: 1, Email: 'anna@club.example' };
	for (const over of [
		{},
		{},
		{ id: 'b', data: { ...person, BadgeId: 2 } },
		{ id: 'c', eventType: 'Athlete.Created' },
		{ id: 'd', eventType: 'Locker.Opened\n<b>' },
	]) {
		await deliver([event('a', { data: person, ...over })]);
	}
	const lines = host.logs.filter((line) => line.startsWith('debug: Club event')).map((line) => line.replace(/\d+ s old/, '9 s old'));
	expect(lines).toEqual([
		'debug: Club event Badge.Awarded a, 9 s old: started',
		'debug: Club event Badge.Awarded a, 9 s old: duplicate',
		'debug: Club event Badge.Awarded b, 9 s old: not matching',
		'debug: Club event Athlete.Created c, 9 s old: not chosen',
		'debug: Club event Locker.Opened??b? d, 9 s old: unknown',
	]);
	expect(host.logs.join()).not.toContain('anna');
});

describe('the trigger refuses', () => {
	const forged = (): string => `${'a'.repeat(22)}.${'a'.repeat(43)}`;
	const validation = (code: string) => [
		event('v', {
			eventType: 'Vendor.EventGrid.SubscriptionValidationEvent',
			data: { validationCode: code, validationUrl: `${sandbox.url}/_sandbox/validate/${code}` },
		}),
	];

	test('a wrong or missing token with 401, without call or execution, also for a validation event', async () => {
		await begin();
		const [, token] = host.destination.split('token=');
		const ofAnother = host.destination.replace(token, newToken(`${host.address}2`, sandbox.keys.clubApiKey));
		await quiet();
		for (const url of [
			host.address,
			`${host.address}?token=`,
			`${host.address}?token=${forged()}`,
			`${host.address}?token=${'a'.repeat(43)}`,
			`${host.destination}x`,
			ofAnother,
		]) {
			for (const body of [
				[event('a')],
				validation('c-1'),
				'null',
				[event('d', { eventType: 'Vendor.EventGrid.SubscriptionDeletedEvent' })],
			]) {
				expect((await post(body, url)).status).toBe(401);
			}
		}
		await host.idle();
		expect([host.executions, host.failures, sandbox.requests]).toEqual([[], [], []]);
	});

	test('a request before it reads the body', async () => {
		await begin();
		host.onBody = () => {
			throw new Error('the body was read');
		};
		expect((await post([event('a')], `${host.address}?token=${forged()}`)).status).toBe(401);
		expect((await post([event('a')])).status).toBe(500);
	});

	test('no delivery with the newest token, even if it is not stored yet, was overwritten, or the key was replaced', async () => {
		await begin();
		const [{ Url }] = subscriptions();
		const { staticData } = host;
		host.staticData = {};
		expect((await post([event('a')], Url)).status).toBe(200);
		host.staticData = staticData;
		host.replaceCredentials({ clubApiKey: 'another-club-api-key' });
		expect((await post([event('b')], Url)).status).toBe(200);
		host.staticData = {};
		expect((await post([event('c')], Url)).status).toBe(401);
		await host.idle();
		expect(handledIds()).toEqual(['a', 'b']);
	});

	test.each([0, -86_400_000])(
		'a token from before the workflow was unpublished and published again, whatever the clock says (%i ms)',
		async (ms) => {
			await begin();
			const leaked = [host.destination];
			for (let round = 0; round < 2; round++) {
				clock.advance(ms);
				await host.deactivate();
				await host.activate();
				for (const url of leaked) expect((await post([event('forged')], url)).status).toBe(401);
				leaked.push(host.destination);
			}
			expect((await post([event('a')])).status).toBe(200);
			await host.idle();
			expect(handledIds()).toEqual(['a']);
		},
	);

	test('no delivery with the current token if n8n has stored an earlier one over it', async () => {
		await begin();
		const { staticData } = host;
		await host.deactivate();
		await host.activate();
		host.staticData = staticData;
		expect((await post([event('a')])).status).toBe(200);
		await host.idle();
		expect(handledIds()).toEqual(['a']);
	});

	test('an unstored token with 503 while the credential is unreadable, without execution, one warning in a minute', async () => {
		await begin();
		const { destination } = host;
		const callsAfter = async (url: string) => {
			const answer = await post([event('a')], url);
			return [answer.status, await answer.json()];
		};
		host.hasCredential = false;
		const unclear = [503, { message: 'The token cannot be checked now; send this again' }];
		for (let n = 0; n < 5; n++) expect(await callsAfter(`${host.address}?token=${forged()}`)).toEqual(unclear);
		expect((await post([event('b')], `${host.address}?token=${'a'.repeat(43)}`)).status).toBe(401);
		expect((await post([event('b')], destination)).status).toBe(200);
		const warnings = () => host.logs.filter((line) => line.startsWith('warn'));
		expect(warnings()).toEqual([
			'warn: The token of a delivery cannot be checked, because the credential of this Club Trigger cannot be read: The credential does not exist',
		]);
		clock.advance(61_000);
		expect(await callsAfter(`${host.address}?token=${forged()}`)).toEqual(unclear);
		expect(warnings()).toHaveLength(2);
		await host.idle();
		expect([handledIds(), host.failures]).toEqual([['b'], []]);
	});

	test('to store more of a token than its time and hash, and the hash once the workflow is unpublished', async () => {
		await begin();
		const [, token] = host.destination.split('token=');
		expect(host.staticData['node:Club Trigger']).toEqual({
			tokenHash: createHash('sha256').update(token).digest('base64url'),
			madeAt: madeAt(token),
			baseUrl: sandbox.url,
			subscriptionId: subscriptions()[0].SubscriptionId,
			address: host.address,
		});
		await host.deactivate();
		expect(host.staticData['node:Club Trigger']).toEqual({ madeAt: madeAt(token) });
	});

	test('a malformed delivery with 400 and one log line in a minute, without the token', async () => {
		await begin();
		for (const body of [[], {}, 'null', '5', '"text"', [{}], [{}, 7]]) expect((await post(body)).status).toBe(400);
		expect((await post('')).status).toBe(400);
		expect(host.logs.filter((line) => line.startsWith('warn: A delivery of the club was refused'))).toHaveLength(1);
		expect(host.logs.join()).not.toContain(host.destination.split('token=')[1]);
		expect(host.executions).toEqual([]);
	});

	test('to open the link of an unexpected validation; many validations cost one call in a minute', async () => {
		await begun({}, { handshake: 'sync' });
		clock.advance(61_000);
		const visits: string[] = [];
		sandbox.provisioning.visit = (code) => visits.push(code) > 0;
		const began = Date.now();
		for (let n = 1; n <= 30; n++) {
			const response = await post(validation(`c-${n}`));
			expect([response.status, await response.json()]).toEqual([200, { validationResponse: `c-${n}` }]);
		}
		await until(() => sandbox.requests.length > 0);
		// On a slow machine the last of them come after the first look, and are looked at a minute later by the test's clock.
		const minutes = Math.floor((Date.now() - began) / 60_000);
		expect(visits).toEqual([]);
		expect(sandbox.requests.length).toBeLessThanOrEqual(1 + minutes);
	});
});

describe('each event is handled once', () => {
	type Repeated = { mode?: 'manual' | 'retry'; executionId?: string };

	test('by each trigger, for duplicates that arrive together, later and in batches', async () => {
		await begin();
		const answers = await Promise.all([
			post([event('a'), event('a')]),
			post([event('a'), event('b')]),
			post([event('b'), event('a'), event('b')]),
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		await deliver([event('c'), event('b')]);
		expect(handledIds().sort()).toEqual(['a', 'b', 'c']);
		host.importAgain();
		await host.activate();
		await deliver([event('a')]);
		expect(handledIds()).toHaveLength(4);
	});

	test.each([
		['another', 'across a restart, by n8n’s record', {}, ['a']],
		['the same', 'but not if it runs again after a crash of its worker', { executionId: '41' }, ['a', 'a']],
		['a manual', 'but never as a duplicate', { mode: 'manual' }, ['a', 'a']],
		['a repeated', 'but never as a duplicate', { mode: 'retry' }, ['a', 'a']],
	] as const)('in %s execution, %s', async (_, _how, { mode, executionId }: Repeated, handled) => {
		await begin();
		const item = { json: { ...event('a'), ids: {} } };
		await host.run([item], undefined, 'webhook', executionId);
		await host.run([item], undefined, mode ?? 'webhook', executionId);
		expect(handledIds()).toEqual(handled);
	});

	test('and is not lost if n8n cannot read its record of them', async () => {
		await begin();
		const read = jest.spyOn(processed, 'checkProcessedAndRecord').mockRejectedValue(new Error('SQLITE_BUSY'));
		await deliver([event('a')]);
		read.mockRestore();
		expect(handledIds()).toEqual(['a']);
		expect(host.logs.join()).toContain('handled without a check for duplicates: SQLITE_BUSY');
	});

	test('but every delivery is handled with Skip Repeated Events off', async () => {
		await begin({ options: { deduplicate: false } });
		for (let time = 0; time < 2; time++) await post([event('a')]);
		await host.idle();
		expect(handledIds()).toEqual(['a', 'a']);
	});

	test('but under lastNode it is handled again after its workflow failed, until it succeeds', async () => {
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

	test('under lastNode even if the club does not wait for the end of the workflow', async () => {
		const gate = new Gate();
		await begin({ options: { acknowledge: 'lastNode' }, workflow: gate.pass });
		const impatient = new AbortController();
		const first = post([event('a')], host.destination, impatient.signal);
		await gate.reached;
		const closed = new Promise<void>((resolve) => (host.onClose = resolve));
		impatient.abort();
		await expect(first).rejects.toThrow('aborted');
		await closed;
		const read = new Promise<void>((resolve) => (host.onBody = resolve));
		const second = post([event('a')]);
		await read;
		gate.open();
		expect((await second).status).toBe(200);
		expect(handledIds()).toEqual(['a']);
	});

	test('but under lastNode an event without an answer of n8n is handled again, not lost', async () => {
		const endings = [new Promise<void>(() => {}), Promise.resolve()];
		await begin({ options: { acknowledge: 'lastNode' }, workflow: async () => await endings.shift() });
		const impatient = new AbortController();
		const first = post([event('a')], host.destination, impatient.signal);
		await until(() => host.executions.length === 1);
		impatient.abort();
		await expect(first).rejects.toThrow('aborted');
		clock.hasten();
		expect((await post([event('a')])).status).toBe(200);
		expect((await post([event('a')])).status).toBe(200);
		expect(handledIds()).toEqual(['a', 'a']);
	});
});

test('with Load Current Record attaches the current record, as late as it comes, reads it once, and attaches null for a deleted one', async () => {
	await begin({ options: { resolveRecord: true } });
	const [athlete] = [...sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo);
	const subject = `Athletes/${athlete.UserId}`;
	await quiet();
	clock.hasten();
	sandbox.inject({ kind: 'status', status: 429, headers: { 'retry-after': '3000' } });
	await deliver([
		event('a', { eventType: 'Athlete.Updated', subject }),
		event('b', { eventType: 'Athlete.Updated', subject }),
		event('c', { eventType: 'Athlete.Updated', subject: 'Athletes/2000000000' }),
		event('d', { eventType: 'Class.Updated', subject: 'Classes' }),
		event('e', { eventType: 'UserSubscription.Deleted', subject: 'UserSubscriptions/5000' }),
	]);
	expect(host.handled).toMatchObject([
		{ record: { UserId: athlete.UserId } },
		{ record: { UserId: athlete.UserId } },
		{ record: null },
		{ advice: expect.stringContaining('Get Calendar') as string },
		{ record: null },
	]);
	expect(host.handled[3]).not.toHaveProperty('record');
	expect(sandbox.requests.map(({ path }) => path)).toEqual([`/${subject}`, `/${subject}`, '/Athletes/2000000000']);
	expect(sandbox.breaches).toEqual([]);
});

describe('a record that is readable only seconds after its event', () => {
	/** What a new record cost in calls, once its event has been handled. */
	const callsAfter = async (life: () => unknown) => {
		await quiet();
		clock.hasten();
		life();
		await settled();
		expect(sandbox.breaches).toEqual([]);
		return sandbox.requests.map(({ path, status }) => `${path} ${status}`);
	};
	const late: SandboxOptions = { now: clock.now, dialect: { readAfterEvent: 'absent' } };
	const onlyWhen = (field: string, value: string) => ({ onlyWhen: { condition: [{ field, is: 'equals', value }] } });

	test('is read again until it exists, and so is the person, also for Only When', async () => {
		await begin(
			{ events: ['Athlete.Created'], options: { resolveRecord: true, attachAthlete: true, ...onlyWhen('record.ClientStage', 'Lead') } },
			late,
		);
		const calls = await callsAfter(() => sandbox.act.addAthlete({ UserId: 900_001 }));
		expect(calls).toEqual(['/Athletes/900001 404', '/Athletes/900001 404', '/Athletes/900001 200', '/Athletes/900001 200']);
		expect(host.handled).toMatchObject([{ record: { UserId: 900_001 }, athlete: { UserId: 900_001 } }]);
		expect(host.handled[0]).not.toHaveProperty('advice');
	});

	test('is read again while it shows other values than its event, and so is the person', async () => {
		await begun({ options: { resolveRecord: true, attachAthlete: true } }, { now: clock.now });
		const [{ UserId, LastName }] = [...sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo);
		sandbox.inject({ kind: 'status', status: 200, body: { UserId, LastName: 'Old' }, match: { route: 'GET /Athletes/{userId}' } });
		clock.hasten();
		const eventTime = new Date(Date.now()).toISOString();
		await deliver([event('a', { eventType: 'Athlete.Updated', subject: `Athletes/${UserId}`, eventTime, data: { UserId, LastName } })]);
		expect(host.handled).toMatchObject([{ record: { LastName }, athlete: { LastName } }]);
	});

	test('delays a delivery of many events by ten seconds in total', async () => {
		await begun({ options: { resolveRecord: true } }, { now: clock.now });
		clock.hasten();
		const began = Date.now();
		await post(
			['', new Date(began).toISOString(), new Date(began).toISOString()].map((eventTime, index) =>
				event(`e-${index}`, { eventType: 'Training.Created', subject: `Trainings/200000000${index + 7}`, eventTime }),
			),
		);
		await host.idle();
		expect(Date.now() - began).toBe(10_000);
		expect(sandbox.requests.map(({ path }) => path.slice(-1))).toEqual(['7', '7', '7', '8', '9']);
	});

	test('that stays missing is reported in the item, and Only When keeps the event', async () => {
		const options = { resolveRecord: true, attachAthlete: true, ...onlyWhen('record.ClientStage', 'Client') };
		await begin({ events: ['Athlete.Created', 'Badge.Awarded'], options }, late);
		await callsAfter(() => {
			const { UserId } = sandbox.act.addAthlete();
			sandbox.club.athletes.delete(UserId);
		});
		const [item] = host.handled;
		expect(item).toMatchObject({
			record: null,
			advice: expect.stringMatching(/^The record is not visible\./) as string,
			athlete: null,
			athleteError: {
				message: 'The person that this event is about is not visible',
				description: expect.stringMatching(/Run the operation "Check" to see what this club sends\.$/) as string,
			},
		});
	});

	test.each([
		['an event of a deletion', { eventType: 'Athlete.Deleted' }, 0],
		['an event of more than a minute ago', {}, 61_000],
	])('of %s is not waited for: it is deleted, and Only When drops the event', async (_what, over, age) => {
		const options = { resolveRecord: true, ...onlyWhen('record.ClientStage', 'Client') };
		await begun({ options }, late);
		const eventTime = new Date(Date.now() - age).toISOString();
		await deliver([event('a', { eventType: 'Athlete.Updated', subject: 'Athletes/2000000000', eventTime, ...over })]);
		expect([host.handled, sandbox.requests.length]).toEqual([[], 1]);
	});
});

describe('with Attach Athlete', () => {
	test('attaches the athlete or contact, read once for a delivery, and null for a deleted one', async () => {
		await begin({ options: { attachAthlete: true } });
		const [athlete] = [...sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo);
		const [contact] = [...sandbox.club.contacts.values()];
		const { UserId } = athlete;
		await quiet();
		await deliver([
			event('a', { subject: `Athletes/${UserId}/Badges/1` }),
			event('b', { eventType: 'UserSubscription.Created', subject: 'UserSubscriptions/5', data: { UserId } }),
			event('c', { eventType: 'Contact.Updated', subject: `Contacts/${contact.UserId}` }),
			event('d', { eventType: 'Athlete.Deleted', subject: 'Athletes/2000000000' }),
			event('e', { eventType: 'Class.Updated', subject: 'Classes', data: null }),
			event('f', { eventType: 'Subscription.Updated', subject: 'Subscriptions/12', data: null }),
		]);
		expect(host.handled.map((item) => (item.athlete as { UserId?: number } | null | undefined)?.UserId)).toEqual([
			UserId,
			UserId,
			contact.UserId,
			undefined,
			undefined,
			undefined,
		]);
		expect(host.handled.map((item) => 'athlete' in item)).toEqual([true, true, true, true, false, false]);
		expect(host.handled.filter((item) => 'athleteError' in item)).toEqual([]);
		expect(sandbox.requests.map(({ path }) => path)).toEqual([
			`/Athletes/${UserId}`,
			`/Contacts/${contact.UserId}`,
			'/Athletes/2000000000',
			'/Contacts/2000000000',
		]);
	});

	test('with Load Current Record reads an athlete once, and finds the athlete of a membership', async () => {
		await begin({ options: { attachAthlete: true, resolveRecord: true } });
		const [membership] = [...sandbox.club.userSubscriptions.values()].filter(({ UserId }) => sandbox.club.athletes.has(UserId));
		await quiet();
		await deliver([
			event('a', { eventType: 'UserSubscription.Updated', subject: `UserSubscriptions/${membership.UserClassSubscriptionId}`, data: null }),
			event('b', { eventType: 'Athlete.Updated', subject: `Athletes/${membership.UserId}` }),
		]);
		expect(host.handled).toMatchObject([
			{ athlete: { UserId: membership.UserId } },
			{ athlete: { UserId: membership.UserId }, record: { UserId: membership.UserId } },
		]);
		expect(sandbox.requests).toHaveLength(2);
	});
});

describe('the person of an event', () => {
	const onlyClients = { onlyWhen: { condition: [{ field: 'athlete.ClientStage', is: 'equals', value: 'Client' }] } };
	const events = ['Training.Created', 'UserSubscription.Deleted'];
	const happen = async () => {
		const [Client, Lead] = [...sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo).map(({ UserId }) => UserId);
		sandbox.act.setClientStage(Client, 'Client');
		sandbox.act.setClientStage(Lead, 'Lead');
		for (const userId of [Client, Lead]) sandbox.act.addTraining(userId);
		const membership = [...sandbox.club.userSubscriptions.values()].find(({ UserId }) => UserId === Client);
		sandbox.act.deleteSubscription(membership?.UserClassSubscriptionId);
		await settled();
		expect(sandbox.breaches).toEqual([]);
		return Client;
	};

	test.each(['top', 'nested'] as const)('%s, is attached and tested by Only When', async (eventPerson) => {
		await begin({ events, options: { attachAthlete: true, ...onlyClients } }, { dialect: { eventPerson } });
		const UserId = await happen();
		expect(host.handled).toHaveLength(2);
		for (const item of host.handled) expect(item).toMatchObject({ athlete: { UserId } });
	});

	test('is reported as missing if it is nowhere, and Only When keeps the event', async () => {
		await begin({ events, options: { attachAthlete: true, ...onlyClients } }, { dialect: { eventPerson: 'none' } });
		await happen();
		expect(host.handled).toHaveLength(3);
		for (const item of host.handled) {
			expect(item).toMatchObject({ athleteError: { message: 'This event does not say who it is about' } });
			expect(item).not.toHaveProperty('athlete');
		}
	});

	test.each(['record', 'ids'] as const)(
		'is in the whole record of Load Current Record, even if the data have only the %s',
		async (eventData) => {
			await begin({ events: ['Training.Created'], options: { resolveRecord: true } }, { dialect: { eventData } });
			const UserId = await happen();
			expect(host.handled).toContainEqual(
				expect.objectContaining({ record: expect.objectContaining({ UserId, BeginDateLocal: expect.any(String) }) }),
			);
		},
	);

	test('is found in the record with Load Current Record', async () => {
		const options = { attachAthlete: true, resolveRecord: true, ...onlyClients };
		await begin({ events: ['Training.Created'], options }, { dialect: { eventPerson: 'none' } });
		const UserId = await happen();
		expect(host.handled).toMatchObject([{ athlete: { UserId }, record: { UserId } }]);
	});
});

describe('with Only When', () => {
	const condition = (field: string, is: string, value = '') => ({ onlyWhen: { condition: [{ field, is, value }] } });

	test('knows the IDs of an event', async () => {
		await begin({ options: condition('ids.userId', 'equals', '8') });
		await deliver([event('a'), event('b', { subject: 'Athletes/8/Badges/91' })]);
		expect(handledIds()).toEqual(['b']);
	});

	test('acknowledges events that do not match by the clock of the workflow, and starts no execution', async () => {
		await begin({ options: condition('data.Begin', 'greater', '2026-11-21 18:00') });
		for (const hour of [16, 17]) {
			const data = { Begin: `2026-11-21T${hour}:30:00Z` };
			expect((await post([event(`e-${hour}`, { data })])).status).toBe(200);
		}
		await deliver([event('x', { data: null }), event('y', { data: { Begin: '2026-11-21T18:30:00' } })]);
		expect(host.executions).toHaveLength(2);
		expect(handledIds()).toEqual(['e-17', 'y']);
	});

	test('shows events that do not match in the editor, with the condition that is not met', async () => {
		await begin({ options: condition('data.BadgeName', 'equals', 'silver') });
		host.mode = 'manual';
		await deliver([event('a', { data: { BadgeName: '<b>Gold' } })]);
		expect(handledIds()).toEqual(['a']);
		expect(host.hints).toEqual([
			'This event is shown because this is a test run. It would not start the live workflow. ' +
				'data.BadgeName is "?b?Gold", but "Only When" requires that it is equal to "silver"',
		]);
		await deliver([event('b', { data: { BadgeName: 'Silver' } })]);
		expect([handledIds(), host.hints.length]).toEqual([['a', 'b'], 1]);
	});

	test('shows in the editor an event that came before', async () => {
		await begin();
		host.mode = 'manual';
		await host.activate();
		for (const id of ['a', 'a']) await deliver([event(id)]);
		await deliver([event('b', { eventType: 'Locker.Opened' })]);
		expect([handledIds(), host.failures]).toEqual([['a', 'a'], []]);
	});

	test('reads a condition without defaults and mode, as n8n 2 stores it for an edited older workflow', async () => {
		const field = { __rl: true, mode: '', value: 'data.BadgeName' };
		await begin({ options: { onlyWhen: { condition: [{ field, value: 'gold' }] } } });
		for (const BadgeName of ['Silver', 'Gold']) await post([event(BadgeName, { data: { BadgeName } })]);
		await host.idle();
		expect(handledIds()).toEqual(['Gold']);
	});

	test('shows in the editor an event whose record does not match or lacks the field', async () => {
		await begin({ options: { resolveRecord: true, ...condition('record.ClientStage', 'oneOf', 'Client,Lead') } });
		host.mode = 'manual';
		const [athlete] = [...sandbox.club.athletes.values()].filter(({ IsDemo }) => !IsDemo);
		athlete.ClientStage = 'Prospect';
		const at = (id: string, UserId: number) => event(id, { eventType: 'Athlete.Updated', subject: `Athletes/${UserId}` });
		await deliver([at('a', athlete.UserId), at('b', 2_000_000_000)]);
		expect(handledIds()).toEqual(['a', 'b']);
		expect(host.hints).toEqual([
			expect.stringMatching(/The event a is shown .*live workflow\. record\.ClientStage is "Prospect", .*is one of "Client,Lead"$/),
		]);
	});
});

test('record, athlete and ids never come from the sender', async () => {
	await begin({ events: ['*'], options: { resolveRecord: true } });
	sandbox.revokeKey('clubApiKey');
	const forged = { UserId: 7 };
	await deliver([
		event('a', { ids: { userId: 1 }, record: forged, athlete: forged, advice: 'pay here', recordError: {}, athleteError: {} }),
	]);
	expect(host.handled).toEqual([
		{
			...event('a'),
			ids: { userId: 7, achievedBadgeId: 91 },
			recordError: expect.objectContaining({ message: expect.stringMatching(/key/) }),
		},
	]);
});

describe('when the credential of a published trigger is edited', () => {
	const listed = () => sandbox.requests.filter(({ route }) => route === 'GET /Webhooks/Subscriptions');
	const OTHER = 'The credential of this Club Trigger belongs to another club than the one that sent this event';

	/** A subscription that the other club has. */
	const subscribe = async (Url: string) =>
		await fetch(`${sandbox.url}/Webhooks/Subscriptions`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${sandbox.keys.otherClubApiKey}`,
				'X-Sub-Key': sandbox.keys.subscriptionKey,
				'content-type': 'application/json',
			},
			body: JSON.stringify({ Url, EventTypes: ['Badge.Awarded'] }),
		});

	test('to a renewed key of the same club, however it shows the address, events start the workflow, after one look at the list', async () => {
		await begun();
		const answer = () => ({ status: 200, body: subscriptions().map((one) => ({ ...one, Url: 'https://n8n.example/***' })) });
		sandbox.inject({ kind: 'status', match: { route: 'GET /Webhooks/Subscriptions', every: true }, answer });
		host.replaceCredentials({ clubApiKey: sandbox.keys.readOnlyClubApiKey });
		for (const id of ['a', 'b', 'c']) expect((await post([event(id)])).status).toBe(200);
		await host.idle();
		expect(handledIds()).toEqual(['a', 'b', 'c']);
		expect(listed()).toHaveLength(1);
	});

	test('to another club, one execution an hour fails with the event, and no event is handled or confirmed besides', async () => {
		await begin();
		const [{ SubscriptionId }] = subscriptions();
		await quiet();
		host.replaceCredentials({ clubApiKey: sandbox.keys.otherClubApiKey });
		expect((await post([event('a')])).status).toBe(200);
		expect((await post([event('b')])).status).toBe(503);
		await host.idle();
		expect(host.handled).toEqual([]);
		expect(host.failures).toEqual([expect.objectContaining({ message: OTHER })]);
		expect((host.failures[0] as Error & { description: string }).description).toContain(
			`The club at ${sandbox.url} still sends its events here (webhook subscription ${SubscriptionId})`,
		);
		expect(listed()).toHaveLength(1);
		clock.advance(3_601_000);
		expect((await post([event('b')])).status).toBe(200);
		await host.idle();
		expect(host.failures).toHaveLength(2);
		const { tokenHash } = host.staticData['node:Club Trigger'] as { tokenHash: string };
		const otherClub = { baseUrl: sandbox.url, subscriptionId: SubscriptionId, address: host.address, tokenHash };
		const held = [{ json: { ...event('a'), otherClub } }];
		await host.run(held, undefined, 'retry');
		expect(host.failures).toHaveLength(3);
		// Nobody can tell whose event it is while the list of the club cannot be read.
		clock.advance(61_000);
		sandbox.inject({ kind: 'status', status: 400, match: { route: 'GET /Webhooks/Subscriptions', every: true } });
		await host.run(held, undefined, 'retry');
		expect(host.failures).toHaveLength(4);
		sandbox.clearFaults();
		host.replaceCredentials({ clubApiKey: sandbox.keys.clubApiKey });
		await host.run(held, undefined, 'retry');
		expect(host.handled).toEqual([event('a')]);
	});

	test('to a club whose list shows the subscription late, events start the workflow as soon as it does', async () => {
		await begin();
		const { destination } = host;
		host.replaceCredentials({ clubApiKey: sandbox.keys.otherClubApiKey });
		expect((await post([event('a')], destination)).status).toBe(200);
		const before = listed().length;
		let seconds = 0;
		const looks: number[] = [];
		for (const time of [1, 2, 9, 10, 59, 60, 119]) {
			clock.advance((time - seconds) * 1000);
			seconds = time;
			expect((await post([event('b')], destination)).status).toBe(503);
			looks.push(listed().length - before);
		}
		expect(looks).toEqual([0, 1, 1, 2, 2, 3, 3]);
		await subscribe(destination);
		expect((await post([event('b')], destination)).status).toBe(503);
		clock.advance(1_000);
		expect((await post([event('b')], destination)).status).toBe(200);
		const found = listed().length;
		clock.advance(120_000);
		expect((await post([event('c')], destination)).status).toBe(200);
		expect(listed()).toHaveLength(found);
		await host.idle();
		expect(handledIds()).toEqual(['b', 'c']);
		expect(host.failures).toEqual([expect.objectContaining({ message: OTHER })]);
	});

	test('to another club that has kept a subscription of an earlier publication, it is another club all the same', async () => {
		await begin();
		const { destination } = host;
		await subscribe(`${host.address}?token=${newToken(host.address, 'another')}`);
		host.replaceCredentials({ clubApiKey: sandbox.keys.otherClubApiKey });
		await post([event('a')], destination);
		await host.idle();
		expect(host.failures).toEqual([expect.objectContaining({ message: OTHER })]);
	});

	test('to another address, the error and the log of the unpublishing name the old one', async () => {
		await begin();
		const [{ SubscriptionId }] = subscriptions();
		const live = await startSandbox({ athletes: 50, rate: false });
		host.replaceCredentials({ baseUrl: live.url });
		expect((await post([event('a')])).status).toBe(200);
		await host.idle();
		expect(host.failures).toEqual([
			expect.objectContaining({ message: OTHER, description: expect.stringContaining(sandbox.url) as unknown }),
		]);
		await host.deactivate();
		await live.close();
		expect(host.logs.join('\n')).toContain(`The club at ${sandbox.url} keeps the webhook subscription ${SubscriptionId}`);
	});

	test('to another address of the same club, the next publication takes it over without a warning', async () => {
		await begin();
		host.replaceCredentials({ baseUrl: sandbox.url.replace('127.0.0.1', 'localhost') });
		await host.activate();
		await host.deactivate();
		expect(subscriptions()).toEqual([]);
		expect(host.logs.join('\n')).not.toContain('keeps the webhook subscription');
	});

	test('to another club whose list cannot be read, events start the workflow as before', async () => {
		await begin();
		host.replaceCredentials({ clubApiKey: sandbox.keys.otherClubApiKey });
		sandbox.inject({ kind: 'status', status: 500, match: { route: 'GET /Webhooks/Subscriptions', every: true } });
		expect((await post([event('a'), event('b', { otherClub: { baseUrl: 'https://evil.example' } })])).status).toBe(200);
		await host.idle();
		expect(handledIds()).toEqual(['a', 'b']);
	});
});

describe('when the club drops the subscription', () => {
	beforeEach(() => clock.hasten());

	const deletion = (eventSubscriptionId: string) => [
		event('d', { eventType: 'Vendor.EventGrid.SubscriptionDeletedEvent', data: { eventSubscriptionId } }),
	];

	const drop = async () => {
		sandbox.act.dropWebhookSubscription(subscriptions()[0].SubscriptionId);
		await sandbox.delivery.idle();
	};

	test('does not register it again if the option is off; the log says so', async () => {
		await begin({ options: { recreateWhenDeleted: false } });
		await drop();
		expect([subscriptions(), sandbox.deliveries.at(-1)?.status]).toEqual([[], 200]);
		expect(host.logs.join('\n')).toMatch(/no more events will come/);
	});

	test('does not register it again if the list still has it', async () => {
		await begun();
		const before = subscriptions();
		const deleted = [...deletion(before[0].SubscriptionId), event('beside')];
		expect((await Promise.all([post(deleted), post(deleted)])).map(({ status }) => status)).toEqual([200, 200]);
		await clock.idle();
		await host.idle();
		expect(handledIds()).toEqual(['beside']);
		expect(sandbox.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
		expect(subscriptions()).toEqual(before);
	});

	test.each([
		[401, 1],
		[429, 1],
		[429, 3],
	])('makes the club send the event again if the registration fails twice, with %i at look %i', async (status, nth) => {
		await begun();
		sandbox.club.webhookSubscriptions.clear();
		sandbox.inject({ kind: 'status', status, headers: { 'retry-after': '60' }, match: { method: 'GET', nth }, times: 2 });
		const deleted = deletion('x');
		expect((await post(deleted)).status).toBe(503);
		await clock.idle();
		expect(subscriptions()).toHaveLength(1);
		expect((await Promise.all([post(deleted), post(deleted)])).map(({ status }) => status)).toEqual([200, 200]);
		expect(host.logs.join('\n')).toContain('It was registered again');
	});

	test.each([
		['the club reported others in the same minute', ['one', 'two', 'its own']],
		['the club reported another in the same minute', ['one', 'its own']],
		['the report does not say which one', ['']],
	])('registers it again if the list shows it at first, and %s', async (_, [first, ...others]) => {
		await begun();
		const body = subscriptions();
		sandbox.club.webhookSubscriptions.clear();
		sandbox.inject({ kind: 'status', status: 200, body, times: 3 });
		await post(deletion(first));
		await Promise.all(others.map(async (id) => await post(deletion(id === 'its own' ? String(body[0].SubscriptionId) : id))));
		await clock.idle();
		expect(subscriptions()).toHaveLength(1);
	});

	test('leaves it to an activation that is under way', async () => {
		await begun();
		const [put, { destination }] = [new Gate(), host];
		sandbox.inject({ kind: 'delay', match: { method: 'PUT' }, until: put.pass });
		host.parameters.events = ['Training.Created'];
		const activation = host.activate();
		await put.reached;
		expect((await post(deletion(String(subscriptions()[0].SubscriptionId)), destination)).status).toBe(503);
		put.open();
		await activation;
	});

	test('makes few calls, however many such events come, and looks at the list again when the minute is over', async () => {
		await begun();
		const ids = Array.from({ length: 40 }, (_, n) => (n < 20 ? 'one' : `another-${n}`));
		const answers = await Promise.all(ids.map(async (id) => await post(deletion(id))));
		expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
		await clock.idle();
		expect(sandbox.requests.length).toBeGreaterThan(1);
		expect(sandbox.requests.length).toBeLessThan(6);
	});

	test('does not register it again if another process has registered a later token that is not stored yet', async () => {
		await begin();
		const [{ SubscriptionId, Url }] = subscriptions();
		const { staticData } = host;
		await host.deactivate();
		await host.activate();
		await sandbox.delivery.idle();
		const { webhookSubscriptions } = sandbox.club;
		const [later] = subscriptions();
		const foreign = { ...later, SubscriptionId: 'foreign', Url: `${host.address}?token=${newToken(host.address, 'another')}` };
		webhookSubscriptions.clear();
		for (const one of [foreign, later]) webhookSubscriptions.set(one.SubscriptionId, one);
		host.importAgain();
		host.staticData = staticData;
		expect((await post(deletion(SubscriptionId), Url)).status).toBe(200);
		expect(subscriptions()).toEqual([foreign, later]);
		later.ProvisioningState = 'Failed';
		clock.advance(61_000);
		expect((await post(deletion(SubscriptionId), Url)).status).toBe(200);
		expect(subscriptions()).toEqual([expect.objectContaining({ Url })]);
	});

	test('does not register it again after a deactivation that is not stored yet, but after an activation by another main process', async () => {
		await begin();
		const [{ SubscriptionId, Url }] = subscriptions();
		const { staticData } = host;
		await host.deactivate();
		host.staticData = staticData;
		expect((await post(deletion(SubscriptionId), Url)).status).toBe(503);
		expect(subscriptions()).toEqual([]);
		host.staticData = { 'node:Club Trigger': { tokenHash: 'made by another process' } };
		clock.advance(61_000);
		expect((await post(deletion(SubscriptionId), Url)).status).toBe(200);
		expect(subscriptions()).toEqual([expect.objectContaining({ Url })]);
	});
});
