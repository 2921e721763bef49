import type { IDataObject } from 'n8n-workflow';
import { rowsOf, type Page } from '../shared/records/paging';

/** Reads the rows of a list from one id to another, both inclusive, in ascending order (§4.1). */
export type ReadRange = (range: { fromId: number; toId: number; count: number }) => Promise<unknown>;

/**
 * The rows that have the given ids, by `UserId`. Each page starts at the next id that is needed, so it takes
 * at most one call an id, and at most as many as reading the whole list: never more than single reads would.
 */
export async function rowsByIds(ids: Iterable<number>, maxCount: number, read: ReadRange): Promise<Map<number, IDataObject>> {
	const wanted = [...new Set(ids)].sort((a, b) => a - b);
	const rows = new Map<number, IDataObject>();
	const toId = wanted[wanted.length - 1];
	for (let next = 0; next < wanted.length; ) {
		const fromId = wanted[next];
		const count = Math.min(maxCount, toId - fromId + 1);
		const body = await read({ fromId, toId, count });
		const page = rowsOf(body);
		let last = fromId;
		for (const row of page) {
			if (typeof row?.UserId !== 'number') continue;
			rows.set(row.UserId, row);
			last = Math.max(last, row.UserId);
		}
		// A page may be shorter than asked for; what it says of itself counts (§4.1 rule 5). @reading counts
		const goesOn = (body as { Continue?: unknown } | undefined)?.Continue ?? page.length >= count;
		if (page.length === 0 || !goesOn) break;
		while (wanted[next] <= last) next++;
	}
	return rows;
}

/** From this many addresses on, pages are tried before single look-ups. */
export const FEWEST_FOR_PAGES = 5;

/** How many pages a search for so many addresses may read: at worst a quarter more calls than single look-ups. */
export const pagesWorthReading = (addresses: number): number => (addresses < FEWEST_FOR_PAGES ? 0 : Math.max(1, Math.floor(addresses / 4)));

/** Rows by address in lower case, and whether the whole list was read for them. */
export interface RowsByEmail {
	rows: Map<string, IDataObject>;
	/** The addresses that nobody in the list has; empty where it was not read to its end. */
	unlisted: Set<string>;
}

/**
 * The rows that have the given addresses, as far as the pages worth reading hold them. What is neither among them nor
 * certainly absent is looked up one by one.
 */
export async function rowsByEmails(
	addresses: Iterable<string>,
	pages: AsyncIterable<Pick<Page, 'rows'> & Partial<Pick<Page, 'more'>>>,
): Promise<RowsByEmail> {
	const wanted = new Set([...addresses].map((address) => address.toLowerCase()));
	const rows = new Map<string, IDataObject>();
	let left = pagesWorthReading(wanted.size);
	if (left === 0) return { rows, unlisted: new Set() };
	for await (const page of pages) {
		for (const row of page.rows) {
			if (typeof row.Email !== 'string') continue;
			const address = row.Email.toLowerCase();
			if (wanted.delete(address)) rows.set(address, row);
		}
		left--;
		if (wanted.size === 0 || (left === 0 && page.more !== false)) return { rows, unlisted: new Set() };
	}
	return { rows, unlisted: wanted };
}
