import { DAY_MS, HOUR_MS, MINUTE_MS } from '../api/time';
import type { WindowState } from './ledger';
import type { INode } from 'n8n-workflow';
import type { ClubFunctions } from './http';

/** Who makes a call. */
export interface Spender {
	workflowId: string;
	workflow: string;
	node: string;
}

/** What a workflow has spent. */
interface WorkflowSpending {
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

/** Minutes in which a call may lie that is not a whole day old: the one that has begun counts whole. */
const DAY_MINUTES = DAY_MS / MINUTE_MS + 1;

/** Hours of the same. */
const DAY_HOURS = DAY_MS / HOUR_MS + 1;

/** Most workflows that are told apart, and most nodes of each; those beyond are counted together. */
const MAX_SPENDERS = { workflows: 200, nodes: 20 } as const;

/** Days that the forecast looks ahead: those of the limit in §8. */
const FORECAST_DAYS = 30;

/** Counts by spans of time, of the last so many only, so that it never grows. */
class Tally {
	/** Spans in which something was counted, the oldest first. */
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

	/** The count of the last so many spans, the one that has begun included. */
	last(spans: number, now: number): number {
		return this.within(spans, now).reduce((sum, { count }) => sum + count, 0);
	}

	/** When the count of all spans will be below a number, in ms since the epoch. */
	belowAt(most: number, now: number): number {
		let left = this.last(this.length, now);
		let at = now;
		for (const { span, count } of this.within(this.length, now)) {
			if (left < most) break;
			left -= count;
			at = (span + this.length) * this.spanMs;
		}
		return at;
	}

	private spanAt(now: number): number {
		return Math.floor(now / this.spanMs);
	}

	private within(spans: number, now: number): Array<{ span: number; count: number }> {
		const before = this.spanAt(now) - spans;
		return this.counted.filter(({ span }) => span > before);
	}
}

interface Account {
	name: string;
	calls: number;
	hours: Tally;
	nodes: Map<string, number>;
}

/** Those beyond the workflows that are told apart. */
export const OTHERS: Spender = { workflowId: '*', workflow: 'Other workflows', node: '' };

/**
 * What one process has spent with a club key, and who. It is bounded: the minutes of a day, and so many workflows.
 * The limit of 30 days (§8) counts what others spend too, so for it there is only a forecast.
 */
export class Spending {
	private readonly minutes = new Tally(MINUTE_MS, DAY_MINUTES);
	private readonly accounts = new Map<string, Account>();
	private calls = 0;

	/** @param since when counting began, in ms since the epoch */
	constructor(readonly since: number) {}

	/** Counts a call that leaves. */
	count({ workflowId, workflow, node }: Spender, now: number): void {
		this.calls++;
		this.minutes.add(now);
		const isKnown = this.accounts.has(workflowId) || this.accounts.size < MAX_SPENDERS.workflows;
		const [key, name] = isKnown ? [workflowId, workflow] : [OTHERS.workflowId, OTHERS.workflow];
		const account = this.accounts.get(key) ?? { name, calls: 0, hours: new Tally(HOUR_MS, DAY_HOURS), nodes: new Map<string, number>() };
		this.accounts.set(key, account);
		account.name = name;
		account.calls++;
		account.hours.add(now);
		const nodeKey = account.nodes.has(node) || account.nodes.size < MAX_SPENDERS.nodes ? node : '';
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

/** Who makes the calls of a run, and who waits for them. */
export interface Caller {
	spender: Spender;
	/** Whether nobody waits before a screen: a production run, whose calls come after those of people. */
	background: boolean;
	/** Whether somebody runs it by hand. */
	byHand: boolean;
}

/** Whether a node is a tool of an agent: n8n makes a type of its own for that, whose name ends so. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

/** Names a node in what a process remembers, whichever workflows there are. */
export const nodeKeyOf = (functions: Pick<ClubFunctions, 'getNode' | 'getWorkflow'>): string =>
	`${functions.getWorkflow().id}\n${functions.getNode().id}`;

/** Modes of an execution that somebody has started and looks at. */
const BY_HAND: ReadonlySet<string | undefined> = new Set(['manual', 'retry', 'chat', 'evaluation']);

/** A drop-down, or the publication of a workflow: n8n runs them because somebody has clicked. */
const isClicked = (functions: ClubFunctions): boolean =>
	'getCurrentNodeParameter' in functions || ('getNodeWebhookUrl' in functions && !('getBodyData' in functions));

/** Who makes calls with what n8n hands a node. */
export function callerOf(functions: ClubFunctions): Caller {
	const node = functions.getNode();
	const { id = '', name = '' } = functions.getWorkflow();
	const byHand = isClicked(functions) || ('getMode' in functions && BY_HAND.has(functions.getMode?.()));
	// A person waits for an agent, too.
	return {
		spender: { workflowId: id, workflow: name || 'Unnamed workflow', node: node.name },
		background: !byHand && !isTool(node),
		byHand,
	};
}
