export interface RateOptions {
	limit?: number;
	windowSeconds?: number;
	/** A fixed window starts at its first call. A sliding window ends at each call. */
	kind?: 'fixed' | 'sliding';
	monthly?: number;
	/** The limit that the two headers show. The spec has two limits and does not say which one. */
	headers?: 'window' | 'month' | 'windowLimitMonthRemaining';
	/** Whether to add the window to the limit, as `50;w=60`. The spec shows no format. */
	announceWindow?: boolean;
}

export interface RateAnswer {
	accepted: boolean;
	limit: string;
	remaining: number;
	seconds: number;
	isMonthUsedUp: boolean;
}

const UNLIMITED = 1_000_000;

export class RateLimit {
	private readonly limit: number;
	private readonly windowMs: number;
	private readonly sliding: boolean;
	private readonly limitHeader: string;
	private readonly headers: RateOptions['headers'];
	private monthRemaining: number;
	private calls: number[] = [];

	constructor(options: RateOptions | false) {
		const set = options || { limit: UNLIMITED, monthly: UNLIMITED };
		this.limit = set.limit ?? 50;
		this.windowMs = (set.windowSeconds ?? 60) * 1000;
		this.sliding = set.kind === 'sliding';
		this.monthRemaining = set.monthly ?? 25_000;
		this.headers = set.headers;
		this.limitHeader =
			String(set.headers === 'month' ? this.monthRemaining : this.limit) + (set.announceWindow ? `;w=${this.windowMs / 1000}` : '');
	}

	/** Counts a call at `now` if the limit allows it. Refused calls do not count. */
	take(now: number): RateAnswer {
		this.dropExpired(now);
		const accepted = this.calls.length < this.limit && this.monthRemaining > 0;
		if (accepted) {
			this.calls.push(now);
			this.monthRemaining--;
		}
		const waitMs = this.monthRemaining > 0 ? (this.calls[0] ?? now) + this.windowMs - now : this.windowMs;
		return {
			accepted,
			limit: this.limitHeader,
			remaining: this.headers === undefined || this.headers === 'window' ? this.remaining : this.monthRemaining,
			seconds: Math.max(1, Math.ceil(waitMs / 1000)),
			isMonthUsedUp: this.monthRemaining <= 0,
		};
	}

	private get remaining(): number {
		return Math.min(this.limit - this.calls.length, this.monthRemaining);
	}

	private dropExpired(now: number): void {
		if (this.sliding) this.calls = this.calls.filter((at) => at > now - this.windowMs);
		else if (this.calls.length > 0 && this.calls[0] <= now - this.windowMs) this.calls = [];
	}
}
