export interface Patience {
	/** How long one call may wait for the rate limit, in milliseconds; 0 never waits. */
	maxWaitMs: number;
	/** How long the club may take to answer a call, in milliseconds; `CALL_TIMEOUT_MS` when left out. */
	timeoutMs?: number;
	/** Whether a call that took too long is not repeated. */
	stopsAtTimeout?: boolean;
	/** Whether the panel has options for this, which an error may name. */
	hasOptions?: boolean;
}

/**
 * The default of Max Wait, in seconds, where a model waits for the answer. An item without a model waits an hour: the default in the
 * panel (`maxWait` in Club/fields/fields.ts). A poll waits until its own end (`clubOf` in ClubPollTrigger/poll/pollNode.ts).
 */
export const MODEL_WAIT = 20;

/** How long the reads of an item may take for a model, in seconds: its client gives up after a minute. */
export const MODEL_READS = 40;

/** How long the club may take to answer a call, in ms. */
export const CALL_TIMEOUT_MS = 60_000;

export const AFTER_EVENT: Patience = { maxWaitMs: 3_600_000 };

/** A call of a drop-down: its user does not wait for the next minute. */
export const IN_DROP_DOWN: Patience = { maxWaitMs: 2_000 };
