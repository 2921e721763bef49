import { ClubError } from '../../../../nodes/shared/transport/errors';
import { explainQuota, explainNoSlot } from '../../../../nodes/shared/transport/explain';
import { BudgetExhausted, DayExhausted } from '../../../../nodes/shared/transport/budget';

const NOW = Date.UTC(2026, 2, 1, 9, 30);
const MINUTE = 60_000;
const explained = (error: unknown, given: { hasOptions?: boolean; dailyCalls?: number } = {}) =>
	explainNoSlot(error, { hasOptions: false, dailyCalls: 100, now: NOW, ...given }) as ClubError;

describe('a call that was not sent', () => {
	test('because of the window says in how many seconds the next one is possible, also to n8n', () => {
		expect(explained(new BudgetExhausted(11_000.5))).toMatchObject({
			message: 'The calls of this minute are used up',
			description: 'The next call is possible in about 12 seconds, which is longer than this call may wait.',
			status: 429,
			errorType: undefined,
			unclear: false,
			failure: { cause: 'rate-limited', retryAfterMs: 11_001 },
		});
		expect(explained(new BudgetExhausted(MINUTE + 1_000))).toMatchObject({ message: 'The calls of this club key are used up' });
	});

	test('because others are under way says so, and to try again in a minute', () => {
		const failure = { cause: 'rate-limited', retryAfterMs: MINUTE };
		expect(explained(new BudgetExhausted())).toMatchObject({
			message: 'The club is slow to answer',
			description: 'Other calls with this club key take longer than this call may wait. Try again later.',
			status: 429,
			failure,
		});
		expect(explained(new BudgetExhausted(), { hasOptions: true })).toMatchObject({
			description: 'Other calls with this club key take longer than "Max Wait" allows. Try again later.',
			failure,
		});
	});

	test('because the calls of the month are used up says until when', () => {
		expect(explained(new BudgetExhausted(180 * 60 * MINUTE, true))).toMatchObject({
			message: 'The calls of this club key are used up',
			description:
				'The club says that its longer limit (25,000 calls in 30 days) is reached. The next call is possible at 2026-03-08 21:30 UTC. Ask the platform for more calls, or run workflows less often.',
			status: 429,
			failure: { cause: 'quota-exhausted', retryAfterMs: 180 * 60 * MINUTE },
		});
	});

	test.each([
		[-5 * MINUTE, '60 seconds', '09:25', 0],
		[0, '60 seconds', '09:30', 0],
		[MINUTE, '60 seconds', '09:31', MINUTE],
		[MINUTE + 1, '61 seconds', '09:31', MINUTE + 1],
		[119 * MINUTE, '119 minutes', '11:29', 119 * MINUTE],
		[119 * MINUTE + 1, '2 hours', '11:29', 119 * MINUTE + 1],
		[149 * MINUTE, '2 hours', '11:59', 149 * MINUTE],
		[150 * MINUTE, '3 hours', '12:00', 150 * MINUTE],
	])('because of the day, %d ms before the next one, says that it goes on in about %s, at %s', (ms, wait, at, retryAfterMs) => {
		expect(explained(new DayExhausted(100, ms, ['"Sync": 90', '"Mail": 10']))).toMatchObject({
			message: 'The calls of this day are used up',
			description: `This n8n process has made 100 of the 100 calls that "Daily Calls" of the credential allows in 24 hours. The next call is possible in about ${wait}, at 2026-03-01 ${at} UTC. Most calls came from "Sync": 90, "Mail": 10. Run workflows less often, or increase "Daily Calls".`,
			status: undefined,
			failure: { cause: 'quota-exhausted', retryAfterMs },
		});
	});

	test.each([
		[99, ' The rest is reserved for changes and manual executions.'],
		[100, ''],
		[101, ''],
	])('in a day of 100 calls, after %d of them, says whether the rest is kept', (spent, kept) => {
		expect(explained(new DayExhausted(spent, NOW, [])).description).toContain(`allows in 24 hours.${kept} The next call is possible`);
	});

	test('for another reason has the error of that reason', () => {
		const stopped = new Error('stopped');
		expect(explained(stopped)).toBe(stopped);
		expect(explained('stopped')).toBe('stopped');
	});
});

test('a spent quota names the limit, and says that the end is unknown', () => {
	expect(explainQuota()).toMatchObject({
		message: 'The calls of this club key are used up',
		description:
			'The club has refused calls for longer than two rate limit windows. The limit of 25,000 calls in 30 days is probably reached. Ask the platform for more calls, or wait until older calls are 30 days old.',
		status: 429,
		failure: { cause: 'quota-exhausted' },
	});
});
