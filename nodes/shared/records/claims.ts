import type { IExecuteFunctions } from 'n8n-workflow';
import { clock } from '../transport/clock';
import { remembered } from '../transport/memory';
import { settle } from '../transport/outcome';
import type { List, ProcessedRecord } from './handledRecord';
import { claim, claimedBy, confirm, forget, inTurn, reclaim, release } from './handledRecord';
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

/**
 * How long after the first of some events was handled all of them are written again, and again after each time, in
 * milliseconds: another worker may overwrite what this one has written, and what it writes the next time, too.
 */
const AGAIN_MS = [2_000, 4_000, 8_000];

/** The events that a trigger has handled and not written again. */
const handledOfLate = remembered<string[]>('handledOfLate');

/** The record of this workflow as one execution uses it: claims are named after the kind of trigger that makes them. */
export class Claims {
	private readonly workflow: string;
	private readonly own: string;
	private readonly partner: string;

	constructor(private readonly functions: IExecuteFunctions) {
		this.workflow = String(functions.getWorkflow().id);
		({ own: this.own, partner: this.partner } = kindsOf(functions));
	}

	/**
	 * The keys that are this execution's to handle: nobody has them, this trigger has not brought them to an end, or the
	 * other one has not: its execution fails while it is waited for, or does not end at all, since it was killed.
	 */
	async take(keys: string[]): Promise<Set<string>> {
		const own = await this.claim(keys);
		const others = keys.filter((key) => !own.has(key));
		const left = await this.abandoned(await this.held(others, this.partner), this.partner);
		const failed = await this.claim(others.filter((key) => !left.includes(key)));
		if (left.length > 0) {
			await this.inTurn(async (record) => {
				await release(record, left, this.partner, OF_WORKFLOW);
				await reclaim(record, left, this.own, OF_WORKFLOW);
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

	/** Notes that these are handled for good. */
	async done(keys: string[]): Promise<void> {
		if (keys.length === 0) return;
		await this.inTurn(async (record) => await release(record, keys, this.own, OF_WORKFLOW));
		void this.doneAgain(keys);
	}

	/**
	 * Writes it again when the moment has passed: of two workers that write at the same time the one overwrites what the
	 * other has written. All events of a while are written together, so that this does not happen the more often.
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
		for (const pauseMs of AGAIN_MS) {
			await clock.sleep(pauseMs);
			if (handledOfLate.get(name) === all) handledOfLate.delete(name);
			const written = await settle(this.inTurn(async (record) => await confirm(record, all, this.own, OF_WORKFLOW)));
			if ('error' in written) this.functions.logger.debug('Which events of the club are handled could not be written again');
		}
	}

	/** Gives these back: this execution has failed with them. */
	async giveUp(keys: string[]): Promise<void> {
		if (keys.length > 0) await this.inTurn(async (record) => await forget(record, keys, this.own, OF_WORKFLOW));
	}

	private async claim(keys: string[]): Promise<Set<string>> {
		if (keys.length === 0) return new Set();
		return await this.inTurn(async (record) => await claim(record, keys, this.own, OF_WORKFLOW));
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

	private async inTurn<T>(work: (record: ProcessedRecord) => Promise<T>): Promise<T> {
		return await inTurn(this.workflow, async () => await work(this.functions.helpers));
	}
}
