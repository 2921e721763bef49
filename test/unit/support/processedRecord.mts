import { setImmediate as turn } from 'node:timers/promises';
import type { ProcessedRecord } from '../../../nodes/ClubTrigger/handledEvents';

/** n8n's record of processed values as it behaves: a bounded list, read and written as a whole by each call. It can break off before one. */
export class Ledger implements ProcessedRecord {
	values: unknown[] = [];
	strokesLeft = Infinity;
	/** How often it was called. */
	strokes = 0;
	/** The lists that it was called for, each with its scope and how much it is to keep. */
	readonly lists = new Set<string>();

	constructor(private readonly max = Infinity) {}

	private stroke(scope?: string, options?: object): void {
		if (this.strokesLeft-- <= 0) throw new Error('killed');
		this.strokes++;
		this.lists.add(JSON.stringify([scope, options]));
	}

	async checkProcessedAndRecord(items: unknown[], scope?: string, options?: object) {
		this.stroke(scope, options);
		const { values } = this;
		await turn();
		const processed = items.filter((item) => values.includes(item));
		const fresh = items.filter((item) => !values.includes(item));
		this.values = [...values, ...fresh].slice(-this.max);
		return { new: fresh, processed } as never;
	}

	async removeProcessed(items: unknown[], scope?: string, options?: object) {
		this.stroke(scope, options);
		const { values } = this;
		await turn();
		this.values = values.filter((value) => !items.includes(value));
	}
}
