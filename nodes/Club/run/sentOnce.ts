import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { FreeCall } from '../../shared/api/endpoints';
import { methodOf } from '../../shared/api/endpoints';
import { HOUR_MS } from '../../shared/api/time';
import { fingerprint } from '../../shared/transport/credential';
import { ClubError, attempt } from '../../shared/transport/errors';
import { clock, remembered } from '../../shared/transport/process';
import type { CallValues } from '../../shared/transport/send';
import { nodeKeyOf } from '../../shared/transport/spending';

/** A call that was sent: its answer, or the error of a POST without a clear answer. */
interface Sent {
	at: number;
	answer?: IDataObject;
	error?: ClubError;
	/** What the operation had read before. */
	before: unknown;
}

const calls = remembered<Sent>('sentOnce');

const find = (key: string | undefined): Sent | undefined => {
	const known = key === undefined ? undefined : calls.get(key);
	return known && clock.now() - known.at < HOUR_MS ? known : undefined;
};

const NOT_SENT_AGAIN = 'Retry On Fail ran the node again, but the node did not send this request again.';

/** Whether a second call may do harm, or fail because the first one did what it asks for. */
const isSentOnce = (call: FreeCall): boolean => ['POST', 'DELETE'].includes(methodOf(call));

/**
 * The calls of one item that are sent once. *Retry On Fail* runs a node again with all its items. A POST is then sent again only if it was
 * refused. A DELETE is not sent again if it was answered: the club would say that there is no such record.
 */
export class SentOnce {
	private count = 0;
	private before: unknown;
	private readonly run: string | undefined;

	/**
	 * @param isByBody for a model: only POSTs without a clear answer are remembered, by their bodies. n8n raises the run index of a tool at
	 * each try, and a model may want two equal records.
	 * @param repeated called if an answer is given out again
	 */
	constructor(
		functions: IExecuteFunctions,
		private readonly clubKey: string,
		item: number,
		private readonly isByBody: boolean,
		private readonly repeated: () => void,
	) {
		const execution = functions.getExecutionId();
		if (!functions.getNode().retryOnFail || !execution) return;
		this.run = this.isByBody
			? execution
			: [execution, nodeKeyOf(functions), functions.getWorkflowDataProxy(0).$runIndex as number, item].join('\n');
	}

	/**
	 * What an operation must know before its call, such as the newest record. Where an earlier try has sent the call, it is what that try
	 * knew: what a POST made is no older record.
	 */
	async knownBefore<T>(read: () => Promise<T>, call: FreeCall, values: CallValues): Promise<T> {
		const known = find(this.keyOf(call, values));
		this.before = known ? known.before : await read();
		return this.before as T;
	}

	/** Makes a call, or gives out what an earlier try got for it. @throws ClubError */
	async once(call: FreeCall, values: CallValues, send: () => Promise<IDataObject>): Promise<IDataObject> {
		if (!isSentOnce(call)) return await send();
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
			if (!this.isByBody) calls.set(key, { ...sent, answer: structuredClone(outcome.value) });
			return outcome.value;
		}
		const { error } = outcome;
		// An operation sends a second POST only where that makes nothing twice.
		const isFirstPost = methodOf(call) === 'POST' && this.count === 1;
		if (error instanceof ClubError && error.unclear && isFirstPost) calls.set(key, { ...sent, error });
		throw error;
	}

	private keyOf(call: FreeCall, { params, query, body }: CallValues): string | undefined {
		// The second POST of an operation has the same body, and is sent on purpose.
		if (this.run === undefined || (this.isByBody && this.count > 0)) return undefined;
		return this.isByBody ? fingerprint(this.run, this.clubKey, JSON.stringify([call, params, query, body])) : `${this.run}\n${this.count}`;
	}
}
