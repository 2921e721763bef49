import { PolledLists } from '../../support/polledLists.mts';

describe('a memory of another version of this pack', () => {
	const club = (firstPoll: 'fromNow' | 'existing') => {
		const lists = new PolledLists(['Athlete.Created', 'Badge.Awarded'], { emitsExisting: firstPoll === 'existing' });
		lists.athletes = [{ UserId: 1 }];
		lists.awards = [{ AchievedBadgeId: 7, UserId: 1, AchievedAt: '2026-04-30T10:00:00Z' }];
		return lists;
	};

	it.each(['fromNow', 'existing'] as const)('begins anew, emits nothing, and says so once (first poll: %s)', async (firstPoll) => {
		const lists = club(firstPoll);
		lists.memory = JSON.stringify({ version: 1, clubKey: 'owner', key: 'key', lists: { athletes: { marks: { count: 1, ids: ['C'] } } } });
		expect(await lists.poll()).toEqual([]);
		expect(lists.notes.filter((note) => note.includes('Another version of this pack'))).toHaveLength(1);
		lists.athletes.push({ UserId: 2 });
		expect(await lists.poll()).toEqual(['Athlete.Created Athletes/2']);
		expect(lists.notes).toEqual([]);
	});
});
