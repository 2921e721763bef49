import type { IDataObject } from 'n8n-workflow';
import { remembered } from '../transport/memory';

/** How long a page is good for, in milliseconds: whoever types into a drop-down, or searches again, spends no calls. */
const FRESH_MS = 60_000;

interface Kept {
	until: number;
	page: Promise<IDataObject>;
}

const pages = remembered<Kept>('pages');

/** How often each key has written: what was read before is not asked for any more. */
const writes = remembered<number>('writers');

const nameOf = (key: string, what: unknown): string => JSON.stringify([key, writes.get(key) ?? 0, what]);

/**
 * A page from memory where it is at most a minute old, else as it is read now. Who asks for one that is being read waits for
 * that. Nobody may change what he gets.
 * @param key names base URL and club key, one-way
 * @param what is asked for: call, path values and query
 */
export async function keptPage(key: string, what: unknown, read: () => Promise<IDataObject>, now = Date.now()): Promise<IDataObject> {
	const name = nameOf(key, what);
	const known = pages.get(name);
	if (known && known.until > now) return await known.page;
	const page = read();
	pages.set(name, { until: now + FRESH_MS, page });
	page.catch(() => pages.delete(name));
	return await page;
}

/** Forgets the pages of a key, since something was written with it. */
export function forgetPages(key: string): void {
	writes.set(key, (writes.get(key) ?? 0) + 1);
}
