/** The limit of calls of one club key (§8). */
export interface RateOptions {
	/** Calls in a window. */
	limit?: number;
	windowSeconds?: number;
	/** A fixed window starts at its first call; a sliding one looks back from each call. */
	kind?: 'fixed' | 'sliding';
	/** Calls in 30 days. */
	monthly?: number;
	/** Whether a 429 carries Retry-After; the spec shows none. */
	retryAfter?: boolean;
	/** Which limit the two headers tell of; the spec has two, and does not say. */
	told?: 'window' | 'month' | 'windowAndWhatIsLeftOfMonth';
	/** Whether the limit is written with its window, as `50;w=60`; the spec shows no format. */
	announceWindow?: boolean;
}

export interface RateAnswer {
	accepted: boolean;
	/** Value of X-Ratelimit-Limit. */
	limit: string;
	remaining: number;
	/** How long until a call is free, in seconds. */
	seconds: number;
	/** Whether it is the calls of 30 days that are used up. */
	monthIsOver: boolean;
	/** Whether a refusal says so in any dialect. */
	announced: boolean;
}

/** How much of a limit is left. */
export interface RateGauge {
	/** Calls in a window; none where there is no limit. */
	limit: number | null;
	remaining: number;
	windowSeconds: number;
}

const UNLIMITED = 1_000_000;

export class RateLimit {
	private readonly limit: number;
	private readonly windowMs: number;
	private readonly sliding: boolean;
	private readonly retryAfter: boolean;
	private readonly announced: string;
	private readonly told: RateOptions['told'];
	private left: number;
	private calls: number[] = [];

	constructor(options: RateOptions | false) {
		const set = options || { limit: UNLIMITED, monthly: UNLIMITED };
		this.limit = set.limit ?? 50;
		this.windowMs = (set.windowSeconds ?? 60) * 1000;
		this.sliding = set.kind === 'sliding';
		this.retryAfter = set.retryAfter ?? false;
		this.left = set.monthly ?? 25_000;
		this.told = set.told;
		this.announced = String(set.told === 'month' ? this.left : this.limit) + (set.announceWindow ? `;w=${this.windowMs / 1000}` : '');
	}

	/** Counts a call at `now`, unless the limit is reached; refused calls do not count. */
	take(now: number): RateAnswer {
		this.forget(now);
		const accepted = this.calls.length < this.limit && this.left > 0;
		if (accepted) {
			this.calls.push(now);
			this.left--;
		}
		const free = this.left > 0 ? (this.calls[0] ?? now) + this.windowMs - now : this.windowMs;
		return {
			accepted,
			limit: this.announced,
			remaining: this.told === undefined || this.told === 'window' ? this.remaining : this.left,
			seconds: Math.max(1, Math.ceil(free / 1000)),
			monthIsOver: this.left <= 0,
			announced: this.retryAfter,
		};
	}

	/** What is left at `now`; nothing is counted. */
	gauge(now: number): RateGauge {
		this.forget(now);
		return { limit: this.limit === UNLIMITED ? null : this.limit, remaining: this.remaining, windowSeconds: this.windowMs / 1000 };
	}

	private get remaining(): number {
		return Math.min(this.limit - this.calls.length, this.left);
	}

	/** Drops the calls that do not count any more at `now`. */
	private forget(now: number): void {
		if (this.sliding) this.calls = this.calls.filter((at) => at > now - this.windowMs);
		else if (this.calls.length > 0 && this.calls[0] <= now - this.windowMs) this.calls = [];
	}
}
