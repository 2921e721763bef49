import fc from 'fast-check';
import { Budget, BudgetExhausted, budgetFor } from '../../nodes/shared/budget';
import type { RateReport } from '../../nodes/shared/rate';
import { VirtualClock } from '../support/clock.mts';

const LIMIT = 50;
const WINDOW = 60_000;

/** A server's limit by §8, with a fixed window that starts with its first call, or a sliding one. */
class Server {
	accepted = 0;
	refused = 0;
	private calls: number[] = [];

	constructor(
		private readonly clock: VirtualClock,
		private readonly kind: 'fixed' | 'sliding',
		private readonly strangers: (now: number) => number = () => 0,
	) {}

	take(): RateReport {
		const now = this.clock.now();
		if (this.kind === 'sliding') this.calls = this.calls.filter((at) => at > now - WINDOW);
		else if (this.calls.length > 0 && this.calls[0] <= now - WINDOW) this.calls = [];
		if (this.calls.length === 0) for (let i = this.strangers(now); i > 0; i--) this.calls.push(now);
		if (this.calls.length >= LIMIT) {
			this.refused++;
			return { limit: LIMIT, remaining: 0, refused: true };
		}
		this.calls.push(now);
		this.accepted++;
		return { limit: LIMIT, remaining: LIMIT - this.calls.length, refused: false };
	}
}

/** Makes calls one after the other in several workers, each with its way there and back. */
async function work(clock: VirtualClock, server: Server, budget: Budget, calls: number, workers: number, latency: () => number): Promise<number[]> {
	let left = calls;
	const left_at: number[] = [];
	const worker = async () => {
		while (left-- > 0) {
			for (let done = false; !done; ) {
				const lease = await budget.take({ deadline: Infinity });
				left_at.push(clock.now());
				await clock.sleep(latency());
				const report = server.take();
				await clock.sleep(latency());
				lease.settle(report);
				done = !report.refused;
			}
		}
	};
	await Promise.all(Array.from({ length: workers }, worker));
	return left_at;
}

const kinds = fc.constantFrom('fixed' as const, 'sliding' as const);

describe('the budget of a key', () => {
	test('never leads to a refusal while the whole limit is ours, whatever the window, and is within a window of the ideal', async () => {
		await fc.assert(
			fc.asyncProperty(kinds, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 400 }), fc.infiniteStream(fc.integer({ min: 1, max: 400 })), async (kind, calls, workers, most, delays) => {
				const clock = new VirtualClock();
				const server = new Server(clock, kind);
				const start = clock.now();
				await clock.finish(work(clock, server, new Budget(clock), calls, workers, () => (delays.next().value as number) % most));
				expect(server.refused).toBe(0);
				expect(server.accepted).toBe(calls);
				const ideal = Math.floor((calls - 1) / LIMIT) * WINDOW;
				const onTheWay = (calls / workers + LIMIT) * 2 * most;
				expect(clock.now() - start).toBeLessThanOrEqual(ideal + WINDOW + onTheWay);
			}),
			{ numRuns: 60 },
		);
	});

	test('130 reads finish without a refusal although a stranger spends 20 of the 50 in each window', async () => {
		for (const kind of ['fixed', 'sliding'] as const) {
			const clock = new VirtualClock();
			const server = new Server(clock, kind, () => 20);
			const start = clock.now();
			await clock.finish(work(clock, server, new Budget(clock), 130, 1, () => 10));
			expect(server.refused).toBe(0);
			expect(clock.now() - start).toBeLessThanOrEqual(4 * WINDOW + WINDOW);
		}
	});

	test('what is left goes out at once, and the next call only after a window', async () => {
		const clock = new VirtualClock();
		const start = clock.now();
		const at = await clock.finish(work(clock, new Server(clock, 'fixed'), new Budget(clock), 51, 1, () => 1));
		expect(at[49] - start).toBeLessThan(200);
		expect(at[50] - start).toBeGreaterThanOrEqual(WINDOW);
		expect(at[50] - start).toBeLessThan(WINDOW + 200);
	});

	test('calls spread over a window come back one by one when it slides, all at once when it is fixed', async () => {
		const finish = async (kind: 'fixed' | 'sliding') => {
			const clock = new VirtualClock();
			const server = new Server(clock, kind);
			await clock.finish(work(clock, server, new Budget(clock), 100, 1, () => 500));
			expect(server.refused).toBe(0);
			return clock.now();
		};
		expect(await finish('fixed')).toBeLessThanOrEqual(1_000_000 + 2 * WINDOW);
		expect(await finish('sliding')).toBeLessThanOrEqual(1_000_000 + 2 * WINDOW);
	});

	test('several processes on one key finish all work', async () => {
		await fc.assert(
			fc.asyncProperty(kinds, fc.integer({ min: 2, max: 4 }), fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), async (kind, processes, randoms) => {
				const clock = new VirtualClock();
				const server = new Server(clock, kind);
				const random = () => randoms.next().value as number;
				const budgets = Array.from({ length: processes }, () => new Budget(clock, LIMIT, WINDOW, random));
				await clock.finish(Promise.all(budgets.map(async (budget) => await work(clock, server, budget, 60, 1, () => 20))));
				expect(server.accepted).toBe(60 * processes);
				expect(server.refused).toBeLessThanOrEqual(12 * processes);
			}),
			{ numRuns: 30 },
		);
	});

	test('serves who came first first', async () => {
		const clock = new VirtualClock();
		const server = new Server(clock, 'fixed');
		const budget = new Budget(clock);
		const order: number[] = [];
		const callers = Array.from({ length: 120 }, async (_, index) => {
			const lease = await budget.take({ deadline: Infinity });
			order.push(index);
			await clock.sleep(5);
			lease.settle(server.take());
		});
		await clock.finish(Promise.all(callers));
		expect(order).toEqual(Array.from({ length: 120 }, (_, index) => index));
	});

	test('before the first answer one call goes ahead', async () => {
		const clock = new VirtualClock();
		const budget = new Budget(clock);
		const first = await budget.take({ deadline: Infinity });
		let second = false;
		void budget.take({ deadline: Infinity }).then(() => (second = true));
		await clock.run(clock.now());
		expect(second).toBe(false);
		first.settle({ limit: LIMIT, remaining: 10, refused: false });
		await clock.run(clock.now());
		expect(second).toBe(true);
	});

	test('an answer that was overtaken may lack the calls that overtook it', async () => {
		const clock = new VirtualClock();
		const budget = new Budget(clock);
		const take = async () => await budget.take({ deadline: clock.now() });
		const said = (remaining: number): RateReport => ({ limit: LIMIT, remaining, refused: false });
		(await take()).settle(said(5));
		const [slow, third] = [await take(), await take()];
		third.settle(said(2));
		const fourth = await take();
		// Two calls of a sliding window ran out; the club counted the fourth call, then the slow one.
		slow.settle(said(3));
		fourth.settle(said(4));
		let served = 0;
		for (let calls = 0; calls < 6; calls++) void budget.take({ deadline: Infinity }).then(() => served++);
		await clock.run(clock.now());
		expect(served).toBe(3);
	});

	test('a wait that is known to be too long is refused at once', async () => {
		const clock = new VirtualClock();
		const budget = new Budget(clock);
		(await budget.take({ deadline: Infinity })).settle({ limit: LIMIT, remaining: 0, refused: false });
		const error = await budget.take({ deadline: clock.now() + 10_000 }).catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(BudgetExhausted);
		expect((error as BudgetExhausted).waitMs).toBe(WINDOW);
		expect(clock.sleeping).toBe(0);
	});

	test('an abort ends a wait at once, and leaves the place to the next', async () => {
		const clock = new VirtualClock();
		const budget = new Budget(clock);
		(await budget.take({ deadline: Infinity })).settle({ limit: LIMIT, remaining: 0, refused: false });
		const stop = new AbortController();
		const stopped = budget.take({ deadline: Infinity, signal: stop.signal }).catch(() => 'stopped');
		const next = budget.take({ deadline: Infinity }).then(() => 'served');
		stop.abort();
		expect(await stopped).toBe('stopped');
		await clock.run();
		expect(await next).toBe('served');
		await expect(budget.take({ deadline: Infinity, signal: stop.signal })).rejects.toBeDefined();
	});

	test.each([
		['Retry-After', { refused: true, retryAfterMs: 7_000 }, 7_000, 8_001],
		['nothing but 429', { refused: true }, 1, WINDOW / 8 + 1_001],
	])('after a refusal with %s everybody waits that long', async (_, report, least, most) => {
		const clock = new VirtualClock();
		const start = clock.now();
		const budget = new Budget(clock);
		(await budget.take({ deadline: Infinity })).settle(report);
		await clock.finish(budget.take({ deadline: Infinity }));
		expect(clock.now() - start).toBeGreaterThanOrEqual(least);
		expect(clock.now() - start).toBeLessThanOrEqual(most);
	});

	test('a window that the limit names is believed', async () => {
		const clock = new VirtualClock();
		const start = clock.now();
		const budget = new Budget(clock);
		(await budget.take({ deadline: Infinity })).settle({ limit: LIMIT, remaining: 0, windowMs: 5_000, refused: false });
		await clock.finish(budget.take({ deadline: Infinity }));
		expect(clock.now() - start).toBe(5_000);
	});

	test('without headers the own calls are counted, and a call without an answer counts as spent', async () => {
		const clock = new VirtualClock();
		const budget = new Budget(clock, 3, WINDOW);
		const start = clock.now();
		for (const report of [{ refused: false }, undefined, { refused: false }]) (await budget.take({ deadline: Infinity })).settle(report);
		await clock.finish(budget.take({ deadline: Infinity }));
		expect(clock.now() - start).toBe(WINDOW);
	});

	test('a lease is settled once', async () => {
		const clock = new VirtualClock();
		const budget = new Budget(clock, 2, WINDOW);
		const lease = await budget.take({ deadline: Infinity });
		lease.settle({ remaining: 1, refused: false });
		lease.settle({ remaining: 0, refused: false });
		await budget.take({ deadline: clock.now() });
	});

	test('one key at one address has one budget, and no key is kept in the clear', () => {
		const clock = new VirtualClock();
		expect(budgetFor('https://a', 'key', clock)).toBe(budgetFor('https://a', 'key', clock));
		expect(budgetFor('https://a', 'key', clock)).not.toBe(budgetFor('https://b', 'key', clock));
		expect(budgetFor('https://a', 'key', clock)).not.toBe(budgetFor('https://a', 'other', clock));
	});
});
