import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { FreeCall } from '../../shared/api/endpoints';
import { methodOf } from '../../shared/api/endpoints';
import { HOUR_MS } from '../../shared/api/time';
import { fingerprint } from '../../shared/transport/credential';
import { ClubError, attempt } from '../../shared/transport/errors';
import { maxEntries, remembered, steady } from '../../shared/transport/process';
import type { CallValues } from '../../shared/transport/send';
import { nodeKeyOf } from '../../shared/transport/spending';

/** A call that was sent: its answer, or the error of a POST without a clear answer. */
interface Sent {
	answer?: IDataObject;
	error?: ClubError;
	/** What the operation had read before. */
	before: unknown;
}

/** What an execution has sent. It is remembered as long as the execution goes on, and for an hour. */
interface Execution {
	calls: Map<string, Sent>;
	/** The runs of its nodes that sent more than the process remembers. */
	overfull: Set<string>;
	/** How many of its nodes run now. */
	running: number;
	/** When one of its nodes ended last. */
	endedAt: number;
}

const executions = remembered<Execution>('sentOnce');

const MAX_CALLS = maxEntries('sentOnce');

const isOver = ({ running, endedAt }: Execution): boolean => running === 0 && steady.now() - endedAt >= HOUR_MS;

const sizeOfAll = (): number => executions.all().reduce((sum, [, { calls, overfull }]) => sum + calls.size + overfull.size, 0);

/** Whether another call can be remembered. Executions that are over make room for it. */
function hasRoom(): boolean {
	if (sizeOfAll() < MAX_CALLS) return true;
	for (const [id, execution] of executions.all()) if (isOver(execution)) executions.delete(id);
	return sizeOfAll() < MAX_CALLS;
}

const NOT_SENT_AGAIN = 'Retry On Fail ran the node again, but the node did not send this request again.';

/** The error for a request that an earlier try may have sent, when more were sent than the process remembers. */
const notRemembered = (): ClubError =>
	new ClubError('Retry On Fail ran the node again, and this item may have been sent before', {
		description: `The node remembers ${MAX_CALLS.toLocaleString('en')} requests of the last hour, and more were sent. Nothing was sent again for this item. Look its record up, and run the items that are missing in another execution. With fewer items in an execution, this does not happen.`,
		failure: { cause: 'configuration-invalid' },
	});

/** Whether a second call may do harm, or fail because the first one did what it asks for. */
const isSentOnce = (call: FreeCall): boolean => ['POST', 'DELETE'].includes(methodOf(call));

/** One try of a node to do its items, of which *Retry On Fail* may make several. It knows what the tries before it have sent. */
export class Try {
	private readonly execution?: Execution;
	private readonly id?: string;
	private readonly run: string = '';
	/** Whether an earlier try has sent more than the process remembers. */
	private readonly isOverfull: boolean = false;

	/** @param isByBody for a model: n8n raises the run index of a tool at each try */
	constructor(
		functions: IExecuteFunctions,
		readonly isByBody: boolean,
	) {
		this.id = functions.getNode().retryOnFail ? functions.getExecutionId() : undefined;
		if (!this.id) return;
		if (!isByBody) this.run = `${nodeKeyOf(functions)}\n${functions.getWorkflowDataProxy(0).$runIndex as number}`;
		const known = executions.get(this.id);
		this.execution = known && !isOver(known) ? known : { calls: new Map(), overfull: new Set(), running: 0, endedAt: 0 };
		this.execution.running++;
		executions.set(this.id, this.execution);
		this.isOverfull = this.execution.overfull.has(this.run);
	}

	/** Ends the try. n8n begins the next one within seconds. */
	end(): void {
		if (!this.id || !this.execution) return;
		this.execution.running--;
		this.execution.endedAt = steady.now();
		const { calls, overfull, running } = this.execution;
		if (calls.size + overfull.size + running === 0) executions.delete(this.id);
	}

	/** Whether anything is remembered: *Retry On Fail* is on, and the execution has an ID. */
	get remembers(): boolean {
		return this.execution !== undefined;
	}

	/** What an earlier try has sent. */
	find(name: string): Sent | undefined {
		return this.execution?.calls.get(this.run + name);
	}

	/** Refuses a call that is not remembered, if an earlier try may have sent it. @throws ClubError */
	assertNew(): void {
		if (this.isOverfull) throw notRemembered();
	}

	/** Remembers a call that was sent. */
	keep(name: string, sent: Sent): void {
		if (hasRoom()) this.execution?.calls.set(this.run + name, sent);
		else this.execution?.overfull.add(this.run);
	}
}

/**
 * The calls of one item that are sent once. *Retry On Fail* runs a node again with all its items. A POST is then sent again only if it was
 * refused. A DELETE is not sent again if it was answered: the club would say that there is no such record. For a model, only POSTs
 * without a clear answer are remembered, by their bodies, since a model may want two equal records.
 */
export class SentOnce {
	private count = 0;
	private before: unknown;

	/** @param repeated called if an answer is given out again */
	constructor(
		private readonly tried: Try,
		private readonly clubKey: string,
		private readonly item: number,
		private readonly repeated: () => void,
	) {}

	/**
	 * What an operation must know before its call, such as the newest record. Where an earlier try has sent the call, it is what that try
	 * knew: what a POST made is no older record.
	 */
	async knownBefore<T>(read: () => Promise<T>, call: FreeCall, values: CallValues): Promise<T> {
		const name = isSentOnce(call) ? this.nameOf(call, values) : undefined;
		const known = name === undefined ? undefined : this.tried.find(name);
		this.before = known ? known.before : await read();
		return this.before as T;
	}

	/** Makes a call, or gives out what an earlier try got for it. @throws ClubError */
	async once(call: FreeCall, values: CallValues, send: () => Promise<IDataObject>): Promise<IDataObject> {
		if (!isSentOnce(call)) return await send();
		const name = this.nameOf(call, values);
		this.count++;
		if (name === undefined) return await send();
		const known = this.tried.find(name);
		if (known?.error) throw known.error.with({ advice: NOT_SENT_AGAIN });
		if (known?.answer) {
			this.repeated();
			return structuredClone(known.answer);
		}
		this.tried.assertNew();
		const outcome = await attempt(send());
		const { before } = this;
		if ('value' in outcome) {
			if (!this.tried.isByBody) this.tried.keep(name, { before, answer: structuredClone(outcome.value) });
			return outcome.value;
		}
		const { error } = outcome;
		// An operation sends a second POST only where that makes nothing twice.
		const isFirstPost = methodOf(call) === 'POST' && this.count === 1;
		if (error instanceof ClubError && error.unclear && isFirstPost) this.tried.keep(name, { before, error });
		throw error;
	}

	private nameOf(call: FreeCall, { params, query, body }: CallValues): string | undefined {
		const { remembers, isByBody } = this.tried;
		// The second POST of an operation has the same body, and is sent on purpose.
		if (!remembers || (isByBody && this.count > 0)) return undefined;
		return isByBody ? fingerprint(this.clubKey, JSON.stringify([call, params, query, body])) : `\n${this.item}\n${this.count}`;
	}
}
