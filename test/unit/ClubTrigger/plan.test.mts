import { destinationOf } from '../../../nodes/ClubTrigger/token';
import { type RegistrationStep, confirmationOf, planFor, readSubscriptions, sameEvents } from '../../../nodes/ClubTrigger/plan';
import { unregister } from '../../../nodes/ClubTrigger/registration';
import type { Send } from '../../../nodes/shared/transport/callValues';
import { hashOf, newToken } from '../../../nodes/ClubTrigger/token';

const address = 'https://n8n.example/webhook/1/events';
const another = () => newToken(address, 'the-key');
const token = another();
const requested = { address, tokenHash: hashOf(token), subscriptionId: 'ours', eventTypes: ['Badge.Awarded', 'Athlete.Updated'] };

const subscription = (id: string, over: { url?: string; state?: string; events?: string[] } = {}) => ({
	SubscriptionId: id,
	Url: over.url ?? destinationOf(address, token),
	EventTypes: over.events ?? ['Athlete.Updated', 'Badge.Awarded'],
	ProvisioningState: over.state ?? 'Succeeded',
});

const KEEP = expect.objectContaining({ kind: 'keep' }) as RegistrationStep;

const plan = (...rows: unknown[]) => planFor(readSubscriptions(rows), requested);

test('the address of this n8n may be written in another form than the club lists', () => {
	for (const form of ['https://N8N.example/webhook/1/events', 'https://n8n.example:443/webhook/1/events'])
		expect(planFor(readSubscriptions([subscription('a')]), { ...requested, address: form }).step).toEqual(KEEP);
});

describe('confirmationOf: the events that the club confirmed', () => {
	const stepFor = (EventTypes: string[] | undefined, id = 'a', answer: object = {}) => {
		const confirmation = confirmationOf(id, { EventTypes, ...answer }, requested);
		return planFor(readSubscriptions([{ ...subscription('a'), EventTypes }]), { ...requested, confirmation }).step.kind;
	};

	test('count as set if the answer shows all of them, whatever the list shows, for this subscription only', () => {
		for (const shown of [['Badge.Awarded'], ['badge.awarded', 'athlete.updated'], [], undefined])
			expect([
				stepFor(shown, 'a', { EventTypes: requested.eventTypes }),
				stepFor(shown, 'b', { EventTypes: requested.eventTypes }),
			]).toEqual(['keep', 'setEvents']);
		expect(stepFor(requested.eventTypes, 'a', { EventTypes: [...requested.eventTypes, 'All'] })).toBe('keep');
	});

	test.each([
		['one is missing', ['Badge.Awarded', 'Class.Updated']],
		['they are in another spelling', ['badge.awarded', 'athlete.updated']],
		['there are none', []],
		['the property is missing', undefined],
	])('do not count as set, and are not sent again, if in the answer %s', (_what, EventTypes) =>
		expect(stepFor(requested.eventTypes, 'a', { EventTypes })).toBe('wait'),
	);
});

describe('the subscription with the stored ID', () => {
	const known = (url: string) => planFor(readSubscriptions([subscription('a', { url })]), { ...requested, subscriptionId: 'a' });
	const { origin, pathname, search } = new URL(String(subscription('a').Url));

	test.each([
		['with a slash', `${origin}${pathname}/${search}`],
		['with one more parameter', `${origin}${pathname}${search}&source=club`],
		['without all that follows the host', `${origin}/***`],
	])('is ours, however the club shows its address: %s', (_how, url) => expect(known(url)).toEqual({ step: KEEP, dead: [], replaced: [] }));

	test('is removed, however the club shows its address', async () => {
		const removed: unknown[] = [];
		const send = (async (call: string, values: { params?: object } = {}) => {
			if (call.startsWith('DELETE')) removed.push(values.params);
			return [subscription('a', { url: `${origin}/***` }), subscription('b', { url: `${origin}/***` })];
		}) as unknown as Send;
		expect(await unregister(send, { addresses: [address], timeMs: 1000, subscriptionId: 'a' })).toBe(true);
		expect(removed).toEqual([{ subscriptionId: 'a' }]);
	});
});

const [few, earlier] = [{ events: ['Badge.Awarded'] }, { url: destinationOf(address, another()) }];

test.each<[what: string, rows: unknown[], expected: Partial<ReturnType<typeof plan>>]>([
	['with the events in another order is kept', [subscription('a')], { step: KEEP }],
	['with other events is updated', [subscription('a', few)], { step: { kind: 'setEvents', id: 'a' } }],
	['that is being deleted counts as gone', [subscription('ours', { state: 'Deleting' })], { step: { kind: 'create' } }],
	['with an earlier token is removed after the new one works', [subscription('a', earlier)], { step: { kind: 'create' }, replaced: ['a'] }],
	['that needs no change is kept', [subscription('a', few), subscription('b')], { step: KEEP, replaced: ['a'] }],
	['that delivers is kept', [subscription('a', { state: 'Creating' }), subscription('b')], { step: KEEP, replaced: ['a'] }],
	[
		'that delivers is kept, also with other events',
		[subscription('a', { state: 'Creating' }), subscription('b', few)],
		{ step: { kind: 'setEvents', id: 'b' }, replaced: ['a'] },
	],
])('a subscription %s', (_what, rows, expected) => expect(plan(...rows)).toEqual({ dead: [], replaced: [], ...expected }));

test.each(['Creating', 'Updating', 'AwaitingManualAction', 'SomethingNew'])('a subscription in state %s is waited for', (state) =>
	expect(plan(subscription('a', { state })).step).toEqual({ kind: 'wait', id: 'a', state }),
);

test.each(['Failed', 'Canceled'])('a subscription in state %s is removed and replaced', (state) =>
	expect(plan(subscription('a', { state }))).toEqual({ step: { kind: 'create' }, dead: ['a'], replaced: [] }),
);

test.each([
	'https://n8n.example/webhook-test/1/events',
	'https://n8n.example/webhook/2/events',
	'https://other.example/webhook/1/events',
	'https://n8n.example/webhook/1/events/more',
	'https://n8n.example/webhook/1/events?x=1',
])('a subscription of another workflow at %s is not touched', (url) =>
	expect(plan(subscription('a', { url: destinationOf(url, token) }), subscription('b', { url }))).toEqual({
		step: { kind: 'create' },
		dead: [],
		replaced: [],
	}),
);

describe('if the club shows addresses without their query', () => {
	const bare = (id: string, over: { state?: string; events?: string[] } = {}) => subscription(id, { url: address, ...over });

	test('the stored ID shows which subscription is ours', () => {
		expect(plan(bare('other'), bare('ours'))).toEqual({ step: KEEP, dead: [], replaced: ['other'] });
		expect(plan(bare('ours', { state: 'Creating' })).step).toEqual({ kind: 'wait', id: 'ours', state: 'Creating' });
		expect(plan(bare('other', { state: 'Failed' }))).toEqual({ step: { kind: 'create' }, dead: ['other'], replaced: [] });
	});

	test.each(['https://n8n.example/webhook/1/events', 'https://n8n.example/webhook/1/events?token=***'])(
		'a subscription at %s of an unknown owner gets our token, without a second subscription',
		(url) =>
			expect(plan(subscription('other', { url }))).toEqual({
				step: { kind: 'setAddress', id: 'other', state: 'Succeeded' },
				dead: [],
				replaced: [],
			}),
	);

	test('the stored ID does not count if the subscription shows another token', () =>
		expect(plan(subscription('ours', { url: destinationOf(address, another()) })).step).toEqual({ kind: 'create' }));
});

test('incomplete rows of the list are ignored', () => {
	expect(
		plan(null, {}, { SubscriptionId: 'a' }, { Url: 'no address', SubscriptionId: 'x' }, subscription('b', { events: undefined })).step,
	).toEqual(KEEP);
	for (const body of [undefined, null, {}, { Results: 5 }, 'text']) expect(readSubscriptions(body)).toEqual([]);
});

test('readSubscriptions reads an array or Results, with IDs as texts or numbers', () => {
	const row = { SubscriptionId: 7, Url: address, EventTypes: ['Badge.Awarded', null], ProvisioningState: 'Succeeded' };
	const read = { id: '7', url: address, eventTypes: ['Badge.Awarded', ''], state: 'Succeeded' };
	for (const body of [[row], { Results: [row] }]) expect(readSubscriptions(body)).toEqual([read]);
	expect(readSubscriptions([{ SubscriptionId: 'a', Url: address, EventTypes: 'all', ProvisioningState: {} }])).toEqual([
		{ id: 'a', url: address, eventTypes: [], state: '' },
	]);
});

test('sameEvents compares two lists as sets', () => {
	expect(sameEvents(['a', 'b'], ['b', 'a', 'a'])).toBe(true);
	for (const other of [['a'], ['a', 'c'], ['a', 'b', 'c'], []]) expect(sameEvents(['a', 'b'], other)).toBe(false);
});

test('a subscription that the club reports as deleted is kept only if its list shows no other', () => {
	const of = (...ids: string[]) => planFor(readSubscriptions(ids.map((id) => subscription(id))), { ...requested, dropped: new Set(['a']) });
	expect(of('a', 'b')).toEqual({ step: { kind: 'keep', id: 'b' }, dead: [], replaced: ['a'] });
	expect(of('a')).toEqual({ step: { kind: 'keep', id: 'a' }, dead: [], replaced: [] });
});
