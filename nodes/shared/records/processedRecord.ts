import type { DeduplicationHelperFunctions, IExecuteFunctions } from 'n8n-workflow';
import { clock } from '../transport/clock';
import { remembered } from '../transport/memory';

/**
 * n8n's record of processed values: a list of hashes for a node or a workflow. Its one question is "which of these are new?",
 * and it records them with the same stroke. It is one JSON value that is read and written as a whole, without a lock.
 */
export type ProcessedRecord = Pick<DeduplicationHelperFunctions, 'checkProcessedAndRecord' | 'removeProcessed'>;

const turns = new Map<string, Promise<unknown>>();

/** One after the other for each list in this process: two that write at the same time overwrite each other. */
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

/** How long a process repeats what it has written, in ms. */
const REPEAT_MS = 30_000;

/** The values that this process wrote of late to each list, and when, in ms. */
const written = remembered<Map<string, number>>('writtenValues');

/**
 * One list of n8n's record, as this process writes it. A worker that writes at the same time overwrites it, so each write
 * repeats what this process wrote in the last seconds. Its methods are for `inTurn`.
 */
export class ValueList {
	private readonly recent: Map<string, number>;

	/** @param most how many values n8n keeps @param name of the list in this process */
	constructor(
		private readonly record: ProcessedRecord,
		private readonly scope: 'node' | 'workflow',
		private readonly most: number,
		name: string,
	) {
		this.recent = written.get(name) ?? new Map<string, number>();
		written.set(name, this.recent);
	}

	/** Records values. @returns those that were known before, and what this process repeats */
	async write(values: readonly string[]): Promise<Set<string>> {
		const now = clock.now();
		for (const [value, at] of this.recent) if (now - at > REPEAT_MS) this.recent.delete(value);
		const repeated = [...this.recent.keys()];
		const processed = await this.add([...new Set([...repeated, ...values])]);
		for (const value of values) this.recent.set(value, now);
		return new Set([...processed, ...repeated]);
	}

	/** Makes values the newest of the list, in this order, so that n8n forgets them last. */
	async renew(values: readonly string[]): Promise<void> {
		await this.record.removeProcessed([...values], this.scope, this.options);
		await this.add(values);
	}

	/** Takes values out. */
	async remove(values: readonly string[]): Promise<void> {
		for (const value of values) this.recent.delete(value);
		await this.record.removeProcessed([...values], this.scope, this.options);
	}

	private async add(values: readonly string[]): Promise<string[]> {
		const stroke = async () => await this.record.checkProcessedAndRecord([...values], this.scope, this.options);
		// Another process may have begun the list at the same moment; then the second try finds it.
		const { processed } = await stroke().catch(stroke);
		return processed.map(String);
	}

	private get options() {
		return { mode: 'entries', maxEntries: this.most } as const;
	}
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
