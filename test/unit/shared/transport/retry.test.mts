import fc from 'fast-check';
import type { Repeat, RetryState } from '../../../../nodes/shared/transport/retry';
import { Attempts, BACKOFF_MS, decide, MAX_FAILURES, REPEAT } from '../../../../nodes/shared/transport/retry';

const state = (given: Partial<RetryState> = {}): RetryState => ({
	now: 0,
	failures: 1,
	failingSince: 0,
	refusedSince: 0,
	deadline: 3_600_000,
	windowMs: 60_000,
	reached: false,
	random: () => 0.5,
	...given,
});
const REPEATS: Repeat[] = ['read', 'repeatable', 'once'];
const STOP = { kind: 'stop' };
const PASSING = [500, 502, 503, 504, 408, 425, 499, ...Array.from({ length: 11 }, (_, index) => 520 + index)];

describe('whether a call is made again', () => {
	test('an answer that stands is never sent again', () => {
		for (const repeat of REPEATS) {
			for (const status of [200, 204, 302, 400, 401, 403, 404, 407, 409, 418, 424, 426, 498, 501, 505, 519, 531]) {
				expect(decide(repeat, { status, sent: true }, state())).toEqual(STOP);
			}
		}
	});

	test('a refusal is safe to repeat, whatever the call is', () => {
		for (const repeat of REPEATS) expect(decide(repeat, { status: 429, sent: true }, state())).toEqual({ kind: 'retry', afterMs: 0 });
	});

	test('refusals beyond two windows mean the 30-day limit', () => {
		const after = (ms: number) => decide('read', { status: 429, sent: true }, state({ refusedSince: 0, now: ms }));
		expect(after(120_000).kind).toBe('retry');
		expect(after(120_001)).toEqual({ kind: 'quota' });
	});

	test('reads and repeatable writes go on after what may pass, with growing waits', () => {
		for (const repeat of ['read', 'repeatable'] as const) {
			for (const status of [...PASSING, undefined]) {
				const waits = [1, 2, 3].map((failures) => decide(repeat, { status, sent: true }, state({ failures })));
				expect(waits.map((decision) => (decision.kind === 'retry' ? decision.afterMs : -1))).toEqual([750, 1500, 3000]);
				expect(decide(repeat, { status, sent: true }, state({ failures: MAX_FAILURES }))).toEqual(STOP);
			}
		}
	});

	test('a POST is repeated only when it cannot have been applied', () => {
		for (const status of [...PASSING, undefined]) {
			expect(decide('once', { status, sent: true }, state())).toEqual(STOP);
		}
		expect(decide('once', { sent: false }, state()).kind).toBe('retry');
	});

	test('an address that nobody answers at is tried twice', () => {
		expect(decide('read', { sent: false }, state({ failures: 1 })).kind).toBe('retry');
		expect(decide('read', { sent: false }, state({ failures: 2 }))).toEqual(STOP);
	});

	test('an address that has answered before gets the patience of any failure', () => {
		for (const repeat of REPEATS) {
			for (const failures of [2, 3]) expect(decide(repeat, { sent: false }, state({ failures, reached: true })).kind).toBe('retry');
			expect(decide(repeat, { sent: false }, state({ failures: MAX_FAILURES, reached: true }))).toEqual(STOP);
		}
	});

	test('the Retry-After of an unavailable club is kept within the patience with the rate limit, and within a minute in any case', () => {
		const asked = (retryAfterMs: number, deadline: number) =>
			decide('read', { status: 503, sent: true, retryAfterMs }, state({ now: 5_000, failingSince: 5_000, deadline }));
		expect(asked(75_000, 3_600_000)).toEqual({ kind: 'retry', afterMs: 75_000 });
		expect(asked(75_000, 79_999)).toEqual(STOP);
		expect(asked(60_000, 0)).toEqual({ kind: 'retry', afterMs: 60_000 });
		expect(asked(60_001, 0)).toEqual(STOP);
	});

	test('repeats go on for a minute from the first failure, whatever came before it', () => {
		for (const deadline of [0, 3_600_000]) {
			const at = (now: number) => decide('read', { status: 503, sent: true }, state({ now, failingSince: 500_000, deadline }));
			expect(at(559_250)).toEqual({ kind: 'retry', afterMs: 750 });
			expect(at(559_251)).toEqual(STOP);
		}
	});

	test('a refusal is repeated as soon as the budget lets it go, which knows how long may be waited', () => {
		const at = (now: number) => decide('read', { status: 429, sent: true }, state({ now, refusedSince: now, deadline: 10 }));
		expect([at(10), at(11)]).toEqual(Array(2).fill({ kind: 'retry', afterMs: 0 }));
	});

	test('waits are as chance has it, between a half and the whole', () => {
		const waits = [0, 1].map((chance) => decide('read', { sent: true }, state({ random: () => chance })));
		expect(waits).toEqual([
			{ kind: 'retry', afterMs: 500 },
			{ kind: 'retry', afterMs: 1000 },
		]);
	});

	test('waits are never negative, never endless', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...REPEATS),
				fc.option(fc.integer({ min: 100, max: 599 }), { nil: undefined }),
				fc.boolean(),
				fc.integer({ min: 1, max: 3 }),
				fc.double({ min: 0, max: 0.999, noNaN: true }),
				(repeat, status, sent, failures, random) => {
					const decision = decide(repeat, { status, sent }, state({ failures, random: () => random }));
					if (decision.kind === 'retry') {
						expect(decision.afterMs).toBeGreaterThanOrEqual(0);
						expect(decision.afterMs).toBeLessThanOrEqual(BACKOFF_MS.longest);
					}
				},
			),
		);
	});
});

describe('the attempts at a call', () => {
	const away = { status: 503, sent: true };
	const given = (now: number) => ({ now, deadline: 3_600_000, windowMs: 60_000, reached: true, random: () => 0.5 });

	test('fail for a minute, in which the time that they wait for the rate limit does not count', () => {
		const [patient, hasty] = [new Attempts(), new Attempts()];
		for (const attempts of [patient, hasty]) {
			attempts.waited(1_000_000);
			expect(attempts.after('read', away, given(5_000)).kind).toBe('retry');
		}
		patient.waited(90_000);
		expect(patient.after('read', away, given(100_000)).kind).toBe('retry');
		expect(hasty.after('read', away, given(100_000))).toEqual(STOP);
	});

	test('may have changed something where one of them seemed to fail, but not where they read', () => {
		const mayBeDone = Object.entries(REPEAT).map(([method, repeat]) => {
			const attempts = new Attempts();
			attempts.after(repeat, { sent: false }, given(0));
			expect(attempts.mayBeDone).toBe(false);
			attempts.after(repeat, away, given(1));
			return [method, attempts.mayBeDone];
		});
		expect(Object.fromEntries(mayBeDone)).toEqual({ GET: false, PUT: true, DELETE: true, POST: true });
	});

	test('of a state are repeated as they are read, those that create are not', () => {
		expect(REPEAT).toEqual({ GET: 'read', PUT: 'repeatable', DELETE: 'repeatable', POST: 'once' });
	});
});
