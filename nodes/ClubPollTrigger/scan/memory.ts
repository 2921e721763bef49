import type { IDataObject } from 'n8n-workflow';
import { DAY_MS } from '../../shared/api/time';
import { recordKey, storedMarks, marksIn, type Mark, type StoredMarks } from './snapshot';

export interface Difference {
	added: boolean;
	/** Whether a watched property differs; false without a digest to compare with. */
	changed: boolean;
	before?: Mark;
	now: Mark;
	row: IDataObject;
}

/** How long the records of a window are remembered after it, in seconds. */
const KEPT_S = (14 * DAY_MS) / 1000;

/**
 * The remembered records of a list, and the scan that compares them with it. A scan may take several polls, so its
 * progress is packed with the records. It relies on no order of the list.
 */
export class Scan {
	private readonly marks: Map<string, Mark>;

	constructor(packed?: StoredMarks) {
		this.marks = marksIn(packed);
	}

	previous(ids: readonly number[]): Mark | undefined {
		return this.marks.get(recordKey(ids));
	}

	compare(now: Mark, row: IDataObject): Difference {
		const before = this.previous(now.ids);
		return {
			added: before === undefined || before.isGone === true,
			changed: before?.digest !== undefined && now.digest !== undefined && before.digest !== now.digest,
			before,
			now,
			row,
		};
	}

	/** Remembers a record as it is now, and that this scan has met it. A value that is unknown now keeps its last state. */
	remember({ before, now }: Pick<Difference, 'before' | 'now'>): void {
		const values = before?.values ? { ...before.values, ...now.values } : now.values;
		const isListed = { missingSince: undefined, unlistedAt: undefined, end: undefined, isGone: undefined };
		this.marks.set(recordKey(now.ids), { ...before, ...now, values, met: true, ...isListed });
	}

	all(): Mark[] {
		return [...this.marks.values()];
	}

	begin(): void {
		for (const mark of this.marks.values()) {
			delete mark.met;
			delete mark.isUpdated;
		}
	}

	/** The records that a whole scan has not met, without those that an earlier scan missed. */
	unmet(): Mark[] {
		return this.all().filter(({ met, missingSince, unlistedAt, isGone }) => !met && !isGone && (missingSince ?? unlistedAt) === undefined);
	}

	missing(): Mark[] {
		return this.all().filter(({ missingSince }) => missingSince !== undefined);
	}

	unlisted(): Mark[] {
		return this.all().filter(({ unlistedAt }) => unlistedAt !== undefined);
	}

	/** Notes since when a record is missing, in ms since the epoch; undefined if it is not. */
	noteMissing(mark: Mark, missingSince: number | undefined): void {
		this.marks.set(recordKey(mark.ids), { ...mark, missingSince });
	}

	/** Notes that a record exists although its list lacks it. @param unlistedAt when it was read, in ms since the epoch */
	keepUnlisted(mark: Mark, unlistedAt: number, end: number | undefined): void {
		this.marks.set(recordKey(mark.ids), { ...mark, missingSince: undefined, unlistedAt, end });
	}

	/**
	 * Forgets a record that is no longer listed. One that begins later may come back: its values stay, or a condition would be
	 * emitted twice.
	 */
	forget({ ids, time, values }: Mark): void {
		if (time !== undefined && values) this.marks.set(recordKey(ids), { ids, time, values, isGone: true });
		else this.marks.delete(recordKey(ids));
	}

	/** Remembers which of the records that this scan has met are not the last memberships of their athletes. */
	noteIgnored(isIgnored: (mark: Mark) => boolean): void {
		for (const mark of this.marks.values()) if (mark.met) mark.ignored = isIgnored(mark);
	}

	/**
	 * Forgets the records of a window that a whole scan has not met and whose `at` is missing or has passed. For some days their IDs and
	 * values stay: a class that is moved after it has begun is not new.
	 * @param seconds when the window begins, in seconds since the epoch
	 */
	forgetUnmetBefore(seconds: number): void {
		for (const [key, mark] of this.marks) {
			const { met, time = 0 } = mark;
			if (!met && time < seconds - KEPT_S) this.marks.delete(key);
			else if (!met && time < seconds) delete mark.digest;
		}
	}

	/** Gives all remembered records the digest of a record that has none of the watched properties, where a digest is known. */
	replaceDigests(digest: string): void {
		for (const mark of this.marks.values()) if (mark.digest !== undefined) mark.digest = digest;
	}

	fill(name: string, value: string): void {
		for (const mark of this.marks.values())
			if (mark.met && mark.values?.[name] === undefined) mark.values = { ...mark.values, [name]: value };
	}

	/** Forgets digests and values that can no longer be compared, but keeps the records. @param events names whose values stay */
	keepComparable(digests: boolean, events: ReadonlySet<string>): void {
		for (const mark of this.marks.values()) {
			if (!digests) delete mark.digest;
			for (const name of Object.keys(mark.values ?? {})) if (!events.has(name)) delete mark.values?.[name];
		}
	}

	stored(): StoredMarks {
		return storedMarks(this.marks.values());
	}
}
