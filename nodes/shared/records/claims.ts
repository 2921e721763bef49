import type { IExecuteFunctions } from 'n8n-workflow';
import { clock } from '../transport/clock';
import type { Gatherings } from './gathering';
import type { List } from './handledRecord';
import { areDone, bringToEnd, claim, claimedBy, inHandOf, inTurn, optionsOf, reclaim, release, valuesOf, writeDone } from './handledRecord';
import type { Journals } from './journal';
import { KeptRecord } from './journal';
import { kindsOf } from './partner';

/** As many values as a Remove Duplicates node keeps by default, so that none of its own are forgotten for ours. */
export const OF_WORKFLOW: List = { scope: 'workflow', most: 10_000 };

/** How long the other trigger may take to bring an event to an end, looked at after each of these pauses in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * How long a poll leaves what it has found to the other trigger, in milliseconds. The club mostly tells of it in the same
 * seconds, and of two workers that write in the same moment neither sees what the other has taken.
 */
const LEFT_TO_OTHER_MS = 10_000;

/** How often it is written that an event is handled, at most, until it is found in the record. */
const MOST_LOOKS = 3;

/** What a process remembers of what it writes to the records of workflows. */
export interface WrittenHere {
	journals: Journals;
	/** The ends that wait for their turn, by workflow and kind of trigger. */
	ends: Gatherings;
}

/** The record of this workflow as one execution uses it: claims are named after the kind of trigger that makes them. */
export class Claims {
	private readonly workflow: string;
	private readonly own: string;
	private readonly partner: string;
	private readonly record: KeptRecord;
	private readonly ends: Gatherings;

	constructor(
		private readonly functions: IExecuteFunctions,
		{ journals, ends }: WrittenHere,
	) {
		this.ends = ends;
		this.workflow = String(functions.getWorkflow().id);
		this.record = new KeptRecord(functions.helpers, journals.of(this.workflow));
		({ own: this.own, partner: this.partner } = kindsOf(functions));
	}

	/**
	 * The keys that are this execution's to handle: nobody has them, this trigger has not brought them to an end, or the
	 * other one has not: its execution fails while it is waited for, or does not end at all, since it was killed.
	 */
	async take(keys: string[]): Promise<Set<string>> {
		const own = await this.claim(keys);
		const others = keys.filter((key) => !own.has(key));
		let left = await this.abandoned(await this.held(others, this.partner), this.partner);
		const failed = await this.claim(others.filter((key) => !left.includes(key)));
		if (left.length > 0) {
			await this.inTurn(async (record) => {
				const done = await areDone(record, left, OF_WORKFLOW);
				await release(record, left, this.partner, OF_WORKFLOW);
				left = left.filter((key) => !done.has(key));
				if (left.length > 0) await reclaim(record, left, this.own, OF_WORKFLOW);
			});
		}
		return new Set([...own, ...failed, ...left]);
	}

	/** Lets the other trigger go first, where it is the quicker one. */
	async giveWay(): Promise<void> {
		if (this.own === 'clubPollTrigger') await clock.sleep(LEFT_TO_OTHER_MS, this.functions.getExecutionCancelSignal());
	}

	/** Waits for what an earlier execution of this trigger has in hand; what it still has then is abandoned: it was killed. */
	async settled(keys: string[]): Promise<void> {
		await this.abandoned(await this.held(keys, this.own), this.own);
	}

	/** Notes that these are handled for good, and looks whether another worker has undone it. */
	async done(keys: string[]): Promise<void> {
		if (keys.length > 0) await this.ends.of(`${this.workflow}\n${this.own}`).add(keys, async (take) => await this.writeEnd(take));
	}

	/** Gives these back: this execution has failed with them. */
	async giveUp(keys: string[]): Promise<void> {
		const values = valuesOf(keys, [this.own, this.partner]);
		if (keys.length > 0) await this.inTurn(async (record) => await record.forget(values, OF_WORKFLOW.scope, optionsOf(OF_WORKFLOW)));
	}

	private async writeEnd(take: () => string[]): Promise<void> {
		const keys = await this.inTurn(async (record) => {
			const taken = take();
			await bringToEnd(record, taken, this.own, OF_WORKFLOW);
			return taken;
		});
		const isKnown = async () => await this.inTurn(async (record) => await writeDone(record, keys, OF_WORKFLOW));
		for (let look = 1; look <= MOST_LOOKS && !(await isKnown()); look++);
	}

	/** Claims what nobody has. What was claimed before and has been handled since is nobody's: only its claim has been left behind. */
	private async claim(keys: string[]): Promise<Set<string>> {
		if (keys.length === 0) return new Set();
		return await this.inTurn(async (record) => {
			const { own, again } = await claim(record, keys, this.own, OF_WORKFLOW);
			const done = again.length > 0 ? await areDone(record, again, OF_WORKFLOW) : new Set<string>();
			if (done.size > 0) await release(record, [...done], this.own, OF_WORKFLOW);
			const inHand = [...own].filter((key) => !done.has(key));
			record.hold(inHandOf(inHand, this.own));
			return new Set(inHand);
		});
	}

	/** Which of these a kind of trigger has in hand. */
	private async held(keys: string[], kind: string): Promise<string[]> {
		if (keys.length === 0) return [];
		return await this.inTurn(async (record) => await claimedBy(record, keys, kind, OF_WORKFLOW));
	}

	/** Which of these it still has in hand, however long one waits. */
	private async abandoned(held: string[], kind: string): Promise<string[]> {
		let open = held;
		for (const pauseMs of PAUSES_MS) {
			if (open.length === 0) break;
			await clock.sleep(pauseMs, this.functions.getExecutionCancelSignal());
			open = await this.held(open, kind);
		}
		return open;
	}

	private async inTurn<T>(work: (record: KeptRecord) => Promise<T>): Promise<T> {
		const outcome = await inTurn(this.workflow, async () => await work(this.record));
		void this.record.keep(this.workflow, OF_WORKFLOW, this.functions.logger);
		return outcome;
	}
}
