import type { IDataObject } from 'n8n-workflow';
import { canonical } from '../../shared/api/canonical';
import type { ClubClient } from '../../shared/transport/client';
import { ClubError, attempt } from '../../shared/transport/errors';
import type { Session } from './session';
import type { Note } from './summaryHint';

/** A record that may be the created one or another one, with advice for the user to decide. */
export class UncertainMatch {
	constructor(readonly advice: string) {}
}

const NOT_SEEN =
	'The node looked for the new record for a minute and did not find it. It was not sent again, because the record may still appear. Look it up first.';

const SENT_TWICE =
	'The node looked for the new record for a minute, did not find it, and sent the request once more. The record may still appear. Look it up first.';

/** Pauses before each search for a new record, in milliseconds: six searches in a minute, since a club can be slow to apply a change. */
const SEARCH_PAUSES_MS = [0, 2_000, 5_000, 10_000, 15_000, 28_000] as const;

/**
 * Creates a record and never creates it twice (§7.1 Internal: reconcile before a controlled retry). The transport already repeated calls
 * that certainly never reached the club. If the create has any other unclear outcome, `find` searches for the record for a minute, and no
 * second POST is sent before.
 * @param find returns a record that the create may have made; records from before it do not count
 * @param isRepeatable whether the same create makes nothing twice, so that it is made once more if the search found nothing
 * @throws the ClubError of the create, with what is known
 */
export async function createOnce<T>(
	waiter: Pick<ClubClient, 'wait'>,
	create: () => Promise<T>,
	find: () => Promise<T | UncertainMatch | undefined>,
	isRepeatable = false,
): Promise<{ record: T; found: boolean }> {
	const outcome = await attempt(create());
	if ('value' in outcome) return { record: outcome.value, found: false };
	const { error } = outcome;
	if (!(error instanceof ClubError) || !error.unclear) throw error;
	let advice = NOT_SEEN;
	for (const pause of SEARCH_PAUSES_MS) {
		if (pause > 0) await waiter.wait(pause);
		const found = await attempt(find());
		if ('error' in found) throw error.with({ advice: 'The new record could not be looked up, so it may exist.' });
		if (found.value instanceof UncertainMatch) ({ advice } = found.value);
		else if (found.value !== undefined) return { record: found.value, found: true };
	}
	if (!isRepeatable) throw error.with({ advice });
	const again = await attempt(create());
	if ('value' in again) return { record: again.value, found: false };
	throw again.error instanceof ClubError ? again.error.with({ unclear: true, advice: SENT_TWICE }) : again.error;
}

/**
 * The equal writes of a run: sales and suspensions whose path and whole body are the same are made once, and the later items get the record.
 * Getting this wrong sells a membership twice.
 */
export class EqualWrites {
	/** The last write of each target: of a sale, its whole body; of a suspension, its path, since another one replaces it. */
	private readonly made = new Map<string, { item: number; request: string; outcome: { value: IDataObject } | { error: unknown } }>();

	/** The outcome of an equal write of another item. In a further try, the item that made it looks for it again. */
	earlier({ item }: Session, request: unknown, target = request) {
		const match = this.made.get(canonical(target));
		return match?.item === item || match?.request !== canonical(request) ? undefined : match.outcome;
	}

	/** Makes a write, or gives out the outcome of the equal one of another item. @param note what the run says of such an item */
	async once(
		session: Session,
		{ note, request, target = request }: { note: Note; request: unknown; target?: unknown },
		write: () => Promise<IDataObject>,
	): Promise<IDataObject> {
		const earlier = this.earlier(session, request, target);
		if (earlier) session.note(note);
		const outcome = earlier ?? (await attempt(write()));
		const mayBeMade = 'value' in outcome || (outcome.error instanceof ClubError && outcome.error.unclear);
		if (!earlier && mayBeMade) this.made.set(canonical(target), { item: session.item, request: canonical(request), outcome });
		if ('error' in outcome) throw outcome.error;
		return structuredClone(outcome.value);
	}
}
