import type { IDataObject } from 'n8n-workflow';
import type { FreeCall, Method } from '../shared/api/endpoints';
import { methodOf } from '../shared/api/endpoints';
import { asRow } from '../shared/records/paging';
import type { ClubClient } from '../shared/transport/client';
import { pathOf } from '../shared/transport/path';
import { withoutPasswords, withoutTokens } from '../shared/transport/secrets';
import type { CallValues, Patience } from '../shared/transport/send';

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
		const { params, query, body, isOnce } = values;
		const key = JSON.stringify([planned === undefined, call, params, query, body]);
		if (isMerged(call) && !isOnce && this.last?.key === key) {
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
