import type { IDataObject } from 'n8n-workflow';
import type { Mark, PackedMarks } from './snapshot';
import { keyOf, packMarks, unpackMarks } from './snapshot';

/** What a record is now, compared with what was remembered of it. */
export interface Difference {
	/** Whether it was not there before. */
	added: boolean;
	/** Whether a watched property differs; false where nothing is known to compare with. */
	changed: boolean;
	before?: Mark;
	now: Mark;
	row: IDataObject;
}

/** More than this share of a list cannot vanish between two scans, unless a second scan says the same. */
const MOST_VANISHED = 1 / 5;

/**
 * The records of a list as they are remembered, and the scan that compares them with the list. A scan may be spread over
 * several polls: what it has met is packed with the rest. It relies on no order of the list.
 */
export class Scan {
	private readonly marks: Map<string, Mark>;

	constructor(packed?: PackedMarks) {
		this.marks = packed ? unpackMarks(packed) : new Map();
	}

	/** What is remembered of a record. */
	known(ids: readonly number[]): Mark | undefined {
		return this.marks.get(keyOf(ids));
	}

	/** How a record differs from what is remembered; nothing is remembered by asking. */
	compare(now: Mark, row: IDataObject): Difference {
		const before = this.known(now.ids);
		const differs = (one?: string, other?: string) => one !== undefined && other !== undefined && one !== other;
		return {
			added: before === undefined || before.gone === true,
			changed: differs(before?.digest, now.digest),
			before,
			now,
			row,
		};
	}

	/** Remembers a record as it is now, and that this scan has met it. What cannot be told now stays as it was known. */
	remember({ before, now }: Pick<Difference, 'before' | 'now'>): void {
		const mark: Mark = { ...before, ...now, met: true };
		if (before?.values) mark.values = { ...before.values, ...now.values };
		delete mark.gone;
		delete mark.unlisted;
		this.marks.set(keyOf(now.ids), mark);
	}

	/** A new scan has met nothing yet. */
	begin(): void {
		for (const mark of this.marks.values()) delete mark.met;
	}

	/** What a whole scan has not met, and no earlier one has missed. */
	unmet(): Mark[] {
		return [...this.marks.values()].filter(({ met, gone, unlisted }) => !met && !gone && !unlisted);
	}

	/** Whether so many have vanished that the list should be read again before it is believed. */
	isDoubtful(vanished: number): boolean {
		return vanished > this.marks.size * MOST_VANISHED;
	}

	/** It is not listed any more. What begins later may be listed again: its values stay, so that no condition is emitted twice. */
	forget({ ids, at, values }: Mark): void {
		if (at !== undefined && values) this.marks.set(keyOf(ids), { ids, at, values, gone: true });
		else this.marks.delete(keyOf(ids));
	}

	/** It is not listed any more, but the club gives it by itself: it is there, and is not asked for again. */
	keepUnlisted(mark: Mark): void {
		this.marks.set(keyOf(mark.ids), { ...mark, unlisted: true });
	}

	/** Forgets what a whole scan has not met and has begun, or was first seen, before a moment in seconds, or does not say when. */
	forgetUnmetBefore(seconds: number): void {
		for (const [key, { met, at = 0 }] of this.marks) if (!met && at < seconds) this.marks.delete(key);
	}

	/** Forgets the digests and values of all records that are compared with nothing, but not that the records are there. */
	keepKnown(digests: boolean, events: ReadonlySet<string>): void {
		for (const mark of this.marks.values()) {
			if (!digests) delete mark.digest;
			for (const name of Object.keys(mark.values ?? {})) if (!events.has(name)) delete mark.values?.[name];
		}
	}

	pack(): PackedMarks {
		return packMarks(this.marks.values());
	}
}
