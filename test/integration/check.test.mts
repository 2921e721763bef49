import { useTimeWithoutWaits } from './poll/support/waits.mts';
import type { IDataObject } from 'n8n-workflow';
import { READS } from '../../nodes/shared/api/endpoints';
import type { CallReport } from '../../nodes/Club/check/report';
import { testClub } from '../support/club.mts';

interface Check extends IDataObject {
	calls: CallReport[];
	refused: string[];
	permission: IDataObject;
	report: string;
}

const club = testClub();
const time = useTimeWithoutWaits();

// Each check has the calls of a new minute.
beforeEach(() => {
	time.ahead += 60_000;
});

const check = { resource: 'club', operation: 'check' };

async function checked(more: Parameters<typeof club.run>[1] = {}): Promise<Check> {
	const { rows, error } = await club.run(check, more);
	expect(error).toBeUndefined();
	expect(rows).toHaveLength(1);
	return rows[0] as Check;
}

const answerTo = ({ calls }: Check, wanted: string): CallReport => calls.find(({ call }) => call === wanted)!;

const hook = { SubscriptionId: 'ws-7', Url: 'https://n8n.example/webhook/7?token=abcdefgh', EventTypes: ['Athlete.Created'] };

describe('a check', () => {
	beforeEach(() => club.sandbox.club.webhookSubscriptions.set(hook.SubscriptionId, { ...hook, ProvisioningState: 'Succeeded' }));
	afterEach(() => club.sandbox.club.webhookSubscriptions.clear());

	test('makes each documented read once, and the club refuses none, whoever has no address', async () => {
		const [nobody, { UserId }] = club.athletes();
		nobody.Email = '';
		// The results of a challenge need not repeat its ID.
		const match = { route: 'GET /Challenges/{challengeId}/Results' };
		club.sandbox.inject({ kind: 'status', status: 200, body: { Results: [{ UserId }], Continue: false }, match });
		const found = await checked();
		expect(found.calls.map(({ call }) => call).sort()).toEqual([...READS].sort());
		expect(club.calls()).toHaveLength(READS.length);
		expect(found.refused).toEqual([]);
	});

	test('reads what begins in the two weeks before and after now', async () => {
		await checked();
		const begins = club.sandbox.requests.flatMap(({ query: { from, to } }) =>
			from ? [[from, to].map((time) => Date.parse(String(time)))] : [],
		);
		expect(begins.length).toBeGreaterThan(0);
		for (const [from, to] of begins)
			expect([Date.now() - from, to - Date.now()].map((ms) => Math.round(ms / 86_400_000))).toEqual([14, 14]);
	});

	test('that got no answer is made again for the next item', async () => {
		club.sandbox.inject({ kind: 'status', status: 503, match: { route: 'GET /Profile' } });
		const { output } = await club.run(check, { items: [{}, {}], onError: 'continueRegularOutput' });
		expect(output[0].map(({ json }) => 'report' in json)).toEqual([true, true]);
		club.sandbox.inject({ kind: 'drop', match: { route: 'GET /Profile' } });
		time.ahead += 120_000;
		const again = await club.run(check, { items: [{}, {}], onError: 'continueRegularOutput' });
		expect(again.output[0].map(({ json }) => 'report' in json)).toEqual([false, true]);
	});

	test('shows rows, order, cursors and properties of each list, and how they differ from the API description', async () => {
		const found = await checked();
		expect(answerTo(found, 'GET /Athletes')).toMatchObject({
			status: 200,
			body: 'page',
			rows: 100,
			missing: [],
			continue: 'true',
		});
		const headings = found.report.split('\n').flatMap((line) => (line.startsWith('### ') ? line.slice(4).split(', ') : []));
		expect(headings.sort()).toEqual(found.calls.flatMap(({ call, rows }) => (rows > 0 ? [call] : [])).sort());
		const { properties = [], unnamed } = answerTo(found, 'GET /UserSubscriptions');
		expect(properties).toContainEqual({ name: 'UserClassSubscriptionId', types: ['whole number'] });
		expect(unnamed).toContain('ProductName');
		expect(answerTo(found, 'GET /Webhooks/Subscriptions/{subscriptionId}')).toMatchObject({ status: 200, rows: 1, missing: [] });
	});

	test('reads as many records of each list as the user says, once for several items', async () => {
		const items = [7, 1000, 7].map((sample) => ({ sample }));
		const { rows } = await club.run({ ...check, options: { sample: '={{ $json.sample }}' } }, { items });
		expect(rows.map((row) => answerTo(row as Check, 'GET /Athletes').rows)).toEqual([7, club.athletes().length, 7]);
		expect((rows[1] as Check).calls.filter(({ status }) => status === 400)).toEqual([]);
		expect(club.calls()).toHaveLength(2 * READS.length);
	});

	test('shows the club and the permissions of the key', async () => {
		const { Name, ClubId } = club.sandbox.club.profile;
		const found = await checked();
		expect(Object.values(found.club as IDataObject)).toEqual([ClubId, Name]);
		expect(found.permission).toMatchObject({ reads: 'allowed', webhookReads: 'allowed', changes: 'reads do not show this' });
	});

	test('shows the order and the cursors of a list, the forms of times, and the rate limit headers', async () => {
		Object.assign(club.sandbox.dialect, { cursors: 'both', rateHeaders: 'given', classTimes: 'local' });
		club.sandbox.setRate({ limit: 1_000 });
		const found = await checked();
		club.sandbox.setRate(false);
		expect(answerTo(found, 'GET /BadgeAwards')).toMatchObject({ order: 'descending', cursors: expect.arrayContaining(['NextCursor']) });
		expect(answerTo(found, 'GET /Classes/Bookings')).toMatchObject({ order: 'ascending' });
		expect(answerTo(found, 'GET /Classes/Bookings').properties).toContainEqual({ name: 'Begin', types: ['time without an offset'] });
		expect(Object.values(found.quota as IDataObject)).toEqual([expect.stringMatching(/^1000/), String(1_000 - READS.length)]);
		const forms = ['- `Begin`: time without an offset', '- `From`: time with an offset', '- `MonthlyPointsResetAtUtc`: time in UTC'];
		expect(found.report.split('\n')).toEqual(expect.arrayContaining(forms));
	});

	test('is short for a model', async () => {
		const found = await checked({ tool: true });
		expect(Object.keys(found)).not.toEqual(expect.arrayContaining(['report']));
		expect(found).toMatchObject({ refused: [], permission: { reads: 'allowed' } });
		expect(answerTo(found, 'GET /Athletes')).toEqual({
			call: 'GET /Athletes',
			status: 200,
			rows: 100,
			unnamed: expect.any(Array),
		});
		expect(JSON.stringify(found).length).toBeLessThan(8_000);
	});
});

describe('a check with refused or failed reads has a row for them', () => {
	test('with a key that may not read webhook subscriptions', async () => {
		Object.assign(club.sandbox.dialect, { webhookReads: 'readWrite' });
		const found = await checked({ credentials: { clubApiKey: club.sandbox.keys.readOnlyClubApiKey } });
		expect(answerTo(found, 'GET /Webhooks/Subscriptions')).toMatchObject({ status: 403, rows: 0 });
		expect(found.permission).toMatchObject({ reads: 'allowed', webhookReads: 'refused', changes: 'refused' });
	});

	test.each([
		['clubApiKey', 'read', /^This key can read\. Only a change shows/],
		['readOnlyClubApiKey', 'readWrite', /^This key can read, and cannot change anything\./],
		['inactiveClubApiKey', 'read', /^This key cannot read:/],
	] as const)(
		'and says in words what the key may do (%s, webhook reads: %s), and by which credential',
		async (key, webhookReads, words) => {
			Object.assign(club.sandbox.dialect, { webhookReads });
			const { rows, hints } = await club.run(check, { credentials: { clubApiKey: club.sandbox.keys[key] } });
			const { credential, permission, report } = rows[0] as Check;
			expect(permission.inWords).toMatch(words);
			expect(hints).toMatchObject([{ message: `Credential "${String(credential)}": ${String(permission.inWords)}` }]);
			expect(report).not.toMatch(/credential/i);
		},
	);

	test.each([
		['404', { kind: 'status', status: 404 }, { status: 404, body: 'nothing' }],
		['500', { kind: 'status', status: 500, body: { ErrorType: 'Internal', Message: 'No.' } }, { status: 500, errorType: 'Internal' }],
		['a page of markup', { kind: 'status', status: 200, body: '<html></html>' }, { status: 0, body: 'unread', rows: 0 }],
		[
			'a 403 of a firewall',
			{ kind: 'status', status: 403, body: '<html></html>' },
			{ status: 0, problem: 'a gateway or firewall answered 403' },
		],
		['rows that are none', { kind: 'status', status: 200, body: [null, 7, 'x'] }, { status: 200, body: 'list', rows: 0 }],
		['a drop', { kind: 'drop' }, { status: 0, problem: 'ECONNRESET', rows: 0 }],
		['an answer cut off', { kind: 'truncate' }, {}],
	] as const)('%s', async (_name, fault, wanted) => {
		for (const route of ['GET /Athletes', 'GET /Classes/Bookings', 'GET /Challenges/{challengeId}'])
			club.sandbox.inject({ ...fault, match: { route, every: true } });
		const found = await checked();
		const athletes = answerTo(found, 'GET /Athletes');
		expect(athletes).toMatchObject(wanted);
		const outcome = athletes.status || 'no answer';
		expect(found.refused.filter((one) => one.startsWith('GET /Athletes: '))).toEqual(outcome === 200 ? [] : [`GET /Athletes: ${outcome}`]);
		expect(found.report).toContain(`| \`GET /Athletes\` | ${outcome}`);
		expect(found.permission).toMatchObject({ reads: 'allowed' });
		expect(found.calls.length).toBeGreaterThan(20);
	});

	test.each([
		[500, 'reads do not show this'],
		[403, 'refused'],
	])('each of them, with %d or, for a calendar, 404', async (status, reads) => {
		club.sandbox.inject({ kind: 'status', status: 404, match: { route: 'GET /Classes/Calendars/{calendarType}', every: true } });
		club.sandbox.inject({ kind: 'status', status, match: { every: true } });
		const found = await checked();
		expect([found.refused.length, found.permission.reads]).toEqual([found.calls.length, reads]);
	});
});

describe('a check fails', () => {
	test('if the keys are refused', async () => {
		const { error } = await club.run(check, { credentials: { clubApiKey: 'wrong' } });
		expect(error).toMatchObject({ httpCode: '401' });
		expect(club.calls()).toHaveLength(1);
	});

	test('if no club answers', async () => {
		club.sandbox.inject({ kind: 'drop', match: { every: true } });
		const { error } = await club.run(check);
		expect(error?.message).toBe('The club did not answer');
		expect(club.calls()).toHaveLength(1);
	});
});

test('a check stops where the credential allows no more calls, and says so', async () => {
	const { otherClubApiKey: clubApiKey } = club.sandbox.keys;
	const credentials = { clubApiKey, dailyCalls: 5 };
	const found = await checked({ credentials });
	expect([found.calls.length, club.calls().length, found.stopped]).toEqual([5, 5, 'The calls of this day are used up']);
	expect(found.report).toMatch(/^5 reads, .* It stopped early: The calls of this day are used up\.$/m);
	expect((await club.run(check, { credentials })).error?.message).toBe('The calls of this day are used up');
});

test('a check of a list shows what its Continue is, and at most so many properties', async () => {
	const record = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`Property${index}`, index]));
	const body = { Athletes: [record, record], Continue: 'yes' };
	club.sandbox.inject({ kind: 'status', status: 200, body, match: { route: 'GET /Athletes' } });
	const found = await checked();
	const { continue: more, properties = [] } = answerTo(found, 'GET /Athletes');
	expect([more, properties.length]).toEqual(['another value', 300]);
	expect(found.report).toMatch(/but missing: `UserId`, .*\n\nNot in the API's description: `Property0`, `Property1`/);
});

describe('a check of an empty club', () => {
	const empty = testClub();

	test('checks what there is', async () => {
		const { club: records } = empty.sandbox;
		for (const map of [records.athletes, records.contacts, records.products, records.plans, records.userSubscriptions, records.classes])
			map.clear();
		for (const map of [records.awards, records.trainings, records.challenges]) map.clear();
		records.bookings.length = 0;
		const { rows, error } = await empty.run(check);
		expect(error).toBeUndefined();
		expect((rows[0] as Check).calls.every(({ rows: count, call }) => count === 0 || call === 'GET /Profile')).toBe(true);
	});
});

describe('a check holds no personal data', () => {
	/** Every text and every id of the people of a club, but for what is a word of the API too. */
	function personal(): string[] {
		const { athletes, contacts, bookings, trainings, awards, userSubscriptions, classes } = club.sandbox.club;
		const people = [...athletes.values(), ...contacts.values()];
		const texts = people.flatMap(({ Email, FirstMidName, LastName, Phone }) => [Email, FirstMidName, LastName, Phone]);
		const ids = [
			...people.map(({ UserId }) => UserId),
			...bookings.flatMap(({ ClassId, UserId }) => [ClassId, UserId]),
			...trainings.keys(),
			...awards.keys(),
			...userSubscriptions.keys(),
			...classes.keys(),
		];
		return [...new Set([...texts, ...ids, '1984-02-29', ...Object.values(club.sandbox.keys)].filter(Boolean).map(String))];
	}

	/** Which of them stand in a text as words of their own. */
	const found = (text: string): string[] => {
		const words = new Set(text.split(/[^\p{L}\p{N}+@.’'_-]+/u).flatMap((word) => [word, word.replace(/^[.'-]+|[.'-]+$/g, '')]));
		return personal().filter((value) => (/^[\p{L}\p{N}’]+$/u.test(value) ? words.has(value) : text.includes(value)));
	};

	test('neither in its item nor in its report', async () => {
		for (const athlete of club.sandbox.club.athletes.values()) Object.assign(athlete, { BirthDate: '1984-02-29' });
		const result = await checked();
		const report = result.report.replace(/^(\| `GET .*)$/gm, (line) =>
			line
				.split(' | ')
				.filter((_, index) => index !== 4)
				.join(' | '),
		);
		const calls = result.calls.map((answer) => ({ ...answer, milliseconds: 0 }));
		expect(found(JSON.stringify({ ...result, club: {}, report, calls }))).toEqual([]);
	});

	test('even if a club has names or emails as property names', async () => {
		const filed: IDataObject = {};
		for (const { UserId, Email, FirstMidName, LastName, Phone } of club.athletes().slice(0, 30))
			for (const name of [UserId, Email, FirstMidName, LastName, Phone, `user${UserId}`, '1984-02-29'])
				filed[String(name)] = { Visits: 3, annawikander: 1 };
		const ofOne = (index: number): IDataObject => ({ [`Friend${'abcdefghij'[index % 10]}`]: 1, cancerpatient: index % 2 ? 1 : undefined });
		const rows = club.athletes().map((athlete, index) => ({
			...athlete,
			Friends: filed,
			Locker: 'A',
			...(index % 3 === 0 && ofOne(index)),
			...(index === 0 && filed),
		}));
		const body = { Results: rows, Continue: false };
		club.sandbox.inject({ kind: 'status', status: 200, body, match: { route: 'GET /Athletes' } });
		club.sandbox.inject({
			kind: 'status',
			status: 400,
			body: { ErrorType: 'Anna', Message: 'anna@example.com' },
			match: { route: 'GET /Contacts' },
		});
		const result = await checked();
		const { properties } = answerTo(result, 'GET /Athletes');
		expect(properties).toContainEqual({ name: 'Friends.*.*', types: ['whole number'] });
		expect(properties).toContainEqual({ name: 'Locker', types: ['text'] });
		expect(JSON.stringify(result)).not.toMatch(/wikander|cancerpatient|Frienda/i);
		const { unnamed, missing } = answerTo(result, 'GET /Athletes');
		expect(found(JSON.stringify([properties, unnamed, missing, answerTo(result, 'GET /Contacts')]))).toEqual([]);
	});
});
