import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '../api/time';
import { isTool, type ClubFunctions } from './process';

// Who makes calls with a club key: how many each workflow has made, and which one makes the next.

export interface Spender {
	workflowId: string;
	workflow: string;
}

/** Minutes that the last 24 hours touch: one more than a day has, because the current minute has only begun. */
const DAY_MINUTES = DAY_MS / MINUTE_MS + 1;

const DAY_HOURS = DAY_MS / HOUR_MS + 1;

const MAX_WORKFLOWS = 200;

const FORECAST_DAYS = 30;

/** Counts by span of time. It keeps a fixed number of spans, so that it never grows. */
class Tally {
	private counted: Array<{ span: number; count: number }> = [];

	constructor(
		private readonly spanMs: number,
		private readonly length: number,
	) {}

	add(now: number): void {
		const span = this.spanAt(now);
		const newest = this.counted.at(-1);
		if (newest?.span === span) newest.count++;
		else this.counted = [...this.within(this.length, now), { span, count: 1 }];
	}

	last(spans: number, now: number): number {
		return this.within(spans, now).reduce((sum, { count }) => sum + count, 0);
	}

	belowAt(limit: number, now: number): number {
		let remaining = this.last(this.length, now);
		let time = now;
		for (const { span, count } of this.within(this.length, now)) {
			if (remaining < limit) break;
			remaining -= count;
			time = (span + this.length) * this.spanMs;
		}
		return time;
	}

	private spanAt(now: number): number {
		return Math.floor(now / this.spanMs);
	}

	private within(spans: number, now: number): Array<{ span: number; count: number }> {
		const before = this.spanAt(now) - spans;
		return this.counted.filter(({ span }) => span > before);
	}
}

/** Stands for all workflows beyond those that are counted separately. */
export const OTHERS: Spender = { workflowId: '*', workflow: 'Other workflows' };

/** Stands for all saved n8n Agents. n8n runs their tools outside of a workflow, and does not say which agent it is. */
const N8N_AGENT: Spender = { workflowId: 'agent', workflow: 'n8n Agent' };

/**
 * The calls that one process has made with a club key, by workflow. Its size is bounded: the minutes of a day, and `MAX_WORKFLOWS`.
 * The limit of 30 days (§8) also counts the calls of other processes, so there is only a forecast for it.
 */
export class Spending {
	private readonly minutes = new Tally(MINUTE_MS, DAY_MINUTES);
	private readonly accounts = new Map<string, { name: string; calls: number; hours: Tally }>();
	private calls = 0;

	/** @param since when counting began, in ms of a clock that nobody sets, as all times here */
	constructor(private readonly since: number) {}

	count({ workflowId, workflow }: Spender, now: number): void {
		this.calls++;
		this.minutes.add(now);
		const isKnown = this.accounts.has(workflowId) || this.accounts.size < MAX_WORKFLOWS;
		const [key, name] = isKnown ? [workflowId, workflow] : [OTHERS.workflowId, OTHERS.workflow];
		const account = this.accounts.get(key) ?? { name, calls: 0, hours: new Tally(HOUR_MS, DAY_HOURS) };
		this.accounts.set(key, account);
		account.name = name;
		account.calls++;
		account.hours.add(now);
	}

	/** Calls of the last 24 hours. It may include calls that are up to a minute older, and misses none. */
	lastDay(now: number): number {
		return this.minutes.last(DAY_MINUTES, now);
	}

	fewerThan(limit: number, now: number): number {
		return this.minutes.belowAt(limit, now);
	}

	/** The workflows with the most calls in the last 24 hours, each as `"Sync": 480`. */
	topSpenders(now: number, max = 3): string[] {
		return [...this.accounts.values()]
			.map(({ name, hours }) => ({ name, calls: hours.last(DAY_HOURS, now) }))
			.filter(({ calls }) => calls > 0)
			.sort((a, b) => b.calls - a.calls)
			.slice(0, max)
			.map(({ name, calls }) => `"${name}": ${calls}`);
	}

	/**
	 * All numbers, with a forecast for 30 days at the rate of the last 24 hours, or of the time since counting began.
	 * @param date the same moment, in ms since the epoch
	 */
	report(now: number, date: number) {
		const last24Hours = this.lastDay(now);
		const countedMs = Math.min(DAY_MS, Math.max(HOUR_MS, now - this.since));
		return {
			calls: { lastHour: this.minutes.last(HOUR_MS / MINUTE_MS, now), last24Hours, sinceStart: this.calls },
			since: isoOf(date - (now - this.since)),
			byWorkflow: [...this.accounts]
				.map(([workflowId, { name, calls }]) => ({ workflowId, name, calls }))
				.sort((a, b) => b.calls - a.calls),
			forecast30Days: Math.round((last24Hours / countedMs) * FORECAST_DAYS * DAY_MS),
		};
	}
}

export interface Caller {
	spender: Spender;
	/** Whether nobody waits at a screen: a production execution, whose calls come after those of people. */
	background: boolean;
	byHand: boolean;
}

const BY_HAND: ReadonlySet<string | undefined> = new Set(['manual', 'retry', 'chat', 'evaluation']);

/** Whether n8n runs this because a person clicked: a drop-down, or the publication of a workflow. */
const isClicked = (functions: ClubFunctions): boolean =>
	'getCurrentNodeParameter' in functions || ('getNodeWebhookUrl' in functions && !('getBodyData' in functions));

export function callerOf(functions: ClubFunctions): Caller {
	const node = functions.getNode();
	const { id = '', name = '' } = functions.getWorkflow();
	const byHand = isClicked(functions) || ('getMode' in functions && BY_HAND.has(functions.getMode?.()));
	const isOfAgent = isTool(node) && !byHand && !id;
	// A person waits for an agent.
	return {
		spender: isOfAgent ? N8N_AGENT : { workflowId: id, workflow: name || 'Unnamed workflow' },
		background: !byHand && !isTool(node),
		byHand,
	};
}
