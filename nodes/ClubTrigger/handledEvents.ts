import type { IExecuteFunctions } from 'n8n-workflow';
import { nodeKeyOf } from '../shared/transport/caller';
import { hasSucceeded, inTurn, ValueList } from '../shared/records/processedRecord';

/**
 * Handles an event once, across restarts and processes, by its id in n8n's record of processed values.
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
 * covered: a crash while an event that failed more than 2,000 events ago is written anew.)
 */

/** 2,000 events, two values each. */
const VALUES_KEPT = 4_000;

/** Every execution may handle an event until one has succeeded. */
const EVERYBODY = 'open';

const claimOf = (id: string, claimant: string): string => `${claimant}\n${id}`;

/** Takes claims back: these events are handled. */
export async function release(list: ValueList, ids: string[], claimant: string): Promise<void> {
	await list.remove(ids.map((id) => claimOf(id, claimant)));
}

/**
 * Claims events for an execution.
 * @param claimant names who may handle them again: an execution, or everybody
 * @returns the ids that are its own to handle
 */
export async function claim(list: ValueList, ids: string[], claimant: string): Promise<Set<string>> {
	const valuesOf = (some: readonly string[]) => some.flatMap((id) => [id, claimOf(id, claimant)]);
	const known = await list.write(valuesOf(ids));
	const duplicates = ids.filter((id) => known.has(id) && !known.has(claimOf(id, claimant)));
	if (duplicates.length > 0) await release(list, duplicates, claimant);
	// The list forgets its oldest values. Where an id is forgotten before its claim, both are written anew, or the
	// claim would be forgotten before the id.
	const halfForgotten = ids.filter((id) => !known.has(id) && known.has(claimOf(id, claimant)));
	if (halfForgotten.length > 0) await list.renew(valuesOf(halfForgotten));
	const dropped = new Set(duplicates);
	return new Set(ids.filter((id) => !dropped.has(id)));
}

/**
 * Which of these events this execution is to handle. Under `lastNode` they are handled for good once it has succeeded.
 */
export async function claimEvents(functions: IExecuteFunctions, ids: string[], untilSuccess: boolean): Promise<Set<string>> {
	const node = nodeKeyOf(functions);
	const list = new ValueList(functions.helpers, 'node', VALUES_KEPT, node);
	const claimant = untilSuccess ? EVERYBODY : functions.getExecutionId();
	const own = await inTurn(node, async () => await claim(list, ids, claimant));
	if (untilSuccess && own.size > 0) {
		functions.onExecutionFinish?.(async () => {
			if (!(await hasSucceeded(functions))) return;
			await inTurn(node, async () => await release(list, [...own], claimant));
			functions.logger.debug(`${own.size} events of the club are handled for good`);
		});
	}
	return own;
}
