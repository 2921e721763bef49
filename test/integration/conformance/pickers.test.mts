import { skippedClub } from '../support/skippedClub.mts';
import { search } from '../../support/picker.mts';

/** Drop-downs of records whose properties the spec does not show (§2.13), as another club may name them. */

const club = skippedClub({}, { keepsPages: false });
const says = (route: string, body: unknown) => club.sandbox.inject({ match: { route, every: true }, kind: 'status', status: 200, body });

const offered = async (method: string) => (await search(club.sandbox, method)).results;

test('plans are those of the list "Plans" of a product', async () => {
	says('GET /Subscriptions', {
		Results: [
			{ ClassSubscriptionId: 1, Name: 'Ten', Prices: [{ Amount: 5 }], Plans: [{ ClassSubscriptionPlanId: 11, Name: 'Monthly' }, null] },
			{ ClassSubscriptionId: 2, Name: null, Plans: null },
			{ ClassSubscriptionId: 3, Name: null, Plans: [{ ClassSubscriptionPlanId: 31 }] },
		],
		Continue: false,
	});
	expect(await offered('searchPlans')).toEqual([
		{ name: 'Monthly (Ten)', value: 11 },
		{ name: 'Plan 31 (Product 3)', value: 31 },
	]);
});

test('the drop-down of challenges uses their ID, whatever its property', async () => {
	says('GET /Challenges', { Results: [{ Id: 5, Name: 'Spring' }, { Id: 6 }, { ChallengeId: 7, Id: 'challenge-7' }], Continue: false });
	expect(await offered('searchChallenges')).toEqual([
		{ name: 'Spring', value: 5 },
		{ name: 'Challenge 6', value: 6 },
		{ name: 'Challenge 7', value: 7 },
	]);
});

test.each([
	['searchProducts', 'GET /Subscriptions', 'ClassSubscriptionId'],
	['searchUserSubscriptions', 'GET /UserSubscriptions/Active', 'UserClassSubscriptionId'],
])('%s requests the oldest first and follows NextCursor', async (method, route, name) => {
	says(route, { Results: [{ [name]: 8 }, { [name]: 9 }], Continue: true, NextCursor: 'newer', PrevCursor: 'older' });
	const { paginationToken } = await search(club.sandbox, method);
	expect(paginationToken).toContain('newer');
	expect(club.calls()[0]).toContain(`${route}?fromId=1`);
});

test('records with a title instead of a name are shown by their title', async () => {
	Object.assign(club.sandbox.dialect, { names: 'title' });
	const namesIn = async (method: string) => (await offered(method)).map(({ name }) => name);
	expect(await namesIn('searchPlans')).toContain('Half a year (10 tickets)');
	expect(await namesIn('searchChallenges')).toContain('Autumn miles');
	// Which class comes next depends on the hour.
	const titles = expect.stringMatching(/^(Spinning|Morning yoga|HIIT|Body pump|Pilates), /) as string;
	expect(await namesIn('searchClasses')).toEqual(expect.arrayContaining([titles]));
});

test('two records of one name are told apart by their IDs', async () => {
	says('GET /Subscriptions', { Results: [5, 6].map((ClassSubscriptionId) => ({ ClassSubscriptionId, Name: 'Ten' })), Continue: false });
	expect((await offered('searchProducts')).map(({ name }) => name)).toEqual(['Ten, ID 5', 'Ten, ID 6']);
});

test('a membership has the name of its product, without a call if the club shows it', async () => {
	says('GET /UserSubscriptions/Active', {
		Results: [{ UserClassSubscriptionId: 8, UserId: 1, ClassSubscriptionId: 3, ProductName: 'Gold' }],
		Continue: false,
	});
	expect((await offered('searchUserSubscriptions'))[0].name).toContain(': Gold, ');
	expect(club.calls().join()).not.toContain('GET /Subscriptions');
});

test('a search of memberships reads no further page of people once it has found ten', async () => {
	const Results = club.athletes().map((athlete) => ({ ...athlete, LastName: 'Tenth' }));
	says('GET /Athletes', { Results, Continue: true, NextCursor: 'further' });
	await search(club.sandbox, 'searchUserSubscriptions', { filter: 'tenth' });
	expect(club.calls().filter((call) => call.startsWith('GET /Athletes?'))).toHaveLength(1);
});

test('without cursors, drop-downs go on page by page, and a search reaches the end of the list', async () => {
	club.sandbox.dialect.cursors = 'none';
	const named = (id: number) => ({ ClassSubscriptionId: id, Name: `Card number ${id}` });
	const answers = [10, 20, 30].map((id) => ({ Results: [named(id), named(id + 1)], Continue: id < 30, NextId: id + 2 }));
	for (const body of answers) club.sandbox.inject({ match: { route: 'GET /Subscriptions' }, kind: 'status', status: 200, body });
	const { results } = await search(club.sandbox, 'searchProducts', { filter: 'card number 31' });
	expect(results.map(({ value }) => value)).toEqual([31]);
	expect(club.calls()).toEqual([
		expect.stringContaining('fromId=1&'),
		expect.stringContaining('fromId=12'),
		expect.stringContaining('fromId=22'),
	]);
});
