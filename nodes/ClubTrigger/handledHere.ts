import { createHash } from 'crypto';
import { remembered } from '../shared/transport/memory';

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
