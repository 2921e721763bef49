import { ClubError, settle } from '../shared/transport/errors';

/** A record that a create brought about, and whether it was found rather than confirmed. */
export interface Created<T> {
	record: T;
	found: boolean;
}

/** Who can wait in n8n's own time: the wait ends with the execution, and reads are made anew after it. */
export interface Waiter {
	wait(ms: number): Promise<void>;
}

/** What may be the record that is looked for, but cannot be told from another: a sentence for the user to decide by. */
export class Doubt {
	constructor(readonly advice: string) {}
}

/** What a user is told where nothing showed. */
const NOT_SEEN =
	'It was looked up afterwards, for a minute, and did not show. It was not sent again, since it may exist in a while: look it up first.';

/** Pauses before each look for a record, in milliseconds: six looks in a minute, since a club may be slow to apply what it was sent. */
export const LOOKS_MS = [0, 2_000, 5_000, 10_000, 15_000, 28_000] as const;

/**
 * Creates a record without ever creating it twice (§7.1 Internal: reconcile before a controlled retry). What certainly
 * never left has been repeated by the transport already; when the create ends unclear in any other way, `find` looks for
 * the record for a minute, and no second POST is sent.
 * @param find gives what the create may have brought about: what was there before does not count
 * @throws the ClubError of the create, telling what is known
 */
export async function createOnce<T>(
	waiter: Waiter,
	create: () => Promise<T>,
	find: () => Promise<T | Doubt | undefined>,
): Promise<Created<T>> {
	const outcome = await settle(create());
	if ('value' in outcome) return { record: outcome.value, found: false };
	const { error } = outcome;
	if (!(error instanceof ClubError) || !error.unclear) throw error;
	let advice = NOT_SEEN;
	for (const pause of LOOKS_MS) {
		if (pause > 0) await waiter.wait(pause);
		const search = await settle(find());
		if ('error' in search) throw error.with({ advice: 'It could not be looked up afterwards, so it may exist.' });
		if (search.value instanceof Doubt) ({ advice } = search.value);
		else if (search.value !== undefined) return { record: search.value, found: true };
	}
	throw error.with({ advice });
}
