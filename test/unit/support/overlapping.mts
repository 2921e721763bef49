import type { ProcessedRecord } from '../../../nodes/shared/events/handled';

/** Time that goes on by itself whenever everybody waits. */
export class VirtualTime {
	now = 0;
	private readonly waiting: Array<{ at: number; goOn: () => void }> = [];

	readonly sleep = async (ms: number): Promise<void> =>
		await new Promise((goOn) => {
			const at = this.now + ms;
			const index = this.waiting.findIndex((other) => other.at > at);
			this.waiting.splice(index < 0 ? this.waiting.length : index, 0, { at, goOn });
		});

	/** Goes on until nobody waits any more. */
	async run(): Promise<void> {
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			const next = this.waiting.shift();
			if (!next) return;
			this.now = next.at;
			next.goOn();
		}
	}
}

/** A random number below 1 that is the same in each run. */
export function dice(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor(state / 65_536) / 32_768;
	};
}

/**
 * n8n's record as several processes see it: each call reads the whole list and, later, writes the whole list, so that it
 * undoes what another process has written meanwhile.
 */
export class OverlappingRecord {
	/** How many calls undid what another had written. */
	undone = 0;
	private list: unknown[] = [];

	constructor(
		private readonly time: VirtualTime,
		/** How long a call takes from reading to writing, in ms. */
		private readonly takes: () => number,
	) {}

	/** The record for a process, until that has ended. */
	connect(): ProcessedRecord & { end(): void } {
		let hasEnded = false;
		const change = async (changed: (list: unknown[]) => unknown[]) => {
			const read = this.list;
			await this.time.sleep(this.takes());
			if (hasEnded) throw new Error('The process has ended');
			if (this.list !== read) this.undone++;
			this.list = changed(read);
			return read;
		};
		return {
			end: () => (hasEnded = true),
			async checkProcessedAndRecord(items: unknown[], _scope, { maxEntries = Infinity }) {
				const before = new Set(await change((list) => [...new Set([...list, ...items])].slice(-maxEntries)));
				return { new: items.filter((item) => !before.has(item)), processed: items.filter((item) => before.has(item)) } as never;
			},
			async removeProcessed(items: unknown[]) {
				const gone = new Set(items);
				await change((list) => list.filter((item) => !gone.has(item)));
			},
		};
	}
}
