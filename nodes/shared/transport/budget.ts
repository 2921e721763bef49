import { Ledger, type WindowState, type RateReport } from './ledger';
import { OTHERS, Spending, type Spender } from './spending';
import { remembered, fingerprint, type Clock } from './process';

export interface Lease {
	/** Ends the call with what its answer reported; nothing if no answer came. */
	release(report: RateReport | undefined): void;
}

interface TakeOptions {
	deadline: number;
	/** Whether it may use the reserve of the day: a write, or a manual execution. */
	essential?: boolean;
	/** Calls that may leave in any 24 hours; no limit when 0 or left out. */
	dailyCalls?: number;
	signal?: AbortSignal;
	/** Whether nobody waits for it at a screen: it comes after the calls of people and leaves some of each window to them. */
	background?: boolean;
	spender?: Spender;
}

/** No call may leave before the deadline. `waitMs` is undefined if it depends on answers that are still to come. */
export class BudgetExhausted extends Error {
	constructor(
		readonly waitMs?: number,
		readonly isUsedUp = false,
	) {
		super(waitMs === undefined ? 'No call may leave before those in progress are answered' : `No call may leave within ${waitMs} ms`);
	}
}

export class DayExhausted extends Error {
	constructor(
		readonly spent: number,
		readonly waitMs: number,
		readonly topSpenders: string[],
	) {
		super(`${spent} calls were made in 24 hours`);
	}
}

interface QueuedCall extends TakeOptions {
	answersBy: number;
	resolve(lease: Lease): void;
	reject(error: unknown): void;
}

/** How long a call waits for answers in progress even if it must not wait for a new window, in milliseconds. */
const ANSWERS_MS = 5_000;

const ESSENTIAL_SHARE = 0.1;

const maxOf = ({ dailyCalls = 0, essential }: TakeOptions): number =>
	essential ? dailyCalls : dailyCalls - Math.floor(dailyCalls * ESSENTIAL_SHARE);

/**
 * The calls of a club key in one process: two queues, and the two limits that let calls leave. Calls wait for the minute of
 * the club (`Ledger`). The day of the credential (`Spending`) is an error before a call is spent.
 */
export class Budget {
	private readonly people = new Set<QueuedCall>();
	private readonly background = new Set<QueuedCall>();
	private alarm: AbortController | undefined;
	private readonly spending: Spending;

	constructor(
		private readonly clock: Clock,
		private readonly ledger: Ledger = new Ledger(),
	) {
		this.spending = new Spending(clock.now());
	}

	get state(): { window: WindowState; spending: Spending } {
		return { window: this.ledger.stateAt(this.clock.now()), spending: this.spending };
	}

	get spentToday(): number {
		return this.spending.lastDay(this.clock.now());
	}

	/**
	 * Waits until a call may leave: people first, then first come, first served.
	 * @throws BudgetExhausted as soon as the wait is known to end after the deadline; DayExhausted; the signal's reason on abort
	 */
	async take(options: TakeOptions): Promise<Lease> {
		const { signal, background, deadline } = options;
		signal?.throwIfAborted();
		this.assertDay(options);
		const queue = background ? this.background : this.people;
		let abort = () => {};
		const lease = new Promise<Lease>((resolve, reject) => {
			const call: QueuedCall = { ...options, answersBy: Math.max(deadline, this.clock.now() + ANSWERS_MS), resolve, reject };
			abort = () => {
				queue.delete(call);
				reject(signal?.reason);
				this.serve();
			};
			signal?.addEventListener('abort', abort);
			queue.add(call);
			this.serve();
		});
		return await lease.finally(() => signal?.removeEventListener('abort', abort));
	}

	/** The lease of a call that never waits: the credential test, which a person looks at. */
	takeAtOnce(spender: Spender): Lease {
		return this.lease(spender, this.clock.now());
	}

	private assertDay(call: TakeOptions): void {
		if (!call.dailyCalls) return;
		const now = this.clock.now();
		const max = maxOf(call);
		const spent = this.spending.lastDay(now);
		if (spent >= max) throw new DayExhausted(spent, this.spending.fewerThan(max, now) - now, this.spending.topSpenders(now));
	}

	/**
	 * Lets calls leave, refuses those that would wait too long, and sets the alarm for the rest. It reads the clock once: with
	 * two readings, a call that came free in between would wait without an alarm.
	 */
	private serve(): void {
		const now = this.clock.now();
		this.alarm?.abort();
		this.alarm = undefined;
		this.refuseLate(now);
		for (let queue = this.next(now); queue; queue = this.next(now)) {
			const [call] = queue;
			queue.delete(call);
			try {
				this.assertDay(call);
				call.resolve(this.lease(call.spender ?? OTHERS, now));
			} catch (error) {
				call.reject(error);
			}
			this.refuseLate(now);
		}
		this.wake(now);
	}

	private next(now: number): Set<QueuedCall> | undefined {
		return [this.people, this.background].find((queue) => queue.size > 0 && this.waitMs(queue, now) === 0);
	}

	/** How long the calls of a queue must wait, as `Ledger.waitMs`. The reserve for people must remain after a background call. */
	private waitMs(queue: Set<QueuedCall>, now: number): number | undefined {
		return this.ledger.waitMs(now, queue === this.background ? this.ledger.reservedForPeople : 0);
	}

	private refuseLate(now: number): void {
		for (const queue of [this.people, this.background]) {
			const wait = queue.size > 0 ? this.waitMs(queue, now) : 0;
			if (wait === 0) continue;
			const isLate = ({ deadline, answersBy }: QueuedCall) => (wait === undefined ? answersBy <= now : deadline < now + wait);
			for (const call of [...queue].filter(isLate)) {
				queue.delete(call);
				call.reject(new BudgetExhausted(wait, this.ledger.isUsedUp(now)));
			}
		}
	}

	/** Serves again when a call may leave, or has waited long enough for the answers to other calls. */
	private wake(now: number): void {
		const times = [this.people, this.background].flatMap((queue) => {
			if (queue.size === 0) return [];
			const wait = this.waitMs(queue, now);
			return wait === undefined ? [...queue].map(({ answersBy }) => answersBy - now) : [wait];
		});
		const soonest = Math.min(...times);
		if (!Number.isFinite(soonest)) return;
		const alarm = new AbortController();
		this.alarm = alarm;
		this.clock.sleep(soonest, alarm.signal).then(
			() => this.serve(),
			() => undefined,
		);
	}

	private lease(spender: Spender, now: number): Lease {
		this.spending.count(spender, now);
		this.ledger.depart();
		let isOpen = true;
		const release = (report: RateReport | undefined): void => {
			if (!isOpen) return;
			isOpen = false;
			this.ledger.arrive(now, report, this.clock.now());
			this.serve();
		};
		return { release };
	}
}

/** Budgets without calls are forgotten first, so that made-up keys cannot push out a real one and its count of the day. */
const budgets = remembered<Budget>('budgets', ({ spentToday }) => spentToday);

export const knownBudget = (baseUrl: string, clubApiKey: string): Budget | undefined => budgets.get(fingerprint(baseUrl, clubApiKey));

export function budgetFor(baseUrl: string, clubApiKey: string, clock: Clock): Budget {
	const key = fingerprint(baseUrl, clubApiKey);
	const budget = budgets.get(key) ?? new Budget(clock);
	budgets.set(key, budget);
	return budget;
}
