import type { DeduplicationHelperFunctions, IExecuteFunctions } from 'n8n-workflow';
import { fingerprint, clock, remembered, nodeKeyOf } from '../shared/transport/process';

/**
 * Handles an event once, across restarts and processes, by its ID in n8n's record of processed values.
 *
 * An event has two values there: its ID and its claim. One step asks for both, and so records both:
 *
 *   ID new                    no execution had the event: this one handles it
 *   ID known, claim known     an execution took it but did not finish it: this one handles it again
 *   ID known, claim new       it is a duplicate, and the new claim is removed again
 *
 * With `acknowledge: onReceived` the claim names the execution and stays. A duplicate is dropped, but an execution that
 * another worker runs again after a crash does not drop its own events.
 * With `acknowledge: lastNode` the claim is open to each execution until the workflow has succeeded, and is removed then:
 * until then, each execution that gets the event handles it.
 * A crash between two steps leaves a claim too many, never one too few: twice is better than lost. (One exception: a crash
 * while an event that failed more than 2,000 events ago is written again.)
 */

/**
 * n8n's record of processed values: a list of hashes for a node. It only answers which of some values are new, and records them in the
 * same step. It is one JSON value, which n8n reads and writes as a whole, without a lock: two workers that write in the same moment can
 * overwrite each other, and an event is then handled twice.
 */
export type ProcessedRecord = Pick<DeduplicationHelperFunctions, 'checkProcessedAndRecord' | 'removeProcessed'>;

const LIST = { mode: 'entries', maxEntries: 4_000 } as const;

async function write(record: ProcessedRecord, values: readonly string[]): Promise<Set<string>> {
	const checkAndRecord = async () => await record.checkProcessedAndRecord([...values], 'node', LIST);
	// The first try fails if another process creates the list at the same moment. The second finds it.
	const { processed } = await checkAndRecord().catch(checkAndRecord);
	return new Set(processed.map(String));
}

const locks = new Map<string, Promise<unknown>>();

/** Runs the work on a list one after the other in this process: two writes at the same time overwrite each other. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
	const previous = locks.get(name) ?? Promise.resolve();
	const current = previous.then(work, work);
	locks.set(name, current);
	try {
		return await current;
	} finally {
		if (locks.get(name) === current) locks.delete(name);
	}
}

/** The claimant under `lastNode`: each execution can handle an event until one has succeeded. */
const ANY_EXECUTION = 'open';

const claimOf = (id: string, claimant: string): string => `${claimant}\n${id}`;

/**
 * Claims events for this execution. Under `lastNode` they count as handled once it has succeeded.
 * @returns the IDs that this execution handles
 */
export async function claimEvents(functions: IExecuteFunctions, ids: string[], untilSuccess: boolean): Promise<Set<string>> {
	const node = nodeKeyOf(functions);
	const { helpers: record } = functions;
	const claimant = untilSuccess ? ANY_EXECUTION : functions.getExecutionId();
	const claimed = await withLock(node, async () => await claim(record, ids, claimant));
	if (untilSuccess && claimed.size > 0) {
		functions.onExecutionFinish?.(async () => {
			if (!(await hasSucceeded(functions))) return;
			await withLock(node, async () => await release(record, [...claimed], claimant));
			functions.logger.debug(`${claimed.size} events of the club are marked as handled`);
		});
	}
	return claimed;
}

/**
 * Whether this execution succeeded, as far as n8n keeps it. If the workflow does not save successful executions, no data
 * means success only where failed ones are saved.
 */
export async function hasSucceeded(functions: IExecuteFunctions): Promise<boolean> {
	if (functions.getExecutionCancelSignal()?.aborted) return false;
	const data = await functions.getExecutionDataById(functions.getExecutionId());
	if (!data) return functions.getWorkflowSettings().saveDataErrorExecution === 'all';
	const { error, lastNodeExecuted, runData } = data.resultData;
	const last = lastNodeExecuted ? runData[lastNodeExecuted]?.at(-1) : undefined;
	return !error && last !== undefined && !last.error;
}

/**
 * Claims events for a claimant.
 * @param claimant which execution can handle them again, or any of them
 * @returns the IDs that the claimant handles
 */
export async function claim(record: ProcessedRecord, ids: string[], claimant: string): Promise<Set<string>> {
	const valuesOf = (some: readonly string[]) => some.flatMap((id) => [id, claimOf(id, claimant)]);
	const processed = await write(record, valuesOf(ids));
	const duplicates = ids.filter((id) => processed.has(id) && !processed.has(claimOf(id, claimant)));
	if (duplicates.length > 0) await release(record, duplicates, claimant);
	// n8n forgets the oldest values. If it forgot an ID before its claim, both are written again: otherwise the claim would
	// go before the ID, and a failed event would pass for a duplicate.
	const halfForgotten = ids.filter((id) => !processed.has(id) && processed.has(claimOf(id, claimant)));
	if (halfForgotten.length > 0) {
		await record.removeProcessed(valuesOf(halfForgotten), 'node', LIST);
		await write(record, valuesOf(halfForgotten));
	}
	const dropped = new Set(duplicates);
	return new Set(ids.filter((id) => !dropped.has(id)));
}

export async function release(record: ProcessedRecord, ids: string[], claimant: string): Promise<void> {
	const claims = ids.map((id) => claimOf(id, claimant));
	await record.removeProcessed(claims, 'node', LIST);
}

interface Handled {
	hash: string;
	success?: boolean;
	outcome: Promise<void>;
}

/** How long a duplicate waits for the first one, in ms. n8n never answers some deliveries, such as one that comes while it starts. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * The events that this process took lately, so that duplicates that arrive together start one execution. A duplicate waits
 * for the first one: it is dropped after a success, and handled after a failure or an hour. n8n's record also catches duplicates,
 * but two workers can overwrite each other's entries there, so this memory is a long one.
 */
export class HandledHere {
	private readonly events = remembered<Handled>('handledEvents');

	/**
	 * Takes the events that this process has not handled and is not handling.
	 * @param keys keys of the events, different for each trigger
	 * @param success resolves to whether this handling was a success
	 * @returns the keys of the events that the caller handles
	 */
	async admit(keys: string[], success: Promise<boolean>): Promise<Set<string>> {
		// A sender can choose a long ID.
		const hashes = new Map(keys.map((key) => [key, fingerprint(key)]));
		for (;;) {
			const open = [...hashes.values()].flatMap((hash) => this.events.get(hash) ?? []).filter((handled) => handled.success === undefined);
			if (open.length === 0) break;
			await Promise.all(open.map(async (handled) => await this.waitFor(handled)));
		}
		const fresh = [...hashes].filter(([, hash]) => !this.events.get(hash));
		for (const [, hash] of fresh) {
			const handled: Handled = { hash, outcome: success.then((isSuccess) => this.end(handled, isSuccess)) };
			this.events.set(hash, handled);
		}
		return new Set(fresh.map(([key]) => key));
	}

	private end(handled: Handled, isSuccess: boolean): void {
		handled.success = isSuccess;
		if (!isSuccess && this.events.get(handled.hash) === handled) this.events.delete(handled.hash);
	}

	/** Waits for the outcome. If there is none in time, the handling counts as a failure. */
	private async waitFor(handled: Handled): Promise<void> {
		const ended = new AbortController();
		void handled.outcome.then(() => ended.abort());
		const isLate = await clock.sleep(LONGEST_WAIT_MS, ended.signal).then(
			() => true,
			() => false,
		);
		if (isLate) this.end(handled, false);
	}
}
