import * as engine from 'n8n-workflow';

// Where versions of n8n differ: each has what it needs here, and the nodes do not ask which one it is.

/**
 * Whether an item of `{ error, message, details }` goes down the error output of a node. An n8n before 2.36 takes two
 * properties at most for an error, and would pass an item of three on as a success. From 2.39 on, n8n tells which
 * interface it has for nodes; one that does not tell is taken for an older one.
 */
export const ROUTES_DETAILS = engine.N8N_NODES_API_VERSION !== undefined;

/** Whether n8n tells a node how its execution has ended. An older one never does. */
export const REPORTS_END = engine.N8N_NODES_API_VERSION !== undefined;

/** Waits, in milliseconds, and rejects at once when the signal aborts. An older n8n has a function of its own for that. */
export const sleep: typeof engine.sleep = (engine as { sleepWithAbort?: typeof engine.sleep }).sleepWithAbort ?? engine.sleep;

/** Time as the pack sees it: ms since the epoch, and a sleep that an abort ends at once by rejecting. */
export interface Clock {
	now(): number;
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The time of this machine; n8n's own sleep, which a stopped execution ends. */
export const clock: Clock = {
	now: () => Date.now(),
	sleep,
};

/** What one process of n8n remembers, each with the most entries that it keeps. Nothing here holds a key, only fingerprints. */
const MAX_ENTRIES = {
	/** The budget of each club key at an address, where a workflow has used it. */
	budgets: 10_000,
	/** Which subscription key works, where it is not the first one. */
	subscriptionKeys: 1_000,
	/** Keys whose club was found to be the expected one. */
	confirmedClubs: 1_000,
	/** Calls of each execution that has made some of late. */
	executions: 1_000,
	/** Pages of people and of drop-downs, of up to 1,000 records each, for a minute. */
	pages: 50,
	/** Keys that have written, and so made their pages old. */
	writers: 1_000,
	/** Nodes whose poll is under way. */
	polls: 200,
	/** Of each poll trigger: its lists that could not be read, when n8n was last given something to store, and how large its pages may be. */
	failingLists: 200,
	pollsGiven: 200,
	pageSizes: 200,
	/** Events that a Club Trigger took in of late (10,000 of some 200 bytes). */
	handledEvents: 10_000,
	/** Of each list of n8n's record: what was written to it in the last seconds. Of each workflow: what its deliveries missed in a day. */
	writtenValues: 1_000,
	missedDeliveries: 1_000,
	/** Of each Club Trigger: its last hook, publication, handshake and renewal, and when its log said that its credential cannot be read. */
	hooks: 1_000,
	publications: 1_000,
	handshakes: 1_000,
	handshakesAsked: 1_000,
	renewals: 1_000,
	renewalsAsked: 1_000,
	unreadableCredentials: 1_000,
	/** Types and versions of events that this node does not know and has shown, and when each trigger last showed one. */
	foreignEvents: 1_000,
	foreignEventsShown: 1_000,
} as const;

/** A memory that stays small: beyond its size it forgets what is worth least, and of that what was not used for longest. */
export class Memory<V> {
	private readonly entries = new Map<string, V>();

	/** @param worth what an entry is worth, not below 0; nothing when left out */
	constructor(
		private readonly most: number,
		private readonly worth: (value: V) => number = () => 0,
	) {}

	/** What is remembered under a key; it counts as used then. */
	get(key: string): V | undefined {
		const value = this.entries.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	set(key: string, value: V): void {
		this.entries.delete(key);
		if (this.entries.size >= this.most) this.forgetLeast();
		this.entries.set(key, value);
	}

	delete(key: string): void {
		this.entries.delete(key);
	}

	private forgetLeast(): void {
		let least = '';
		let lowest = Infinity;
		for (const [key, value] of this.entries) {
			const worth = this.worth(value);
			if (worth < lowest) [least, lowest] = [key, worth];
			if (worth === 0) break;
		}
		this.entries.delete(least);
	}
}

/** The memory of the process for one kind of thing; called once for each, by whom it belongs to. */
export const remembered = <V>(what: keyof typeof MAX_ENTRIES, worth?: (value: V) => number): Memory<V> =>
	new Memory<V>(MAX_ENTRIES[what], worth);
