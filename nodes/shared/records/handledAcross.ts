import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { settle } from '../transport/errors';
import { canWait, keyOf } from './partner';
import { hasSucceeded, inTurn, ValueList } from './processedRecord';

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
	const own = await inTurn(workflow, async () => {
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
			if (await hasSucceeded(functions)) await inTurn(workflow, async () => await list.write(ended));
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
		const key = keyOf(item.json);
		return key === undefined ? [] : [[key, leftOutOnce(item)] as const];
	});
	if (keyed.length === 0) return items;
	const taken = await settle(take(functions, new Map(keyed)));
	if ('error' in taken) {
		functions.logger.warn(ALONE);
		functions.addExecutionHints?.({ message: ALONE, location: 'outputPane', type: 'warning' });
		return items.filter((item) => leftOutOnce(item) !== 'done');
	}
	return items.filter(({ json }) => {
		const key = keyOf(json);
		return key === undefined || taken.value.has(key);
	});
}
