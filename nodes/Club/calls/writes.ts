import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../shared/api/endpoints';
import { methodOf } from '../../shared/api/endpoints';
import { asRow } from '../../shared/lists/pages';
import type { ReadMark } from '../../shared/transport/answers';
import { isUnwritten, markNow, PARTS } from '../../shared/transport/answers';
import type { ClubClient } from '../../shared/transport/client';
import type { Patience } from '../../shared/transport/patience';
import type { CallValues } from '../../shared/transport/send';
import { pathOf } from '../../shared/transport/send';
import { withoutPasswords, withoutTokens } from '../../shared/transport/secrets';
import { ClubError, attempt } from '../../shared/transport/errors';

/** A write that a dry run records instead of sending it, without passwords and tokens. */
function shownOf(call: FreeCall, { params = {}, query = {}, body }: CallValues) {
	const search = new URLSearchParams(withoutPasswords(query) as Record<string, string>).toString();
	const path = pathOf(call, params) + (search && `?${search}`);
	return { method: methodOf(call), path, ...(body && { body: withoutTokens(withoutPasswords(body)) }) };
}

export type ShownWrite = ReturnType<typeof shownOf>;

/** Whether a second equal call in a row has no effect. Two POSTs can create two records, but two equal suspensions are one. */
const isMerged = (call: FreeCall): boolean =>
	methodOf(call) === 'PUT' || call === 'POST /UserSubscriptions/{userSubscriptionId}/Suspension';

/** Whether a call that the spec does not show is answered with several records. */
const isList = (answer: unknown): boolean => Array.isArray(answer);

/** The writes of a run. Equal PUTs and suspensions in a row are sent once; those of a dry run are not sent. */
export class Writes {
	/** How many writes repeated the previous one. */
	merged = 0;

	private last?: { key: string; answer: IDataObject; mark: ReadMark };
	/** What the writes of a dry run would set, by path. */
	private readonly expected = new Map<string, IDataObject>();

	constructor(private readonly client: ClubClient) {}

	/**
	 * Makes a write and returns its answer.
	 * @param planned in a dry run, receives the write instead of the club, after the same checks
	 */
	async make(call: FreeCall, patience: Patience, values: CallValues, planned?: ShownWrite[]): Promise<IDataObject> {
		const { params, query, body, basis, neverRepeat } = values;
		const key = JSON.stringify([planned === undefined, call, params, query, body]);
		const isSame = this.last?.key === key && isUnwritten(this.last.mark, PARTS.anything(this.client.key));
		if (isMerged(call) && !neverRepeat && this.last && isSame) {
			this.merged++;
			return structuredClone(this.last.answer);
		}
		this.last = undefined;
		if (planned) {
			const path = pathOf(call, params ?? {});
			const record = basis && { ...(await this.client.request(basis.call, patience, { params })), ...this.expected.get(path) };
			const completeBody = record ? basis.complete(record) : body;
			if (completeBody) this.expected.set(path, { ...this.expected.get(path), ...completeBody });
			await this.client.confirmClub(patience);
			if (completeBody ?? !basis) planned.push(shownOf(call, { ...values, body: completeBody }));
		}
		const answer = planned ? {} : await this.client.request(call, patience, values);
		this.last = { key, answer: isList(answer) ? answer : asRow(answer), mark: markNow() };
		return structuredClone(this.last.answer);
	}
}

/** A created record, and whether a search found it because the create had no clear answer. */
export interface Created<T> {
	record: T;
	found: boolean;
}

/** A record that may be the created one or another one, with advice for the user to decide. */
export class UncertainMatch {
	constructor(readonly advice: string) {}
}

/** The advice if no new record was found. */
const NOT_SEEN =
	'The node looked for the new record for a minute and did not find it. It was not sent again, because the record may still appear. Look it up first.';

/** The advice if no new record was found, and the second create failed too. */
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
): Promise<Created<T>> {
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
