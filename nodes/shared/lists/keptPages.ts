import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../api/endpoints';
import { MINUTE_MS } from '../api/time';
import type { ClubClient } from '../transport/client';
import { isUnwritten, PARTS, SharedAnswer, sharedBy } from '../transport/answers';
import type { Patience } from '../transport/patience';
import { remembered } from '../transport/process';

/** How long a page is kept, in ms: a user who types into a drop-down, or searches again, spends no calls. */
const FRESH_MS = MINUTE_MS;

interface Kept {
	answer: SharedAnswer<IDataObject>;
	/** Until when it is used, by the clock of the key; any time while its call has not left. */
	fresh: { until: number };
}

const pages = remembered<Kept>('pages');

/**
 * A page that was read in the last minute, if nothing was written since, otherwise a new read. A page that is being read is shared, and
 * all callers get the same object, which they must not change.
 * @throws ClubError, also of another caller if it is the club's; the reason of the client's signal
 */
export async function keptPage(
	client: ClubClient,
	call: FreeCall,
	values: { params?: IDataObject; query?: IDataObject },
	patience: Patience,
): Promise<IDataObject> {
	const name = JSON.stringify([client.key, call, values.params, values.query]);
	const waiter = client.waiterOf(patience);
	const known = (): SharedAnswer<IDataObject> | undefined => {
		const kept = pages.get(name);
		return kept && client.steady.now() < kept.fresh.until && isUnwritten(kept.answer.mark, PARTS.anything(client.key))
			? kept.answer
			: undefined;
	};
	const begin = (): SharedAnswer<IDataObject> => {
		const fresh = { until: Infinity };
		const forget = () => {
			if (pages.get(name)?.fresh === fresh) pages.delete(name);
		};
		const answer = new SharedAnswer<IDataObject>(waiter, async ({ signal, onQueue }) => {
			const onLeave = (isQueued: boolean): void => {
				onQueue(isQueued);
				if (isQueued) return;
				const until = client.steady.now() + FRESH_MS;
				fresh.until = until;
				AbortSignal.timeout(FRESH_MS).addEventListener('abort', () => fresh.until === until && forget());
			};
			const read = client.request(call, patience, { ...values, shared: { signal, onQueue: onLeave } });
			return await read.catch((error: unknown) => {
				forget();
				throw error;
			});
		});
		pages.set(name, { answer, fresh });
		return answer;
	};
	return await sharedBy(waiter, known, begin);
}
