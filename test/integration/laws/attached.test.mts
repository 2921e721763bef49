// For every list that can attach the athlete: each row has its own, and nobody is read twice.
import { skippedClub } from '../support/skippedClub.mts';
import { athletesIn } from '../../support/shown.mts';
import { lists, namesIn, open, thin } from './support/lists.mts';

const club = skippedClub({ athletes: 1_100 });

beforeAll(() => {
	thin(club, 12);
	// Pages apart, the same people come again, of the first and the last page of athletes, and one whom it leaves out.
	const demo = [...club.sandbox.club.athletes.values()].find(({ IsDemo }) => IsDemo)!;
	const people = [...[0, 999, 1_099].map((index) => club.athletes()[index]), demo];
	[...club.sandbox.club.awards.values()].reverse().forEach((award, index) => {
		award.UserId = people[index % people.length].UserId;
	});
});

test.each(lists.filter(({ operation }) => namesIn(operation, 'options').includes('attachAthlete')))('$name', async (list) => {
	const { parameters, known } = await open(club, list, 0);
	const id = parameters.challengeId;
	const all = { ...parameters, ...(id !== undefined && { challengeId: { __rl: true, mode: 'id', value: id } }), returnAll: true };
	const { rows, error } = await club.run({ ...all, options: { attachAthlete: true, pageSize: 1 } });
	expect(error).toBeUndefined();
	expect(rows.length).toBeGreaterThan(1);
	const athletes = new Map<unknown, unknown>(athletesIn(club.sandbox, club.athletes()).map((athlete) => [athlete.UserId, athlete]));
	expect(rows.map(({ Athlete }) => Athlete)).toEqual(rows.map(({ UserId }) => athletes.get(UserId) ?? null));
	// A node that changes the athlete of one row changes no other row.
	const attached = rows.flatMap(({ Athlete }) => Athlete ?? []);
	expect(new Set(attached).size).toBe(attached.length);
	const people = new Set(known.rows.map(({ UserId }) => UserId));
	const reads = () => club.sandbox.requests.filter(({ path }) => path === '/Athletes').length;
	// A page of athletes serves the rows after it.
	const isApart = list.name === 'badgeAward.getAll';
	expect(reads()).toBeLessThanOrEqual(isApart ? 3 : people.size);
	if (isApart) expect(rows).toContainEqual(expect.objectContaining({ Athlete: null }));
	await club.run({ ...all, options: { attachAthlete: true } });
	expect(reads()).toBe(isApart ? 2 : 1);
});
