import type { IDataObject } from 'n8n-workflow';
import { keyOf } from '../shared/records/partner';

/**
 * What polls gave of late is offered once more, with nothing but its name: n8n keeps nothing of what an execution had in hand
 * that was killed with its worker, and the next poll goes on where that one ended. Where a Club Trigger stands beside this
 * node, n8n's record tells the execution what was handled.
 */
export interface Offers {
	/** What is offered once more by this poll. */
	again: IDataObject[];
	/** What later polls will offer once more. */
	later: IDataObject[];
}

/** How long an execution is given before what it was given is offered once more, in ms. */
const AGAIN_AFTER_MS = 120_000;

/**
 * What this poll offers once more.
 * @param waiting what earlier polls gave and none has offered once more
 * @param items what this poll gives
 * @param now ms since the epoch
 */
export function offersOf(waiting: readonly IDataObject[], items: readonly IDataObject[], now: number): Offers {
	const isDue = ({ eventTime }: IDataObject): boolean => now - Date.parse(String(eventTime)) >= AGAIN_AFTER_MS;
	const once = items.filter((item) => keyOf(item) !== undefined);
	return {
		again: waiting.filter(isDue).map((event) => ({ ...event, offeredAgain: true })),
		later: [
			...waiting.filter((event) => !isDue(event)),
			...once.map(({ id, eventType, subject, eventTime, ids }) => ({ id, eventType, subject, eventTime, ids, polled: true })),
		],
	};
}
