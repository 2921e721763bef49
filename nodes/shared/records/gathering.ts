import { remembered } from '../transport/memory';

/**
 * What waits for the same turn is written with one stroke: the record is read and written as a whole, and hundreds of executions may
 * end while one of them is at it.
 */
class Gathering {
	private waiting = new Set<string>();
	private next?: Promise<void>;

	/** @param work is done once for all that was added until it takes it */
	async add(values: readonly string[], work: (take: () => string[]) => Promise<void>): Promise<void> {
		for (const value of values) this.waiting.add(value);
		this.next ??= work(() => this.take());
		await this.next;
	}

	private take(): string[] {
		const taken = [...this.waiting];
		this.waiting = new Set();
		this.next = undefined;
		return taken;
	}
}

/** What waits in this process, by name. */
export class Gatherings {
	private readonly known = remembered<Gathering>('gatherings');

	of(name: string): Gathering {
		const known = this.known.get(name) ?? new Gathering();
		this.known.set(name, known);
		return known;
	}
}
