import { createHash } from 'crypto';
import * as engine from 'n8n-workflow';
import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions, INode, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

// The process of n8n in which a node runs: its version, its clock and its memory. Only this file knows where versions of n8n differ.

/** What n8n gives a node that it calls: in an execution, a drop-down, a publication, a delivery or a poll. */
export type ClubFunctions = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions | IWebhookFunctions | IPollFunctions;

/** Whether a node is a tool of an agent. n8n gives such a node its own type, whose name ends in `Tool`. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

/** A key for a node that is unique in the process. In workflows from before n8n checked it, two nodes can have the same ID. */
export function nodeKeyOf(functions: Pick<ClubFunctions, 'getNode' | 'getWorkflow'>): string {
	const { id, name } = functions.getNode();
	return JSON.stringify([functions.getWorkflow().id, id, name]);
}

const names: object = engine;

// n8n shows a user who installs the pack what its nodes throw while they load. n8n 1 lacks a function that 2.0 has, and n8n names its
// interface for nodes since 2.39.
if (!('validateWorkflowHasTriggerLikeNode' in names) && engine.N8N_NODES_API_VERSION === undefined)
	throw new Error('n8n-nodes-club needs n8n 2.0 or later. Update n8n, then install it again.');

/**
 * Whether an item of `{ error, message, details }` goes to the error output of a node. Before 2.36, n8n passed an item with three
 * properties on as a success. n8n names its interface for nodes since 2.39; a version without a name counts as an older one.
 */
export const ROUTES_DETAILS = engine.N8N_NODES_API_VERSION !== undefined;

/** Waits for some milliseconds, and rejects as soon as the signal aborts. Older versions of n8n have another function for it. */
export const sleep: typeof engine.sleep = (engine as { sleepWithAbort?: typeof engine.sleep }).sleepWithAbort ?? engine.sleep;

/** The time in ms, and a sleep that rejects as soon as the signal aborts. */
export interface Clock {
	now(): number;
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const clock: Clock = {
	now: () => Date.now(),
	sleep,
};

/** The clock of waits and limits, in whole ms since the process began, as timers take them. Nobody can set it. */
export const steady: Clock = {
	now: () => Math.round(performance.now()),
	sleep: async (ms, signal) => await clock.sleep(ms, signal),
};

/** Everything that one process of n8n remembers, each with its maximum number of entries. It stores fingerprints of keys, never a key. */
const MAX_ENTRIES = {
	/** The budget of each club key at an address that a workflow has used. */
	budgets: 10_000,
	/** The subscription key that works, if it is not the first one. */
	subscriptionKeys: 1_000,
	/** Keys that belong to the expected club. */
	confirmedClubs: 1_000,
	/** The number of calls of each recent execution. */
	executions: 1_000,
	/** Items of all executions that Retry On Fail must not send again, with their output. */
	retries: 10_000,
	/** Pages of people and of drop-downs, of up to 1,000 records each, for a minute. */
	pages: 50,
	/** When each part of a club was last written, such as a person. What was read before is not used again. */
	writes: 10_000,
	/** Pages of lists that polls share, for five minutes, of at most 50 MB together. */
	polledPages: 10_000,
	/** Nodes with a poll in progress, and the newest activation of each. */
	polls: 200,
	activations: 200,
	/** For each poll trigger: lists that could not be read, and when n8n last got something to store. */
	failingLists: 200,
	pollsGiven: 200,
	/** Events that a Club Trigger received recently (10,000 entries of about 200 bytes). */
	handledEvents: 10_000,
	/** For each Club Trigger: its last hook, publication, handshake and renewal. */
	hooks: 1_000,
	publications: 1_000,
	openValidations: 1_000,
	renewals: 1_000,
	openRenewals: 1_000,
	/** When deliveries last made a Club Trigger do something that is limited in time, such as a warning. */
	lastTimes: 6_000,
	/** For each Club Trigger and club: whether the club has its subscription. */
	otherClubs: 1_000,
	/** Unknown types and versions of events that a trigger has shown. */
	shownKinds: 1_000,
} as const;

/** A map with a maximum size. When it is full, it forgets the entry of the lowest value, and among equals the least recently used. */
export class Memory<V> {
	private readonly entries = new Map<string, V>();

	/**
	 * @param worth the value of an entry, 0 or more; 0 for all when left out
	 * @param onForget called with an entry that makes room for another
	 */
	constructor(
		private readonly max: number,
		private readonly worth: (value: V) => number = () => 0,
		private readonly onForget?: (value: V) => void,
	) {}

	get(key: string): V | undefined {
		const value = this.entries.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	set(key: string, value: V): void {
		this.entries.delete(key);
		if (this.entries.size >= this.max) this.forgetLeast();
		this.entries.set(key, value);
	}

	delete(key: string): void {
		this.entries.delete(key);
	}

	all(): Array<[key: string, value: V]> {
		return [...this.entries];
	}

	private forgetLeast(): void {
		let lowestKey = '';
		let lowest = Infinity;
		for (const [key, value] of this.entries) {
			const worth = this.worth(value);
			if (worth < lowest) [lowestKey, lowest] = [key, worth];
			if (worth === 0) break;
		}
		const forgotten = this.entries.get(lowestKey);
		if (forgotten !== undefined) this.onForget?.(forgotten);
		this.entries.delete(lowestKey);
	}
}

/** The memory of the process for one kind of entry. Only the module that owns the entries calls it, once. */
export const remembered = <V>(what: keyof typeof MAX_ENTRIES, worth?: (value: V) => number, onForget?: (value: V) => void): Memory<V> =>
	new Memory<V>(MAX_ENTRIES[what], worth, onForget);

/** The limit of one kind of entry, for a module that counts more than the entries themselves. */
export const maxEntries = (what: keyof typeof MAX_ENTRIES): number => MAX_ENTRIES[what];

/** A one-way hash of secrets. It is the key of the process-wide maps, which must never store a secret. */
export const fingerprint = (...secrets: Array<string | undefined>): string =>
	createHash('sha256').update(JSON.stringify(secrets)).digest('hex');
