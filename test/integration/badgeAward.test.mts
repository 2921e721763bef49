import type { Award } from '../../sandbox/types.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';
import { recordsIn } from '../support/shown.mts';

const club = testClub();
const get = (more = {}) => ({ resource: 'badgeAward', operation: 'get', ...more });
const getAll = (more = {}) => ({ resource: 'badgeAward', operation: 'getAll', ...more });
const awards = (): Award[] => [...club.sandbox.club.awards.values()].sort((a, b) => b.AchievedBadgeId - a.AchievedBadgeId);
const answered = (records: Award[]) => recordsIn(club.sandbox, records as never);

describe('badge award: get', () => {
	test('gives each award as the API shows it', async () => {
		const [first, second] = awards();
		const { rows, output } = await club.run(get({ achievedBadgeId: '={{ $json.id }}' }), {
			items: [{ id: first.AchievedBadgeId }, { id: second.AchievedBadgeId }],
		});
		expect(rows).toEqual(answered([first, second]));
		expect(output[0].map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(club.calls()).toEqual([`GET /BadgeAwards/${first.AchievedBadgeId}`, `GET /BadgeAwards/${second.AchievedBadgeId}`]);
	});

	test('an award that is not found says what to check', async () => {
		const { error } = await club.run(get({ achievedBadgeId: 5 }));
		expect(error?.description).toMatch(/not a BadgeId.*HTTP 404/);
	});
});

describe('badge award: get many', () => {
	test('gives the newest first, page after page', async () => {
		const { rows } = await club.run(getAll({ returnAll: true, options: { pageSize: 100 } }));
		expect(rows).toEqual(answered(awards()));
		expect(club.calls().length).toBeLessThanOrEqual(5);
		expect((await club.run(getAll({ limit: 3 }))).rows).toEqual(answered(awards().slice(0, 3)));
		expect(club.calls()).toEqual(['GET /BadgeAwards?count=3']);
	});

	test('goes on at a cursor, and Awarded After stops it at the first older one', async () => {
		const query = { count: 5 };
		const [{ PrevCursor: cursor }] = (await club.run({ resource: 'club', operation: 'call', path: '/BadgeAwards', query })).rows;
		const others = awards().slice(5);
		const awardedAfter = others[2].AchievedAt;
		const end = others.findIndex(({ AchievedAt }) => AchievedAt < awardedAfter);
		const { rows } = await club.run(getAll({ returnAll: true, filters: { awardedAfter }, options: { cursor, pageSize: 5 } }));
		expect(rows).toEqual(answered(others.slice(0, end)));
		expect(club.calls()).toHaveLength(Math.ceil((end + 1) / 5));
		const ascending = await club.run(getAll({ returnAll: true, filters: { awardedAfter, fromId: 1 } }));
		expect(ascending.rows).toEqual(answered([...awards().slice(0, 5 + end)].reverse()));
	});

	test('says so if the club does not say when', async () => {
		club.sandbox.inject({ kind: 'status', status: 200, body: { Results: [{ AchievedBadgeId: 91, UserId: 7 }], Continue: false } });
		const { error } = await club.run(getAll({ filters: { awardedAfter: '2026-11-21' } }));
		expect(error?.message).toMatch(/does not say when it was earned.*"Awarded After"/);
	});

	test('an unknown athlete is an error, an athlete without awards an empty list', async () => {
		const { error } = await club.run(getAll({ filters: { userId: locator('id', 999_999) } }));
		expect(error?.description).toMatch(/not a current athlete of the club/);
	});
});
