import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { methodOf, type FreeCall } from '../../shared/api/endpoints';
import { HOUR_MS } from '../../shared/api/time';
import { ClubError, attempt } from '../../shared/transport/errors';
import { maxEntries, remembered, steady, nodeKeyOf } from '../../shared/transport/process';
import type { Effect, Note } from './summaryHint';

// *Retry On Fail* runs a node again with all its items. What its earlier tries sent is remembered here, and only here.

export type Remark = { hint: string } | { note: Note };

export interface CompletedItem {
	rows: INodeExecutionData[];
	/** Undefined for an item that is not counted, such as one of a dry run. */
	effect?: Effect;
	remarks: readonly Remark[];
	/** Whether another execution would create its record again. */
	isCreated: boolean;
}

/** A write that was sent, with the values in its path: its answer, or the error of a POST without a clear one. */
type SentWrite = { request: FreeCall } & ({ answer: IDataObject } | { error: ClubError });

interface ItemRecord {
	/** What the operation looked up before its first write. Looked up again, it would show what that write made. */
	before?: unknown;
	writes: SentWrite[];
	completed?: CompletedItem;
}

interface NodeRun {
	items: Map<number, ItemRecord>;
	shared: Map<string, unknown>;
	isOverfull: boolean;
	/** When its last try ended; undefined while one runs. */
	endedAt?: number;
}

const nodeRuns = remembered<NodeRun>('retries');

const MAX_ITEMS = maxEntries('retries');

const itemsOfAll = (): number => nodeRuns.all().reduce((sum, [, { items }]) => sum + items.size, 0);

function hasRoom(): boolean {
	if (itemsOfAll() < MAX_ITEMS) return true;
	for (const [key, { endedAt = Infinity }] of nodeRuns.all()) if (steady.now() - endedAt >= HOUR_MS) nodeRuns.delete(key);
	return itemsOfAll() < MAX_ITEMS;
}

export const NOT_SENT_AGAIN = 'Retry On Fail ran the node again. The output includes what the earlier try did; nothing was sent twice';

const notRemembered = (): ClubError =>
	new ClubError('Retry On Fail ran the node again, and this item may have been sent before', {
		description: `The node remembers ${MAX_ITEMS.toLocaleString('en')} items for a retry, and more were sent. Nothing was sent again for this item. Look up its record, and run the missing items in another execution, with fewer items at a time.`,
		failure: { cause: 'configuration-invalid' },
	});

export class ItemMemory {
	/** The writes of earlier tries that this one has not come to. */
	private readonly earlier: SentWrite[];
	private count = 0;
	private lookedUp: unknown;

	/** @param wasOverfull whether an earlier try may have sent items that are not remembered */
	constructor(
		private readonly run: NodeRun,
		private readonly item: number,
		private readonly wasOverfull: boolean,
	) {
		this.earlier = [...(this.record?.writes ?? [])];
	}

	private get record(): ItemRecord | undefined {
		return this.run.items.get(this.item);
	}

	get completed(): CompletedItem | undefined {
		return this.record?.completed;
	}

	/** What the operation looks up before its first write, or what an earlier try that sent a write had looked up. */
	async before<T>(lookUp: () => Promise<T>): Promise<T> {
		this.lookedUp = this.record ? this.record.before : await lookUp();
		return this.lookedUp as T;
	}

	/**
	 * Makes the next write of the item, unless an earlier try got an answer for it. Another try may come to other writes, since it reads what
	 * the earlier one made, so a place in their order says nothing.
	 * @param request the call with the values in its path; a body may have the current time
	 * @param onRepeat called when the answer is one of an earlier try
	 * @throws ClubError of an earlier try, if that POST has no clear answer: the caller looks for the record
	 */
	async write(request: FreeCall, send: () => Promise<IDataObject>, onRepeat: () => void): Promise<IDataObject> {
		const isFirst = this.count++ === 0;
		const earlier = this.earlier.find((sent) => sent.request === request);
		if (earlier) this.earlier.splice(this.earlier.indexOf(earlier), 1);
		if (earlier && 'error' in earlier) throw earlier.error.with({ advice: `${NOT_SENT_AGAIN}.` });
		if (earlier) {
			onRepeat();
			return structuredClone(earlier.answer);
		}
		if (this.wasOverfull && !this.record && methodOf(request) !== 'PUT') throw notRemembered();
		const outcome = await attempt(send());
		if ('value' in outcome) {
			this.keep({ request, answer: structuredClone(outcome.value) });
			return outcome.value;
		}
		const { error } = outcome;
		// An operation makes a second POST only where that creates nothing twice.
		const isUnclear = error instanceof ClubError && error.unclear && methodOf(request) === 'POST' && isFirst;
		if (isUnclear) this.keep({ request, error });
		throw error;
	}

	/** Remembers the output of the item. An item that sent nothing costs only its look-ups again, so it makes no run overfull. */
	complete(completed: CompletedItem): void {
		if (this.record || hasRoom()) this.run.items.set(this.item, { writes: [], completed });
	}

	private keep(sent: SentWrite): void {
		if (!this.record && !hasRoom()) {
			this.run.isOverfull = true;
			return;
		}
		const record = this.record ?? { before: this.lookedUp, writes: [] };
		record.writes.push(sent);
		this.run.items.set(this.item, record);
	}
}

/** One try of a node with *Retry On Fail*. A tool has none: n8n raises its run index at each try, and a model may want two equal records. */
export class RetryMemory {
	private constructor(
		private readonly key: string,
		private readonly run: NodeRun,
		private readonly wasOverfull = run.isOverfull,
	) {}

	/** The try that begins now; undefined if n8n does not say which execution it is. */
	static begin(functions: IExecuteFunctions): RetryMemory | undefined {
		const execution = functions.getExecutionId();
		if (!execution) return undefined;
		const key = `${execution}\n${nodeKeyOf(functions)}\n${functions.getWorkflowDataProxy(0).$runIndex as number}`;
		const run: NodeRun = nodeRuns.get(key) ?? { items: new Map(), shared: new Map(), isOverfull: false };
		run.endedAt = undefined;
		nodeRuns.set(key, run);
		return new RetryMemory(key, run);
	}

	sharedOf(clubKey: string, prepare: () => unknown): unknown {
		if (!this.run.shared.has(clubKey)) this.run.shared.set(clubKey, prepare());
		return this.run.shared.get(clubKey);
	}

	of(item: number): ItemMemory {
		return new ItemMemory(this.run, item, this.wasOverfull);
	}

	/** Ends the try. @param mayRunAgain whether n8n may make another one, within seconds */
	end(mayRunAgain: boolean): void {
		this.run.endedAt = steady.now();
		if (!mayRunAgain) nodeRuns.delete(this.key);
	}
}
