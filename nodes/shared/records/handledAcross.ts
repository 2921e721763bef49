import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeTypeAndVersion } from 'n8n-workflow';
import { parseSubject } from '../api/subjects';
import { clock } from '../transport/clock';
import { remembered } from '../transport/memory';
import { settle } from '../transport/outcome';
import { HandledHere } from './handledHere';
import type { List, ProcessedRecord } from './handledRecord';
import { claim, claimedBy, confirm, forget, hasSucceeded, inTurn, reclaim, release } from './handledRecord';

/**
 * Handles an event once across a Club Trigger and a Club Poll Trigger of one workflow that lead into the same node: what
 * either has handled the other leaves out. It concerns the events that happen once to an id, since the two name an event
 * differently. The process's own memory is asked first; what lasts is n8n's record of processed values for the whole
 * workflow, the only store that two nodes share. It has no lock, and Remove Duplicates nodes of the user write it too.
 */

/** The events that happen once to an id, and the name of that id in their subject (§6.3). */
const ONCE: ReadonlyMap<string, string> = new Map([
	['Badge.Awarded', 'achievedBadgeId'],
	['Training.Created', 'trainingId'],
	['UserSubscription.Created', 'userSubscriptionId'],
	['UserSubscription.Deleted', 'userSubscriptionId'],
]);

/** As many values as a Remove Duplicates node keeps by default, so that none of its own are forgotten for ours. */
const OF_WORKFLOW: List = { scope: 'workflow', most: 10_000 };

/** The node that may handle the same events. */
const PARTNER: ReadonlyMap<string, string> = new Map([
	['clubTrigger', 'clubPollTrigger'],
	['clubPollTrigger', 'clubTrigger'],
]);

const handledHere = new HandledHere();

/** What names an event for both triggers; undefined for one that may happen again to the same id. */
function keyOf({ eventType, subject }: IDataObject): string | undefined {
	const id = typeof eventType === 'string' ? ONCE.get(eventType) : undefined;
	const ids = typeof subject === 'string' ? parseSubject(subject)?.ids : undefined;
	return id && ids?.[id] ? `Club ${String(eventType)} ${ids[id]}` : undefined;
}

const kindOf = (type: string): string => type.slice(type.lastIndexOf('.') + 1);

/** Whether the user wants it: an option of the Club Poll Trigger. */
const isWanted = (parameters: IDataObject | undefined): boolean => (parameters?.options as IDataObject | undefined)?.skipHandled !== false;

/** Whether a node of the other kind leads into a node that this one leads into. */
function hasPartner(functions: IExecuteFunctions): boolean {
	const { name, type, parameters } = functions.getNode();
	const partner = PARTNER.get(kindOf(type));
	const isPartner = (node: NodeTypeAndVersion) =>
		kindOf(node.type) === partner &&
		!node.disabled &&
		isWanted(partner === 'clubPollTrigger' ? (node.parameters as IDataObject | undefined) : (parameters as IDataObject));
	return functions.getChildNodes(name).some((child) => {
		const leadingHere = functions.getParentNodes(child.name, { depth: 1, includeNodeParameters: true });
		return leadingHere.some((node) => node.name === name) && leadingHere.some(isPartner);
	});
}

/** How long the other trigger may take to bring an event to an end, looked at after each of these pauses in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** How long after the first of some events was handled all of them are written again, in milliseconds. */
const AGAIN_MS = 2_000;

/** The events that a trigger has handled and not written again. */
const handledOfLate = remembered<string[]>('handledOfLate');

/** The record of this workflow as one execution uses it: claims are named after the kind of trigger that makes them. */
class Claims {
	private readonly workflow: string;
	private readonly own: string;
	private readonly partner: string;

	constructor(private readonly functions: IExecuteFunctions) {
		this.workflow = String(functions.getWorkflow().id);
		this.own = kindOf(functions.getNode().type);
		this.partner = PARTNER.get(this.own) ?? '';
	}

	/**
	 * The keys that are this execution's to handle: nobody has them, this trigger has not brought them to an end, or the
	 * other one has not: its execution fails while it is waited for, or does not end at all, since it was killed.
	 */
	async take(keys: string[]): Promise<Set<string>> {
		const own = await this.claim(keys);
		const held = await this.held(keys.filter((key) => !own.has(key)));
		const left = await this.abandoned(held);
		const failed = await this.claim(held.filter((key) => !left.includes(key)));
		if (left.length > 0) {
			await this.inTurn(async (record) => {
				await release(record, left, this.partner, OF_WORKFLOW);
				await reclaim(record, left, this.own, OF_WORKFLOW);
			});
		}
		return new Set([...own, ...failed, ...left]);
	}

	/** Notes that these are handled for good. */
	async done(keys: string[]): Promise<void> {
		if (keys.length === 0) return;
		await this.inTurn(async (record) => await release(record, keys, this.own, OF_WORKFLOW));
		void this.doneAgain(keys);
	}

	/**
	 * Writes it again when the moment has passed: of two workers that write at the same time the one overwrites what the
	 * other has written. All events of a while are one stroke, so that this does not happen the more often.
	 */
	private async doneAgain(keys: string[]): Promise<void> {
		const name = `${this.workflow}\n${this.own}`;
		const waiting = handledOfLate.get(name);
		if (waiting) {
			waiting.push(...keys);
			return;
		}
		const all = [...keys];
		handledOfLate.set(name, all);
		await clock.sleep(AGAIN_MS);
		handledOfLate.delete(name);
		const written = await settle(this.inTurn(async (record) => await confirm(record, all, this.own, OF_WORKFLOW)));
		if ('error' in written) this.functions.logger.debug('Which events of the club are handled could not be written a second time');
	}

	/** Gives these back: this execution has failed with them. */
	async giveUp(keys: string[]): Promise<void> {
		if (keys.length > 0) await this.inTurn(async (record) => await forget(record, keys, this.own, OF_WORKFLOW));
	}

	private async claim(keys: string[]): Promise<Set<string>> {
		if (keys.length === 0) return new Set();
		return await this.inTurn(async (record) => await claim(record, keys, this.own, OF_WORKFLOW));
	}

	/** Which of these the other trigger has in hand. */
	private async held(keys: string[]): Promise<string[]> {
		if (keys.length === 0) return [];
		return await this.inTurn(async (record) => await claimedBy(record, keys, this.partner, OF_WORKFLOW));
	}

	/** Which of these the other trigger still has in hand, however long one waits. */
	private async abandoned(held: string[]): Promise<string[]> {
		let open = held;
		for (const pauseMs of PAUSES_MS) {
			if (open.length === 0) break;
			await clock.sleep(pauseMs, this.functions.getExecutionCancelSignal());
			open = await this.held(open);
		}
		return open;
	}

	private async inTurn<T>(work: (record: ProcessedRecord) => Promise<T>): Promise<T> {
		return await inTurn(this.workflow, async () => await work(this.functions.helpers));
	}
}

const ALONE =
	'What this trigger and the other one have both seen is handled twice: the list of handled values that n8n keeps for this workflow belongs to a Remove Duplicates node of another mode. Set that node to "Value Is New", or its scope to "Node".';

/** Asks the process's memory, then the record. What this execution takes is handled once it has succeeded. */
async function takeAcross(functions: IExecuteFunctions, keys: string[], here: HandledHere): Promise<Set<string>> {
	const claims = new Claims(functions);
	const named = new Map(keys.map((key) => [`${String(functions.getWorkflow().id)}\n${key}`, key]));
	let own: string[] = [];
	const success = new Promise<boolean>((resolve) => {
		functions.onExecutionFinish?.(async () => {
			const isSuccess = await hasSucceeded(functions);
			await (isSuccess ? claims.done(own) : claims.giveUp(own));
			resolve(isSuccess);
		});
	});
	const admitted = await here.admit([...named.keys()], success);
	const fresh = [...admitted].flatMap((name) => named.get(name) ?? []);
	if (fresh.length > 0) own = [...(await claims.take(fresh))];
	return new Set(own);
}

/** What is taken counts as handled; where it must not, each trigger is on its own. */
async function takeAtOnce(functions: IExecuteFunctions, keys: string[], untilSuccess: boolean): Promise<Set<string>> {
	if (untilSuccess) return new Set(keys);
	const execution = functions.getExecutionId();
	return await inTurn(String(functions.getWorkflow().id), async () => await claim(functions.helpers, keys, execution, OF_WORKFLOW));
}

/**
 * The items that the other trigger of the workflow has not handled. A manual run or a retry is the caller's to leave out.
 * An older n8n tells no node how its execution has ended; there an event counts as handled once it was taken, and where it
 * must not, each trigger is on its own.
 * @param untilSuccess whether an event may count as handled only once this execution has succeeded
 * @param here the memory of this process
 */
export async function skipHandledAcross(
	functions: IExecuteFunctions,
	items: INodeExecutionData[],
	untilSuccess: boolean,
	here = handledHere,
): Promise<INodeExecutionData[]> {
	const keys = new Map(items.map((item) => [item, keyOf(item.json)]));
	const named = [...new Set([...keys.values()].flatMap((key) => key ?? []))];
	if (named.length === 0 || !hasPartner(functions)) return items;
	const taken = await settle(functions.onExecutionFinish ? takeAcross(functions, named, here) : takeAtOnce(functions, named, untilSuccess));
	if ('error' in taken) {
		functions.logger.warn(ALONE);
		functions.addExecutionHints?.({ message: ALONE, location: 'outputPane', type: 'warning' });
		return items;
	}
	// Of two items with the same key the first is the one that is handled.
	return items.filter((item) => {
		const key = keys.get(item);
		return key === undefined || taken.value.delete(key);
	});
}
