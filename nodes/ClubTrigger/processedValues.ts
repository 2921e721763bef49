import type { DeduplicationHelperFunctions } from 'n8n-workflow';
import { clock, remembered } from '../shared/transport/process';

/**
 * n8n's record of processed values: a list of hashes for a node. It only answers which of some values are
 * new, and records them in the same step. It is one JSON value, which n8n reads and writes as a whole, without a lock.
 */
export type ProcessedRecord = Pick<DeduplicationHelperFunctions, 'checkProcessedAndRecord' | 'removeProcessed'>;

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

/** How long a process repeats its writes, in ms. */
const REPEAT_MS = 30_000;

/** The values that this process wrote lately to each list, and when, in ms. */
const written = remembered<Map<string, number>>('writtenValues');

/**
 * One list of n8n's record, as this process writes it. Another worker that writes at the same time overwrites it, so each
 * write repeats what this process wrote in the last seconds. Call its methods inside `withLock`.
 */
export class ValueList {
	private readonly recent: Map<string, number>;

	/** @param maxEntries how many values n8n keeps @param name of the list in this process */
	constructor(
		private readonly record: ProcessedRecord,
		private readonly maxEntries: number,
		name: string,
	) {
		this.recent = written.get(name) ?? new Map<string, number>();
		written.set(name, this.recent);
	}

	/** Records values. @returns the values that were known before, and those that this process repeats */
	async write(values: readonly string[]): Promise<Set<string>> {
		const now = clock.now();
		const repeated = this.repeated(now);
		const processed = await this.add([...new Set([...repeated, ...values])]);
		for (const value of values) this.recent.set(value, now);
		return new Set([...processed, ...repeated]);
	}

	private repeated(now: number): string[] {
		for (const [value, at] of this.recent) if (now - at > REPEAT_MS) this.recent.delete(value);
		return [...this.recent.keys()];
	}

	/** Makes values the newest of the list, in this order, so that n8n forgets them last. */
	async renew(values: readonly string[]): Promise<void> {
		await this.record.removeProcessed([...values], 'node', this.options);
		await this.add(values);
	}

	/** Removes values. */
	async remove(values: readonly string[]): Promise<void> {
		for (const value of values) this.recent.delete(value);
		await this.record.removeProcessed([...values], 'node', this.options);
	}

	private async add(values: readonly string[]): Promise<string[]> {
		const checkAndRecord = async () => await this.record.checkProcessedAndRecord([...values], 'node', this.options);
		// The first try fails if another process creates the list at the same moment. The second finds it.
		const { processed } = await checkAndRecord().catch(checkAndRecord);
		return processed.map(String);
	}

	private get options() {
		return { mode: 'entries', maxEntries: this.maxEntries } as const;
	}
}
