import type { DeduplicationItemTypes, DeduplicationScope, ICheckProcessedOptions, IDeduplicationOutput, Logger } from 'n8n-workflow';
import { clock } from '../transport/clock';
import { remembered } from '../transport/memory';
import { settle } from '../transport/outcome';
import type { List, ProcessedRecord } from './handledRecord';
import { inTurn, optionsOf } from './handledRecord';

/**
 * n8n's record is read and written as a whole, without a lock: of two workers that write in the same moment the one undoes
 * what the other has written. So what a process has written of late it writes again.
 */

/** How long a value is written again, in ms. */
const FOR_MS = 15_000;

/** The pause before the next writing where there is something new, in ms; where there is not, it is twice as long as the one before. */
const FIRST_PAUSE_MS = 1_000;

interface Written {
	/** Whether the value is to be in the record, or not to be there any more. */
	isIn: boolean;
	leftMs: number;
}

/** What a process has written of late to the record of a workflow. */
class Journal {
	private readonly values = new Map<string, Written>();
	private isNews = false;
	private isUnderWay = false;

	note(values: readonly string[], isIn: boolean): void {
		for (const value of values) this.values.set(value, { isIn, leftMs: FOR_MS });
		this.isNews ||= values.length > 0;
	}

	drop(values: readonly string[]): void {
		for (const value of values) this.values.delete(value);
	}

	/** The values that are to be in the record, or those that are not to be there any more. */
	those(isIn: boolean): string[] {
		return [...this.values].flatMap(([value, written]) => (written.isIn === isIn ? [value] : []));
	}

	/** Writes all of it again, until none of it is of late any more. */
	async keep(write: () => Promise<void>, logger: Logger): Promise<void> {
		if (this.isUnderWay) return;
		this.isUnderWay = true;
		let pauseMs = FIRST_PAUSE_MS;
		while (this.values.size > 0) {
			await clock.sleep(pauseMs);
			const written = await settle(write());
			if ('error' in written) logger.debug('Which events of the club are handled could not be written again');
			this.age(pauseMs);
			pauseMs = this.isNews ? FIRST_PAUSE_MS : 2 * pauseMs;
			this.isNews = false;
		}
		this.isUnderWay = false;
	}

	private age(ms: number): void {
		for (const [value, { isIn, leftMs }] of this.values)
			if (leftMs > ms) this.values.set(value, { isIn, leftMs: leftMs - ms });
			else this.values.delete(value);
	}
}

/** What a process has written of late, by workflow. */
export class Journals {
	private readonly known = remembered<Journal>('writtenOfLate');

	of(workflow: string): Journal {
		const known = this.known.get(workflow) ?? new Journal();
		this.known.set(workflow, known);
		return known;
	}
}

/** n8n's record of a workflow, that keeps what this process writes to it. */
export class KeptRecord implements ProcessedRecord {
	constructor(
		private readonly record: ProcessedRecord,
		private readonly journal: Journal,
	) {}

	/** As n8n's own. */
	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		options: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const answer = await this.record.checkProcessedAndRecord(items, scope, options);
		this.journal.note(answer.new.map(String), true);
		return answer;
	}

	async removeProcessed(items: DeduplicationItemTypes[], scope: DeduplicationScope, options: ICheckProcessedOptions): Promise<void> {
		this.journal.note(items.map(String), false);
		await this.record.removeProcessed(items, scope, options);
	}

	/** Takes values out that somebody may write anew at once: that is not undone. */
	async forget(items: string[], scope: DeduplicationScope, options: ICheckProcessedOptions): Promise<void> {
		this.journal.drop(items);
		await this.record.removeProcessed(items, scope, options);
	}

	/** Notes that these are to be there, whoever has written them. */
	hold(items: string[]): void {
		this.journal.note(items, true);
	}

	/** Writes what was written of late again, after some pauses. @param turn the name of its turns */
	async keep(turn: string, { scope, most }: List, logger: Logger): Promise<void> {
		const options = optionsOf({ scope, most });
		const write = async () => {
			const [present, absent] = [this.journal.those(true), this.journal.those(false)];
			if (present.length > 0) await this.record.checkProcessedAndRecord(present, scope, options);
			if (absent.length > 0) await this.record.removeProcessed(absent, scope, options);
		};
		await this.journal.keep(async () => await inTurn(turn, write), logger);
	}
}
