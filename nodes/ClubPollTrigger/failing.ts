import type { ListName } from './lists';

/** How often the user is told that a list cannot be read while others can, in ms. */
const SAY_EVERY_MS = 3_600_000;

/** A list that could not be read at its last tries. */
interface Failing {
	/** How many tries in a row, and when the last one was. */
	times: number;
	at: number;
	/** When the user was last told. */
	saidAt: number;
}

/**
 * The lists of a node that cannot be read. They are read after the others, at the pace of any list, and said aloud once an
 * hour: getting this wrong lets a single refused list keep the events of all others back.
 */
export class FailingLists {
	private readonly lists = new Map<ListName, Failing>();

	has(name: ListName): boolean {
		return this.lists.has(name);
	}

	/** Whether a list may be tried. One failure is no reason to wait. @param pause ms between two reads of it */
	isDue(name: ListName, pause: number, now: number): boolean {
		const failing = this.lists.get(name);
		return !failing || failing.times < 2 || now - failing.at >= pause;
	}

	/** A list could not be read. @returns whether the user is to be told now */
	fail(name: ListName, now: number): boolean {
		const known = this.lists.get(name);
		const isNews = !known || now - known.saidAt >= SAY_EVERY_MS;
		this.lists.set(name, { times: (known?.times ?? 0) + 1, at: now, saidAt: isNews ? now : known.saidAt });
		return isNews;
	}

	/** A list was read. */
	mend(name: ListName): void {
		this.lists.delete(name);
	}
}
