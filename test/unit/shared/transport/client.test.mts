import { ClubClient } from '../../../../nodes/shared/transport/client';
import type { Patience } from '../../../../nodes/shared/transport/patience';
import type { CallValues, Request } from '../../../../nodes/shared/transport/callValues';
import { ClubError } from '../../../../nodes/shared/transport/errors';
import type { Call } from '../../../../nodes/shared/api/endpoints';
import { type Answer, clubThat, driven, network, type ScriptedClub, timed } from '../../support/scriptedClub.mts';

const MINUTE = 60_000;
const READ = 'GET /Athletes/{userId}' as const;
const CREATE = 'POST /Athletes' as const;
const UPDATE = 'PUT /Athletes/{userId}' as const;
const REMOVE = 'DELETE /Athletes/{userId}' as const;
const UNSUBSCRIBE = 'DELETE /Webhooks/Subscriptions/{subscriptionId}' as const;
const ANNA = { params: { userId: 7 } };
const ok: Answer = { body: { UserId: 7 } };
const status = (statusCode: number, headers = {}, body: unknown = undefined): Answer => ({ statusCode, headers, body });
/** A client whose calls take no time, however long they wait. */
async function open({ functions, asked, calls }: ScriptedClub, patience: Patience = { maxWaitMs: 60 * MINUTE }) {
	const client = await ClubClient.open(functions);
	return {
		...{ client, asked, calls },
		send: async (...[call, values]: Parameters<Request>) => await driven(client.request(call, patience, values)),
		waitedMs: () => client.waitedMs,
	};
}

/** How a call ends with a club that gives these answers, and how often the club was asked. */
async function ended(answers: Answer[], call: Call, values: CallValues = ANNA, patience?: Patience) {
	const club = clubThat(answers);
	return { ...(await timed((await open(club, patience)).send(call, values))), asked: club.asked.length };
}

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 2, 1) });
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

describe('a call', () => {
	test.each<[Call, unknown, unknown]>([
		[READ, { UserId: 7 }, { UserId: 7 }],
		['GET /Webhooks/Subscriptions', [1, 2], [1, 2]],
		[UNSUBSCRIBE, '', {}],
		[UNSUBSCRIBE, null, {}],
		[UNSUBSCRIBE, undefined, {}],
	])('%s with the answer %j returns %j', async (call, body, given) => {
		expect(await (await open(clubThat([{ body }]))).send(call, { params: { ...ANNA.params, subscriptionId: 'ws_1' } })).toEqual(given);
	});

	test.each([READ, UNSUBSCRIBE, UPDATE] as const)('%s with too large an answer is sent once, and fails', async (call) => {
		const body = {
			[Symbol.asyncIterator]: async function* () {
				yield { length: 50_000_001 };
			},
		};
		const { error, asked } = await ended([{ body }], call, { params: { ...ANNA.params, subscriptionId: 'ws_1' } });
		expect(error).toMatchObject({ message: 'The answer is larger than 50 MB', status: 200, unclear: call !== READ });
		expect(error?.description).toBe(
			`The Club API does not send such answers. Check the Base URL of the credential.${call === READ ? '' : ' The change may have been applied. Look it up before you send it again.'}`,
		);
		expect(asked).toBe(1);
	});
});

describe('the answer of a club', () => {
	const keys = { subscriptionKey: '4711081512', secondarySubscriptionKey: 'a"b\\$&c-d', clubApiKey: `k${'0123456789'.repeat(50)}` };

	test('shows no key in an error, also if the key is cut', async () => {
		const Message = `${'x'.repeat(490)}${keys.clubApiKey}`;
		const { error } = await timed(
			(await open(clubThat([status(400, {}, { Message, Seen: Object.values(keys), Code: Number(keys.subscriptionKey) })], keys))).send(
				READ,
				ANNA,
			),
		);
		expect(error).toMatchObject({
			message: `${'x'.repeat(490)}***`,
			description: 'Check the values of this operation. The club says: {"Seen":["***","***","***"],"Code":"***"}',
		});
	});

	test('shows neither the password nor the token of the request', async () => {
		const body = { SetPasswordOnCreate: 'pass-1234', Url: 'https://n8n.example/webhook/1?token=abc.def' };
		const query = { Password: 'query-1234' };
		const said = { Message: `Not ${body.SetPasswordOnCreate}, ${query.Password}`, errors: body };
		await expect((await open(clubThat([status(400, {}, said)]))).send(CREATE, { body, query })).rejects.toMatchObject({
			message: 'Not ***, ***',
			description:
				'Check the values of this operation. The club says: {"errors":{"SetPasswordOnCreate":"***","Url":"https://n8n.example/webhook/1?token=***"}}',
		});
		expect(await (await open(clubThat([{ body: { Password: 'pass-1234', Url: body.Url } }]))).send(CREATE, { body })).toEqual({
			Password: 'pass-1234',
			Url: body.Url,
		});
	});
});

describe('reads of one run', () => {
	test('are sent once, also at the same time, and each caller gets a copy', async () => {
		const client = await open(clubThat([{ body: { Tags: ['a'] } }]));
		const [first, second] = (await Promise.all([client.send(READ, ANNA), client.send(READ, ANNA)])) as Array<{ Tags: string[] }>;
		second.Tags.push('b');
		first.Tags.push('c');
		expect(second).toEqual({ Tags: ['a', 'b'] });
		expect(client.asked).toHaveLength(1);
	});

	test('are sent again if their answer is not kept for others', async () => {
		const client = await open(clubThat([7, 8, 9, 10, 11].map((UserId) => ({ body: { Results: [{ UserId }] } }))));
		const page = { query: { count: 1 }, skipCache: true };
		const asked = async (skipCache = true) =>
			((await client.send('GET /Athletes', { ...page, skipCache })).Results as Array<{ UserId: number }>)[0].UserId;
		expect([await asked(), await asked()]).toEqual([7, 8]);
		// A fresh answer replaces one that is kept.
		expect([await asked(false), await asked(), await asked(false)]).toEqual([9, 10, 10]);
	});

	test('are sent again after a pause of the node, but not after a wait for the rate limit', async () => {
		const club = clubThat([ok]);
		const { client, send } = await open(club);
		await send(READ, ANNA);
		await driven(client.wait(4000));
		await send(READ, ANNA);
		expect(club.asked.map(({ at }) => at - club.asked[0].at)).toEqual([0, 4000]);
		expect(client.waitedMs).toBe(0);
	});

	test('are sent again after a write and after a failure', async () => {
		const client = await open(clubThat([ok, ok, status(404), ok]));
		await client.send(READ, ANNA);
		await client.send(UPDATE, ANNA);
		await expect(client.send(READ, ANNA)).rejects.toBeInstanceOf(ClubError);
		expect(await client.send(READ, ANNA)).toEqual({ UserId: 7 });
		expect(client.calls()).toEqual(['GET /Athletes/7', 'PUT /Athletes/7', 'GET /Athletes/7', 'GET /Athletes/7']);
	});
});

describe('a temporary failure', () => {
	const FAILURES: Array<[string, Answer]> = [
		['503', status(503)],
		['500', status(500)],
		['a dropped connection', network('ECONNRESET')],
		['an answer that takes too long', network('ETIMEDOUT')],
		['an answer that is cut off', { body: '{"UserId"' }],
	];

	test.each(FAILURES)('%s: reads, updates and removals are repeated with growing waits', async (_, failure) => {
		for (const call of [READ, UPDATE, REMOVE]) {
			const client = await open(clubThat([failure, failure, ok]));
			expect(await timed(client.send(call, ANNA))).toEqual({ value: { UserId: 7 }, ms: 750 + 1500 });
			expect(client.asked).toHaveLength(3);
			// The hint on waiting is about the rate limit only.
			expect(client.waitedMs()).toBe(0);
		}
	});

	test.each(FAILURES)('%s: a create is never repeated, and may have been applied', async (_, failure) => {
		expect(await ended([failure], CREATE, { body: { Email: 'a@b.example' } })).toMatchObject({ error: { unclear: true }, asked: 1 });
	});

	test.each([UPDATE, REMOVE])('%s that must be sent once is not repeated, and may have been applied', async (call) => {
		const outcome = await ended([status(503), ok], call, { ...ANNA, neverRepeat: true });
		expect(outcome).toMatchObject({ error: { status: 503, unclear: true }, asked: 1 });
	});

	test('is repeated after Retry-After, within Max Wait', async () => {
		const waits = async (maxWaitMs: number) => await ended([status(503, { 'retry-after': '75' }), ok], READ, ANNA, { maxWaitMs });
		expect(await waits(60 * MINUTE)).toEqual({ value: { UserId: 7 }, ms: 75_000, asked: 2 });
		expect(await waits(74_999)).toMatchObject({ error: { status: 503 }, ms: 0 });
	});

	test.each([
		[503, 8],
		[500, 9],
	])('%i: after an item that failed, the next ones are repeated only once the club has answered: %i calls', async (first, calls) => {
		const { client, send, asked } = await open(clubThat((_, nth) => (nth < 4 ? status(first) : [4, 6].includes(nth) ? status(503) : ok)));
		for (let item = 1; item <= 4; item++) if ((await timed(send(UPDATE, ANNA))).error) client.noteFailure();
		expect(asked).toHaveLength(calls);
	});

	test('after a long wait for the rate limit is repeated as often as any other', async () => {
		const usedUp: Answer = {
			headers: { 'x-ratelimit-limit': '50;w=300', 'x-ratelimit-remaining': '0' },
			body: { Results: [], Continue: false },
		};
		const client = await open(clubThat([usedUp, status(503), status(503), ok]));
		await client.send('GET /Athletes');
		const { value, ms } = await timed(client.send(READ, ANNA));
		expect(value).toEqual({ UserId: 7 });
		expect(ms).toBe(300_000 + 750 + 1500);
	});

	test.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'])('%s in the middle of a run is repeated like any failure', async (code) => {
		const client = await open(clubThat([ok, network(code), network(code), network(code), ok]));
		await client.send(READ, ANNA);
		expect(await timed(client.send(CREATE))).toEqual({ value: { UserId: 7 }, ms: 750 + 1500 + 3000 });
	});

	test('a create that never reached the club is sent once more', async () => {
		expect((await ended([network('ECONNREFUSED'), ok], CREATE)).value).toEqual({ UserId: 7 });
		const away = await ended([network('ECONNREFUSED')], CREATE);
		expect(away).toMatchObject({ error: { message: 'The club cannot be reached', unclear: false }, asked: 2 });
	});
});

describe('a record that is not found', () => {
	test('counts as deleted if an earlier attempt at the deletion seemed to fail', async () => {
		expect((await ended([status(503), status(404)], REMOVE)).value).toEqual({});
	});

	test.each<[Call, Answer[], number]>([
		[REMOVE, [], 404],
		[REMOVE, [status(429, { 'retry-after': '1' })], 404],
		[REMOVE, [network('ECONNREFUSED')], 404],
		[UPDATE, [status(503)], 404],
		[READ, [status(503)], 404],
		[REMOVE, [status(503)], 409],
		['DELETE /UserSubscriptions/{userSubscriptionId}/Suspension', [status(503)], 404],
		['DELETE /Classes/{classId}/Participants/{userId}', [status(503)], 404],
	])('is an error in all other cases: %s after %j, %d', async (call, before, last) => {
		const values = { params: { ...ANNA.params, userSubscriptionId: 7, classId: 7 } };
		expect((await ended([...before, status(last)], call, values)).error).toMatchObject({ status: last });
	});
});

describe('a write that is refused', () => {
	const refused = async (call: Call, ...answers: Answer[]) => (await ended(answers, call)).error;

	test('may have been applied by an earlier attempt that seemed to fail, and says so', async () => {
		const told = { status: 409, unclear: true, description: expect.stringMatching(/An earlier attempt.* may have been applied\.$/) };
		expect(await refused(UPDATE, status(503), status(409))).toMatchObject(told);
		expect(await refused(REMOVE, network('ECONNRESET'), status(409))).toMatchObject(told);
	});

	test.each([
		...['ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'EPROTO', 'ERR_INVALID_CHAR'].map((code) => network(code)),
		status(407),
		status(403, { 'content-type': 'text/html' }, '<h1>squid</h1>'),
	])('does not say after such an attempt that nothing was sent, when the last one fails with %j', async (last) => {
		const error = await refused(UPDATE, network('ECONNRESET'), last);
		expect(error).toMatchObject({ unclear: true });
		expect(error?.description).toMatch(/may have been applied/);
		expect(error?.description).not.toMatch(/Nothing was/);
	});

	test('was not applied if no earlier attempt reached the club', async () => {
		for (const before of [[], [status(429, { 'retry-after': '1' })], [network('ECONNREFUSED')]])
			expect(await refused(UPDATE, ...before, status(409))).toMatchObject({ status: 409, unclear: false });
		expect(await refused(READ, status(503), status(404))).toMatchObject({ status: 404, unclear: false });
	});
});

describe('a subscription key that is refused', () => {
	const pair = (name: string) => ({ subscriptionKey: `${name}-1`, secondarySubscriptionKey: `${name}-2` });

	test('is an error if the other key is refused too, and is still tried first', async () => {
		const club = clubThat([status(401)], pair('b'));
		for (let runs = 0; runs < 2; runs++) {
			const { send } = await open(club);
			for (const userId of [7, 8]) expect((await timed(send(READ, { params: { userId } }))).error).toMatchObject({ status: 401 });
		}
		expect(club.asked.map(({ key }) => key)).toEqual(['b-1', 'b-2', 'b-1', 'b-2']);
	});

	test('is used again after a wrong club key is corrected', async () => {
		const mistyped = clubThat([status(401)], { ...pair('m'), clubApiKey: 'mistyped' });
		const client = await open(mistyped);
		await Promise.allSettled([1, 2, 3].map(async (userId) => await client.send(READ, { params: { userId } })));
		const corrected = clubThat([ok], { ...pair('m'), clubApiKey: 'right' });
		await (await open(corrected)).send(READ, ANNA);
		expect(corrected.asked.map(({ key }) => key)).toEqual(['m-1']);
	});

	test('stays the first one if only a gateway answers the other one', async () => {
		const gateway = status(404, { 'content-type': 'text/html' }, '<h1>squid</h1>');
		const club = clubThat(({ key }) => (key === 'g-1' ? status(401) : gateway), pair('g'));
		for (let runs = 0; runs < 2; runs++) await timed((await open(club)).send(READ, { ...ANNA, neverRepeat: true }));
		expect(club.asked.map(({ key }) => key)).toEqual(['g-1', 'g-2', 'g-1', 'g-2']);
	});

	test('does not count as an attempt: it cannot have deleted anything', async () => {
		const club = clubThat([status(401), status(404)], pair('c'));
		expect((await timed((await open(club)).send(REMOVE, ANNA))).error).toMatchObject({ status: 404 });
	});

	test('is not replaced if the club refuses something else', async () => {
		const club = clubThat([status(403)], pair('d'));
		await timed((await open(club)).send(READ, ANNA));
		expect(club.asked).toHaveLength(1);
	});
});

describe('the rate limit', () => {
	const usedUp: Answer = { headers: { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '0' }, body: { Name: 'Northside' } };

	test('makes any call wait, and the time is counted', async () => {
		const client = await open(clubThat([status(429, { 'retry-after': '7' }), ok]));
		expect((await timed(client.send(CREATE))).value).toEqual({ UserId: 7 });
		await client.send(CREATE);
		const [refused, taken] = client.asked;
		expect(taken.at - refused.at).toBeGreaterThanOrEqual(7000);
		expect(client.waitedMs()).toBe(taken.at - refused.at);
	});

	test.each([
		[false, 'longer than this call may wait.'],
		[true, 'longer than "Max Wait" allows.'],
	])('makes a node with Max Wait 0 fail without a call (in the panel: %p)', async (hasOptions, tooLong) => {
		const client = await open(clubThat([usedUp, ok]), { maxWaitMs: 0, hasOptions });
		await client.send('GET /Profile');
		const { error, ms } = await timed(client.send(READ, ANNA));
		expect(error).toMatchObject({
			message: 'The calls of this minute are used up',
			status: 429,
			failure: { cause: 'rate-limited', retryAfterMs: MINUTE },
		});
		expect(error?.description).toBe(`The next call is possible in about 60 seconds, which is ${tooLong}`);
		expect(ms).toBe(0);
		expect(client.asked).toHaveLength(1);
	});

	test.each([{ ErrorType: 'RateLimit', Message: 'Slower, please.' }, { statusCode: 429, message: 'Try again in 7 seconds.' }, ''])(
		'makes a refused call with Max Wait 0 fail at once: %j',
		async (body) => {
			const refused = status(429, { 'retry-after': '7' }, body);
			const club = clubThat(() => new Promise((resolve) => setTimeout(() => resolve(refused), 5)));
			const { error, ms } = await timed((await open(club, { maxWaitMs: 0 })).send(READ, ANNA));
			expect(error).toMatchObject({ message: 'The calls of this minute are used up', status: 429 });
			expect(error?.description).toMatch(/^The next call is possible in about [78] seconds, which is longer than this call may wait\./);
			const { failure } = error as unknown as { failure: { cause: string; retryAfterMs: number } };
			expect(failure.cause).toBe('rate-limited');
			expect(failure.retryAfterMs).toBeGreaterThanOrEqual(7000);
			expect(failure.retryAfterMs).toBeLessThanOrEqual(8000);
			expect([ms, club.asked.length]).toEqual([5, 1]);
		},
	);

	test('says that a change may have been applied if its repeat is refused', async () => {
		const { error, asked } = await ended([status(503), status(429, { 'retry-after': '90' }), ok], UPDATE, ANNA, { maxWaitMs: 0 });
		expect(error).toMatchObject({
			status: 429,
			unclear: true,
			description: expect.stringMatching(/An earlier attempt that seemed to fail may have been applied\.$/),
		});
		expect(asked).toBe(2);
	});

	test('counts as the 30-day limit if refusals last two windows: the run makes no further call', async () => {
		const client = await open(clubThat([status(429, { 'retry-after': '30' })]));
		const { error, ms } = await timed(client.send(READ, ANNA));
		expect(error).toMatchObject({
			message: 'The calls of this club key are used up',
			description: expect.stringContaining('The limit of 25,000 calls in 30 days is probably reached'),
			status: 429,
			failure: { cause: 'quota-exhausted' },
		});
		expect(ms).toBeGreaterThan(2 * MINUTE);
		expect(ms).toBeLessThan(3 * MINUTE);
		const calls = client.asked.length;
		await expect(client.send(CREATE)).rejects.toMatchObject({ failure: { cause: 'quota-exhausted' } });
		expect(client.asked).toHaveLength(calls);
	});

	test('does not count as the 30-day limit if a call succeeds in between', async () => {
		const refused = status(429, { 'retry-after': '50' });
		const { value, ms } = await ended([refused, refused, status(503), refused, refused, ok], READ);
		expect(value).toEqual({ UserId: 7 });
		expect(ms).toBeGreaterThan(3 * MINUTE);
	});

	test('includes a 403 about a quota: no call is sent before the time that it names', async () => {
		const message = 'Out of call volume quota. Quota will be replenished in 07.12:34:56.';
		const client = await open(clubThat([status(403, {}, { statusCode: 403, message }), ok]));
		const told = {
			message: 'The calls of this club key are used up',
			description: expect.stringMatching(/The next call is possible at 2026-03-08 12:34 UTC\./),
			failure: { cause: 'quota-exhausted', retryAfterMs: expect.any(Number) as number },
		};
		expect(await timed(client.send(READ, ANNA))).toMatchObject({ error: told, ms: 0 });
		await expect(client.send(CREATE)).rejects.toMatchObject({ failure: told.failure, unclear: false });
		expect(client.asked).toHaveLength(1);
		expect(client.client.spending().window.left).toBe(0);
	});
});

describe('a stopped execution', () => {
	test('makes no further call, neither after a wait nor after a late answer', async () => {
		for (const first of [status(503), status(429, { 'retry-after': '30' })]) {
			const stop = new AbortController();
			const club = clubThat([first, ok], {}, stop.signal);
			const running = (await open(club)).send(READ, ANNA);
			setTimeout(() => stop.abort(new Error('stopped')), 300);
			expect(await timed(running)).toMatchObject({ error: { message: expect.stringMatching(/stopped|abort|cancel/i) as string }, ms: 300 });
			expect(club.asked).toHaveLength(1);
		}
	});

	test('ends any other wait at once', async () => {
		const stop = new AbortController();
		const { client } = await open(clubThat([ok], {}, stop.signal));
		setTimeout(() => stop.abort(new Error('stopped')), 300);
		expect(await timed(driven(client.wait(4000)))).toMatchObject({ error: expect.anything() as unknown, ms: 300 });
	});

	test('does not keep an answer that came after the stop', async () => {
		const stop = new AbortController();
		const club = clubThat(() => (stop.abort(new Error('stopped')), ok), {}, stop.signal);
		await expect((await open(club)).send(READ, ANNA)).rejects.toThrow('stopped');
	});
});

test('stopped executions take no calls from later executions, however many they are', async () => {
	const keys = { clubApiKey: 'stopped-often' };
	for (let times = 0; times < 60; times++) {
		const stop = new AbortController();
		const club = clubThat(
			() => (stop.abort(new Error('stopped')), { headers: { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '40' }, body: ok }),
			keys,
			stop.signal,
		);
		await (await open(club)).send(READ, ANNA).catch(() => undefined);
	}
	expect(await timed((await open(clubThat([ok], keys))).send(READ, ANNA))).toEqual({ value: { UserId: 7 }, ms: 0 });
});

describe('the daily calls of a credential', () => {
	test('have a reserve for changes and manual runs, and count repeats', async () => {
		const club = clubThat(({ url }, nth) => (url.endsWith('/99') && nth < 17 ? status(503) : ok), { dailyCalls: 20 });
		club.functions.getMode = () => 'trigger';
		const client = await open(club);
		for (let userId = 1; userId <= 15; userId++) await client.send(READ, { params: { userId } });
		await client.send(READ, { params: { userId: 99 } });
		const { error } = await timed(client.send(READ, { params: { userId: 100 } }));
		expect(error?.description).toMatch(
			/^This n8n process has made 18 of the 20 calls .* The rest is reserved for changes and manual executions\. /,
		);
		await client.send(UPDATE, ANNA);
		club.functions.getMode = () => 'manual';
		await (await open(club)).send(READ, ANNA);
		expect(club.asked).toHaveLength(20);
	});

	test.each([undefined, null, -1, NaN, 'many'])('with the value %s are refused, since it may be meant as a limit', async (dailyCalls) => {
		const club = clubThat([ok], { dailyCalls: dailyCalls as never });
		await expect(open(club)).rejects.toThrow(/"Daily Calls" of the credential (has no value|is not a number of 0 or more)/);
		expect(club.asked).toEqual([]);
	});
});

const profile = (Name: string) => (asked: { url: string }) => (asked.url.endsWith('/Profile') ? { body: { Name } } : ok);

test('the expected club is checked for each key and each Base URL', async () => {
	const expectedClub = 'Eastside';
	const right = clubThat(profile('Eastside'), { expectedClub, clubApiKey: 'one-of-two' });
	await (await open(right)).send(CREATE);
	for (const other of [{ clubApiKey: 'two-of-two' }, { clubApiKey: 'one-of-two', baseUrl: 'https://other.example' }]) {
		const wrong = clubThat(profile('Westside'), { expectedClub, ...other });
		await expect((await open(wrong)).send(CREATE)).rejects.toThrow(/do not belong to the expected club "Eastside"/);
	}
});
