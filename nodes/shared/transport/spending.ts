import type { WindowState } from './ledger';

/** Who makes a call. */
export interface Spender {
	workflowId: string;
	workflow: string;
	node: string;
}

/** What a workflow has spent. */
export interface WorkflowSpending {
	workflowId: string;
	name: string;
	calls: number;
}

/** What one process knows of the calls of a club key; shown as it is by Call Budget > Get. */
export interface CallBudget {
	window: WindowState;
	calls: { lastHour: number; last24Hours: number; sinceStart: number };
	/** When this process began to count, as ISO 8601. */
	since: string;
	byWorkflow: WorkflowSpending[];
	/** Calls in 30 days if it goes on like this. */
	forecast30Days: number;
	/** Limit of the credential for 24 hours; 0 is none. */
	dailyCalls: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Minutes in which a call may lie that is not a whole day old: the one that has begun counts whole. */
const DAY_MINUTES = DAY_MS / MINUTE_MS + 1;

/** Hours of the same. */
const DAY_HOURS = DAY_MS / HOUR_MS + 1;

/** Most workflows that are told apart, and most nodes of each; those beyond are counted together. */
const MOST = { workflows: 200, nodes: 20 } as const;

/** Days that the forecast looks ahead: those of the limit in §8. */
const FORECAST_DAYS = 30;

/** Counts by spans of time in a ring, so that it never grows. */
class Ring {
	private readonly counts: number[];
	private readonly spans: number[];

	constructor(
		private readonly spanMs: number,
		length: number,
	) {
		this.counts = Array.from({ length }, () => 0);
		this.spans = Array.from({ length }, () => -1);
	}

	add(now: number): void {
		const span = Math.floor(now / this.spanMs);
		const place = span % this.spans.length;
		this.counts[place] = (this.spans[place] === span ? this.counts[place] : 0) + 1;
		this.spans[place] = span;
	}

	/** The count of the last so many spans, the one that has begun included. */
	last(spans: number, now: number): number {
		const first = Math.floor(now / this.spanMs) - spans + 1;
		return this.counts.reduce((sum, count, place) => sum + (this.spans[place] >= first ? count : 0), 0);
	}

	/** When the count of the whole ring will be below a number, in ms since the epoch. */
	belowAt(most: number, now: number): number {
		const first = Math.floor(now / this.spanMs) - this.spans.length + 1;
		let count = this.last(this.spans.length, now);
		let at = now;
		for (let span = first; count >= most && span < first + this.spans.length; span++) {
			const place = span % this.spans.length;
			if (this.spans[place] !== span) continue;
			count -= this.counts[place];
			at = (span + this.spans.length) * this.spanMs;
		}
		return at;
	}
}

interface Account {
	name: string;
	calls: number;
	hours: Ring;
	nodes: Map<string, number>;
}

/** Those beyond the workflows that are told apart. */
export const OTHERS: Spender = { workflowId: '*', workflow: 'Other workflows', node: '' };

/**
 * What one process has spent with a club key, and who. It is bounded: minutes of a day in a ring, and so many workflows.
 * The limit of 30 days (§8) counts what others spend too, so for it there is only a forecast.
 */
export class Spending {
	private readonly minutes = new Ring(MINUTE_MS, DAY_MINUTES);
	private readonly accounts = new Map<string, Account>();
	private calls = 0;

	/** @param since when counting began, in ms since the epoch */
	constructor(readonly since: number) {}

	/** Counts a call that leaves. */
	count({ workflowId, workflow, node }: Spender, now: number): void {
		this.calls++;
		this.minutes.add(now);
		const isKnown = this.accounts.has(workflowId) || this.accounts.size < MOST.workflows;
		const [key, name] = isKnown ? [workflowId, workflow] : [OTHERS.workflowId, OTHERS.workflow];
		const account = this.accounts.get(key) ?? { name, calls: 0, hours: new Ring(HOUR_MS, DAY_HOURS), nodes: new Map<string, number>() };
		this.accounts.set(key, account);
		account.name = name;
		account.calls++;
		account.hours.add(now);
		const nodeKey = account.nodes.has(node) || account.nodes.size < MOST.nodes ? node : '';
		account.nodes.set(nodeKey, (account.nodes.get(nodeKey) ?? 0) + 1);
	}

	/** Calls of the last 24 hours; one more than that old may be among them, none is missing. */
	lastDay(now: number): number {
		return this.minutes.last(DAY_MINUTES, now);
	}

	/** When the calls of 24 hours will be fewer than so many, in ms since the epoch. */
	fewerThan(most: number, now: number): number {
		return this.minutes.belowAt(most, now);
	}

	/** What each workflow has spent since counting began, the most first. */
	byWorkflow(): WorkflowSpending[] {
		return [...this.accounts].map(([workflowId, { name, calls }]) => ({ workflowId, name, calls })).sort((a, b) => b.calls - a.calls);
	}

	/** Who has spent most in the last 24 hours, each as `"Sync" (node "Club"): 480`. */
	topSpenders(now: number, most = 3): string[] {
		return [...this.accounts.values()]
			.map(({ name, hours, nodes }) => ({ name, calls: hours.last(DAY_HOURS, now), node: [...nodes].sort((a, b) => b[1] - a[1])[0][0] }))
			.filter(({ calls }) => calls > 0)
			.sort((a, b) => b.calls - a.calls)
			.slice(0, most)
			.map(({ name, calls, node }) => `"${name}"${node && ` (node "${node}")`}: ${calls}`);
	}

	/** Numbers of calls, and what they make in 30 days if it goes on like in the last 24 hours, or as long as counting lasts. */
	totals(now: number): { lastHour: number; last24Hours: number; sinceStart: number; forecast30Days: number } {
		const last24Hours = this.lastDay(now);
		const countedMs = Math.min(DAY_MS, Math.max(HOUR_MS, now - this.since));
		return {
			lastHour: this.minutes.last(HOUR_MS / MINUTE_MS, now),
			last24Hours,
			sinceStart: this.calls,
			forecast30Days: Math.round((last24Hours / countedMs) * FORECAST_DAYS * DAY_MS),
		};
	}
}
