import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';

// Of a club that does not say what is left, the node takes it that there are 50 calls a minute, and waits.
const club = testClub({ athletes: 300, dialect: { rateHeaders: 'given' } });
/** Its key has made no call yet. */
const other = testClub({ athletes: 300, dialect: { rateHeaders: 'given' } });

/** A budget is kept per key for the life of the process, so each test has a key that no other has used. */
const key = (name: 'clubApiKey' | 'readOnlyClubApiKey' | 'otherClubApiKey') => ({ clubApiKey: club.sandbox.keys[name] });
const budget = (options = {}) => ({ resource: 'club', operation: 'getCallBudget', options });
const read = { resource: 'athlete', operation: 'get', userId: locator('id', '={{ $json.id }}') };

describe('the call budget', () => {
	test('has what this process knows, without a call; or what the club says, with one call', async () => {
		const credentials = { ...key('otherClubApiKey'), dailyCalls: 833 };
		const before = Date.now();
		expect((await club.run(budget(), { credentials })).rows).toEqual([
			{
				window: { limit: 50, left: null, seconds: 60 },
				calls: { lastHour: 0, last24Hours: 0, sinceStart: 0 },
				since: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/) as string,
				byWorkflow: [],
				forecast30Days: 0,
				dailyCalls: 833,
			},
		]);
		expect(club.calls()).toEqual([]);
		club.sandbox.setRate({ limit: 50, windowSeconds: 60 });
		const { rows } = await club.run(budget({ ask: true }), { credentials });
		club.sandbox.setRate(false);
		expect(club.calls()).toEqual(['GET /Profile']);
		expect(rows).toMatchObject([
			{
				window: { limit: 50, left: 49 },
				calls: { lastHour: 1, last24Hours: 1, sinceStart: 1 },
				byWorkflow: [{ workflowId: 'workflow', calls: 1 }],
				forecast30Days: 720,
			},
		]);
		expect(Date.parse(String(rows[0].since))).toBeGreaterThanOrEqual(before);
	});

	test('counts each call of a run, its repeats included', async () => {
		const credentials = key('readOnlyClubApiKey');
		club.sandbox.inject({ kind: 'status', status: 503, match: { route: 'GET /Athletes/{userId}', nth: 2 } });
		await club.run(read, { items: club.items(3), credentials });
		expect((await club.run(budget(), { credentials })).rows[0]).toMatchObject({ calls: { sinceStart: 4 } });
	});

	test('is shared by equal keys, also with a trailing space', async () => {
		const credentials = key('readOnlyClubApiKey');
		const madeWith = async (clubApiKey: string) =>
			((await club.run(budget(), { credentials: { clubApiKey } })).rows[0].calls as { sinceStart: number }).sinceStart;
		const before = await madeWith(credentials.clubApiKey);
		const pasted = { clubApiKey: ` ${credentials.clubApiKey}\n` };
		expect((await club.run(read, { items: club.items(1), credentials: pasted })).rows).toHaveLength(1);
		expect(await madeWith(credentials.clubApiKey)).toBe(before + 1);
	});
});

test('an execution of more than 200 calls adds one hint, however many nodes made them', async () => {
	const hintsOf = async (executionId: string) =>
		(await club.run(read, { items: club.items(90), executionId })).hints.map(({ message }) => message);
	expect(await hintsOf('7')).toEqual([]);
	expect(await hintsOf('8')).toEqual([]);
	expect(await hintsOf('7')).toEqual([]);
	expect(await hintsOf('7')).toEqual([
		'Made 270 calls. The limit of 25,000 calls in 30 days is about 833 a day. Club > Get Call Budget shows which workflows use them',
	]);
	expect(await hintsOf('7')).toEqual([]);
});

test('a workflow in a loop stops at Daily Calls of the credential, before a call, with an error that names it', async () => {
	const items = club.items(200).map((person, index) => ({ ...person, isGuest: index % 2 === 0 }));
	const setGuest = { ...read, operation: 'setGuest', isGuest: '={{ $json.isGuest }}' };
	const { error } = await other.run(setGuest, { items, credentials: { dailyCalls: 100 } });
	expect(other.calls()).toHaveLength(100);
	expect(error?.message).toBe('The calls of this day are used up');
	expect(error?.description).toMatch(
		/^This n8n process has made 100 of the 100 calls that "Daily Calls" of the credential allows in 24 hours\. The next call is possible in about 24 hours, at .* UTC\. Most calls came from ".*": 100\./,
	);
	expect(error?.failure).toMatchObject({ cause: 'quota-exhausted' });
});
