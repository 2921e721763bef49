import type { IExecuteFunctions } from 'n8n-workflow';
import { nodeKeyOf } from '../shared/transport/spending';
import { hasSucceeded, withLock, ValueList } from '../shared/records/handled';
import { createHash } from 'crypto';
import { remembered } from '../shared/transport/process';

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
	const own = await withLock(node, async () => await claim(list, ids, claimant));
	if (untilSuccess && own.size > 0) {
		functions.onExecutionFinish?.(async () => {
			if (!(await hasSucceeded(functions))) return;
			await withLock(node, async () => await release(list, [...own], claimant));
			functions.logger.debug(`${own.size} events of the club are handled for good`);
		});
	}
	return own;
}

/**
 * The events that one process has taken in of late, so that duplicates that arrive together start one execution.
 * A duplicate waits for what comes of the first one: it is dropped when that was a success, and handled itself when it
 * was not. What lasts is kept by `handledEvents`; there two workers may overwrite each other's entries, since n8n's
 * record has no lock, so this memory is not a short one.
 */

interface Handled {
	/** Whether it was a success; undefined while nobody knows. */
	success?: boolean;
	outcome: Promise<boolean>;
}

/** A key of a fixed length, however long an id its sender has thought of. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64');

export class HandledHere {
	private readonly known = remembered<Handled>('handledEvents');

	/**
	 * Takes in the events that nobody has handled or is handling.
	 * @param keys keys of the events, named so that those of another trigger differ
	 * @param success tells whether this handling was a success, once it was
	 * @returns the keys that are the caller's to handle
	 */
	async admit(keys: string[], success: Promise<boolean>): Promise<Set<string>> {
		const hashes = new Map(keys.map((key) => [key, hashOf(key)]));
		for (;;) {
			const open = [...hashes.values()].flatMap((hash) => this.known.get(hash) ?? []).filter((handled) => handled.success === undefined);
			if (open.length === 0) break;
			await Promise.all(open.map(async (handled) => await handled.outcome));
		}
		const fresh = [...hashes].filter(([, hash]) => !this.known.get(hash));
		for (const [, hash] of fresh) this.remember(hash, success);
		return new Set(fresh.map(([key]) => key));
	}

	private remember(hash: string, success: Promise<boolean>): void {
		const handled: Handled = {
			outcome: success.then((isSuccess) => {
				handled.success = isSuccess;
				if (!isSuccess && this.known.get(hash) === handled) this.known.delete(hash);
				return isSuccess;
			}),
		};
		this.known.set(hash, handled);
	}
}
