import { locator, parametersOf } from '../../support/node.mts';
import { otherClub } from './support/otherClub.mts';

const club = otherClub();

test('each item waits for the rate limit as long as its own Max Wait', async () => {
	club.answer(({ path }) =>
		path.endsWith('/2') && club.asked.filter((asked) => asked.path === path).length === 1
			? { status: 429, headers: { 'Retry-After': '1' } }
			: { body: { UserId: Number(path.split('/')[2]) } },
	);
	const get = parametersOf('athlete.get', { userId: locator('id', '={{ $json.id }}'), options: { maxWait: '={{ $json.then }}' } });
	const run = async (first: number, second: number, clubApiKey: string) =>
		await club.run(get, {
			items: [
				{ id: 1, then: first },
				{ id: 2, then: second },
			],
			credentials: { clubApiKey },
		});

	const { clubApiKey, readOnlyClubApiKey } = club.sandbox.keys;
	expect((await run(3600, 0, clubApiKey)).error?.message).toMatch(/used up/);
	expect(club.lines()).toEqual(['GET /Athletes/1', 'GET /Athletes/2']);
	expect((await run(0, 3600, readOnlyClubApiKey)).rows).toEqual([{ UserId: 1 }, { UserId: 2 }]);
	expect(club.lines()).toEqual(['GET /Athletes/1', 'GET /Athletes/2', 'GET /Athletes/2']);
});
