import { clock } from '../../nodes/shared/transport/process';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';
import { until } from '../support/waiting.mts';

// A club that does not say what is left is paced by the minute that is documented, as the unit tests of the budget have it.
const club = testClub({ athletes: 250, rate: false, dialect: { rateHeaders: 'given' } });

describe('the rate limit', () => {
	const reads = Array.from({ length: 12 }, (_, index) => ({ index }));
	const read = (options = {}) => ({ resource: 'athlete', operation: 'get', userId: locator('id', '={{ $json.id }}'), options });
	const people = () =>
		club
			.athletes()
			.slice(0, reads.length)
			.map(({ UserId }) => ({ id: UserId }));
	// Each credential has a budget of its own in this process; the second club key has not been used before.
	const stranger = () => ({ clubApiKey: club.sandbox.keys.readOnlyClubApiKey });
	afterEach(() => club.sandbox.setRate(false));

	test('Max Wait = 0 stops at once and says when the next call is possible', async () => {
		club.sandbox.setRate({ limit: 5, windowSeconds: 60 });
		const { error } = await club.run(read({ maxWait: 0 }), { items: people(), credentials: stranger() });
		expect(error?.message).toBe('The calls of this minute are used up');
		expect(error?.description).toMatch(/possible in about \d+ seconds.*The first 5 items were completed/);
		expect(error?.failure).toMatchObject({ cause: 'rate-limited', retryAfterMs: expect.any(Number) });
		expect(club.sandbox.requests.some(({ status }) => status === 429)).toBe(false);
	});

	test.each(['month', 'windowLimitMonthRemaining'] as const)(
		'headers with the %s do not make the node call more often',
		async (headers) => {
			const many = club
				.athletes()
				.slice(0, 60)
				.map(({ UserId }) => ({ id: UserId }));
			const { sandbox } = club;
			sandbox.setRate({ limit: 50, windowSeconds: 60, headers });
			// Two addresses of the same sandbox, so that each has a budget of its own.
			const credentials = { baseUrl: headers === 'month' ? sandbox.url : sandbox.url.replace('127.0.0.1', 'localhost') };
			const { error } = await club.run(read({ maxWait: 0 }), { items: many, credentials });
			expect(error?.message).toBe('The calls of this minute are used up');
			expect(sandbox.requests.some(({ status }) => status === 429)).toBe(false);
		},
	);

	test('Stop execution ends a wait of a minute at once', async () => {
		club.sandbox.setRate({ limit: 3, windowSeconds: 60 });
		const slept = jest.spyOn(clock, 'sleep');
		const stop = new AbortController();
		const running = club.run(read(), {
			items: people(),
			credentials: { clubApiKey: club.sandbox.keys.otherClubApiKey },
			signal: stop.signal,
			onError: 'continueRegularOutput',
		});
		await until(() => club.sandbox.requests.length === 3 && slept.mock.calls.length > 0);
		stop.abort();
		await running.catch(() => undefined);
		// Who has waited to the end makes the rest of the calls.
		expect(club.sandbox.requests).toHaveLength(3);
		slept.mockRestore();
	});
});
