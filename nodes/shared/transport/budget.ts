import type { Clock } from './clock';
import { fingerprint } from './credential';
import { remembered } from './memory';
import { RATE } from '../api/limits';
import type { RateReport } from './rate';

/** The right to make one call; `settle` tells what its answer said, or nothing when none came. */
export interface Lease {
	settle(report: RateReport | undefined): void;
}

export interface TakeOptions {
	/** Latest moment at which the call may leave, in ms since the epoch. */
	deadline: number;
	signal?: AbortSignal;
}

/** No call may leave before the deadline. */
export class BudgetExhausted extends Error {
	constructor(readonly waitMs: number) {
		super(`No call may leave within ${waitMs} ms`);
	}
}

interface Waiter {
	deadline: number;
	resolve(lease: Lease): void;
	reject(error: unknown): void;
}

/**
 * The calls that a club key has left, as far as one process can know (§8).
 *
 * The server's count is the truth: it tells with each answer how many calls are left, those of strangers included.
 * `left` is the smallest such number since the last answer to a call that left after it; calls in flight come off
 * it, since the server may not have counted them yet. When nothing is left, the next call leaves when the oldest of
 * our own calls is surely out of the window: a whole window after its answer came, which is later than the server
 * counted it. That holds for a fixed and for a sliding window alike; the answer to that call says how to go on.
 */
export class Budget {
	private readonly queue: Waiter[] = [];
	/** When the answers to our calls of this window came. */
	private answered: number[] = [];
	private inFlight = 0;
	private sent = 0;
	/** Calls that the server has left; undefined when unknown: then one call goes ahead and asks. */
	private left: number | undefined;
	/** Calls sent before this one may not be counted in `left` yet. */
	private leftSince = 0;
	/** Answers that told nothing new: a call on its way meanwhile may have been counted before theirs. */
	private unheeded = 0;
	private notBefore = 0;
	private refusals = 0;
	private alarm: AbortController | undefined;

	constructor(
		private readonly clock: Clock,
		private limit: number = RATE.callsPerWindow,
		private windowMs: number = RATE.windowMs,
		private readonly random: () => number = Math.random,
	) {}

	/** Length of the club's window in milliseconds, as far as it is known. */
	get window(): number {
		return this.windowMs;
	}

	/**
	 * Waits until a call may leave, first come first served.
	 * @throws BudgetExhausted at once when that is known to be after the deadline; the signal's reason on abort
	 */
	async take({ deadline, signal }: TakeOptions): Promise<Lease> {
		signal?.throwIfAborted();
		return await new Promise<Lease>((resolve, reject) => {
			const leave = () => {
				this.queue.splice(this.queue.indexOf(waiter), 1);
				reject(signal?.reason);
				this.serve();
			};
			const settled = <T>(then: (value: T) => void) => (value: T) => {
				signal?.removeEventListener('abort', leave);
				then(value);
			};
			const waiter: Waiter = { deadline, resolve: settled(resolve), reject: settled(reject) };
			signal?.addEventListener('abort', leave);
			this.queue.push(waiter);
			this.serve();
		});
	}

	/** Lets as many calls leave as may, refuses those that would wait too long, and sets the alarm for the others. */
	private serve(): void {
		this.alarm?.abort();
		this.alarm = undefined;
		for (;;) {
			const wait = this.waitMs();
			if (wait > 0) this.refuseBeyond(wait);
			const [next] = this.queue;
			if (!next) return;
			if (wait > 0) return this.wakeIn(wait);
			if (!this.mayLeave()) return;
			this.queue.shift();
			next.resolve(this.lease());
		}
	}

	/** How long nobody may call; 0 when it depends on calls in flight only. */
	private waitMs(): number {
		const now = this.clock.now();
		this.answered = this.answered.filter((at) => at > now - this.windowMs);
		const idle = this.answered.length === 0 && this.inFlight === 0;
		if (idle) this.left = undefined;
		if (this.left !== undefined && this.left <= 0 && this.inFlight === 0) {
			const [oldest] = this.answered;
			this.notBefore = Math.max(this.notBefore, oldest + this.windowMs);
			this.left = undefined;
		}
		return Math.max(0, this.notBefore - now);
	}

	private mayLeave(): boolean {
		return this.left === undefined ? this.inFlight === 0 : this.left - this.inFlight > 0;
	}

	private refuseBeyond(wait: number): void {
		const leaving = this.clock.now() + wait;
		for (const waiter of this.queue.filter(({ deadline }) => deadline < leaving)) {
			this.queue.splice(this.queue.indexOf(waiter), 1);
			waiter.reject(new BudgetExhausted(wait));
		}
	}

	private wakeIn(ms: number): void {
		const alarm = new AbortController();
		this.alarm = alarm;
		this.clock.sleep(ms, alarm.signal).then(
			() => this.serve(),
			() => undefined,
		);
	}

	private lease(): Lease {
		const order = ++this.sent;
		const { unheeded } = this;
		this.inFlight++;
		let open = true;
		return {
			settle: (report) => {
				if (!open) return;
				open = false;
				this.inFlight--;
				this.learn(order, this.unheeded - unheeded, report);
				this.serve();
			},
		};
	}

	/** Takes in what an answer says; `order` tells which later calls it cannot have counted, `overtaken` how many others it may lack. */
	private learn(order: number, overtaken: number, report: RateReport | undefined): void {
		const now = this.clock.now();
		if (report?.limit) this.limit = report.limit;
		if (report?.windowMs) this.windowMs = report.windowMs;
		if (report?.refused) return this.backOff(now, report.retryAfterMs);
		this.refusals = 0;
		this.answered.push(now);
		const said = report?.remaining ?? this.limit - this.answered.length;
		// A larger number is news only from a call that left after the smaller one was known, less the calls that overtook it.
		const known = this.left ?? said;
		const heard = said > known ? said - overtaken : said;
		const isNews = said <= known || (order > this.leftSince && heard > known);
		if (isNews) this.leftSince = this.sent;
		else this.unheeded++;
		this.left = isNews ? heard : known;
		// Calls beyond those that the server counts are out of its window already: a fixed one has begun anew.
		this.answered = this.answered.slice(-Math.max(1, this.limit - this.left));
	}

	/** A call was refused: nobody calls until the club says, or until our own calls are out of the window. */
	private backOff(now: number, retryAfterMs: number | undefined): void {
		this.refusals++;
		this.left = undefined;
		const [oldest] = this.answered;
		const share = Math.min(1, 2 ** this.refusals / 16);
		const ours = oldest === undefined ? share * this.windowMs * (0.5 + this.random() / 2) : oldest + this.windowMs - now;
		const jitter = this.random() * Math.min(1000, this.windowMs / 50);
		this.notBefore = Math.max(this.notBefore, now + (retryAfterMs ?? ours) + jitter);
	}
}

const budgets = remembered<Budget>('budgets');

/** The one budget of a club key at an address in this process, kept under a hash of the key. */
export function budgetFor(baseUrl: string, clubApiKey: string, clock: Clock): Budget {
	const key = fingerprint(baseUrl, clubApiKey);
	const budget = budgets.get(key) ?? new Budget(clock);
	budgets.set(key, budget);
	return budget;
}
