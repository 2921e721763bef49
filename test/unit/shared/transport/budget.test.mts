import fc from 'fast-check';
import { Budget, budgetFor, BudgetExhausted, DayExhausted, type Lease } from '../../../../nodes/shared/transport/budget';
import { Ledger, type RateReport } from '../../../../nodes/shared/transport/ledger';
import { VirtualClock } from '../../../../dev/host/clock.mts';
import { expectOneAhead, LIMIT, PassingClock, Server, WINDOW, work } from '../../support/limitedServer.mts';

const kinds = fc.constantFrom('fixed' as const, 'sliding' as const);

let clock: VirtualClock;
let budget: Budget;

beforeEach(() => {
	clock = new VirtualClock();
	budget = new Budget(clock);
});

describe('the budget of a key', () => {
	test('causes no refusal if nobody else uses the key, and takes at most a window more than the ideal', async () => {
		await fc.assert(
			fc.asyncProperty(
				kinds,
				fc.integer({ min: 1, max: 300 }),
				fc.integer({ min: 1, max: 8 }),
				fc.integer({ min: 1, max: 400 }),
				fc.infiniteStream(fc.integer({ min: 1, max: 400 })),
				async (kind, calls, workers, most, delays) => {
					const clock = new VirtualClock();
					const server = new Server(clock, kind);
					const start = clock.now();
					await clock.finish(work(clock, server, new Budget(clock), calls, workers, () => (delays.next().value as number) % most));
					expect(server.refused).toBe(0);
					expect(server.accepted).toBe(calls);
					const ideal = Math.floor((calls - 1) / LIMIT) * WINDOW;
					const onTheWay = (calls / workers + LIMIT) * 2 * most;
					expect(clock.now() - start).toBeLessThanOrEqual(ideal + WINDOW + onTheWay);
				},
			),
			{ numRuns: 20 },
		);
	});

	test('lets every call go in the end, also if a place becomes free during the check', async () => {
		await fc.assert(
			fc.asyncProperty(kinds, fc.integer({ min: 51, max: 160 }), fc.integer({ min: 1, max: 4 }), async (kind, calls, workers) => {
				const clock = new PassingClock();
				const server = new Server(clock, kind);
				await clock.finish(work(clock, server, new Budget(clock), calls, workers, () => 3));
				expect(server.accepted).toBe(calls);
			}),
			{ numRuns: 12 },
		);
	});

	test('several processes on one key finish all work', async () => {
		await fc.assert(
			fc.asyncProperty(
				kinds,
				fc.integer({ min: 2, max: 4 }),
				fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
				async (kind, processes, randoms) => {
					const clock = new VirtualClock();
					const server = new Server(clock, kind);
					const random = () => randoms.next().value as number;
					const budgets = Array.from({ length: processes }, () => new Budget(clock, new Ledger(LIMIT, WINDOW, random)));
					await clock.finish(Promise.all(budgets.map(async (budget) => await work(clock, server, budget, 60, 1, () => 20))));
					expect(server.accepted).toBe(60 * processes);
					expect(server.refused).toBeLessThanOrEqual(12 * processes);
				},
			),
			{ numRuns: 10 },
		);
	});

	test('serves calls in the order in which they came', async () => {
		const server = new Server(clock, 'fixed');
		const order: number[] = [];
		const callers = Array.from({ length: 120 }, async (_, index) => {
			const lease = await budget.take({ deadline: Infinity });
			order.push(index);
			await clock.sleep(5);
			lease.release(server.take());
		});
		await clock.finish(Promise.all(callers));
		expect(order).toEqual(Array.from({ length: 120 }, (_, index) => index));
	});

	test('sends one call alone before the first answer', async () => {
		await expectOneAhead(clock, budget);
	});

	test('an abort ends a wait at once, and the next call gets the place', async () => {
		(await budget.take({ deadline: Infinity })).release({ limit: LIMIT, remaining: 0, refused: false });
		const stop = new AbortController();
		const stopped = budget.take({ deadline: Infinity, signal: stop.signal }).catch(() => 'stopped');
		const next = budget.take({ deadline: Infinity }).then(() => 'served');
		stop.abort();
		expect(await stopped).toBe('stopped');
		await clock.run();
		expect(await next).toBe('served');
		await expect(budget.take({ deadline: Infinity, signal: stop.signal })).rejects.toBeDefined();
	});

	test('an abort rejects with its reason, and no timer stays behind', async () => {
		(await budget.take({ deadline: Infinity })).release({ limit: LIMIT, remaining: 0, refused: false });
		const stop = new AbortController();
		const waiting = [1, 2, 3].map(async () => await budget.take({ deadline: Infinity, signal: stop.signal }));
		await clock.run(clock.now());
		expect(clock.sleeping).toBe(1);
		stop.abort('stopped');
		expect(await Promise.allSettled(waiting)).toEqual(waiting.map(() => ({ status: 'rejected', reason: 'stopped' })));
		expect(clock.sleeping).toBe(0);
		await expect(new Budget(clock).take({ deadline: Infinity, signal: stop.signal })).rejects.toBe('stopped');
	});

	test('refuses only those waiting calls whose time is too short', async () => {
		const first = await budget.take({ deadline: Infinity });
		const takes = [WINDOW - 1, WINDOW, 5, WINDOW + 1].map(async (ms) => await budget.take({ deadline: clock.now() + ms }));
		const outcomes = Promise.allSettled(takes);
		first.release({ limit: LIMIT, remaining: 0, refused: false });
		const served: number[] = [];
		takes.forEach(
			(take, index) =>
				void take.then(
					(lease) => (served.push(index), lease.release({ remaining: 9, refused: false })),
					() => undefined,
				),
		);
		await clock.finish(outcomes);
		expect(served).toEqual([1, 3]);
		expect((await outcomes).filter(({ status }) => status === 'rejected')).toEqual(
			Array.from({ length: 2 }, () => ({ status: 'rejected', reason: new BudgetExhausted(WINDOW) })),
		);
		expect(new BudgetExhausted(5).message).toBe('No call may leave within 5 ms');
	});

	test('after an idle window sends one call alone, and the others wait for its answer', async () => {
		(await budget.take({ deadline: Infinity })).release({ limit: LIMIT, remaining: 30, refused: false });
		await clock.run(clock.now() + WINDOW - 1);
		const early = [await budget.take({ deadline: Infinity }), await budget.take({ deadline: Infinity })];
		for (const lease of early) lease.release({ limit: LIMIT, remaining: 28, refused: false });
		await clock.run(clock.now() + WINDOW);
		await expectOneAhead(clock, budget);
	});

	test('with nothing left, waits until the oldest call leaves the window', async () => {
		const said = (remaining: number): RateReport => ({ limit: 4, remaining, refused: false });
		(await budget.take({ deadline: Infinity })).release(said(3));
		const start = clock.now();
		await clock.run(start + 1000);
		const [slow, quick] = [await budget.take({ deadline: Infinity }), await budget.take({ deadline: Infinity })];
		quick.release(said(0));
		let left: number | undefined;
		void budget.take({ deadline: Infinity }).then(() => (left = clock.now()));
		await clock.run(start + 2000);
		expect(clock.sleeping).toBe(0);
		slow.release(said(0));
		await clock.run(start + WINDOW - 1);
		expect(left).toBeUndefined();
		await clock.run(start + WINDOW);
		expect(left).toBe(start + WINDOW);
	});

	test.each([
		[0, [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1 / 2]],
		[1, [1 / 8, 1 / 4, 1 / 2, 1, 1]],
	])('waits longer after each unexplained refusal, with jitter (%d)', async (chance, shares) => {
		const budget = new Budget(clock, new Ledger(LIMIT, WINDOW, () => chance));
		const waits = async (rounds: number) => {
			const seen: number[] = [];
			for (let round = 0; round < rounds; round++) {
				(await clock.finish(budget.take({ deadline: Infinity }))).release({ refused: true });
				const refusedAt = clock.now();
				const next = await clock.finish(budget.take({ deadline: Infinity }));
				seen.push((clock.now() - refusedAt - chance * 1000) / WINDOW);
				next.release({ refused: true });
				await clock.run(clock.now() + 2 * WINDOW);
			}
			return seen;
		};
		expect(await waits(3)).toEqual([shares[0], shares[2], shares[4]]);
	});

	test('a success makes the wait after refusals short again', async () => {
		const budget = new Budget(clock, new Ledger(LIMIT, WINDOW, () => 0));
		for (let refusals = 0; refusals < 3; refusals++) (await clock.finish(budget.take({ deadline: Infinity }))).release({ refused: true });
		(await clock.finish(budget.take({ deadline: Infinity }))).release({ limit: LIMIT, remaining: 9, refused: false });
		await clock.run(clock.now() + WINDOW);
		const again = await budget.take({ deadline: Infinity });
		const start = clock.now();
		again.release({ refused: true });
		await clock.finish(budget.take({ deadline: Infinity }));
		expect(clock.now() - start).toBe(WINDOW / 16);
	});

	test('after a refusal waits until the oldest call leaves the window; a later refusal never shortens the wait', async () => {
		const start = clock.now();
		const budget = new Budget(clock, new Ledger(LIMIT, WINDOW, () => 0));
		(await budget.take({ deadline: Infinity })).release({ limit: LIMIT, remaining: 9, refused: false });
		await clock.run(start + 10_000);
		const [one, other] = [await budget.take({ deadline: Infinity }), await budget.take({ deadline: Infinity })];
		one.release({ refused: true });
		other.release({ refused: true, retryAfterMs: 1 });
		await clock.finish(budget.take({ deadline: Infinity }));
		expect(clock.now() - start).toBe(WINDOW);
	});

	test('uses the limit and window that the club last named', async () => {
		const budget = new Budget(clock, new Ledger(3, WINDOW));
		expect(budget.state.window.seconds * 1000).toBe(WINDOW);
		(await budget.take({ deadline: Infinity })).release({ limit: 2, windowMs: 5000, refused: false });
		(await budget.take({ deadline: Infinity })).release({ refused: false });
		expect(budget.state.window.seconds).toBe(5);
		await expect(budget.take({ deadline: clock.now() })).rejects.toEqual(new BudgetExhausted(5000));
		expect(new Budget(clock).state.window.seconds).toBe(60);
	});

	test('without headers counts its own calls, and a call without an answer as spent', async () => {
		const budget = new Budget(clock, new Ledger(3, WINDOW));
		const start = clock.now();
		for (const report of [{ refused: false }, undefined, { refused: false }]) (await budget.take({ deadline: Infinity })).release(report);
		await clock.finish(budget.take({ deadline: Infinity }));
		expect(clock.now() - start).toBe(WINDOW);
	});

	test('settles a lease once', async () => {
		const budget = new Budget(clock, new Ledger(2, WINDOW));
		const lease = await budget.take({ deadline: Infinity });
		for (const remaining of [1, 1, 0]) lease.release({ remaining, refused: false });
		await budget.take({ deadline: clock.now() });
		let second = false;
		void budget.take({ deadline: Infinity }).then(() => (second = true));
		await clock.run(clock.now());
		expect(second).toBe(false);
	});

	test('a call under way for longer than a window blocks no other', async () => {
		(await budget.take({ deadline: Infinity })).release({ limit: LIMIT, remaining: 5, refused: false });
		await budget.take({ deadline: Infinity });
		await clock.run(clock.now() + 2 * WINDOW);
		await clock.finish(budget.take({ deadline: clock.now() }));
	});

	test('a call without an answer delays no call past its deadline', async () => {
		const start = clock.now();
		await budget.take({ deadline: Infinity });
		const waits = [3_000, 60_000].map(
			async (ms) => await budget.take({ deadline: start + ms }).catch((error: unknown) => [error, clock.now() - start]),
		);
		await clock.run();
		expect(await Promise.all(waits)).toEqual([
			[new BudgetExhausted(), 5_000],
			[new BudgetExhausted(), 60_000],
		]);
		expect(new BudgetExhausted().message).toBe('No call may leave before those in progress are answered');
	});

	test('a call that waits for answers goes as soon as there is one', async () => {
		const asking = await budget.take({ deadline: Infinity });
		const next = budget.take({ deadline: clock.now() });
		await clock.run(clock.now() + 4_999);
		asking.release({ limit: LIMIT, remaining: 49, refused: false });
		await clock.finish(next);
		expect(clock.sleeping).toBe(0);
	});

	test('one key at one Base URL has one budget, stored without the key itself', () => {
		expect(budgetFor('https://a', 'key', clock)).toBe(budgetFor('https://a', 'key', clock));
		expect(budgetFor('https://a', 'key', clock)).not.toBe(budgetFor('https://b', 'key', clock));
		expect(budgetFor('https://a', 'key', clock)).not.toBe(budgetFor('https://a', 'other', clock));
	});

	test('is kept for a day if calls were made, however many keys follow; unused ones are forgotten, the oldest first', async () => {
		const budgetOf = (key: string) => budgetFor('https://many', key, clock);
		const others = (from: number) => Array.from({ length: 9_999 }, (_, index) => budgetOf(`other ${from + index}`));
		const spent = budgetOf('spent');
		(await spent.take({ deadline: Infinity })).release(undefined);
		const [oldest, next] = others(0);
		budgetOf('one more');
		expect(budgetOf('spent')).toBe(spent);
		expect(budgetOf('other 1')).toBe(next);
		expect(budgetOf('other 0')).not.toBe(oldest);
		await clock.run(clock.now() + 25 * 60 * 60_000);
		others(20_000);
		budgetOf('and one more');
		expect(budgetOf('spent')).not.toBe(spent);
	});
});

describe('interactive and background calls', () => {
	const said = (remaining: number): RateReport => ({ limit: LIMIT, remaining, refused: false });
	/** Who gets a turn at once, of so many that wait; each call is answered before the next one leaves. */
	async function turns(waiting: { people: number; background: number }, left = 49): Promise<string> {
		const clock = new VirtualClock();
		const budget = new Budget(clock);
		const first = await budget.take({ deadline: Infinity });
		let order = '';
		let remaining = left;
		const serve = (who: string, background: boolean) =>
			void budget.take({ deadline: Infinity, background }).then((lease) => {
				order += who;
				lease.release(said(--remaining));
			});
		for (let call = 0; call < waiting.background; call++) serve('b', true);
		for (let call = 0; call < waiting.people; call++) serve('p', false);
		first.release(said(remaining));
		await clock.run(clock.now());
		return order;
	}

	test('background calls leave two of fifty calls to interactive ones', async () => {
		expect(await turns({ people: 0, background: 60 })).toBe('b'.repeat(47));
		expect(await turns({ people: 2, background: 0 }, 2)).toBe('pp');
		expect(await turns({ people: 3, background: 3 }, 2)).toBe('pp');
		expect(await turns({ people: 3, background: 3 }, 3)).toBe('ppp');
	});

	test('all rules hold together: no refusal, two of fifty calls left, no starvation, no idle window', async () => {
		const crowd = fc.record({ people: fc.integer({ min: 0, max: 6 }), background: fc.integer({ min: 1, max: 6 }) });
		const pauses = fc.infiniteStream(fc.integer({ min: 0, max: 3_000 }));
		await fc.assert(
			fc.asyncProperty(kinds, crowd, pauses, async (kind, { people, background }, pause) => {
				const EACH = 30;
				const LATENCY = 50;
				const clock = new VirtualClock();
				const server = new Server(clock, kind);
				const budget = new Budget(clock);
				const start = clock.now();
				const peopleAt: number[] = [];
				const waiting: number[] = [];
				let passedOver = 0;
				const work = async (isBackground: boolean) => {
					for (let call = 0; call < EACH; call++) {
						const since = clock.now();
						if (isBackground) waiting.push(since);
						else await clock.sleep(pause.next().value as number);
						const lease = await budget.take({ deadline: Infinity, background: isBackground });
						const left = budget.state.window.left ?? 0;
						const wentAt = clock.now();
						if (isBackground) waiting.splice(waiting.indexOf(since), 1);
						else peopleAt.push(wentAt);
						// What comes at this moment may have come after the person went.
						const isPassedOver = waiting.some((asked) => asked < wentAt);
						// A person who takes the place of one who waits, although there is more left than is kept for people.
						passedOver = !isBackground && isPassedOver && left > 2 ? passedOver + 1 : 0;
						expect(passedOver).toBeLessThanOrEqual(3);
						await clock.sleep(LATENCY);
						const report = server.take();
						// Who goes at the same moment may overtake it on the way.
						const overtaking = peopleAt.filter((at) => at >= wentAt).length;
						if (isBackground) expect(report.remaining! + overtaking).toBeGreaterThanOrEqual(2);
						await clock.sleep(LATENCY);
						lease.release(report);
					}
				};
				const all = [...Array.from({ length: people }, () => false), ...Array.from({ length: background }, () => true)];
				await clock.finish(Promise.all(all.map(work)));
				expect(server.refused).toBe(0);
				const windows = Math.ceil((all.length * EACH) / 48);
				const alone = people > 0 ? EACH * (3_000 + 2 * LATENCY) : 0;
				expect(clock.now() - start).toBeLessThanOrEqual(windows * WINDOW + Math.max(alone, all.length * EACH * 2 * LATENCY));
			}),
			{ numRuns: 12 },
		);
	});

	test('refuses an impatient background call at once if only the calls for interactive use are left', async () => {
		(await budget.take({ deadline: Infinity })).release(said(2));
		await expect(budget.take({ deadline: clock.now() + 1_000, background: true })).rejects.toEqual(new BudgetExhausted(WINDOW));
		await budget.take({ deadline: clock.now() });
	});
});

describe('the daily calls of a credential', () => {
	const HOUR = 3_600_000;
	const DAY = 24 * HOUR;
	const spender = { workflowId: 'w', workflow: 'Sync' };
	const take = async (essential: boolean, dailyCalls = 100) => {
		const lease = await budget.take({ deadline: Infinity, dailyCalls, essential, spender });
		lease.release({ limit: 1000, remaining: 900, refused: false });
	};

	beforeEach(() => {
		clock = new VirtualClock(0);
		budget = new Budget(clock);
	});

	test('are spent up to 90 % by ordinary calls, and to the end by essential ones', async () => {
		for (const calls of [5, 45, 40]) {
			for (let call = 0; call < calls; call++) await take(false);
			await clock.run(clock.now() + HOUR);
		}
		const topSpenders = ['"Sync": 90'];
		await expect(take(false)).rejects.toMatchObject({ spent: 90, topSpenders, waitMs: DAY + 60_000 - 3 * HOUR });
		for (let call = 0; call < 10; call++) await take(true);
		await expect(take(true)).rejects.toMatchObject({ spent: 100, waitMs: DAY + 60_000 - 3 * HOUR });
		await expect(take(false)).rejects.toMatchObject({ spent: 100, waitMs: DAY + 60_000 - 2 * HOUR });
		expect(budget.state.spending.report(0, 0)).toMatchObject({ calls: { sinceStart: 100 } });
	});

	test('have no limit at 0, and no reserve if they are few', async () => {
		for (let call = 0; call < 5; call++) await take(false, 5);
		await expect(take(false, 5)).rejects.toBeInstanceOf(DayExhausted);
		for (let call = 0; call < 5; call++) await take(false, 0);
	});

	test('and the limit of a minute are both kept, and no call waits while both allow it', async () => {
		const dailies = fc.integer({ min: 10, max: 200 });
		const pauses = fc.array(fc.integer({ min: 0, max: 6 * HOUR }), { minLength: 1, maxLength: 40 });
		await fc.assert(
			fc.asyncProperty(dailies, pauses, fc.boolean(), async (dailyCalls, between, essential) => {
				const clock = new VirtualClock(0);
				const server = new Server(clock, 'sliding');
				const budget = new Budget(clock);
				const left: number[] = [];
				const most = essential ? dailyCalls : dailyCalls - Math.floor(dailyCalls / 10);
				for (const pause of between) {
					await clock.run(clock.now() + pause);
					for (let call = 0; call < 20; call++) {
						const within = left.filter((at) => at > clock.now() - DAY - 60_000).length;
						const lease = await clock.finish(
							budget.take({ deadline: Infinity, dailyCalls, essential }).catch((error: unknown) => error as DayExhausted),
						);
						if (lease instanceof DayExhausted) {
							expect(within).toBeGreaterThanOrEqual(most);
							break;
						}
						left.push(clock.now());
						(lease as Lease).release(server.take());
						expect(left.filter((at) => at > clock.now() - DAY).length).toBeLessThanOrEqual(most);
					}
				}
				expect(server.refused).toBe(0);
			}),
			{ numRuns: 15 },
		);
	}, 20_000);

	test('are an error for a waiting call if they are spent meanwhile, and for a further one even while it would have to wait', async () => {
		const first = await budget.take({ deadline: Infinity, dailyCalls: 2, essential: true });
		await expect(take(true, 1)).rejects.toBeInstanceOf(DayExhausted);
		const [second, third] = [1, 2].map(async () => await budget.take({ deadline: Infinity, dailyCalls: 2, essential: true }));
		first.release({ limit: LIMIT, remaining: 40, refused: false });
		await second;
		await expect(third).rejects.toBeInstanceOf(DayExhausted);
	});
});

test('the known rest of a window excludes calls under way, and is unknown before an answer', async () => {
	const known = () => budget.state.window;
	expect(known()).toEqual({ limit: 50, left: null, seconds: 60 });
	(await budget.take({ deadline: Infinity })).release({ limit: 60, remaining: 7, windowMs: 30_000, refused: false });
	const lease = await budget.take({ deadline: Infinity });
	expect(known()).toEqual({ limit: 60, left: 6, seconds: 30 });
	lease.release({ refused: true, retryAfterMs: 5_000 });
	expect(known()).toMatchObject({ left: 0 });
	await clock.run(clock.now() + 60_000);
	expect(known()).toMatchObject({ left: null });
});

describe('a pause after Retry-After', () => {
	const MINUTE = 60_000;
	const HOUR = 60 * MINUTE;
	const ordered: RateReport = { refused: true, retryAfterMs: 30_000_000 };
	/** When calls leave that are refused so, in minutes since the first one. */
	async function leaving(reports: RateReport[]): Promise<number[]> {
		const start = clock.now();
		const left: number[] = [];
		for (const report of reports) {
			const lease = await clock.finish(budget.take({ deadline: Infinity }));
			left.push((clock.now() - start) / MINUTE);
			lease.release(report);
		}
		return left;
	}
	beforeEach(() => {
		budget = new Budget(clock, new Ledger(LIMIT, WINDOW, () => 0));
	});

	test('lasts to its end', async () => {
		expect(await leaving(Array<RateReport>(3).fill(ordered))).toEqual([0, 500, 1000]);
	});

	test('ends with any success', async () => {
		await leaving([ordered]);
		await clock.run(clock.now() + 1);
		// The test of a credential waits for nobody.
		budget.takeAtOnce({ workflowId: '', workflow: 'Tests' }).release({ limit: LIMIT, remaining: 40, refused: false });
		expect(await leaving([{ refused: false, remaining: 39 }, ordered, ordered])).toEqual([0, 0, 500]);
	});

	test('does not end with a call that was sent before it, and is one pause for all calls under way', async () => {
		(await budget.take({ deadline: Infinity })).release({ limit: LIMIT, remaining: 40, refused: false });
		const [one, two, three] = [
			await budget.take({ deadline: Infinity }),
			await budget.take({ deadline: Infinity }),
			await budget.take({ deadline: Infinity }),
		];
		one.release(ordered);
		two.release(ordered);
		three.release({ limit: LIMIT, remaining: 39, refused: false });
		await expect(budget.take({ deadline: clock.now() })).rejects.toEqual(new BudgetExhausted(30_000_000));
		expect(budget.state.window.left).toBe(0);
	});

	test('is followed by one call at a time', async () => {
		(await budget.take({ deadline: Infinity })).release(ordered);
		await clock.run(clock.now() + 500 * MINUTE);
		await expectOneAhead(clock, budget);
	});

	test('is kept if the calls of the month are used up, and ends with a success', async () => {
		(await budget.take({ deadline: Infinity })).release({ refused: true, quota: true, retryAfterMs: 200 * HOUR });
		await expect(budget.take({ deadline: clock.now() + 199 * HOUR })).rejects.toEqual(new BudgetExhausted(200 * HOUR, true));
		await clock.run(clock.now() + 1);
		budget.takeAtOnce({ workflowId: '', workflow: 'Tests' }).release({ limit: LIMIT, remaining: 0, refused: false });
		await expect(budget.take({ deadline: clock.now() })).rejects.toEqual(new BudgetExhausted(WINDOW, false));
	});

	test('is probed if the calls of the month are used up without a time', async () => {
		const used = { refused: true, quota: true };
		expect(await leaving(Array<RateReport>(10).fill(used))).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
		await expect(budget.take({ deadline: clock.now() })).rejects.toEqual(new BudgetExhausted(HOUR, false));
	});
});
