import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { settle } from '../transport/outcome';
import type { WrittenHere } from './claims';
import { Claims, OF_WORKFLOW } from './claims';
import { Gatherings } from './gathering';
import { HandledHere } from './handledHere';
import { claim, hasSucceeded, inTurn } from './handledRecord';
import { Journals, KeptRecord } from './journal';
import { hasPartner, isOfferedAgain, keyOf } from './partner';

/**
 * Handles an event once across a Club Trigger and a Club Poll Trigger of one workflow that lead into the same node: what
 * either has handled the other leaves out. It concerns the events that happen once to an id, since the two name an event
 * differently. The process's own memory is asked first; what lasts is n8n's record of processed values for the whole
 * workflow, the only store that two nodes share. It has no lock, and Remove Duplicates nodes of the user write it too.
 */

/** What a process remembers of the events that it has handled, and of what it has written. */
export interface OfProcess extends WrittenHere {
	here: HandledHere;
}

const ofProcess: OfProcess = { here: new HandledHere(), journals: new Journals(), ends: new Gatherings() };

const ALONE =
	'What this trigger and the other one have both seen is handled twice: the list of handled values that n8n keeps for this workflow belongs to a Remove Duplicates node of another mode. Set that node to "Value Is New", or its scope to "Node".';

const UNNOTED =
	"How this execution has ended could not be read from n8n's database or written to it, so another trigger of the workflow may handle its events of the club again.";

/** Asks the process's memory, then the record. What this execution takes is handled once it has succeeded. */
async function takeAcross(
	functions: IExecuteFunctions,
	keys: string[],
	offeredAgain: ReadonlySet<string | undefined>,
	{ here, ...written }: OfProcess,
): Promise<Set<string>> {
	const claims = new Claims(functions, written);
	const named = new Map(keys.map((key) => [`${String(functions.getWorkflow().id)}\n${key}`, key]));
	let own: string[] = [];
	const success = new Promise<boolean>((resolve) => {
		functions.onExecutionFinish?.(async () => {
			const ended = await settle(hasSucceeded(functions));
			const isSuccess = 'value' in ended && ended.value;
			const noted = await settle(isSuccess ? claims.done(own) : claims.giveUp(own));
			// Said whatever n8n's database does, or a duplicate would wait in this process for good: rather twice than lost.
			resolve(isSuccess);
			if ('error' in ended || 'error' in noted) functions.logger.warn(UNNOTED);
		});
	});
	await claims.giveWay();
	const admitted = await here.admit([...named.keys()], success);
	const fresh = [...named].filter(([name]) => admitted.has(name)).map(([, key]) => key);
	await claims.settled(fresh.filter((key) => offeredAgain.has(key)));
	own = [...(await claims.take(fresh))];
	return new Set(own);
}

/** What is taken counts as handled; where it must not, each trigger is on its own. */
async function takeAtOnce(
	functions: IExecuteFunctions,
	keys: string[],
	untilSuccess: boolean,
	{ journals }: OfProcess,
): Promise<Set<string>> {
	if (untilSuccess) return new Set(keys);
	const workflow = String(functions.getWorkflow().id);
	const record = new KeptRecord(functions.helpers, journals.of(workflow));
	const { own } = await inTurn(workflow, async () => await claim(record, keys, functions.getExecutionId(), OF_WORKFLOW));
	void record.keep(workflow, OF_WORKFLOW, functions.logger);
	return own;
}

/**
 * The items that the other trigger of the workflow has not handled. A manual run or a retry is the caller's to leave out.
 * An older n8n tells no node how its execution has ended; there an event counts as handled once it was taken, and where it
 * must not, each trigger is on its own. What a poll offers once more is left out wherever the record cannot be asked.
 * @param untilSuccess whether an event may count as handled only once this execution has succeeded
 * @param memory the memory of this process
 */
export async function skipHandledAcross(
	functions: IExecuteFunctions,
	items: INodeExecutionData[],
	untilSuccess: boolean,
	memory = ofProcess,
): Promise<INodeExecutionData[]> {
	const keys = new Map(items.map((item) => [item, keyOf(item.json)]));
	const named = [...new Set([...keys.values()].flatMap((key) => key ?? []))];
	const first = items.filter((item) => !isOfferedAgain(item));
	if (named.length === 0 || !hasPartner(functions)) return first;
	const offeredAgain = new Set(items.filter(isOfferedAgain).map((item) => keys.get(item)));
	const taken = await settle(
		functions.onExecutionFinish ? takeAcross(functions, named, offeredAgain, memory) : takeAtOnce(functions, named, untilSuccess, memory),
	);
	if ('error' in taken) {
		functions.logger.warn(ALONE);
		functions.addExecutionHints?.({ message: ALONE, location: 'outputPane', type: 'warning' });
		return first;
	}
	// Of two items with the same key the first is the one that is handled.
	return items.filter((item) => {
		const key = keys.get(item);
		return key === undefined || taken.value.delete(key);
	});
}
