import type { IDataObject } from 'n8n-workflow';
import { locator } from '../../support/node.mts';
import { otherClub } from './support/otherClub.mts';

/** Look-ups of events (§6.3), webhook subscriptions (§4.7), challenges and products (§4.8) of another club. */

const club = otherClub();
const ROOM = { 'X-RateLimit-Limit': '1000', 'x-ratelimit-remaining': '999' };
const resolve = async (subject: unknown, eventType: unknown = 'X.Updated') =>
	await club.run(
		{ resource: 'event', operation: 'resolve', subject: '={{ $json.subject }}', eventType: '={{ $json.eventType }}' },
		{ items: [{ subject, eventType } as IDataObject] },
	);

describe('the look-up of an event', () => {
	const record = { UserId: 7, Surprise: null };

	test.each([
		['Athletes/7', 'GET /Athletes/7', { userId: 7 }],
		['Athletes/7/Levels', 'GET /Athletes/7/EngagementSummary', { userId: 7 }],
		['Contacts/7', 'GET /Contacts/7', { userId: 7 }],
		['Trainings/2147483647', 'GET /Trainings/2147483647', { trainingId: 2147483647 }],
		['UserSubscriptions/5', 'GET /UserSubscriptions/5', { userSubscriptionId: 5 }],
		['Classes/3/Participants/7', 'GET /Classes/3/Participants/7', { classId: 3, userId: 7 }],
	])('of %s is %s', async (subject, line, ids) => {
		club.answer(() => ({ body: record, headers: ROOM }));
		expect((await resolve(subject)).rows).toEqual([{ subject, eventType: 'X.Updated', ids, record }]);
		expect(club.lines()).toEqual([line]);
	});

	test('of an award gives that award, also when it is of an earlier month', async () => {
		const award = { AchievedBadgeId: 91, AchievedAt: '2020-01-01T00:00:00Z' };
		club.answer(({ path }) => (path === '/BadgeAwards/91' ? { body: award, headers: ROOM } : { status: 404 }));
		expect((await resolve('Athletes/7/Badges/91', 'Badge.Awarded')).rows).toMatchObject([
			{ ids: { userId: 7, achievedBadgeId: 91 }, record: award },
		]);
	});

	test.each([
		['Subscriptions/12', null],
		['Subscriptions/12/Plans', 'true'],
	])('of %s reads one product from the catalogue', async (subject, withPlans) => {
		club.answer(() => ({
			body: { Results: [7, 12].map((ClassSubscriptionId) => ({ ClassSubscriptionId })), Continue: true, NextCursor: null },
			headers: ROOM,
		}));
		expect((await resolve(subject)).rows).toMatchObject([{ ids: { subscriptionId: 12 }, record: { ClassSubscriptionId: 12 } }]);
		expect(club.asked.map(({ path, query }) => [path, query.get('fromId'), query.get('toId'), query.get('withPlans')])).toEqual([
			['/Subscriptions', '1', null, withPlans],
		]);
	});

	test.each([
		['Classes', 'Class.Updated', {}],
		['Trainings/5', 'Training.Deleted', { trainingId: 5 }],
		['Lockers/7', 'Locker.Opened', {}],
		['Athletes/0', 'Athlete.Updated', {}],
		['Athletes/2147483648', 'Athlete.Updated', {}],
		['Athletes/7/../../Webhooks', 'Athlete.Updated', {}],
	])('of %s (%s) makes no call', async (subject, eventType, ids) => {
		const { rows } = await resolve(subject, eventType);
		expect(rows).toMatchObject([{ ids, advice: expect.any(String) as string }]);
		// Only what was deleted for good has no record any more; where there never was a single one, nothing says that it is gone.
		expect(rows.map(({ record }) => record)).toEqual([eventType.endsWith('.Deleted') ? null : undefined]);
		expect(club.lines()).toEqual([]);
	});

	test.each([undefined, '"gone"', { ErrorType: 'NotYetKnown' }, []])(
		'gives null where the club has no record and says %j',
		async (body) => {
			club.answer(() => ({ status: 404, body, headers: ROOM }));
			expect((await resolve('UserSubscriptions/5')).rows).toMatchObject([{ record: null }]);
		},
	);
});

describe('webhook subscriptions', () => {
	const webhook = (operation: string, more: IDataObject = {}) => ({ resource: 'webhookSubscription', operation, ...more });
	const row = {
		SubscriptionId: '/subs/a b?c=1#d%2F',
		Url: 'http://127.0.0.1:1/x',
		EventTypes: ['Badge.Awarded', 'Something.New'],
		ProvisioningState: 'Reviewing',
		CreatedBy: null,
	};
	const which = { subscriptionId: locator('id', row.SubscriptionId) };
	const path = `/Webhooks/Subscriptions/${encodeURIComponent(row.SubscriptionId)}`;

	test('are listed as they are, from one array, whatever their state', async () => {
		club.answer(() => ({ body: [row, row], headers: ROOM }));
		expect((await club.run(webhook('getAll', { limit: 1 }))).rows).toEqual([row]);
		expect((await club.run(webhook('getAll', { returnAll: true }))).rows).toEqual([row, row]);
		expect(club.lines()).toEqual(['GET /Webhooks/Subscriptions']);
	});

	test('an ID of any characters is one segment of the path', async () => {
		club.answer(({ line }) => (line.startsWith('DELETE') ? { status: 200, headers: ROOM } : { body: row, headers: ROOM }));
		expect((await club.run(webhook('get', which))).rows).toEqual([row]);
		expect(club.asked[0].path).toBe(path);
		expect((await club.run(webhook('update', { ...which, updateFields: { eventTypes: ['Badge.Awarded'] } }))).rows).toEqual([row]);
		expect([club.asked[0].path, club.asked[0].body]).toEqual([path, { EventTypes: ['Badge.Awarded'] }]);
		expect((await club.run(webhook('delete', which))).rows).toEqual([{ deleted: true }]);
		expect(club.asked[0].path).toBe(path);
	});
});

test.each([
	['getAll', {}],
	['getResults', { challengeId: locator('id', 5) }],
])('challenge %s: a list whose cursor leads to older ones is read to its end', async (operation, which) => {
	const page = (rank: number) => ({
		Results: [{ Rank: rank }, { Rank: rank + 1 }],
		Continue: rank < 5,
		NextCursor: null,
		PrevCursor: `P${rank + 2}`,
	});
	club.answer(({ query }) => ({ body: page(Number((query.get('cursor') ?? 'P1').slice(1))), headers: ROOM }));
	const { rows, error } = await club.run({ resource: 'challenge', operation, ...which, returnAll: true });
	expect(error).toBeUndefined();
	expect(rows.map(({ Rank }) => Rank)).toEqual([1, 2, 3, 4, 5, 6]);
});
