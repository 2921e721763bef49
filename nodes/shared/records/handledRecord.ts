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

/** How n8n is told what kind of list it is. */
export const optionsOf = ({ most }: List) => ({ mode: 'entries', maxEntries: most }) as const;

/** n8n's record of processed values. */
export type ProcessedRecord = Pick<DeduplicationHelperFunctions, 'checkProcessedAndRecord' | 'removeProcessed'>;

const claimOf = (id: string, claimant: string): string => `${claimant}\n${id}`;

/**
 * Two values more, of an event that two nodes share. It is done, whatever claim is left: a claim that was taken back can
 * come again, where another worker writes what it has read before. And it is in doubt whether it is, since asking writes that it is.
 */
const doneOf = (id: string): string => `done\n${id}`;
const doubtOf = (id: string): string => `doubt\n${id}`;

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

/** What an execution has claimed. */
interface Claimed {
	/** The ids of the events that are its own to handle. */
	own: Set<string>;
	/** Those of them that were claimed before and not brought to an end. */
	again: string[];
}

/**
 * Claims events for an execution.
 * @param claimant names who may handle them again: an execution, or everybody
 */
export async function claim(record: ProcessedRecord, ids: string[], claimant: string, list = OF_NODE): Promise<Claimed> {
	const known = await ask(record, inHandOf(ids, claimant), list);
	const duplicates = ids.filter((id) => known.has(id) && !known.has(claimOf(id, claimant)));
	if (duplicates.length > 0) await release(record, duplicates, claimant, list);
	// The list forgets its oldest values. Where an id is forgotten before its claim, both are written anew, or the
	// claim would be forgotten before the id.
	const halfForgotten = ids.filter((id) => !known.has(id) && known.has(claimOf(id, claimant)));
	if (halfForgotten.length > 0) {
		const values = inHandOf(halfForgotten, claimant);
		await record.removeProcessed(values, list.scope, optionsOf(list));
		await ask(record, values, list);
	}
	const dropped = new Set(duplicates);
	return {
		own: new Set(ids.filter((id) => !dropped.has(id))),
		again: ids.filter((id) => !dropped.has(id) && known.has(id)),
	};
}

/** Claims events that somebody else has taken before. */
export async function reclaim(record: ProcessedRecord, ids: string[], claimant: string, list: List): Promise<void> {
	await ask(
		record,
		ids.map((id) => claimOf(id, claimant)),
		list,
	);
}

/** The values of events that are in hand. */
export const inHandOf = (ids: readonly string[], claimant: string): string[] => ids.flatMap((id) => [id, claimOf(id, claimant)]);

/** All values that there may be of events. */
export const valuesOf = (ids: readonly string[], claimants: readonly string[]): string[] =>
	ids.flatMap((id) => [id, ...claimants.map((claimant) => claimOf(id, claimant)), doneOf(id), doubtOf(id)]);

/** Takes claims back: these events are handled. */
export async function release(record: ProcessedRecord, ids: string[], claimant: string, list = OF_NODE): Promise<void> {
	await record.removeProcessed(
		ids.map((id) => claimOf(id, claimant)),
		list.scope,
		optionsOf(list),
	);
}

/** Writes that these events are done. @returns whether all of that was known already */
export async function writeDone(record: ProcessedRecord, ids: string[], list: List): Promise<boolean> {
	const values = ids.flatMap((id) => [id, doneOf(id)]);
	const known = await ask(record, values, list);
	return values.every((value) => known.has(value));
}

/** Writes that these events are done, and takes back what else was written of them. */
export async function bringToEnd(record: ProcessedRecord, ids: string[], claimant: string, list: List): Promise<void> {
	await writeDone(record, ids, list);
	const values = ids.flatMap((id) => [claimOf(id, claimant), doubtOf(id)]);
	await record.removeProcessed(values, list.scope, optionsOf(list));
}

/** Which of these events are done, whatever claim is left of them. A crash while it asks leaves a doubt: then they count as not done. */
export async function areDone(record: ProcessedRecord, ids: string[], list: List): Promise<Set<string>> {
	const known = await ask(
		record,
		ids.flatMap((id) => [doubtOf(id), doneOf(id)]),
		list,
	);
	const done = new Set(ids.filter((id) => known.has(doneOf(id)) && !known.has(doubtOf(id))));
	const values = ids.flatMap((id) => (done.has(id) ? [doubtOf(id)] : [doneOf(id), doubtOf(id)]));
	await record.removeProcessed(values, list.scope, optionsOf(list));
	return done;
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
	const { own } = await inTurn(node, async () => await claim(record, ids, claimant));
	if (untilSuccess && own.size > 0) {
		functions.onExecutionFinish?.(async () => {
			if (!(await hasSucceeded(functions))) return;
			await inTurn(node, async () => await release(record, [...own], claimant));
			logger.debug(`${own.size} events of the club are handled for good`);
		});
	}
	return own;
}
