import type { IDataObject } from 'n8n-workflow';
import { changedBetween, digestOf, formOf } from '../shared/records/digest';
import type { Mark } from '../shared/records/memory';
import type { Difference } from '../shared/records/scan';
import { Scan } from '../shared/records/scan';
import { ClubError } from '../shared/transport/errors';
import { conditionsFor } from './conditions';
import { itemOf } from './emission';
import type { PolledList } from './lists';
import { orYield, Yield } from './meter';
import type { PolledEvent } from './polledEvents';
import type { PlacedPage, PollRun } from './run';
import { causedBy, readNewest, readPages } from './run';
import type { ListState, Progress } from './state';
import { readingOf } from './values';
import { whereabouts } from './whereabouts';

/** Trainings that are not listed any more are remembered a little longer than they can be listed, in seconds. */
const MARGIN_S = 3600;

/** One scan of a list, which may be the rest of one that an earlier poll began. */
export class ListScan {
	private readonly memory: Scan;
	private readonly learning: boolean;
	private readonly watched: readonly string[];
	private readonly progress: Progress;
	private readonly conditions;
	private readonly reading;
	private readonly callsBefore: number;
	/** The newest records of a window that is read for the first time, if they are to be told. */
	private newest: Difference[] = [];

	constructor(
		private readonly list: PolledList,
		private state: ListState,
		private readonly events: readonly PolledEvent[],
		private readonly run: PollRun,
	) {
		const { settings, now } = run;
		this.callsBefore = run.meter.calls;
		this.learning = state.wholeAt === undefined;
		this.memory = new Scan(state.marks);
		this.watched = settings.watchedFields.length > 0 ? settings.watchedFields : list.watched;
		this.reading = readingOf(causedBy(events, 'value'), settings);
		if (!state.progress) this.memory.begin();
		this.progress = {
			...(state.progress ?? { read: 0, begunAt: now, calls: 0, unreadable: 0, span: list.span?.(settings, now, state.wholeAt) }),
		};
		this.conditions = conditionsFor(causedBy(events, 'condition'), state, this.progress.memberships, this.learning, run);
		this.forgetOtherForms();
	}

	/** Digests and values of another form are compared with nothing: they are learned anew. */
	private forgetOtherForms(): void {
		const digests = this.wants('changed') ? formOf(this.watched) : undefined;
		const values = this.reading?.form;
		if (this.state.digests !== digests) this.memory.forgetKnown('digest');
		if (this.state.values !== values) this.memory.forgetKnown('value');
		if (this.state.digests !== digests || this.state.values !== values) this.run.learned = true;
		this.state = { ...this.state, digests, values };
	}

	private wants(cause: PolledEvent['cause']): boolean {
		return this.events.some((event) => event.cause === cause);
	}

	/** Reads as far as the poll may. @throws Yield when not even one call could be made, ClubError */
	async read(): Promise<ListState> {
		const state = await orYield(this.readAll());
		if (!(state instanceof Yield)) return state;
		if (this.run.meter.calls === this.callsBefore) throw state;
		return this.pause();
	}

	private async readAll(): Promise<ListState> {
		if (this.learning && this.state.existing && !this.progress.newestTold && this.list.idName && this.wants('added'))
			await this.tellNewest();
		for (; this.progress.read < this.list.reads.length; this.next()) if (!(await this.readOne())) return this.pause();
		return await this.finish();
	}

	/** Reads one of the lists to its end. @returns whether there was room for all items */
	private async readOne(): Promise<boolean> {
		const cursor = this.progress.step?.cursor;
		const takePages = async () => {
			for await (const page of readPages(this.list, this.progress, this.run)) if (!this.takePage(page)) return false;
			return true;
		};
		return await takePages().catch(async (error: unknown) => {
			// A cursor of an earlier poll may have expired; what was met is known, so the list is read from its beginning.
			const isRefused = error instanceof ClubError && error.status === 400 && cursor !== undefined && this.progress.step?.cursor === cursor;
			if (!isRefused) throw error;
			delete this.progress.step;
			return await takePages();
		});
	}

	/** Calls of this scan so far. */
	private calls(): number {
		return this.progress.calls + this.run.meter.calls - this.callsBefore;
	}

	private next(): void {
		this.progress.read++;
		delete this.progress.step;
		delete this.progress.fromId;
	}

	/** The newest records of a list by ids, told before the scan that remembers all of them. */
	private async tellNewest(): Promise<void> {
		const rows = await readNewest(this.list, this.run.settings.firstPollLimit, this.run);
		for (const row of rows.reverse()) {
			const mark = this.markOf(row);
			if (!mark) continue;
			const difference = this.memory.compare(mark, row);
			if (difference.added && !this.run.emission.take(this.itemsFor({ ...difference, changed: false, valueChanged: false }))) break;
			this.memory.remember(difference);
		}
		this.progress.newestTold = true;
	}

	private markOf(row: IDataObject): Mark | undefined {
		const ids = this.list.idsOf(row);
		if (!ids) return undefined;
		const begin = this.list.beginOf?.(row);
		return {
			ids,
			...(this.wants('changed') && { digest: digestOf(row, this.watched) }),
			...this.reading?.markOf(row),
			...(begin !== undefined && { at: Math.floor(begin / 1000) }),
			// A training says only its local time, so what counts is when it was first seen.
			...(this.list.kind === 'window' && !this.list.beginOf && { at: Math.floor(this.run.now / 1000) }),
		};
	}

	/** Takes in a page. @returns whether there is room for more items; where not, the scan goes on at the row that had none */
	private takePage({ rows, step }: PlacedPage): boolean {
		for (const row of rows) {
			const mark = this.markOf(row);
			if (!mark) {
				this.progress.unreadable++;
				continue;
			}
			const difference = this.memory.compare(mark, row);
			if (!this.list.beginOf && difference.before?.at !== undefined) mark.at = difference.before.at;
			const items = this.learning ? [] : this.itemsFor(difference);
			if (items.length > 0 && !this.run.emission.take(items)) {
				Object.assign(this.progress, this.list.idName ? { fromId: mark.ids[mark.ids.length - 1] } : { step });
				return false;
			}
			this.silently(difference, items.length);
			this.memory.remember(difference);
			if (!this.conditions.see(row, mark)) this.progress.unreadable++;
			if (this.learning && this.state.existing && !this.list.idName) this.newest.push(difference);
		}
		this.newest = this.newest.slice(-this.run.settings.firstPollLimit);
		this.goOnAfter(rows);
		return true;
	}

	/** What differs and is told of by nobody is lost with the next restart, unless it is saved. */
	private silently({ added, changed, valueChanged }: Difference, told: number): void {
		if ((added || changed || valueChanged) && told === 0 && !this.learning) this.run.learned = true;
	}

	/** Where a list by ids goes on after a page that was taken in. */
	private goOnAfter(rows: readonly IDataObject[]): void {
		const ids = rows.map((row) => row[this.list.idName ?? '']).filter((id): id is number => typeof id === 'number');
		if (ids.length > 0) this.progress.fromId = Math.max(...ids) + 1;
	}

	/** The items of what differs in a record. */
	private itemsFor({ added, changed, valueChanged, before, now, row }: Difference): IDataObject[] {
		return this.events.flatMap((event) => {
			if (event.cause === 'added' ? !added : event.cause === 'changed' ? !changed : event.cause !== 'value' || !valueChanged) return [];
			if (event.cause === 'value') {
				const told = this.reading?.tell(event, before, now);
				return told ? [itemOf(event, { ids: now.ids, record: row, ...told }, this.run.now)] : [];
			}
			const known = event.cause === 'changed' && before?.digest !== undefined && now.digest !== undefined;
			return [
				itemOf(
					event,
					{
						ids: now.ids,
						record: row,
						changed: known ? changedBetween(before.digest as string, now.digest as string, this.watched) : undefined,
					},
					this.run.now,
				),
			];
		});
	}

	/** The scan goes on at the next poll. */
	private pause(): ListState {
		const progress = { ...this.progress, calls: this.calls(), memberships: this.conditions.progress() };
		return { ...this.state, begunAt: progress.begunAt, marks: this.memory.pack(), progress };
	}

	/** The scan is whole: what it has not met is gone. */
	private async finish(): Promise<ListState> {
		const { begunAt } = this.progress;
		const whole = { ...this.state, progress: undefined, begunAt, cost: this.calls(), unreadable: this.unreadable() };
		const vanished = this.vanished();
		if (!this.learning && !this.state.doubtful && this.memory.isDoubtful(vanished.length)) {
			return { ...whole, marks: this.memory.pack(), doubtful: true };
		}
		const allRemoved = await this.remove(vanished);
		if (this.learning) {
			this.run.learned = true;
			for (const difference of this.newest) if (!this.run.emission.take(this.itemsFor({ ...difference, added: true }))) break;
		}
		const allTold = await this.conditions.tell(this.memory.all());
		if (this.list.kind === 'window') this.memory.forgetUnmetBefore(this.oldest());
		return {
			...whole,
			existing: undefined,
			doubtful: undefined,
			wholeAt: begunAt,
			again: !allRemoved || !allTold || undefined,
			marks: this.memory.pack(),
			told: this.conditions.pack(),
		};
	}

	private unreadable(): ListState['unreadable'] {
		const rows = this.progress.unreadable;
		return rows > 0 ? { ...this.state.unreadable, reads: (this.state.unreadable?.reads ?? 0) + 1, rows } : undefined;
	}

	/** Until when the records of a window need not be remembered any more, in seconds. */
	private oldest(): number {
		const { settings, now } = this.run;
		const from = Date.parse(this.progress.span?.from ?? '') / 1000;
		return this.list.beginOf ? from : now / 1000 - settings.lookBack * 3600 - MARGIN_S;
	}

	/** What should have been listed and was not. What has begun, or lies beyond the window, need not be. */
	private vanished(): Mark[] {
		if (this.list.kind !== 'window') return this.memory.unmet();
		if (!this.list.beginOf) return [];
		const to = Date.parse(this.progress.span?.to ?? '') / 1000;
		return this.memory.unmet().filter(({ at = 0 }) => at >= this.run.now / 1000 && at < to);
	}

	/** Tells what is gone, and forgets it. @returns whether all of it could be told */
	private async remove(vanished: readonly Mark[]): Promise<boolean> {
		const removals = causedBy(this.events, 'removed');
		const moves = causedBy(this.events, 'changed');
		for (const mark of vanished) {
			const row =
				this.list.lookUp && removals.length + moves.length > 0 ? await whereabouts(this.list, mark, this.progress.span, this.run) : null;
			if (row === undefined) return false;
			const events = row ? moves : removals;
			const items = this.learning ? [] : events.map((event) => itemOf(event, { ids: mark.ids, record: row }, this.run.now));
			if (!this.run.emission.take(items)) return false;
			if (row) this.memory.remember({ before: mark, now: { ...mark, ...this.markOf(row) } });
			else this.memory.forget(mark);
			if (items.length === 0) this.run.learned = true;
		}
		return true;
	}
}
