// For every list that can attach the athlete: each row has its own, and nobody is read twice.
import { skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { lists, namesIn, open, thin } from './support/lists.mts';

const club = skippedClub({ athletes: 24 });

beforeAll(() => {
	thin(club, 12);
	// Pages apart, the same people come again.
	const [one, other] = club.athletes();
	[...club.sandbox.club.awards.values()].forEach((award, index) => {
		award.UserId = index % 3 === 0 ? other.UserId : one.UserId;
	});
});

test.each(lists.filter(({ operation }) => namesIn(operation, 'options').includes('attachAthlete')))('$name', async (list) => {
	const { parameters, known } = await open(club, list, 0);
	const id = parameters.challengeId;
	const { rows, error } = await club.run({
		...parameters,
		...(id !== undefined && { challengeId: { __rl: true, mode: 'id', value: id } }),
		returnAll: true,
		options: { attachAthlete: true, pageSize: 1 },
	});
	expect(error).toBeUndefined();
	expect(rows.length).toBeGreaterThan(1);
	const listed = new Set<unknown>(club.athletes().map(({ UserId }) => UserId));
	const own = rows.map(({ UserId }) => (listed.has(UserId) ? UserId : undefined));
	expect(rows.map(({ Athlete }) => (Athlete as IDataObject | null)?.UserId)).toEqual(own);
	const people = new Set(known.rows.map(({ UserId }) => UserId));
	expect(club.sandbox.requests.filter(({ path }) => path === '/Athletes').length).toBeLessThanOrEqual(people.size);
});
