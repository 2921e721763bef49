import type { ICredentialTestFunctions, IDataObject } from 'n8n-workflow';
import { testClubApi } from '../../nodes/shared/transport/credentialTest';

const DATA: IDataObject = { baseUrl: 'https://api.club.example/v1/', subscriptionKey: 'sub', clubApiKey: 'club' };

/** Tests a credential against a club that gives `answer`; undefined is a network without one. */
async function tested(answer: { statusCode: number; body?: unknown } | undefined, data: IDataObject | undefined = DATA) {
	const asked: IDataObject[] = [];
	const functions = {
		helpers: {
			request: async (options: IDataObject) => {
				asked.push(options);
				if (!answer) throw new Error('ECONNREFUSED');
				return answer;
			},
		},
	} as unknown as ICredentialTestFunctions;
	const result = await testClubApi.call(functions, { id: '1', name: 'Club', type: 'clubApi', data: data as never });
	return { ...result, asked };
}

describe('the test of a credential', () => {
	test('asks for the profile once, with both keys, and follows nobody elsewhere', async () => {
		const { asked, ...result } = await tested({ statusCode: 200, body: { Name: 'Northside' } });
		expect(result).toEqual({ status: 'OK', message: 'Both keys work. The club answers.' });
		expect(asked).toEqual([
			{
				method: 'GET',
				uri: 'https://api.club.example/v1/Profile',
				headers: { 'X-Sub-Key': 'sub', Authorization: 'Bearer club' },
				json: true,
				simple: false,
				resolveWithFullResponse: true,
				followRedirect: false,
				timeout: 15_000,
			},
		]);
	});

	test.each([
		[401, /does not accept the keys/],
		[403, /licence of this club is not active/],
		[404, /there is no Club Integration API/],
		[429, /used up.*wait a minute/],
		[500, /^The club is not available at the moment \(HTTP 500\)/],
		[503, /^The club is not available at the moment \(HTTP 503\)/],
		[302, /^The address answers, but not as the Club Integration API does \(HTTP 302\)/],
		[499, /^The address answers, but not as the Club Integration API does \(HTTP 499\)/],
		[204, /^The address answers, but not as the Club Integration API does \(HTTP 204\)/],
	])('HTTP %d has a sentence of its own', async (statusCode, message) => {
		expect(await tested({ statusCode, body: {} })).toMatchObject({ status: 'Error', message: expect.stringMatching(message) as string });
	});

	test('of another club than the expected one says which it is', async () => {
		const body = { Name: 'Northside' };
		const other = await tested({ statusCode: 200, body }, { ...DATA, expectedClub: ' Southside ' });
		expect(other).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/not for the expected club "Southside".*Northside/) as string,
		});
		expect(await tested({ statusCode: 200, body }, { ...DATA, expectedClub: 'Northside' })).toMatchObject({ status: 'OK' });
	});

	test.each(['<html>', null, undefined, {}, []])('an answer of %p is no club', async (body) => {
		expect(await tested({ statusCode: 200, body })).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('(HTTP 200). Check the Base URL.') as string,
		});
	});

	test('passes for the expected club, and names the club that it found instead', async () => {
		const test_ = async (expectedClub: string) =>
			await tested({ statusCode: 200, body: { Name: 'Northside', ClubId: 7, City: 'Lund' } }, { ...DATA, expectedClub });
		for (const expected of ['Northside', ' 7 ', '', '  ']) expect(await test_(expected)).toMatchObject({ status: 'OK' });
		expect(await test_('Lund')).toMatchObject({
			status: 'Error',
			message:
				'The keys work, but not for the expected club "Lund". They belong to "Northside" (Name), "7" (ClubId). Enter the keys of that club, or correct "Expected Club".',
		});
	});

	test('a silent address says so', async () => {
		expect(await tested(undefined)).toMatchObject({
			status: 'Error',
			message: 'Nothing answers at the Base URL. Check the address, and that this n8n can reach it.',
		});
	});

	test.each([{ ...DATA, baseUrl: 'club' }, {}, null])('%j has no address to ask', async (data) => {
		const { asked, ...result } = await tested({ statusCode: 200, body: {} }, data as IDataObject);
		expect(result).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^The Base URL of the credential is not a web address\. Enter the address/) as string,
		});
		expect(asked).toEqual([]);
	});
});
