import { PolledLists } from '../../support/polledLists.mts';

test.each([false, true])(
	'a memory of another version begins anew, emits nothing, and says so once (existing: %s)',
	async (emitsExisting) => {
		const lists = new PolledLists(['Athlete.Created', 'Badge.Awarded'], { emitsExisting });
		lists.athletes = [{ UserId: 1 }];
		lists.awards = [{ AchievedBadgeId: 7, UserId: 1, AchievedAt: '2026-04-30T10:00:00Z' }];
		lists.memory = JSON.stringify({ version: 1, clubKey: 'owner', key: 'key', lists: { athletes: { marks: { count: 1, ids: ['C'] } } } });
		expect(await lists.poll()).toEqual([]);
		expect(lists.notes.filter((note) => note.includes('Another version of this pack'))).toHaveLength(1);
		lists.athletes.push({ UserId: 2 });
		expect(await lists.poll()).toEqual(['Athlete.Created Athletes/2']);
		expect(lists.notes).toEqual([]);
	},
);

test('a clock that goes back changes no record that waits for the end of a read', async () => {
	const lists = new PolledLists(['Athlete.Created'], { emitsExisting: true, maxCalls: 1 });
	lists.otherPageSize = 1;
	lists.athletes = [1, 2].map((UserId) => ({ UserId, JoinedAt: '2026-04-01T08:00:00Z' }));
	for (const hours of [1, 0.1, -2]) await lists.poll(hours);
	expect(lists.items.map(({ record }) => record)).toEqual(lists.athletes);
});
