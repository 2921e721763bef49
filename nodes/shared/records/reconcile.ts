import { ClubError } from '../transport/errors';
import { settle } from '../transport/outcome';

/** A record that a create brought about, and whether it was found rather than confirmed. */
export interface Created<T> {
	record: T;
	found: boolean;
}

/**
 * Creates a record without ever creating it twice (§7.1 Internal: reconcile before a controlled retry).
 * When the create ends unclear, `find` looks for the record: found means done, not found means one more try,
 * unless the club may still be at it.
 * @throws the ClubError of the create, telling what is known
 */
export async function createOnce<T>(create: () => Promise<T>, find: () => Promise<T | undefined>): Promise<Created<T>> {
	for (let tries = 1; ; tries++) {
		const outcome = await settle(create());
		if ('value' in outcome) return { record: outcome.value, found: false };
		const { error } = outcome;
		if (!(error instanceof ClubError) || !error.unclear) throw error;
		const search = await settle(find());
		if ('error' in search) throw error.add('It could not be looked up afterwards, so it may exist.');
		if (search.value !== undefined) return { record: search.value, found: true };
		// What the club is still at may come any moment, and would then be there twice.
		if (error.late) throw error.add('It was looked up afterwards and did not exist yet.');
		if (tries === 2) throw error.add('It was looked up afterwards and does not exist.');
	}
}
