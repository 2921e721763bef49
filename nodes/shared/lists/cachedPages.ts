import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../api/endpoints';
import { MINUTE_MS } from '../api/time';
import { isUnwritten, markNow, SCOPES, type ReadMark } from '../transport/answers';
import type { ClubClient } from '../transport/client';
import type { Patience } from '../transport/patience';
import { remembered, steady } from '../transport/process';

/** How long a page is kept, in ms: a user who types into a drop-down, or searches again, spends no calls. */
const FRESH_MS = MINUTE_MS;

const pages = remembered<{ page: IDataObject; mark: ReadMark; until: number }>('pages');

/**
 * A page that was read in the last minute, if nothing was written since, otherwise a new read. All callers get the same object, which
 * they must not change.
 * @throws ClubError; the reason of the client's signal
 */
export async function cachedPage(
	client: ClubClient,
	call: FreeCall,
	values: { params?: IDataObject; query?: IDataObject },
	patience: Patience,
): Promise<IDataObject> {
	const name = JSON.stringify([client.key, call, values.params, values.query]);
	const cached = pages.get(name);
	if (cached && steady.now() < cached.until && isUnwritten(cached.mark, client.key, SCOPES.anything)) return cached.page;
	const mark = markNow();
	const page = await client.request(call, patience, { ...values, skipCache: true });
	const entry = { page, mark, until: steady.now() + FRESH_MS };
	pages.set(name, entry);
	AbortSignal.timeout(FRESH_MS).addEventListener('abort', () => pages.get(name) === entry && pages.delete(name));
	return page;
}
