/**
 * The events that one process has taken in of late, so that duplicates that arrive together start one execution.
 * A duplicate waits for the answer that the first one gets: it is dropped when that was a success, and handled
 * itself when it was not. What lasts is kept by `once`; there two workers may overwrite each other's entries, since
 * n8n's record has no lock, so this memory is not a short one.
 */

/** Most events remembered here. */
const MOST = 10_000;

interface Arrival {
	/** Whether the delivery was answered with a success; undefined while nobody knows. */
	handled?: boolean;
	outcome: Promise<boolean>;
}

export class Arrivals {
	private readonly known = new Map<string, Arrival>();

	/**
	 * Takes in the events that nobody has handled or is handling.
	 * @param ids ids of the events, named so that those of another trigger differ
	 * @param answered tells whether this delivery was answered with a success, once it was
	 * @returns the ids that are this delivery's to handle
	 */
	async admit(ids: string[], answered: Promise<boolean>): Promise<Set<string>> {
		for (;;) {
			const open = ids.map((id) => this.known.get(id)).filter((arrival) => arrival && arrival.handled === undefined);
			if (open.length === 0) break;
			await Promise.all(open.map(async (arrival) => await arrival?.outcome));
		}
		const fresh = new Set(ids.filter((id) => !this.known.has(id)));
		for (const id of fresh) this.remember(id, answered);
		return fresh;
	}

	private remember(id: string, answered: Promise<boolean>): void {
		const arrival: Arrival = { outcome: answered };
		arrival.outcome = answered.then((handled) => {
			arrival.handled = handled;
			if (!handled && this.known.get(id) === arrival) this.known.delete(id);
			return handled;
		});
		this.known.set(id, arrival);
		if (this.known.size <= MOST) return;
		const [oldest] = this.known.keys();
		this.known.delete(oldest);
	}
}
