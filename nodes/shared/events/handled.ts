import type {
	DeduplicationHelperFunctions,
	IExecuteFunctions,
	INodeExecutionData,
	FunctionsBase,
	IDataObject,
	Logger,
	NodeTypeAndVersion,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { parseSubject, POLLED_TYPES } from '../api/events';
import { attempt, messageOf } from '../transport/errors';
import { textOf } from '../api/json';
import { clock, remembered } from '../transport/process';
import { isOn } from './panel';

/**
 * Handles an event once across a Club Trigger and a Club Poll Trigger of one workflow that lead into the same node. (What a
 * Club Trigger alone has handled: ClubTrigger/handledEvents.ts.) The poll waits two minutes before it emits an event that a
 * delivery should have brought, so the two rarely meet.
 *
 * n8n's record of the workflow is the only store that two nodes share. It has two values for an event: `taken` when an
 * execution has started with it, and `done` when that execution has succeeded. Another worker that writes at the same time
 * can overwrite a value, so `taken` is written again with `done`, and the last writes once more after some seconds.
 */

/** The default of a Remove Duplicates node: with fewer, our writes would make n8n forget values of that node. */
const VALUES_KEPT = 10_000;

const HANDLED_TWICE =
	'Events that both triggers see are handled twice, because a Remove Duplicates node in another mode uses the list of processed values of this workflow. Set that node to "Value Is New", or set its scope to "Node".';

/** What leaves an event out: an execution has taken it, or an execution has succeeded with it. */
export type ClaimedBy = 'taken' | 'done';

const takenOf = (key: string): string => `taken ${key}`;
const doneOf = (key: string): string => `done ${key}`;

/**
 * Takes the events of an execution, and leaves out those that another execution has. An event without a key is never left
 * out. If the record cannot be read, a hint says so and each trigger works on its own: twice is better than lost.
 * @param leftOutWhen what leaves an item out; undefined if nothing does
 * @returns undefined if this workflow has no other trigger, or if the record cannot be read
 */
export async function claimForWorkflow(
	functions: IExecuteFunctions,
	items: INodeExecutionData[],
	leftOutWhen: (item: INodeExecutionData) => ClaimedBy | undefined,
): Promise<INodeExecutionData[] | undefined> {
	const shared = sharedEvents(functions);
	if (shared.size === 0) return undefined;
	const keyOf = ({ json }: INodeExecutionData): string | undefined => (shared.has(textOf(json.eventType)) ? eventKey(json) : undefined);
	const keyed = items.flatMap((item) => {
		const key = keyOf(item);
		return key === undefined ? [] : [[key, leftOutWhen(item)] as const];
	});
	if (keyed.length === 0) return items;
	const taken = await attempt(take(functions, new Map(keyed)));
	if ('error' in taken) {
		functions.logger.warn(HANDLED_TWICE);
		functions.addExecutionHints?.({ message: HANDLED_TWICE, location: 'outputPane', type: 'warning' });
		return undefined;
	}
	return items.filter((item) => {
		const key = keyOf(item);
		return key === undefined || taken.value.has(key);
	});
}

async function take(functions: IExecuteFunctions, keys: ReadonlyMap<string, ClaimedBy | undefined>): Promise<Set<string>> {
	const workflow = String(functions.getWorkflow().id);
	const list = new ValueList(functions.helpers, 'workflow', VALUES_KEPT, workflow);
	const asksDone = [...keys].filter(([, leftOutWhen]) => leftOutWhen === 'done').map(([key]) => key);
	const doneNow = reportsEnd(functions) ? [] : [...keys.keys()];
	const taken = await withLock(workflow, async () => {
		const known = await list.write([...[...keys.keys()].map(takenOf), ...[...asksDone, ...doneNow].map(doneOf)]);
		const isLeftOut = (key: string, leftOutWhen: ClaimedBy | undefined) =>
			leftOutWhen !== undefined && known.has(leftOutWhen === 'done' ? doneOf(key) : takenOf(key));
		const remaining = [...keys].filter(([key, leftOutWhen]) => !isLeftOut(key, leftOutWhen)).map(([key]) => key);
		// n8n records each value that it is asked about, so a `done` that is not true yet is removed again.
		const notDone = asksDone.filter((key) => remaining.includes(key));
		if (notDone.length > 0) await list.remove(notDone.map(doneOf));
		return new Set(remaining);
	});
	void settle(workflow, list, functions.logger);
	const handled = [...taken].flatMap((key) => [takenOf(key), doneOf(key)]);
	if (taken.size > 0)
		functions.onExecutionFinish?.(async () => {
			if (!(await hasSucceeded(functions))) return;
			await withLock(workflow, async () => await list.write(handled));
			void settle(workflow, list, functions.logger);
		});
	return taken;
}

/**
 * The key of an event for both triggers: its type and its whole subject, since each trigger gives an event an ID of its own.
 * Undefined for an event that can happen again to the same ID.
 */
export function eventKey(event: IDataObject): string | undefined {
	const [eventType, subject] = [textOf(event.eventType), textOf(event.subject)];
	const type = POLLED_TYPES.find(({ name, occursOnce }) => occursOnce && name === eventType);
	return type && parseSubject(subject)?.pattern.pattern === type.subject ? `${eventType} ${subject}` : undefined;
}

/** The events that have such a key. */
export const OCCURRING_ONCE: ReadonlySet<string> = new Set(POLLED_TYPES.flatMap(({ name, occursOnce }) => (occursOnce ? [name] : [])));

const kindOf = (type: string): string => type.slice(type.lastIndexOf('.') + 1);

type Neighbours = Pick<FunctionsBase, 'getNode' | 'getChildNodes' | 'getParentNodes'> &
	Partial<Pick<IExecuteFunctions, 'evaluateExpression'>>;

/**
 * The events that a trigger of the other kind gets too, if it leads into a node that this one leads into, and the poll trigger skips what
 * is handled.
 */
export function sharedEvents(functions: Neighbours): ReadonlySet<string> {
	const { name, type, parameters } = functions.getNode();
	const partner = kindOf(type) === 'clubTrigger' ? 'clubPollTrigger' : 'clubTrigger';
	const isPartner = (node: NodeTypeAndVersion) => {
		const ofPoll = (partner === 'clubPollTrigger' ? node.parameters : parameters) as { options?: IDataObject } | undefined;
		const skips = () => isOn({ skipHandled: evaluated(functions, ofPoll?.options?.skipHandled) }, 'skipHandled');
		return kindOf(node.type) === partner && !node.disabled && skips();
	};
	const partners = functions.getChildNodes(name).flatMap((child) => {
		const parents = functions.getParentNodes(child.name, { depth: 1, includeNodeParameters: true });
		return parents.some((node) => node.name === name) ? parents.filter(isPartner) : [];
	});
	const getsIt = (event: string) =>
		partners.some(({ parameters: chosen }) => {
			const { events } = (chosen ?? {}) as { events?: unknown };
			return !Array.isArray(events) || events.includes(event) || events.includes('*');
		});
	return new Set([...OCCURRING_ONCE].filter(getsIt));
}

/** The value of a parameter of any node. An execution can evaluate an expression; elsewhere it stays a text. */
function evaluated(functions: Neighbours, value: IDataObject[string]): IDataObject[string] {
	if (typeof value !== 'string' || !value.startsWith('=') || !functions.evaluateExpression) return value;
	return functions.evaluateExpression(value.slice(1), 0) as IDataObject[string];
}

/** Whether n8n reports the end of this execution: not before n8n 2.33, and not if a node can put the execution to wait. */
export const reportsEnd = (functions: IExecuteFunctions): boolean => functions.onExecutionFinish !== undefined && !canWait(functions);

/** Nodes that put an execution to wait: Wait, Form, Chat, a sub-workflow, a tool that a person must approve. */
const WAITING_NODES = /\.(wait|form|chat|executeWorkflow|toolWorkflow|\w+HitlTool)$/;

const isWaiting = ({ type, parameters }: NodeTypeAndVersion): boolean =>
	WAITING_NODES.test(type) || String((parameters as IDataObject | undefined)?.operation).endsWith('AndWait');

/** Whether a node after this one, or a tool of such a node, can put the execution to wait. */
export function canWait(functions: Pick<FunctionsBase, 'getNode' | 'getChildNodes' | 'getParentNodes'>): boolean {
	const later = functions.getChildNodes(functions.getNode().name, { includeNodeParameters: true });
	const tools = later.flatMap(({ name }) =>
		functions.getParentNodes(name, { connectionType: NodeConnectionTypes.AiTool, includeNodeParameters: true }),
	);
	return [...later, ...tools].some((node) => !node.disabled && isWaiting(node));
}

/**
 * Whether this execution succeeded, as far as n8n keeps it. If the workflow does not save successful executions, no data
 * means success only where failed ones are saved.
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
 * n8n's record of processed values: a list of hashes for a node or a workflow. It only answers which of some values are
 * new, and records them in the same step. It is one JSON value, which n8n reads and writes as a whole, without a lock.
 */
export type ProcessedRecord = Pick<DeduplicationHelperFunctions, 'checkProcessedAndRecord' | 'removeProcessed'>;

const locks = new Map<string, Promise<unknown>>();

/** Runs the work on a list one after the other in this process: two writes at the same time overwrite each other. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
	const previous = locks.get(name) ?? Promise.resolve();
	const current = previous.then(work, work);
	locks.set(name, current);
	try {
		return await current;
	} finally {
		if (locks.get(name) === current) locks.delete(name);
	}
}

/** How long a process repeats its writes, in ms. */
const REPEAT_MS = 30_000;

/**
 * How long a process waits before each look at its writes, in ms. A process that stops before the first one loses what another
 * process overwrote. The second one comes later than a slow process takes from its reading to its writing.
 */
const SOON_MS = 1_000;
const LATER_MS = 4_000;

/** The values that this process wrote lately to each list, and when, in ms. */
const written = remembered<Map<string, number>>('writtenValues');

/**
 * One list of n8n's record, as this process writes it. Another worker that writes at the same time overwrites it, so each
 * write repeats what this process wrote in the last seconds. Call its methods inside `withLock`.
 */
export class ValueList {
	private readonly recent: Map<string, number>;

	/** @param maxEntries how many values n8n keeps @param name of the list in this process */
	constructor(
		private readonly record: ProcessedRecord,
		private readonly scope: 'node' | 'workflow',
		private readonly maxEntries: number,
		name: string,
	) {
		this.recent = written.get(name) ?? new Map<string, number>();
		written.set(name, this.recent);
	}

	/** Records values. @returns the values that were known before, and those that this process repeats */
	async write(values: readonly string[]): Promise<Set<string>> {
		const now = clock.now();
		const repeated = this.repeated(now);
		const processed = await this.add([...new Set([...repeated, ...values])]);
		for (const value of values) this.recent.set(value, now);
		return new Set([...processed, ...repeated]);
	}

	/** Repeats the writes of the last seconds. @returns whether all of them were still there */
	async repeat(): Promise<boolean> {
		const repeated = this.repeated(clock.now());
		return repeated.length === 0 || (await this.add(repeated)).length === repeated.length;
	}

	private repeated(now: number): string[] {
		for (const [value, at] of this.recent) if (now - at > REPEAT_MS) this.recent.delete(value);
		return [...this.recent.keys()];
	}

	/** Makes values the newest of the list, in this order, so that n8n forgets them last. */
	async renew(values: readonly string[]): Promise<void> {
		await this.record.removeProcessed([...values], this.scope, this.options);
		await this.add(values);
	}

	/** Removes values. */
	async remove(values: readonly string[]): Promise<void> {
		for (const value of values) this.recent.delete(value);
		await this.record.removeProcessed([...values], this.scope, this.options);
	}

	private async add(values: readonly string[]): Promise<string[]> {
		const checkAndRecord = async () => await this.record.checkProcessedAndRecord([...values], this.scope, this.options);
		// The first try fails if another process creates the list at the same moment. The second finds it.
		const { processed } = await checkAndRecord().catch(checkAndRecord);
		return processed.map(String);
	}

	private get options() {
		return { mode: 'entries', maxEntries: this.maxEntries } as const;
	}
}

/** The lists that this process is going to look at again, and whether it has written to each since the wait began. */
const settling = new Map<string, boolean>();

/** Repeats the last writes to a list until another process has overwritten none of them. The next write may come too late for that. */
async function settle(name: string, list: ValueList, logger: Logger): Promise<void> {
	const isWaiting = settling.has(name);
	settling.set(name, true);
	if (isWaiting) return;
	const hasSettled = async (): Promise<boolean> => {
		const isWhole = await list.repeat();
		if (!isWhole || settling.get(name)) return false;
		settling.delete(name);
		return true;
	};
	try {
		do {
			settling.set(name, false);
			await clock.sleep(SOON_MS);
			await withLock(name, async () => await list.repeat());
			await clock.sleep(LATER_MS);
		} while (!(await withLock(name, hasSettled)));
	} catch (error) {
		settling.delete(name);
		logger.debug(`The record of handled events was not looked at again: ${messageOf(error)}`);
	}
}
