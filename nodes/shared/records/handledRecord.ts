import type { DeduplicationHelperFunctions, IExecuteFunctions } from 'n8n-workflow';

/**
 * Handles an event once, across restarts and processes, by n8n's own record of processed values: a list of hashes
 * for a node, whose one question is "which of these are new?", and which records them with the same stroke.
 *
 * Two values stand for an event: its id, and its claim. Both are asked for, and so recorded, in one stroke:
 *
 *   id new                    nobody had it: it is ours
 *   id known, claim known     it was taken but not brought to an end: it is ours again
 *   id known, claim new       it is a duplicate, and the claim just recorded is taken back
 *
 * With `acknowledge: onReceived` the claim names the execution. It is kept, so that a duplicate is dropped, and yet
 * the same execution, run again by another worker after a crash, is not taken for its own duplicate.
 * With `acknowledge: lastNode` the claim is open to every execution and is taken back when the workflow has
 * succeeded: until then, whoever gets the event again handles it again.
 * A crash between two strokes leaves a claim too many, never one too few: rather twice than lost. (One moment is not
 * covered: a crash while an event that failed more than EVENTS_KEPT events ago is written anew.)
 */

/** Which of n8n's lists is meant, and how many values it keeps; a list is one JSON value that is read and written as a whole. */
export interface List {
	scope: 'node' | 'workflow';
	most: number;
}

/** The list of a node: 2,000 events, two values each. */
const OF_NODE: List = { scope: 'node', most: 4_000 };

const optionsOf = ({ most }: List) => ({ mode: 'entries', maxEntries: most }) as const;

/** n8n's record of processed values. */
export type ProcessedRecord = Pick<DeduplicationHelperFunctions, 'checkProcessedAndRecord' | 'removeProcessed'>;

const claimOf = (id: string, claimant: string): string => `${claimant}\n${id}`;

const turns = new Map<string, Promise<unknown>>();

/** One after the other for each list in this process: the record is read and written as a whole, without a lock. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
	const before = turns.get(name) ?? Promise.resolve();
	const turn = before.then(work, work);
	turns.set(name, turn);
	try {
		return await turn;
	} finally {
		if (turns.get(name) === turn) turns.delete(name);
	}
}

/** Asks and records; another process may have begun the record at the same moment, then the second try finds it. */
async function ask(record: ProcessedRecord, values: string[], list: List): Promise<Set<unknown>> {
	const stroke = async () => new Set<unknown>((await record.checkProcessedAndRecord(values, list.scope, optionsOf(list))).processed);
	return await stroke().catch(stroke);
}

/**
 * Claims events for an execution.
 * @param claimant names who may handle them again: an execution, or everybody
 * @returns the ids of those that are its own to handle
 */
export async function claim(record: ProcessedRecord, ids: string[], claimant: string, list = OF_NODE): Promise<Set<string>> {
	const known = await ask(
		record,
		ids.flatMap((id) => [id, claimOf(id, claimant)]),
		list,
	);
	const duplicates = ids.filter((id) => known.has(id) && !known.has(claimOf(id, claimant)));
	if (duplicates.length > 0) await release(record, duplicates, claimant, list);
	// The list forgets its oldest values. Where an id is forgotten before its claim, both are written anew, or the
	// claim would be forgotten before the id.
	const halfForgotten = ids.filter((id) => !known.has(id) && known.has(claimOf(id, claimant)));
	if (halfForgotten.length > 0) {
		const values = halfForgotten.flatMap((id) => [id, claimOf(id, claimant)]);
		await record.removeProcessed(values, list.scope, optionsOf(list));
		await ask(record, values, list);
	}
	const dropped = new Set(duplicates);
	return new Set(ids.filter((id) => !dropped.has(id)));
}

/** Claims events that somebody else has taken before. */
export async function reclaim(record: ProcessedRecord, ids: string[], claimant: string, list: List): Promise<void> {
	await ask(
		record,
		ids.map((id) => claimOf(id, claimant)),
		list,
	);
}

/** Forgets events and their claims: nobody has taken them. */
export async function forget(record: ProcessedRecord, ids: string[], claimant: string, list: List): Promise<void> {
	await record.removeProcessed(
		ids.flatMap((id) => [id, claimOf(id, claimant)]),
		list.scope,
		optionsOf(list),
	);
}

/** Takes claims back: these events are handled. */
export async function release(record: ProcessedRecord, ids: string[], claimant: string, list = OF_NODE): Promise<void> {
	await record.removeProcessed(
		ids.map((id) => claimOf(id, claimant)),
		list.scope,
		optionsOf(list),
	);
}

/** Writes anew that these events are handled, should another process have overwritten it. */
export async function confirm(record: ProcessedRecord, ids: string[], claimant: string, list: List): Promise<void> {
	await ask(record, ids, list);
	await release(record, ids, claimant, list);
}

/** Every execution may handle an event until one has succeeded. */
const EVERYBODY = 'open';

/** Which of these events a claimant has taken and not brought to an end; asking leaves no claim behind. */
export async function claimedBy(record: ProcessedRecord, ids: string[], claimant: string, list: List): Promise<string[]> {
	const known = await ask(
		record,
		ids.map((id) => claimOf(id, claimant)),
		list,
	);
	const isOpen = (id: string) => known.has(claimOf(id, claimant));
	const others = ids.filter((id) => !isOpen(id));
	if (others.length > 0) await release(record, others, claimant, list);
	return ids.filter(isOpen);
}

/**
 * Whether this execution has ended well, as far as n8n kept it. A success that the workflow's settings do not keep is
 * told from a failure only where failures are kept.
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
 * Which of these events this execution is to handle. Under `lastNode` they are handled for good once it has succeeded.
 */
export async function claimEvents(functions: IExecuteFunctions, ids: string[], untilSuccess: boolean): Promise<Set<string>> {
	const { helpers: record, logger } = functions;
	const node = `${functions.getWorkflow().id}\n${functions.getNode().id}`;
	const claimant = untilSuccess ? EVERYBODY : functions.getExecutionId();
	const own = await inTurn(node, async () => await claim(record, ids, claimant));
	if (untilSuccess && own.size > 0) {
		functions.onExecutionFinish?.(async () => {
			if (!(await hasSucceeded(functions))) return;
			await inTurn(node, async () => await release(record, [...own], claimant));
			logger.debug(`${own.size} events of the club are handled for good`);
		});
	}
	return own;
}
