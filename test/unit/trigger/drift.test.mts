import { destinationOf, newSecret } from '../../../nodes/ClubTrigger/destination';
import { planFor, readSubscriptions } from '../../../nodes/ClubTrigger/drift';

const address = 'https://n8n.example/webhook/1/events';
const secret = newSecret();
const wanted = { address, secret, eventTypes: ['Badge.Awarded', 'Athlete.Updated'] };

const subscription = (id: string, over: { url?: string; state?: string; events?: string[] } = {}) => ({
	SubscriptionId: id,
	Url: over.url ?? destinationOf(address, secret),
	EventTypes: over.events ?? ['Athlete.Updated', 'Badge.Awarded'],
	ProvisioningState: over.state ?? 'Succeeded',
});

const plan = (...rows: unknown[]) => planFor(readSubscriptions(rows), wanted);

test('the same events in another order are the same', () => expect(plan(subscription('a'))).toEqual({ step: { kind: 'keep' }, dead: [], replaced: [] }));

test('other events are set in place', () =>
	expect(plan(subscription('a', { events: ['Badge.Awarded'] })).step).toEqual({ kind: 'setEvents', id: 'a' }));

test.each(['Creating', 'Updating', 'AwaitingManualAction', 'SomethingNew'])('%s is waited for', (state) =>
	expect(plan(subscription('a', { state })).step).toEqual({ kind: 'wait', id: 'a', state }));

test.each(['Failed', 'Canceled'])('%s is removed and replaced', (state) =>
	expect(plan(subscription('a', { state }))).toEqual({ step: { kind: 'create' }, dead: ['a'], replaced: [] }));

test('one that is being deleted counts as gone', () => expect(plan(subscription('a', { state: 'Deleting' }))).toEqual({ step: { kind: 'create' }, dead: [], replaced: [] }));

test('an earlier secret is replaced, but only after the new one stands', () =>
	expect(plan(subscription('a', { url: destinationOf(address, newSecret()) }))).toEqual({ step: { kind: 'create' }, dead: [], replaced: ['a'] }));

test('of two of ours one is kept, the one that needs no change', () =>
	expect(plan(subscription('a', { events: ['Badge.Awarded'] }), subscription('b'))).toEqual({ step: { kind: 'keep' }, dead: [], replaced: ['a'] }));

test.each([
	'https://n8n.example/webhook-test/1/events',
	'https://n8n.example/webhook/2/events',
	'https://other.example/webhook/1/events',
	'https://n8n.example/webhook/1/events/more',
	'https://n8n.example/webhook/1/events?x=1',
])('a sibling at %s is left alone', (url) =>
	expect(plan(subscription('a', { url: destinationOf(url, secret) }), subscription('b', { url }))).toEqual({ step: { kind: 'create' }, dead: [], replaced: [] }));

test('rows that lack what they should have are passed over', () => {
	expect(plan(null, {}, { SubscriptionId: 'a' }, { Url: 'no address', SubscriptionId: 'x' }, subscription('b', { events: undefined })).step).toEqual({ kind: 'keep' });
	for (const body of [undefined, null, {}, { Results: 5 }, 'text']) expect(readSubscriptions(body)).toEqual([]);
});
