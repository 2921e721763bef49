/** What is remembered of one record. */
export interface Mark {
	/** The ids that name it: its own, or those of a class and a user. */
	ids: number[];
	/** Digest of its watched properties ({@link digestOf}); absent if unknown. */
	digest?: string;
	/** The values that events compare, as JSON, by the name of the event; absent if unknown. */
	values?: Record<string, string>;
	/** When it begins, or when it was first seen, in seconds since the epoch. */
	time?: number;
	met?: boolean;
	/** Whether the current scan has emitted its update, while the absence of some property said nothing yet. */
	isUpdated?: boolean;
	/** Since when whole reads of its list lack it, in ms since the epoch. */
	missingSince?: number;
	/** When it was last read by itself, in ms since the epoch: its list lacks it, but it exists. */
	unlistedAt?: number;
	/** When such a membership ends, in seconds since the epoch, if it can be the last one of its athlete; 0 if it is disabled or used up. */
	end?: number;
	/** Whether it is gone, and only its values are remembered until it has begun. */
	isGone?: boolean;
	/** Which of the list's reads last gave it; absent for the first one. */
	read?: number;
	/** Whether it was not the last membership of its athlete at the last whole scan, or a class that was there before its calendar could be read. */
	ignored?: boolean;
	/** The athlete of a membership, whom its removal names. */
	owner?: number;
}

/**
 * Marks as n8n stores them. Most records of a list share all but their ids and their digest, so these stand in a row, and what they share
 * stands once: 100,000 athletes must not take more than 3 MB of n8n's single column of static data.
 */
export type StoredMarks = MarkGroup[];

interface MarkGroup extends Omit<Mark, 'ids' | 'digest' | 'owner'> {
	/** For each record its ids, its digest and its owner, such as `1017 kX2…` or `12/1017 kX2…`, separated by commas. */
	rows: string;
}

export const recordKey = (ids: readonly number[]): string => ids.join('/');

/** Marks as n8n stores them, in ascending order of the ids. */
export function storedMarks(marks: Iterable<Mark>): StoredMarks {
	const groups = new Map<string, { shared: Omit<MarkGroup, 'rows'>; rows: string[] }>();
	for (const { ids, digest = '', owner = '', ...shared } of [...marks].sort(byIds)) {
		const key = JSON.stringify(shared);
		const group = groups.get(key) ?? { shared, rows: [] };
		groups.set(key, group);
		group.rows.push(`${recordKey(ids)} ${digest} ${owner}`.trimEnd());
	}
	return [...groups.values()].map(({ shared, rows }) => ({ ...shared, rows: rows.join() }));
}

export function marksIn(stored: StoredMarks = []): Map<string, Mark> {
	const marks = new Map<string, Mark>();
	for (const { rows, ...shared } of stored)
		for (const row of rows.split(',')) {
			const [key, digest, owner] = row.split(' ');
			marks.set(key, {
				ids: key.split('/').map(Number),
				...(digest && { digest }),
				...(owner && { owner: Number(owner) }),
				...shared,
			});
		}
	return marks;
}

/** Compares two marks by the first id that differs. No two marks have the same ids. */
export function byIds(one: Pick<Mark, 'ids'>, other: Pick<Mark, 'ids'>): number {
	const place = one.ids.findIndex((id, index) => id !== other.ids[index]);
	return one.ids[place] - other.ids[place];
}
