import type { ICredentialTestFunctions, IDataObject } from 'n8n-workflow';
import { budgetFor } from '../../../../nodes/shared/transport/budget';
import { clock } from '../../../../nodes/shared/transport/process';
import { testClubApi } from '../../../../nodes/shared/transport/credentialTest';
import { network } from '../../support/scriptedClub.mts';

const DATA: IDataObject = {
	baseUrl: 'https://api.club.example/v1/',
	subscriptionKey: 'sub',
	clubApiKey: 'club',
	secondarySubscriptionKey: '',
	expectedClub: '',
	dailyCalls: 0,
};

/** What a club says to a test; undefined is a network without an answer. */
type Said = { statusCode: number; headers?: IDataObject; body?: unknown } | undefined;

/** Tests a credential against a club that gives `answer`, or one for each subscription key. */
async function tested(answer: Said | ((subscriptionKey: string) => Said), data: IDataObject | undefined = DATA) {
	const asked: IDataObject[] = [];
	const functions = {
		helpers: {
			request: async (options: IDataObject) => {
				asked.push(options);
				const { 'X-Sub-Key': key } = options.headers as { 'X-Sub-Key': string };
				const said = typeof answer === 'function' ? answer(key) : answer;
				if (!said) throw network('ECONNREFUSED');
				return said;
			},
		},
	} as unknown as ICredentialTestFunctions;
	const result = await testClubApi.call(functions, { id: '1', name: 'Club', type: 'clubApi', data: data as never });
	return { ...result, asked };
}

describe('the test of a credential', () => {
	test('reads the profile once, with both keys, and follows no redirect', async () => {
		const { asked, ...result } = await tested({ statusCode: 200, body: { Name: 'Northside' } });
		expect(result).toEqual({ status: 'OK', message: 'Both keys work. The club answers.' });
		expect(asked).toEqual([
			{
				method: 'GET',
				uri: 'https://api.club.example/v1/Profile',
				headers: { Accept: 'application/json', 'X-Sub-Key': 'sub', Authorization: 'Bearer club' },
				encoding: null,
				simple: false,
				resolveWithFullResponse: true,
				followRedirect: false,
				timeout: 15_000,
			},
		]);
	});

	test.each<[string, Said, RegExp]>([
		[
			'a month that is used up',
			{ statusCode: 429, headers: { 'retry-after': '7200' }, body: { message: 'Out of call volume quota.' } },
			/longer limit.*possible at/,
		],
		[
			'a minute that is used up',
			{ statusCode: 429 },
			/^The calls of this minute are used up\. The next call is possible in about 60 seconds/,
		],
		['a month without a time', { statusCode: 403, body: 'Quota exceeded.' }, /longer limit.*Ask the platform/],
	])('explains %s as a run does', async (_, said, message) => {
		expect(await tested(said)).toMatchObject({ status: 'Error', message: expect.stringMatching(message) as string });
	});

	test('sends a key without what was pasted with it', async () => {
		const { asked } = await tested(
			{ statusCode: 200, body: { Name: 'N' } },
			{ ...DATA, subscriptionKey: 'X-Sub-Key: sub', clubApiKey: ' Authorization: Bearer club' },
		);
		expect(asked[0].headers).toMatchObject({ 'X-Sub-Key': 'sub', Authorization: 'Bearer club' });
	});

	test('passes for the expected club, and names any other club', async () => {
		const test_ = async (expectedClub: string) =>
			await tested({ statusCode: 200, body: { Name: 'Northside', ClubId: 7, City: 'Lund' } }, { ...DATA, expectedClub });
		for (const expected of ['Northside', ' 7 ', '', '  ']) expect(await test_(expected)).toMatchObject({ status: 'OK' });
		expect(await test_('Lund')).toMatchObject({
			status: 'Error',
			message:
				'The keys work, but they do not belong to the expected club "Lund". They belong to "Northside" (Name), "7" (ClubId). Enter the keys of the expected club, or correct "Expected Club".',
		});
	});

	test('says that the Base URL does not answer', async () => {
		expect(await tested(undefined)).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(
				/^The club cannot be reached\. Nothing answers there\. Check the Base URL.*\(ECONNREFUSED\)$/,
			) as string,
		});
	});

	// n8n leaves out what it cannot work out where there is no item.
	test.each([
		['Subscription Key', 'subscriptionKey'],
		['Club API Key', 'clubApiKey'],
		['Secondary Subscription Key', 'secondarySubscriptionKey'],
		['Expected Club', 'expectedClub'],
		['Daily Calls', 'dailyCalls'],
	])('says that "%s" cannot be tested if it comes from an item, without a call', async (name, field) => {
		const { asked, ...result } = await tested({ statusCode: 200, body: { Name: 'Northside' } }, { ...DATA, [field]: undefined });
		expect(result).toEqual({
			status: 'Error',
			message: `"${name}" of the credential has no value. A value that comes from an item cannot be tested here, because items exist only in an execution. Save the credential, and run Club > Get with it. n8n 2 also withholds $env, unless N8N_BLOCK_ENV_ACCESS_IN_NODE is false.`,
		});
		expect(asked).toEqual([]);
	});

	test.each([{ ...DATA, baseUrl: 'club' }, {}, null])('makes no call for %j, which has no Base URL', async (data) => {
		const { asked, ...result } = await tested({ statusCode: 200, body: {} }, data as IDataObject);
		expect(result).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^The Base URL of the credential is not a web address\. Enter the address/) as string,
		});
		expect(asked).toEqual([]);
	});
});

describe('the test of a credential in the middle of a rotation', () => {
	const found = { statusCode: 200, body: { Name: 'Northside' } };
	const refused = { statusCode: 401 };
	const WRONG = /^The club does not accept the keys\. One of the two keys is wrong/;
	const SECONDARY_ONLY =
		'The club answers, but it accepts only the Secondary Subscription Key. Enter the new Subscription Key when the rotation is over.';
	const pair = (name: string): IDataObject => ({ ...DATA, subscriptionKey: `${name}-1`, secondarySubscriptionKey: `${name}-2` });
	/** What the test says, and with which keys it asked for that. */
	const told = async (data: IDataObject, says: (key: string) => Said) => {
		const { asked, ...result } = await tested(says, data);
		return { ...result, keys: asked.map(({ headers }) => (headers as IDataObject)['X-Sub-Key']) };
	};

	test('uses the other key, says so, and tries it first from then on', async () => {
		const data = pair('rotated');
		const says = (key: string) => (key === 'rotated-2' ? found : refused);
		expect(await told(data, says)).toEqual({ status: 'OK', message: SECONDARY_ONLY, keys: ['rotated-1', 'rotated-2'] });
		expect(await told(data, says)).toEqual({ status: 'OK', message: SECONDARY_ONLY, keys: ['rotated-2'] });
		expect(await told(data, (key) => (key === 'rotated-1' ? found : refused))).toEqual({
			status: 'OK',
			message: 'Both keys work. The club answers.',
			keys: ['rotated-2', 'rotated-1'],
		});
	});

	test('shows the answer to the other key if it is not about the keys', async () => {
		expect(await told(pair('inactive'), (key) => (key === 'inactive-2' ? { statusCode: 403 } : refused))).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/^The club does not allow this\. The licence of the Club API is inactive/) as string,
		});
	});

	test.each([
		['refused too', refused],
		['not answered', undefined],
		['answered by a gateway', { statusCode: 502, body: '<h1>Bad gateway</h1>' }],
	])('keeps the first key if the other one is %s', async (_, second) => {
		const data = pair(`both ${_}`);
		for (let tests = 0; tests < 2; tests++)
			expect(await told(data, (key) => (key === data.secondarySubscriptionKey ? second : refused))).toEqual({
				status: 'Error',
				message: expect.stringMatching(_ === 'answered by a gateway' ? /gateway/ : WRONG) as string,
				keys: [data.subscriptionKey, data.secondarySubscriptionKey],
			});
	});

	test('makes one call if there is no other key or the first one is not refused', async () => {
		expect((await told({ ...DATA, subscriptionKey: 'alone' }, () => refused)).keys).toEqual(['alone']);
		expect((await told(pair('right'), () => found)).keys).toEqual(['right-1']);
		expect((await told(pair('busy'), () => ({ statusCode: 503 }))).keys).toEqual(['busy-1']);
		expect((await told(pair('silent'), () => undefined)).keys).toEqual(['silent-1']);
	});
});

describe('a call that tests a credential', () => {
	const data = (clubApiKey: string): IDataObject => ({ ...DATA, clubApiKey });
	const known = (clubApiKey: string) => budgetFor('https://api.club.example/v1', clubApiKey, clock).state;

	test('counts for its club key, under its own name', async () => {
		known('counted');
		await tested(
			{ statusCode: 200, headers: { 'x-ratelimit-limit': '40', 'x-ratelimit-remaining': '31' }, body: { Name: 'N' } },
			data('counted'),
		);
		const { window, spending } = known('counted');
		expect(window).toMatchObject({ limit: 40, left: 31 });
		expect(spending.report(clock.now(), clock.now()).byWorkflow).toEqual([{ workflowId: '', name: 'Credential tests', calls: 1 }]);
		expect(spending.topSpenders(clock.now())).toEqual(['"Credential tests": 1']);
	});

	test('is not remembered for an unused key, so that invented keys displace no other', async () => {
		await tested({ statusCode: 200, body: { Name: 'N' } }, data('made up'));
		expect(known('made up').spending.report(clock.now(), clock.now()).byWorkflow).toEqual([]);
	});

	test('leaves nothing that other calls would wait for, answered or not', async () => {
		known('answered or not');
		for (const [index, answer] of [undefined, { statusCode: 200, body: {} }].entries()) {
			await tested(answer, data('answered or not'));
			expect(known('answered or not').window).toMatchObject({ left: 49 - index });
		}
	});
});
