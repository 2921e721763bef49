import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';
import { search } from '../support/picker.mts';

const club = testClub({ athletes: 250, rate: false });

test.each(['month', 'windowLimitMonthRemaining'] as const)('with headers of the %s nobody calls too often, nor waits', async (headers) => {
	const { sandbox } = club;
	sandbox.setRate({ limit: 50, windowSeconds: 60, headers });
	// Two addresses of the same sandbox, so that each has a budget of its own.
	const credentials = { baseUrl: headers === 'month' ? sandbox.url : sandbox.url.replace('127.0.0.1', 'localhost') };
	const read = { resource: 'athlete', operation: 'get', userId: locator('id', '={{ $json.id }}'), options: { maxWait: 0 } };
	const { error } = await club.run(read, { items: club.items(60), credentials });
	expect(error?.message).toBe('The calls of this minute are used up');
	await expect(search(sandbox, 'searchAthletes', { credentials })).rejects.toThrow('The calls of this minute are used up');
	expect(sandbox.requests.some(({ status }) => status === 429)).toBe(false);
});
