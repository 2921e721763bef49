import type { WindowState, RateReport } from './ledger';
import { Ledger } from './ledger';
import type { Spender } from './spending';
import { OTHERS, Spending } from './spending';
import type { Clock } from './process';
import { remembered } from './process';
import { fingerprint } from './credential';

/** The right to make one call. */
export interface Lease {
	/** Tells what its answer said, or nothing when none came. */
	release(report: RateReport | undefined): void;
	/** Gives it back, unless it was used. */
	giveBack(): void;
	/** The right to the call that follows, where two were asked for together. */
	next?: Lease;
}

/** Where others go on while a club has to wait. */
export interface Slot {
	/** Lets another one go on. */
	giveBack(): void;
	/** Waits until this one may go on. */
	take(): Promise<void>;
}

/** Of how many calls of a day a call may be one. */
interface Allowance {
	/** Whether it may use the last of the day's calls: a write, or a run by hand. */
	essential?: boolean;
	/** Calls that may leave in any 24 hours; no limit when 0 or left out. */
	dailyCalls?: number;
}

/** What a call asks for. */
interface TakeOptions extends Allowance {
	/** Latest moment at which the call may leave, in ms since the epoch. */
	deadline: number;
	signal?: AbortSignal;
	/** Whether nobody waits for it before a screen: it comes after those, and leaves some calls of each window to them. */
	background?: boolean;
	/** Whether a second call follows, which must not wait once the first has left. */
	isPair?: boolean;
	spender?: Spender;
	/** Given back while it waits. */
	slot?: Slot;
}

/** No call may leave before the deadline; `waitMs` is unknown where only answers that are still to come can tell. */
export class BudgetExhausted extends Error {
	constructor(
		readonly waitMs?: number,
		/** Whether that is since the calls of the month are used up. */
		readonly isUsedUp = false,
	) {
		super(waitMs === undefined ? 'No call may leave before those under way are answered' : `No call may leave within ${waitMs} ms`);
	}
}

/** The calls of 24 hours are spent. */
export class DayExhausted extends Error {
	constructor(
		/** Calls of the last 24 hours. */
		readonly spent: number,
		/** When the next one may leave, in ms since the epoch. */
		readonly goesOnAt: number,
		/** Who has spent most. */
		readonly topSpenders: string[],
	) {
		super(`${spent} calls were made in 24 hours`);
	}
}

/** Who waits for his turn. */
interface QueuedCall extends TakeOptions {
	/** Until when it may wait for the answers of others, which alone tell whether anything is left. */
	answersBy: number;
	resolve(lease: Lease): void;
	reject(error: unknown): void;
}

/** How long even a call that must not wait for a new window waits for answers under way, in milliseconds. */
const ANSWERS_MS = 5_000;

/** Of so many calls one is for the background, however many people wait. */
const BACKGROUND_ONE_OF = 4;

/** Share of the day's calls that is kept for writes and for runs by hand. */
const ESSENTIAL_SHARE = 0.1;

/** How many calls of a day an allowance is. */
const mostOf = ({ dailyCalls, essential }: Allowance): number =>
	!dailyCalls ? Infinity : essential ? dailyCalls : dailyCalls - Math.floor(dailyCalls * ESSENTIAL_SHARE);

/**
 * The calls of a club key in one process: who waits for his turn, and the two windows that let him go. The minute of the
 * club (`Ledger`) is waited for; the day of the credential (`Spending`) is an error, before a call is spent.
 */
export class Budget {
	private readonly people: QueuedCall[] = [];
	private readonly background: QueuedCall[] = [];
	/** Calls of people since the last one of the background. */
	private peopleInRow = 0;
	private alarm: AbortController | undefined;
	private readonly spending: Spending;

	constructor(
		private readonly clock: Clock,
		private readonly ledger: Ledger = new Ledger(),
	) {
		this.spending = new Spending(clock.now());
	}

	/** Length of the club's window in milliseconds, as far as it is known. */
	get window(): number {
		return this.ledger.window;
	}

	/** What this process knows of the window, and what it has spent since when. */
	get state(): { window: WindowState; spending: Spending } {
		return { window: this.ledger.stateAt(this.clock.now()), spending: this.spending };
	}

	/** Calls of the last 24 hours. */
	get spentToday(): number {
		return this.spending.lastDay(this.clock.now());
	}

	/**
	 * Waits until a call may leave: people first, then who came first.
	 * @throws BudgetExhausted at once when that is known to be after the deadline; DayExhausted; the signal's reason on abort
	 */
	async take(options: TakeOptions): Promise<Lease> {
		const { signal, background, deadline, slot } = options;
		signal?.throwIfAborted();
		this.assertDay(options);
		const queue = background ? this.background : this.people;
		let isHeld = false;
		const turn = new Promise<Lease>((resolve, reject) => {
			const leave = () => {
				queue.splice(queue.indexOf(waiter), 1);
				reject(signal?.reason);
				this.serve();
			};
			const settled =
				<T>(then: (value: T) => void) =>
				(value: T) => {
					signal?.removeEventListener('abort', leave);
					then(value);
				};
			const answersBy = Math.max(deadline, this.clock.now() + ANSWERS_MS);
			const waiter: QueuedCall = { ...options, answersBy, resolve: settled(resolve), reject: settled(reject) };
			signal?.addEventListener('abort', leave);
			queue.push(waiter);
			this.serve();
			isHeld = queue.includes(waiter);
		});
		if (!slot || !isHeld) return await turn;
		slot.giveBack();
		return await turn.finally(async () => await slot.take());
	}

	/** The right to a call that waits for nobody, since a person looks at it: the test of a credential. */
	takeAtOnce(spender: Spender): Lease {
		this.spending.count(spender, this.clock.now());
		return this.lease();
	}

	/** Calls that may leave without a wait: of this window, as far as anybody knows, and of this day. */
	leftFor({ background, ...day }: Allowance & Pick<TakeOptions, 'background'>): { window: number; day: number } {
		const now = this.clock.now();
		const { left } = this.ledger.stateAt(now);
		const kept = background ? this.ledger.kept : 0;
		return { window: left === null ? Infinity : left - kept, day: mostOf(day) - this.spending.lastDay(now) };
	}

	private assertDay(allowance: Allowance): void {
		const now = this.clock.now();
		const most = mostOf(allowance);
		const spent = this.spending.lastDay(now);
		if (spent >= most) throw new DayExhausted(spent, this.spending.fewerThan(most, now), this.spending.topSpenders(now));
	}

	/**
	 * Lets as many calls leave as may, refuses those that would wait too long, and sets the alarm for the others. All at one
	 * moment: a call that came free between two looks at the clock would count as held, and be waited for without an alarm.
	 */
	private serve(): void {
		const now = this.clock.now();
		this.alarm?.abort();
		this.alarm = undefined;
		this.refuseLate(now);
		for (let queue = this.next(now); queue; queue = this.next(now)) {
			const waiter = queue.shift() as QueuedCall;
			this.peopleInRow = queue === this.people ? this.peopleInRow + 1 : 0;
			try {
				this.assertDay(waiter);
				const { spender = OTHERS, isPair } = waiter;
				this.spending.count(spender, now);
				const count = () => this.spending.count(spender, this.clock.now());
				waiter.resolve({ ...this.lease(), ...(isPair && { next: this.lease(count) }) });
			} catch (error) {
				waiter.reject(error);
			}
			this.refuseLate(now);
		}
		this.wake(now);
	}

	/** Calls that must remain after the first of a queue has left: for people, and for the one that follows it. */
	private keptFrom(queue: QueuedCall[]): number {
		return (queue === this.background ? this.ledger.kept : 0) + (queue[0].isPair ? 1 : 0);
	}

	/** The queue whose first call may leave now. */
	private next(now: number): QueuedCall[] | undefined {
		const [first, second] = this.peopleInRow >= BACKGROUND_ONE_OF - 1 ? [this.background, this.people] : [this.people, this.background];
		const may = (queue: QueuedCall[]) => queue.length > 0 && this.waitMs(queue, now) === 0 && this.ledger.mayLeave(this.keptFrom(queue));
		return may(first) ? first : may(second) ? second : undefined;
	}

	private waitMs(queue: QueuedCall[], now: number): number {
		return this.ledger.waitMs(now, this.keptFrom(queue));
	}

	private refuseLate(now: number): void {
		for (const queue of [this.people, this.background]) {
			if (queue.length === 0) continue;
			const wait = this.waitMs(queue, now);
			const isHeld = wait === 0 && !this.ledger.mayLeave(this.keptFrom(queue));
			const isLate = (waiter: QueuedCall) => (wait > 0 ? waiter.deadline < now + wait : isHeld && waiter.answersBy <= now);
			for (const waiter of queue.filter(isLate)) {
				queue.splice(queue.indexOf(waiter), 1);
				waiter.reject(new BudgetExhausted(wait > 0 ? wait : undefined, this.ledger.isUsedUp(now)));
			}
		}
	}

	/** Looks again when somebody may leave, or has waited long enough for the answers of others. */
	private wake(now: number): void {
		const times = [this.people, this.background].flatMap((queue) => {
			if (queue.length === 0) return [];
			const wait = this.waitMs(queue, now);
			return wait > 0 ? [wait] : queue.map(({ answersBy }) => answersBy - now);
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

	/** @param onAnswer called when it turns out that the call was made */
	private lease(onAnswer = () => {}): Lease {
		const departure = this.ledger.depart();
		let isOpen = true;
		const close = (how: () => void): void => {
			if (!isOpen) return;
			isOpen = false;
			how();
			this.serve();
		};
		return {
			release: (report) =>
				close(() => {
					onAnswer();
					this.ledger.arrive(departure, report, this.clock.now());
				}),
			giveBack: () => close(() => this.ledger.stay()),
		};
	}
}

/** One that has spent is kept for a day, so that keys which somebody makes up push it out last. */
const budgets = remembered<Budget>('budgets', ({ spentToday }) => spentToday);

/** The budget of a club key at an address in this process, where it has one. */
export const knownBudget = (baseUrl: string, clubApiKey: string): Budget | undefined => budgets.get(fingerprint(baseUrl, clubApiKey));

/** The one budget of a club key at an address in this process, kept under a hash of the key. */
export function budgetFor(baseUrl: string, clubApiKey: string, clock: Clock): Budget {
	const known = knownBudget(baseUrl, clubApiKey);
	if (known) return known;
	const budget = new Budget(clock);
	budgets.set(fingerprint(baseUrl, clubApiKey), budget);
	return budget;
}
