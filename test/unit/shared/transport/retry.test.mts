import { Attempts, MAX_FAILURES, type Outcome, type Repeat } from '../../../../nodes/shared/transport/retry';

const WINDOW = { deadline: 3_600_000, windowMs: 60_000, reached: false };
const EARLIER = { failures: 1, failingSince: 0, refusedSince: 0, now: 0 };

/** What is decided after an outcome, as the given number of failures in a row, or after an earlier refusal. */
function decide(repeat: Repeat, outcome: Outcome, given: Partial<typeof WINDOW & typeof EARLIER> = {}) {
	const attempts = new Attempts();
	const { failures, failingSince, refusedSince, now, ...state } = { ...WINDOW, ...EARLIER, ...given };
	for (let failure = 1; failure < failures; failure++) attempts.after(repeat, { status: 503, sent: true }, { ...state, now: failingSince });
	if (failures === 1 && outcome.status === 429) attempts.after(repeat, outcome, { ...state, now: refusedSince });
	return attempts.after(repeat, outcome, { ...state, now });
}

beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0.5));
afterEach(() => jest.restoreAllMocks());

const REPEATS: Repeat[] = ['read', 'repeatable', 'once'];
const PASSING = [500, 502, 503, 504, 408, 425, 499, ...Array.from({ length: 11 }, (_, index) => 520 + index)];

describe('Attempts: whether a call is repeated', () => {
	test('a final answer is never repeated', () => {
		for (const repeat of REPEATS) {
			for (const status of [200, 204, 302, 400, 401, 403, 404, 407, 409, 418, 424, 426, 498, 501, 505, 519, 531]) {
				expect(decide(repeat, { status, sent: true })).toBe('stop');
			}
		}
	});

	test('refusals beyond two windows mean the 30-day limit', () => {
		const after = (ms: number) => decide('read', { status: 429, sent: true }, { refusedSince: 0, now: ms });
		expect(after(120_000)).toBe(0);
		expect(after(120_001)).toBe('quota');
	});

	test('reads and idempotent writes are repeated after temporary failures, with growing waits; a POST that was sent is not', () => {
		for (const status of [...PASSING, undefined]) expect(decide('once', { status, sent: true })).toBe('stop');
		for (const repeat of ['read', 'repeatable'] as const) {
			for (const status of [...PASSING, undefined]) {
				const waits = [1, 2, 3].map((failures) => decide(repeat, { status, sent: true }, { failures }));
				expect(waits).toEqual([750, 1500, 3000]);
				expect(decide(repeat, { status, sent: true }, { failures: MAX_FAILURES })).toBe('stop');
			}
		}
	});

	test('a write that may have been applied stays so, whatever became of its repeats', () => {
		const attempts = new Attempts();
		for (const [sent, mayBeDone] of [
			[false, false],
			[true, true],
			[false, true],
		]) {
			attempts.after('repeatable', { sent }, { ...WINDOW, now: 0 });
			expect(attempts.mayBeDone).toBe(mayBeDone);
		}
	});

	test('Retry-After of an unavailable club is kept within Max Wait, but at most a minute', () => {
		const asked = (retryAfterMs: number, deadline: number) =>
			decide('read', { status: 503, sent: true, retryAfterMs }, { now: 5_000, failingSince: 5_000, deadline });
		expect(asked(75_000, 3_600_000)).toBe(75_000);
		expect(asked(75_000, 79_999)).toBe('stop');
		expect(asked(60_000, 0)).toBe(60_000);
		expect(asked(60_001, 0)).toBe('stop');
	});

	test('repeats last a minute from the first failure', () => {
		for (const deadline of [0, 3_600_000]) {
			const at = (now: number) => decide('read', { status: 503, sent: true }, { now, failures: 2, failingSince: 500_000, deadline });
			expect(at(558_500)).toBe(1500);
			expect(at(558_501)).toBe('stop');
		}
	});

	test('waits have jitter, between a half and the whole', () => {
		const waits = [0, 1].map((chance) => {
			jest.spyOn(Math, 'random').mockReturnValue(chance);
			return decide('read', { sent: true });
		});
		expect(waits).toEqual([500, 1000]);
	});
});
