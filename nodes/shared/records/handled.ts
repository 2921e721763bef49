import type {
	DeduplicationHelperFunctions,
	IExecuteFunctions,
	INodeExecutionData,
	FunctionsBase,
	IDataObject,
	NodeTypeAndVersion,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { clock, remembered } from '../transport/process';
import { attempt } from '../transport/errors';
import { parseSubject } from '../api/events';
import { textOf } from '../transport/json';

/**
 * n8n's record of processed values: a list of hashes for a node or a workflow. Its one question is "which of these are new?",
 * and it records them with the same stroke. It is one JSON value that is read and written as a whole, without a lock.
 */
export type ProcessedRecord = Pick<DeduplicationHelperFunctions, 'checkProcessedAndRecord' | 'removeProcessed'>;

const locks = new Map<string, Promise<unknown>>();

/** One after the other for each list in this process: two that write at the same time overwrite each other. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
	const before = locks.get(name) ?? Promise.resolve();
	const turn = before.then(work, work);
	locks.set(name, turn);
	try {
		return await turn;
	} finally {
		if (locks.get(name) === turn) locks.delete(name);
	}
}

/** How long a process repeats what it has written, in ms. */
const REPEAT_MS = 30_000;

/** The values that this process wrote of late to each list, and when, in ms. */
const written = remembered<Map<string, number>>('writtenValues');

/**
 * One list of n8n's record, as this process writes it. A worker that writes at the same time overwrites it, so each write
 * repeats what this process wrote in the last seconds. Its methods are for `inTurn`.
 */
export class ValueList {
	private readonly recent: Map<string, number>;

	/** @param most how many values n8n keeps @param name of the list in this process */
	constructor(
		private readonly record: ProcessedRecord,
		private readonly scope: 'node' | 'workflow',
		private readonly most: number,
		name: string,
	) {
		this.recent = written.get(name) ?? new Map<string, number>();
		written.set(name, this.recent);
	}

	/** Records values. @returns those that were known before, and what this process repeats */
	async write(values: readonly string[]): Promise<Set<string>> {
		const now = clock.now();
		for (const [value, at] of this.recent) if (now - at > REPEAT_MS) this.recent.delete(value);
		const repeated = [...this.recent.keys()];
		const processed = await this.add([...new Set([...repeated, ...values])]);
		for (const value of values) this.recent.set(value, now);
		return new Set([...processed, ...repeated]);
	}

	/** Makes values the newest of the list, in this order, so that n8n forgets them last. */
	async renew(values: readonly string[]): Promise<void> {
		await this.record.removeProcessed([...values], this.scope, this.options);
		await this.add(values);
	}

	/** Takes values out. */
	async remove(values: readonly string[]): Promise<void> {
		for (const value of values) this.recent.delete(value);
		await this.record.removeProcessed([...values], this.scope, this.options);
	}

	private async add(values: readonly string[]): Promise<string[]> {
		const stroke = async () => await this.record.checkProcessedAndRecord([...values], this.scope, this.options);
		// Another process may have begun the list at the same moment; then the second try finds it.
		const { processed } = await stroke().catch(stroke);
		return processed.map(String);
	}

	private get options() {
		return { mode: 'entries', maxEntries: this.most } as const;
	}
}

/**
 * Whether this execution has ended well, as far as n8n kept it. A success that the workflow's settings do not keep is
 * told from a failure only where failures are kept.
 */
export async function hasSucceeded(functions: IExecuteFunctions): Promise<boolean> {
	if (functions.getExecutionCancelSignal()?.aborted) return false;
	const data = await functions.getExecutionDataById(functions.getExecutionId());
	if (!data) return functions.getWorkflowSettings().saveDataErrorExecution === 'all';
	const { error, lastNodeExecuted, runData } = data.resultData;
	const last = lastNodeExecuted ? runData[lastNodeExecuted]?.at(-1) : undefined;
	return !error && last !== undefined && !last.error;
}

/**
 * Handles an event once across a Club Trigger and a Club Poll Trigger of one workflow that lead into the same node. The
 * poll waits two minutes before it emits what a delivery should have brought, so that the two rarely meet.
 *
 * Two values stand for an event in n8n's record of the workflow, the only store that two nodes share: `taken`, an execution
 * has started with it, and `done`, that execution has succeeded. A worker that writes at the same time may overwrite a value,
 * so `taken` is written again with `done`.
 */

/** As many values as a Remove Duplicates node keeps by default, so that none of its own are forgotten for ours. */
const VALUES_KEPT = 10_000;

const ALONE =
	'Events that both triggers have seen are handled twice: the list of handled values that n8n keeps for this workflow belongs to a Remove Duplicates node of another mode. Set that node to "Value Is New", or its scope to "Node".';

const takenOf = (key: string): string => `taken ${key}`;
const doneOf = (key: string): string => `done ${key}`;

/** Whether n8n tells the end of this execution: never in n8n 1, and not where a node may put the execution to wait. */
export const reportsEnd = (functions: IExecuteFunctions): boolean => functions.onExecutionFinish !== undefined && !canWait(functions);

/** What leaves an event out: that an execution has taken it, or that one has succeeded with it. */
export type LeftOutOnce = 'taken' | 'done';

async function take(functions: IExecuteFunctions, keys: ReadonlyMap<string, LeftOutOnce | undefined>): Promise<Set<string>> {
	const workflow = String(functions.getWorkflow().id);
	const list = new ValueList(functions.helpers, 'workflow', VALUES_KEPT, workflow);
	const asksDone = [...keys].filter(([, leftOut]) => leftOut === 'done').map(([key]) => key);
	const endsNow = reportsEnd(functions) ? [] : [...keys.keys()];
	const own = await withLock(workflow, async () => {
		const known = await list.write([...[...keys.keys()].map(takenOf), ...[...asksDone, ...endsNow].map(doneOf)]);
		const isLeftOut = (key: string, once: LeftOutOnce | undefined) =>
			once !== undefined && known.has(once === 'done' ? doneOf(key) : takenOf(key));
		const left = [...keys].filter(([key, once]) => !isLeftOut(key, once)).map(([key]) => key);
		// To ask is to record: of what is not done yet the answer is taken back.
		const undone = asksDone.filter((key) => left.includes(key));
		if (undone.length > 0) await list.remove(undone.map(doneOf));
		return new Set(left);
	});
	const ended = [...own].flatMap((key) => [takenOf(key), doneOf(key)]);
	if (own.size > 0)
		functions.onExecutionFinish?.(async () => {
			if (await hasSucceeded(functions)) await withLock(workflow, async () => await list.write(ended));
		});
	return own;
}

/**
 * Takes the events of an execution, and leaves out what another one has. An event that either trigger may see again and
 * again is never left out. Where the record cannot be asked, each trigger is on its own and a hint says so: rather twice
 * than lost.
 * @param leftOutOnce what leaves an item out; undefined where nothing does
 */
export async function takeEvents(
	functions: IExecuteFunctions,
	items: INodeExecutionData[],
	leftOutOnce: (item: INodeExecutionData) => LeftOutOnce | undefined,
): Promise<INodeExecutionData[]> {
	const keyed = items.flatMap((item) => {
		const key = eventKey(item.json);
		return key === undefined ? [] : [[key, leftOutOnce(item)] as const];
	});
	if (keyed.length === 0) return items;
	const taken = await attempt(take(functions, new Map(keyed)));
	if ('error' in taken) {
		functions.logger.warn(ALONE);
		functions.addExecutionHints?.({ message: ALONE, location: 'outputPane', type: 'warning' });
		return items.filter((item) => leftOutOnce(item) !== 'done');
	}
	return items.filter(({ json }) => {
		const key = eventKey(json);
		return key === undefined || taken.value.has(key);
	});
}

/** The events that happen once to an id, and the name of that id in their subject (§6.3). */
const ONCE: ReadonlyMap<string, string> = new Map([
	['Badge.Awarded', 'achievedBadgeId'],
	['Training.Created', 'trainingId'],
	['UserSubscription.Created', 'userSubscriptionId'],
	['UserSubscription.Deleted', 'userSubscriptionId'],
]);

/**
 * What names an event for both triggers: its type and its whole subject, since each of them gives an event an id of its own.
 * Undefined for one that may happen again to the same id.
 */
export function eventKey(event: IDataObject): string | undefined {
	const [eventType, subject] = [textOf(event.eventType), textOf(event.subject)];
	const id = ONCE.get(eventType);
	return id && parseSubject(subject)?.ids[id] ? `${eventType} ${subject}` : undefined;
}

const kindOf = (type: string): string => type.slice(type.lastIndexOf('.') + 1);

/** Whether the user wants it: an option of the Club Poll Trigger. */
const isWanted = (parameters: IDataObject | undefined): boolean => (parameters?.options as IDataObject | undefined)?.skipHandled !== false;

/** Whether a node of the other kind leads into a node that this one leads into. */
export function hasPartner(functions: Pick<FunctionsBase, 'getNode' | 'getChildNodes' | 'getParentNodes'>): boolean {
	const { name, type, parameters } = functions.getNode();
	const partner = kindOf(type) === 'clubTrigger' ? 'clubPollTrigger' : 'clubTrigger';
	const isPartner = (node: NodeTypeAndVersion) =>
		kindOf(node.type) === partner &&
		!node.disabled &&
		isWanted(partner === 'clubPollTrigger' ? (node.parameters as IDataObject | undefined) : (parameters as IDataObject));
	return functions.getChildNodes(name).some((child) => {
		const leadingHere = functions.getParentNodes(child.name, { depth: 1, includeNodeParameters: true });
		return leadingHere.some((node) => node.name === name) && leadingHere.some(isPartner);
	});
}

/** Nodes that put an execution to wait: Wait, Form, Chat, a sub-workflow, a tool that somebody must approve. */
const WAITS = /\.(wait|form|chat|executeWorkflow|toolWorkflow|\w+HitlTool)$/;

const isWaiting = ({ type, parameters }: NodeTypeAndVersion): boolean =>
	WAITS.test(type) || String((parameters as IDataObject | undefined)?.operation).endsWith('AndWait');

/** Whether a node after this one, or a tool of such a node, can put the execution to wait. */
export function canWait(functions: Pick<FunctionsBase, 'getNode' | 'getChildNodes' | 'getParentNodes'>): boolean {
	const later = functions.getChildNodes(functions.getNode().name, { includeNodeParameters: true });
	const tools = later.flatMap(({ name }) =>
		functions.getParentNodes(name, { connectionType: NodeConnectionTypes.AiTool, includeNodeParameters: true }),
	);
	return [...later, ...tools].some((node) => !node.disabled && isWaiting(node));
}
