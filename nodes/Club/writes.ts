import type { IDataObject } from 'n8n-workflow';
import type { FreeCall, Method } from '../shared/api/route';
import { methodOf } from '../shared/api/route';
import type { ClubClient } from '../shared/transport/client';
import type { FreeValues } from '../shared/transport/send';
import { pathOf } from '../shared/transport/path';
import { withoutTokens } from '../shared/transport/secrets';

/** A write that a dry run has not sent. */
export interface PlannedWrite extends IDataObject {
	method: Method;
	/** Below the Base URL. */
	path: string;
	body?: IDataObject;
}

/** What a 200 of a write says, as an object. */
const asRecord = (answer: unknown): IDataObject =>
	typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? (answer as IDataObject) : { value: answer as IDataObject };

/** A body as it may be shown: without passwords. */
const masked = (body: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(body).map(([name, value]) => [name, /password/i.test(name) && typeof value === 'string' ? '***' : value]),
	);

/** The writes of a run: equal PUTs in a row are made once, and those of a dry run not at all. */
export class Writes {
	/** How many PUTs were the same as the write before. */
	merged = 0;

	private last?: { key: string; answer: IDataObject };

	constructor(private readonly client: ClubClient) {}

	/**
	 * Makes a write, and gives what its answer says. A POST is never merged with another: two of them may mean two records.
	 * @param planned takes the write instead of the club, in a dry run
	 */
	async make(call: FreeCall, values: FreeValues, planned?: PlannedWrite[]): Promise<IDataObject> {
		const method = methodOf(call);
		const { params = {}, query = {}, body } = values;
		const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query as Record<string, string>).toString()}` : '';
		const write = { method, path: pathOf(call, params) + search, ...(body && { body }) };
		const key = JSON.stringify([planned === undefined, write]);
		if (method === 'PUT' && !values.isOnce && this.last?.key === key) {
			this.merged++;
			return structuredClone(this.last.answer);
		}
		this.last = undefined;
		const answer = planned ? await this.plan(write, planned) : asRecord(await this.client.sendFree(call, values));
		this.last = { key, answer };
		return structuredClone(answer);
	}

	/** Notes a write after the checks that it would have to pass. */
	private async plan(write: PlannedWrite, planned: PlannedWrite[]): Promise<IDataObject> {
		await this.client.confirmClub();
		planned.push({ ...write, ...(write.body && { body: withoutTokens(masked(write.body)) }) });
		return {};
	}
}
