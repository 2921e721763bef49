import type { IDataObject } from 'n8n-workflow';
import { rowsOf } from '../shared/records/paging';
import { ClubError } from '../shared/transport/errors';
import type { ListCall } from '../shared/api/endpoints';
import { maxCountOf } from '../shared/api/endpoints';

/** Smallest page that is asked for because a larger one takes too long. */
const SMALLEST = 10;

/** Within this share of the time of a poll a page comes quickly: twice as many rows come in time, too. */
const QUICK = 1 / 4;

/** Rows of a page, by list, where the club did not give larger ones in time. */
export type Learned = Partial<Record<ListCall, number>>;

/**
 * How many rows of each list a poll asks for at once. Nobody knows how long a club takes for a page, so that is learned: half as
 * many after a page that did not come in time, twice as many after a poll in which all full pages of the list came quickly.
 * @reading pageTime
 */
export class PageSizes {
	/** Rows of a page that did not come in time, by list. */
	private readonly late: Learned = {};
	/** The longest time of a full page, in ms. */
	private readonly slowest: Learned = {};

	/**
	 * @param learned what earlier polls have learned
	 * @param timeMs how long a poll may take
	 */
	constructor(
		private readonly learned: Learned,
		private readonly timeMs: number,
		private readonly now: () => number,
	) {}

	/** Rows of a page in this poll. */
	wanted(call: ListCall): number {
		const most = maxCountOf(call) ?? Infinity;
		return Math.min(this.learned[call] ?? most, most);
	}

	/** What the next poll is to know. */
	get next(): Learned {
		const calls = Object.keys({ ...this.learned, ...this.late }) as ListCall[];
		const sizes = calls.map((call): [ListCall, number] => [call, this.nextOf(call)]);
		return Object.fromEntries(sizes.filter(([call, size]) => size < (maxCountOf(call) ?? Infinity)));
	}

	/** Whether that is something else than this one knew. */
	get hasLearned(): boolean {
		return Object.keys({ ...this.learned, ...this.late }).some((call) => this.next[call as ListCall] !== this.learned[call as ListCall]);
	}

	private nextOf(call: ListCall): number {
		const { [call]: late } = this.late;
		if (late !== undefined) return Math.max(SMALLEST, Math.floor(late / 2));
		return this.wanted(call) * ((this.slowest[call] ?? this.timeMs) < this.timeMs * QUICK ? 2 : 1);
	}

	/** Reads a page, and learns from how long it takes. @param count rows that it is asked for */
	async read(call: ListCall, count: number, page: () => Promise<IDataObject>): Promise<IDataObject> {
		const began = this.now();
		const answer = await page().catch((error: unknown) => {
			if (!(error instanceof ClubError) || !error.late || count <= SMALLEST) throw error;
			this.late[call] = count;
			throw error.with({ advice: `The page may be too large for that: the next one has ${this.nextOf(call)} rows.` });
		});
		if (rowsOf(answer).length >= count) this.slowest[call] = Math.max(this.slowest[call] ?? 0, this.now() - began);
		return answer;
	}
}
