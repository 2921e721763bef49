import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { FreeCall } from '../shared/api/endpoints';
import { HOUR_MS } from '../shared/api/time';
import { fingerprint } from '../shared/transport/credential';
import { ClubError, attempt } from '../shared/transport/errors';
import { clock, remembered } from '../shared/transport/process';
import type { CallValues } from '../shared/transport/send';
import { isTool, nodeKeyOf } from '../shared/transport/spending';

/** A POST that was sent: its answer, or the error if there was no clear answer. */
interface Sent {
	at: number;
	answer?: IDataObject;
	error?: ClubError;
	/** What the operation had read before. */
	before: unknown;
}

const posts = remembered<Sent>('posts');

const find = (key: string | undefined): Sent | undefined => {
	const known = key === undefined ? undefined : posts.get(key);
	return known && clock.now() - known.at < HOUR_MS ? known : undefined;
};

const NOT_SENT_AGAIN = 'Retry On Fail ran the node again, but the node did not send this request again.';

/** The POSTs of one item. *Retry On Fail* runs a node again with all its items, so a POST is sent again only if it was refused. */
export class Posts {
	private count = 0;
	private before: unknown;
	private readonly run: string | undefined;
	/** Whether the body tells POSTs apart: n8n raises the run index of a tool at each try, and each of its runs has one item. */
	private readonly isByBody: boolean;

	/** @param repeated called if an answer is given out again */
	constructor(
		functions: IExecuteFunctions,
		private readonly clubKey: string,
		item: number,
		private readonly repeated: () => void,
	) {
		const node = functions.getNode();
		const execution = functions.getExecutionId();
		this.isByBody = isTool(node);
		if (!node.retryOnFail || !execution) return;
		this.run = this.isByBody
			? execution
			: [execution, nodeKeyOf(functions), functions.getWorkflowDataProxy(0).$runIndex as number, item].join('\n');
	}

	/**
	 * What an operation must know before its POST, such as the newest record. Where an earlier try has sent the POST, it is what that try
	 * knew: what the POST made is no older record.
	 */
	async knownBefore<T>(read: () => Promise<T>, call: FreeCall, values: CallValues): Promise<T> {
		const known = find(this.keyOf(call, values));
		this.before = known ? known.before : await read();
		return this.before as T;
	}

	/** Sends a POST, or gives out what an earlier try got for it. @throws ClubError */
	async once(call: FreeCall, values: CallValues, send: () => Promise<IDataObject>): Promise<IDataObject> {
		const key = this.keyOf(call, values);
		this.count++;
		if (key === undefined) return await send();
		const known = find(key);
		if (known?.error) throw known.error.with({ advice: NOT_SENT_AGAIN });
		if (known?.answer) {
			this.repeated();
			return structuredClone(known.answer);
		}
		const outcome = await attempt(send());
		const sent = { at: clock.now(), before: this.before };
		if ('value' in outcome) {
			if (!this.isByBody) posts.set(key, { ...sent, answer: structuredClone(outcome.value) });
			return outcome.value;
		}
		const { error } = outcome;
		// An operation sends a second POST only where that makes nothing twice.
		if (error instanceof ClubError && error.unclear && this.count === 1) posts.set(key, { ...sent, error });
		throw error;
	}

	private keyOf(call: FreeCall, { params, query, body }: CallValues): string | undefined {
		if (this.run === undefined) return undefined;
		return this.isByBody ? fingerprint(this.run, this.clubKey, JSON.stringify([call, params, query, body])) : `${this.run}\n${this.count}`;
	}
}
