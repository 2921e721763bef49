// For any two choices of events: the club sends exactly those chosen last, and a subscription with others is never taken for it.
import fc from 'fast-check';
import { EVENT_NAMES } from '../../../nodes/shared/api/eventSubjects';
import { testClub } from '../../support/club.mts';
import { drawn } from '../../support/sample.mts';
import { ShiftedClock } from '../trigger/clock.mts';
import { TriggerHost } from '../trigger/host.mts';

const URL_OF_OTHERS = 'http://127.0.0.1:9/webhook/events';

const chosen = fc.subarray([...EVENT_NAMES], { minLength: 1 });
/** Equal ones in another order, fewer, more, and any others. */
const pairs = fc.oneof(
	chosen.map((now) => ({ before: [...now].reverse(), now })),
	chosen.filter(({ length }) => length > 1).map((now) => ({ before: now.slice(1), now })),
	chosen.filter(({ length }) => length > 1).map((before) => ({ before, now: before.slice(1) })),
	fc.record({ before: chosen, now: chosen }),
);
const isSame = (one: readonly string[], other: readonly string[]): boolean => [...one].sort().join() === [...other].sort().join();

const ALL = [...EVENT_NAMES];
const examples = [
	{ before: ALL, now: ALL.slice(1) },
	{ before: ALL.slice(0, -1), now: ALL },
	{ before: [...ALL].reverse(), now: ALL },
].map((pair): [typeof pair] => [pair]);

const clock = new ShiftedClock(() => (club.sandbox?.provisioning.validating ?? 0) > 0);
const club = testClub({ athletes: 1, rate: false, now: clock.now, dialect: { provisioningSeconds: '0' } });
const subscriptions = () => [...club.sandbox.club.webhookSubscriptions.values()];
const numRuns = examples.length + drawn(6, 100);

let host: TriggerHost | undefined;

clock.hasten();
afterEach(async () => {
	clock.endWaits();
	await host?.close();
	host = undefined;
});

test('Webhook Subscription > Create that gets no answer finds the subscription with its events, and no other', async () => {
	const law = async ({ before, now }: { before: string[]; now: string[] }) => {
		club.sandbox.club.webhookSubscriptions.clear();
		const other = { SubscriptionId: 'ws_0', Url: URL_OF_OTHERS, EventTypes: before, ProvisioningState: 'Succeeded' as const };
		club.sandbox.club.webhookSubscriptions.set('ws_0', other);
		club.sandbox.clearFaults();
		club.sandbox.inject({ kind: 'drop', match: { method: 'POST' } });
		const parameters = { resource: 'webhookSubscription', operation: 'create', url: URL_OF_OTHERS, eventTypes: now };
		const { rows, error } = await club.run(parameters);
		if (isSame(before, now)) expect(rows).toMatchObject([{ SubscriptionId: 'ws_0', Reconciled: true }]);
		else expect([rows, error?.description]).toEqual([[], expect.stringContaining('It was not sent again')]);
	};
	await fc.assert(fc.asyncProperty(pairs, law), { examples, numRuns });
});

test('the Club Trigger is registered for the events that are chosen', async () => {
	const law = async ({ before, now }: { before: string[]; now: string[] }) => {
		club.sandbox.club.webhookSubscriptions.clear();
		await host?.close();
		host = await TriggerHost.start({ sandbox: club.sandbox, events: before });
		await host.activate();
		expect(subscriptions().map(({ EventTypes }) => EventTypes)).toEqual([before]);
		await clock.idle();
		club.sandbox.resetRecords();
		host.parameters.events = now;
		await host.activate();
		expect(subscriptions().map(({ EventTypes }) => isSame(EventTypes, now))).toEqual([true]);
		// In place: one look if they are the same, one change if not, and no new handshake.
		expect(club.sandbox.requests.filter(({ method }) => method !== 'GET' || isSame(before, now))).toHaveLength(1);
		expect(club.sandbox.deliveries).toEqual([]);
		await host.deactivate();
		expect(subscriptions()).toEqual([]);
		await clock.idle();
	};
	await fc.assert(fc.asyncProperty(pairs, law), { examples, numRuns });
});

test.each([404, 409, 502, 503])('a %d to a change of the events passes by itself', async (status) => {
	club.sandbox.club.webhookSubscriptions.clear();
	host = await TriggerHost.start({ sandbox: club.sandbox, events: ['Badge.Awarded'] });
	await host.activate();
	await clock.idle();
	host.parameters.events = ['Athlete.Created'];
	club.sandbox.inject({ kind: 'status', status, body: { Message: 'Not now.' }, match: { method: 'PUT' } });
	await host.activate();
	expect(subscriptions().map(({ EventTypes }) => EventTypes)).toEqual([['Athlete.Created']]);
	await host.deactivate();
	await clock.idle();
});
