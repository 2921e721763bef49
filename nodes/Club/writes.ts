import type { IDataObject } from 'n8n-workflow';
import type { FreeCall, Method } from '../shared/api/endpoints';
import { methodOf } from '../shared/api/endpoints';
import { asRow } from '../shared/records/paging';
import type { ClubClient } from '../shared/transport/client';
import type { CallValues, Patience } from '../shared/transport/send';
import { pathOf } from '../shared/transport/send';
import { withoutPasswords, withoutTokens } from '../shared/transport/secrets';
import { ClubError, attempt } from '../shared/transport/errors';

/** A write as a dry run shows it. */
interface ShownWrite extends IDataObject {
	method: Method;
	/** Below the Base URL. */
	path: string;
	body?: IDataObject;
}

/** A write that a dry run has not sent. */
export interface PlannedWrite {
	call: FreeCall;
	params: Record<string, unknown>;
	body?: IDataObject;
	/** The same without passwords and tokens. */
	shown: ShownWrite;
}

function plannedOf(call: FreeCall, { params = {}, query = {}, body }: CallValues): PlannedWrite {
	const search = new URLSearchParams(withoutPasswords(query) as Record<string, string>).toString();
	const path = pathOf(call, params) + (search && `?${search}`);
	const shown = { method: methodOf(call), path, ...(body && { body: withoutTokens(withoutPasswords(body)) }) };
	return { call, params, body, shown };
}

/** Whether two equal calls in a row do no more than one. Two POSTs may mean two records, but nobody is suspended twice. */
const isMerged = (call: FreeCall): boolean =>
	methodOf(call) === 'PUT' || call === 'POST /UserSubscriptions/{userSubscriptionId}/Suspension';

/** The writes of a run: equal PUTs and suspensions in a row are made once, and those of a dry run not at all. */
export class Writes {
	/** How many were the same as the write before. */
	merged = 0;

	private last?: { key: string; answer: IDataObject };

	constructor(private readonly client: ClubClient) {}

	/**
	 * Makes a write, and gives what its answer says.
	 * @param planned takes the write instead of the club, in a dry run, after the checks that it would have to pass
	 */
	async make(call: FreeCall, patience: Patience, values: CallValues, planned?: PlannedWrite[]): Promise<IDataObject> {
		const { params, query, body, neverRepeat } = values;
		const key = JSON.stringify([planned === undefined, call, params, query, body]);
		if (isMerged(call) && !neverRepeat && this.last?.key === key) {
			this.merged++;
			return structuredClone(this.last.answer);
		}
		this.last = undefined;
		if (planned) {
			const { basis } = values;
			const record = basis && (await this.client.request(basis.call, patience, { params, query: basis.query }));
			const whole = record ? basis.complete(record) : body;
			await this.client.confirmClub(patience);
			if (whole ?? !basis) planned.push(plannedOf(call, { ...values, body: whole }));
		}
		const answer = planned ? {} : asRow(await this.client.request(call, patience, values));
		this.last = { key, answer };
		return structuredClone(answer);
	}
}

/** A record that a create brought about, and whether it was found rather than confirmed. */
export interface Created<T> {
	record: T;
	found: boolean;
}

/** Who can wait in n8n's own time: the wait ends with the execution, and reads are made anew after it. */
interface Wait {
	wait(ms: number): Promise<void>;
}

/** What may be the record that is looked for, but cannot be told from another: a sentence for the user to decide by. */
export class Doubt {
	constructor(readonly advice: string) {}
}

/** What a user is told where nothing showed. */
const NOT_SEEN =
	'The node looked for the new record for a minute and did not find it. It was not sent again, because the record may still appear. Look it up before you run this again.';

/** Pauses before each look for a record, in milliseconds: six looks in a minute, since a club may be slow to apply what it was sent. */
const LOOKS_MS = [0, 2_000, 5_000, 10_000, 15_000, 28_000] as const;

/**
 * Creates a record without ever creating it twice (§7.1 Internal: reconcile before a controlled retry). What certainly
 * never left has been repeated by the transport already; when the create ends unclear in any other way, `find` looks for
 * the record for a minute, and no second POST is sent.
 * @param find gives what the create may have brought about: what was there before does not count
 * @throws the ClubError of the create, telling what is known
 */
export async function createOnce<T>(
	waiter: Wait,
	create: () => Promise<T>,
	find: () => Promise<T | Doubt | undefined>,
): Promise<Created<T>> {
	const outcome = await attempt(create());
	if ('value' in outcome) return { record: outcome.value, found: false };
	const { error } = outcome;
	if (!(error instanceof ClubError) || !error.unclear) throw error;
	let advice = NOT_SEEN;
	for (const pause of LOOKS_MS) {
		if (pause > 0) await waiter.wait(pause);
		const search = await attempt(find());
		if ('error' in search) throw error.with({ advice: 'The new record could not be looked up, so it may exist.' });
		if (search.value instanceof Doubt) ({ advice } = search.value);
		else if (search.value !== undefined) return { record: search.value, found: true };
	}
	throw error.with({ advice });
}
