import type { Mark } from '../shared/records/memory';
import type { Difference } from '../shared/records/scan';
import { Scan } from '../shared/records/scan';
import { ClubError } from '../shared/transport/errors';
import { Comparison } from './comparison';
import { conditionsFor } from './conditions';
import { itemOf } from './emission';
import type { PolledEvent } from './events/polledEvent';
import type { PolledList } from './lists';
import { orYield, Yield } from './meter';
import type { PlacedPage, PollRun } from './run';
import { causedBy, idAfter, readNewest, readPages } from './run';
import type { ListState, Progress } from './state';
import { forgottenBefore, vanishedFrom, whereabouts } from './whereabouts';

/** One scan of a list, which may be the rest of one that an earlier poll began. */
export class ListScan {
	private readonly memory: Scan;
	private readonly learning: boolean;
	private readonly progress: Progress;
	private readonly conditions;
	private readonly comparison: Comparison;
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
		this.comparison = new Comparison(list, events, settings, now);
		if (!state.progress) this.memory.begin();
		this.progress = {
			...(state.progress ?? { read: 0, begunAt: now, calls: 0, unreadable: 0, span: list.span?.(settings, now, state.wholeAt) }),
		};
		this.conditions = conditionsFor(causedBy(events, 'condition'), state, this.progress.memberships, this.learning, run);
		this.forgetOtherForms();
	}

	/** Digests and values of another form are compared with nothing: they are learned anew. */
	private forgetOtherForms(): void {
		const { digests, values } = this.comparison.forms;
		if (this.state.digests !== digests) this.memory.forgetKnown('digest');
		if (this.state.values !== values) this.memory.forgetKnown('value');
		if (this.state.digests !== digests || this.state.values !== values) this.run.learned = true;
		this.state = { ...this.state, digests, values };
	}

	/** Reads as far as the poll may. @throws Yield when not even one call could be made, ClubError */
	async read(): Promise<ListState> {
		const state = await orYield(this.readAll());
		if (!(state instanceof Yield)) return state;
		if (this.run.meter.calls === this.callsBefore) throw state;
		return this.pause();
	}

	private async readAll(): Promise<ListState> {
		if (this.learning && this.state.existing && !this.progress.newestTold && this.list.idName && this.comparison.wants('added'))
			await this.tellNewest();
		for (; this.progress.read < this.list.reads.length; this.progress.read++, this.startOver())
			if (!(await this.readOne())) return this.pause();
		return await this.finish();
	}

	/** Reads one of the lists to its end. @returns whether there was room for all items */
	private async readOne(): Promise<boolean> {
		const goesOn = this.progress.step !== undefined || this.progress.fromId !== undefined;
		let pages = 0;
		const takePages = async () => {
			for await (const page of readPages(this.list, this.progress, this.run)) {
				pages++;
				if (!this.takePage(page)) return false;
			}
			return true;
		};
		return await takePages().catch(async (error: unknown) => {
			// The place that an earlier poll came to, such as a cursor, may have expired; what was met is known, so the list is read from its beginning.
			if (!goesOn || pages > 0 || !(error instanceof ClubError) || error.status !== 400) throw error;
			this.startOver();
			return await takePages();
		});
	}

	/** Calls of this scan so far. */
	private calls(): number {
		return this.progress.calls + this.run.meter.calls - this.callsBefore;
	}

	/** The list that is read next is read from its beginning. */
	private startOver(): void {
		delete this.progress.step;
		delete this.progress.fromId;
	}

	/** The newest records of a list by ids, told before the scan that remembers all of them. */
	private async tellNewest(): Promise<void> {
		const rows = await readNewest(this.list, this.run.settings.firstPollLimit, this.run);
		for (const row of rows.reverse()) {
			const mark = this.comparison.markOf(row);
			if (!mark) continue;
			const difference = this.memory.compare(mark, row);
			if (difference.added && !this.run.emission.take(this.comparison.itemsFor({ ...difference, changed: false, valueChanged: false })))
				break;
			this.memory.remember(difference);
		}
		this.progress.newestTold = true;
	}

	/** Takes in a page. @returns whether there is room for more items; where not, the scan goes on at the row that had none */
	private takePage({ rows, step }: PlacedPage): boolean {
		for (const row of rows) {
			const mark = this.comparison.markOf(row);
			if (!mark) {
				this.progress.unreadable++;
				continue;
			}
			const difference = this.memory.compare(mark, row);
			if (!this.list.beginOf && difference.before?.at !== undefined) mark.at = difference.before.at;
			const items = this.learning ? [] : this.comparison.itemsFor(difference);
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
		this.progress.fromId = idAfter(this.list, rows) ?? this.progress.fromId;
		return true;
	}

	/** What differs and is told of by nobody is lost with the next restart, unless it is saved. */
	private silently({ added, changed, valueChanged }: Difference, told: number): void {
		if ((added || changed || valueChanged) && told === 0 && !this.learning) this.run.learned = true;
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
		const vanished = vanishedFrom(this.list, this.memory.unmet(), this.progress.span, this.run);
		if (!this.learning && !this.state.doubtful && this.memory.isDoubtful(vanished.length)) {
			return { ...whole, marks: this.memory.pack(), doubtful: true };
		}
		const allRemoved = await this.remove(vanished);
		if (this.learning) {
			this.run.learned = true;
			for (const difference of this.newest) if (!this.run.emission.take(this.comparison.itemsFor({ ...difference, added: true }))) break;
		}
		const allTold = await this.conditions.tell(this.memory.all());
		if (this.list.kind === 'window') this.memory.forgetUnmetBefore(forgottenBefore(this.list, this.progress.span, this.run));
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
			if (row) this.memory.remember({ before: mark, now: { ...mark, ...this.comparison.markOf(row) } });
			else this.memory.forget(mark);
			if (items.length === 0) this.run.learned = true;
		}
		return true;
	}
}
