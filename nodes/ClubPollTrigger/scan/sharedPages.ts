import type { IDataObject } from 'n8n-workflow';
import { MINUTE_MS } from '../../shared/api/time';
import { asRow, rowsOf } from '../../shared/lists/pages';
import { isUnwritten, markNow, SCOPES, type ReadMark } from '../../shared/transport/answers';
import { clock, remembered } from '../../shared/transport/process';

// The pages that polls of one club share. All polls of n8n run in one process, in queue mode too.

const FRESH_MS = 5 * MINUTE_MS;

const MAX_BYTES = 50_000_000;

export interface AskedPage {
	body: IDataObject;
	/** When a poll asked for it, in ms since the epoch. What happened later may be missing. */
	askedAt: number;
}

interface SharedPage {
	/** Stands for the club. A write to it makes the page useless. */
	owner: string;
	askedAt: number;
	mark: ReadMark;
	bytes: number;
	/** The page as JSON. Each poll gets a copy, since workflows may change their items. */
	json: Promise<Buffer>;
}

const pages = remembered<SharedPage>('polledPages');

const isFresh = ({ owner, askedAt, mark }: SharedPage, now: number): boolean =>
	askedAt <= now && now - askedAt <= FRESH_MS && isUnwritten(mark, owner, SCOPES.anything);

function forgetOld(now: number): void {
	for (const [name, page] of pages.all()) if (!isFresh(page, now)) pages.delete(name);
}

/** Forgets pages when their time is over, also if no poll comes any more. The page itself must not be within reach of the timer. */
function forgetLater(): void {
	AbortSignal.timeout(FRESH_MS + 1).addEventListener('abort', () => forgetOld(clock.now()));
}

/**
 * A page that a poll asked for at most five minutes ago, or is asking for now; undefined if there is none, or this process has written
 * to the club since. Whoever waits for a call gets its error too.
 * @param since pages that were asked for earlier do not count, in ms since the epoch
 */
export function askedPage(name: string, since: number, now: number): Promise<AskedPage> | undefined {
	const page = pages.get(name);
	if (!page || page.askedAt < since || !isFresh(page, now)) return undefined;
	const { askedAt, json } = page;
	return json.then((buffer) => ({ askedAt, body: JSON.parse(buffer.toString()) as IDataObject }));
}

/** The rows of all pages that polls asked for at most five minutes ago and whose names begin so, by an ID. */
export async function askedRows(begin: string, id: string, now: number): Promise<Map<unknown, IDataObject>> {
	const rows = new Map<unknown, IDataObject>();
	for (const [name, page] of pages.all())
		if (name.startsWith(begin) && page.bytes > 0 && isFresh(page, now))
			for (const row of rowsOf(JSON.parse((await page.json).toString())).map(asRow)) rows.set(row[id], row);
	return rows;
}

/**
 * Keeps a page that a poll asks for now, if there is room for it. A failed one is not kept.
 * @param owner stands for the club that the page is of
 */
export function keepPage(name: string, askedAt: number, answer: Promise<IDataObject>, owner = ''): void {
	forgetOld(askedAt);
	const page: SharedPage = { owner, askedAt, mark: markNow(), bytes: 0, json: answer.then((body) => Buffer.from(JSON.stringify(body))) };
	pages.set(name, page);
	const forget = () => {
		if (pages.get(name) === page) pages.delete(name);
	};
	page.json.then(({ length }) => {
		page.bytes = length;
		if (pages.all().reduce((sum, [, { bytes }]) => sum + bytes, 0) > MAX_BYTES) forget();
		else forgetLater();
	}, forget);
}
