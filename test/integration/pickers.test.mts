import { testClub } from '../support/club.mts';
import { search } from '../support/picker.mts';

const club = testClub({ athletes: 20_000 });
const listed = () => club.athletes();

describe('the athlete drop-down on a club of 20,000', () => {
	beforeAll(() => {
		listed()[2500].LastName = 'Zzyzx';
		listed().at(-1)!.Phone = '+46 8 555 01 23';
	});

	test('shows names and addresses, page after page, a call each', async () => {
		const first = await search(club.sandbox, 'searchAthletes');
		const [anna] = listed();
		expect(first.results[0]).toEqual({ name: `${anna.FirstMidName} ${anna.LastName} (${anna.Email})`, value: anna.UserId });
		expect(first.results).toHaveLength(1000);
		expect(club.calls()).toHaveLength(1);
		const second = await search(club.sandbox, 'searchAthletes', { token: first.paginationToken as string });
		expect(second.results.map(({ value }) => value)).toContain(listed()[1000].UserId);
	});

	test('searches a name in few calls, and typing on costs none', async () => {
		const found = await search(club.sandbox, 'searchAthletes', { filter: 'zzyz' });
		expect(club.calls().length).toBeLessThanOrEqual(5);
		expect(found.results).toHaveLength(1);
		club.sandbox.resetRecords();
		expect((await search(club.sandbox, 'searchAthletes', { filter: 'zzyzx' })).results).toEqual(found.results);
		expect(club.calls()).toEqual([]);
	});

	test('can continue a search that has not reached the end', async () => {
		const { results, paginationToken } = await search(club.sandbox, 'searchAthletes', { filter: 'zzyzx' });
		expect(results).toHaveLength(1);
		expect(paginationToken).toEqual(expect.any(String));
	});

	test('finds somebody far down the list at once; without a match it reads the whole list, since n8n stops at an empty page', async () => {
		const last = listed().at(-1)!;
		for (const filter of [last.Email.split('@')[0], '55 01 23'])
			expect((await search(club.sandbox, 'searchAthletes', { filter })).results.map(({ value }) => value)).toEqual([last.UserId]);
		club.sandbox.resetRecords();
		expect(await search(club.sandbox, 'searchAthletes', { filter: 'nobody-is-called-this' })).toEqual({ results: [] });
		expect(club.calls().length).toBeLessThanOrEqual(25);
	});

	test('explains a wrong key', async () => {
		for (const filter of [undefined, 'anna@example.com', '7']) {
			const failed = search(club.sandbox, 'searchAthletes', { filter, credentials: { clubApiKey: 'wrong' } });
			await expect(failed).rejects.toMatchObject({ description: expect.stringMatching(/Enter both keys again/) });
		}
	});
});
