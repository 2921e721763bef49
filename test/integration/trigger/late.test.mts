import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { startSandbox, type Fault, type Sandbox } from '../../../sandbox/index.mts';
import { clock as nodeClock } from '../../../nodes/shared/transport/process';
import { dialectOfRun } from '../../support/dialect.mts';
import { sampled } from '../../support/sample.mts';
import { ShiftedClock } from './clock.mts';
import { TriggerHost } from './host.mts';

let sandbox: Sandbox;
let host: TriggerHost;

/** How many changes the club is applying late, while time stands still. */
let applying = 0;

const clock = new ShiftedClock(() => sandbox.provisioning.validating + applying > 0);
clock.hasten();

const SECOND = 1_000;

type Row = Record<'SubscriptionId' | 'Url' | 'ProvisioningState', string> & { EventTypes: string[] };

const rows = (): Row[] => structuredClone([...sandbox.club.webhookSubscriptions.values()]) as Row[];

/** What the club's list was, by the time since when. Time passes only while a node waits, so each wait notes it. */
let history: Array<{ at: number; rows: Row[] }> = [];
const note = () => void history.push({ at: Date.now(), rows: rows() });
const sleep = jest.mocked(nodeClock.sleep);
const wait = sleep.getMockImplementation();
sleep.mockImplementation(async (ms, signal) => {
	note();
	await wait?.(ms, signal);
});

/** Shows the list as it was some time ago. */
function showLate(lagMs: number): void {
	const answer = () => {
		note();
		return { status: 200, body: history.filter(({ at }) => at <= Date.now() - lagMs).at(-1)?.rows ?? [] };
	};
	if (lagMs > 0) sandbox.inject({ kind: 'status', match: { route: 'GET /Webhooks/Subscriptions', every: true }, answer });
}

const subscriptions = () => [...sandbox.club.webhookSubscriptions.values()];

/** Lets everything that was left for later come to its end. */
async function settle(): Promise<void> {
	for (let round = 0; round < 3; round++) {
		await clock.idle();
		clock.advance(90 * SECOND);
		await sandbox.delivery.idle();
		await host.idle();
	}
}

const drop = async () => {
	const [{ SubscriptionId }] = subscriptions();
	sandbox.act.dropWebhookSubscription(SubscriptionId);
};

/** What a user and the club do, and the events of the trigger in the end; none if it is unpublished. */
const ACTS: Readonly<Record<string, { acts: Array<() => Promise<void>>; events?: string[] }>> = {
	'publishes it again with other events': {
		acts: [
			async () => {
				host.parameters.events = ['Training.Created'];
				await host.activate('activate', 5);
			},
		],
		events: ['Training.Created'],
	},
	'loses its token and publishes it again': {
		acts: [
			async () => {
				host.staticData = {};
				await host.activate('activate', 5);
			},
		],
		events: ['Badge.Awarded'],
	},
	'unpublishes it': { acts: [async () => await host.deactivate()] },
	'unpublishes it and publishes it again': {
		acts: [async () => await host.deactivate(), async () => await host.activate('activate', 5)],
		events: ['Badge.Awarded'],
	},
	'publishes it anew, which is refused in the end, and unpublishes it': {
		acts: [
			async () => {
				host.importAgain();
				sandbox.inject({ kind: 'status', status: 400, match: { method: 'POST' } });
				await Promise.allSettled([host.activate()]);
				await host.deactivate();
			},
		],
	},
	'drops the subscription': { acts: [drop], events: ['Badge.Awarded'] },
	'drops it twice within a minute': {
		acts: [
			drop,
			async () => {
				await clock.idle();
				await sandbox.delivery.idle();
				clock.advance(10 * SECOND);
				if (subscriptions().length > 0) await drop();
			},
		],
		events: ['Badge.Awarded'],
	},
};

/** Waits by the clock of the nodes, and then holds it while the club applies a change. */
const late = (ms: number) => async () => {
	await nodeClock.sleep(ms);
	applying++;
	void (async () => {
		for (let turns = 0; turns < 50; turns++) await turn();
		applying--;
	})();
};

/** How the club answers the first change: it was applied in any case. */
const ANSWERS: Readonly<Record<string, Omit<Fault, 'match'> | undefined>> = {
	'answers at once': undefined,
	'answers too late': { kind: 'appliedThenDropped' },
	'applies it eight seconds later': { kind: 'appliedLate', until: late(8 * SECOND) },
};

/** Every two of act, answer and lag come together. */
const CASES = sampled(
	Object.keys(ACTS).flatMap((act) => Object.keys(ANSWERS).flatMap((answer) => [0, 3, 8].map((lag) => ({ act, answer, lag })))),
	({ act, answer, lag }) => [act + answer, act + lag, answer + lag],
);

beforeEach(async () => {
	history = [];
	sandbox = await startSandbox({ athletes: 50, rate: false, now: clock.now, dialect: dialectOfRun({ provisioningSeconds: '0' }) });
	host = await TriggerHost.start({ sandbox, events: ['Badge.Awarded'] });
});

afterEach(async () => {
	clock.endWaits();
	await host.close();
	await sandbox.close();
});

test.each(CASES)('the club $answer, its list is $lag s behind, and somebody $act: there is one subscription in the end', async (row) => {
	const { acts, events } = ACTS[row.act];
	await host.activate();
	await settle();
	note();
	showLate(row.lag * SECOND);
	const fault = ANSWERS[row.answer];
	if (fault) for (const method of ['POST', 'PUT', 'DELETE']) sandbox.inject({ ...fault, match: { method } });
	for (const act of acts) await act();
	await settle();
	sandbox.clearFaults();
	expect(subscriptions().map(({ EventTypes, ProvisioningState }) => [EventTypes, ProvisioningState])).toEqual(
		events ? [[events, 'Succeeded']] : [],
	);
	for (const { Url } of subscriptions()) {
		const event = { id: randomUUID(), eventType: events?.[0], subject: 'Trainings/1' };
		expect((await host.post([event], Url)).status).toBe(200);
	}
	const drops = sandbox.deliveries.filter(({ eventTypes }) => eventTypes.some((type) => type.endsWith('DeletedEvent')));
	if (row.act.startsWith('drops')) expect(drops.map(({ status }) => status)).toEqual(drops.map(() => 200));
});

test('a subscription of a try that failed is removed when it appears, although a later try has registered', async () => {
	sandbox.inject({ kind: 'appliedLate', until: late(8 * SECOND), match: { method: 'POST' } });
	sandbox.inject({ kind: 'status', status: 400, match: { route: 'GET /Webhooks/Subscriptions', nth: 2 } });
	await host.activate('activate', 5);
	await settle();
	expect(subscriptions()).toEqual([expect.objectContaining({ Url: host.destination })]);
});
