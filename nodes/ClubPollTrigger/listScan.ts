import type { IDataObject } from 'n8n-workflow';
import { HOUR_MS, instantOf, LARGEST_OFFSET_MS } from '../shared/api/time';
import { ClubError } from '../shared/transport/errors';
import type { Mark } from './snapshot';
import type { PolledList, TimeWindow } from './lists';
import { pausedOr, PollPaused } from './meter';
import type { PollRun, PlacedPage } from './readPages';
import { causedBy, idAfter, readNewest, readPages } from './readPages';
import type { Difference } from './comparison';
import { Scan, Comparison } from './comparison';
import { itemOf } from './emission';
import { HAS_PLACES } from './events/classes';
import type { PolledEvent } from './events/polledEvent';
import { LastMemberships } from './lastMemberships';
import { lookedUp, noteOf, sampleOfMissing, unlisted } from './lookUp';
import type { ListState, Progress } from './state';
import { unseen } from './watermark';

/**
 * Trainings that are not listed any more are remembered a little longer than they can be listed: the window is asked for wider
 * than its span, and compared with a local time, in ms.
 */
const MARGIN_MS = 2 * LARGEST_OFFSET_MS + HOUR_MS;

/** What should have been listed and was not. What has begun, or lies beyond the window, need not be. */
function vanishedFrom(
	{ kind, beginOf }: PolledList,
	unmet: Mark[],
	{ to = '' }: Partial<TimeWindow> = {},
	{ now }: Pick<PollRun, 'now'>,
): Mark[] {
	if (kind !== 'window') return unmet;
	return beginOf ? unmet.filter(({ at = 0 }) => at >= now / 1000 && at < instantOf(to) / 1000) : [];
}

/** Until when the records of a window need not be remembered any more, in seconds. */
const forgottenBefore = ({ beginOf }: PolledList, { from = '' }: Partial<TimeWindow> = {}): number =>
	(instantOf(from) - (beginOf ? 0 : MARGIN_MS)) / 1000;

/** Whether a record of a window lies in what is looked at; one whose begin cannot be read may. */
const isWithin = ({ beginOf }: PolledList, { at }: Mark, { from, to }: Partial<TimeWindow> = {}): boolean =>
	!beginOf || at === undefined || (at >= instantOf(from) / 1000 && at < instantOf(to) / 1000);

/** One scan of a list, which may be the rest of one that an earlier poll began. */
export class ListScan {
	private readonly memory: Scan;
	private readonly learning: boolean;
	private readonly progress: Progress;
	private readonly comparison: Comparison;
	private readonly lastMemberships: LastMemberships | undefined;
	private readonly callsBefore: number;
	private readonly forms: Pick<ListState, 'digests' | 'values'>;
	/** The newest records of a window that is read for the first time, if they are to be told. */
	private newest: Difference[] = [];

	constructor(
		private readonly list: PolledList,
		private readonly state: ListState,
		private readonly events: readonly PolledEvent[],
		private readonly run: PollRun,
	) {
		const { settings, now } = run;
		this.callsBefore = run.meter.calls;
		this.learning = state.wholeAt === undefined;
		this.memory = new Scan(state.marks);
		const [ofMemberships, ofRows] = [true, false].map((isLast) => events.filter(({ lastMembership = false }) => lastMembership === isLast));
		this.comparison = new Comparison(list, ofRows, state, run, state.progress?.shown);
		const lastMemberships = new Comparison(list, ofMemberships, state, run);
		const { digests, values } = this.comparison.forms;
		this.forms = { digests, values: { ...values, ...lastMemberships.forms.values } };
		const forms = JSON.stringify(this.forms);
		const progress = state.progress?.forms === forms ? state.progress : undefined;
		this.progress = {
			...(progress ?? { read: 0, begunAt: now, calls: 0, unreadable: 0, span: list.span?.(settings, now, state.wholeAt), forms }),
		};
		if (!progress) {
			this.memory.begin();
			// Digests and values of another form are compared with nothing: they are learned anew.
			this.memory.keepKnown(state.digests === digests, this.comparison.known);
		}
		if (ofMemberships.length > 0)
			this.lastMemberships = new LastMemberships(state.lastMemberships, this.progress.lastMemberships, lastMemberships, run);
	}

	/** Reads as far as the poll may. @throws Yield when not even one call could be made, ClubError */
	async read(): Promise<ListState> {
		const state = await pausedOr(this.readAll());
		if (!(state instanceof PollPaused)) return state;
		if (this.run.meter.calls === this.callsBefore) throw state;
		return this.pause();
	}

	private async readAll(): Promise<ListState> {
		if (this.learning && this.state.existing && !this.progress.newestEmitted && this.list.idName && this.comparison.wants('added'))
			await this.emitNewest();
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
	private async emitNewest(): Promise<void> {
		const rows = await readNewest(this.list, this.run.settings.firstPollLimit, this.run);
		this.comparison.look(rows);
		for (const row of rows.reverse()) {
			const mark = this.comparison.markOf(row, this.memory);
			if (!mark) continue;
			const difference = this.memory.compare(mark, row);
			if (difference.added && !this.run.emission.take(this.comparison.itemsFor(difference, 'added', 'value'))) break;
			this.memory.remember(difference);
		}
		this.progress.newestEmitted = true;
	}

	/**
	 * Takes in a page.
	 * @returns whether there is room for more items; where not, the scan goes on at the row that had none
	 * @throws InvalidInput for settings that fit none of its rows
	 */
	private takePage({ rows, step }: PlacedPage): boolean {
		const isFirst = this.progress.fromId === undefined && rows.length > 0;
		if (isFirst) for (const event of this.events) event.check?.(rows, this.run.settings);
		if (rows.length > 0) this.progress.shown = this.comparison.look(rows);
		const { watermark } = this.state;
		const news = new Set(watermark && unseen(rows, this.list.idName ?? '', watermark));
		for (const row of rows) {
			const mark = this.comparison.markOf(row, this.memory);
			if (!mark) {
				this.progress.unreadable++;
				continue;
			}
			if (!isWithin(this.list, mark, this.progress.span)) continue;
			if (this.events.includes(HAS_PLACES)) this.run.classes.set(mark.ids[0], row);
			const difference = this.memory.compare(mark, row);
			if (!this.list.beginOf && difference.before?.at !== undefined) mark.at = difference.before.at;
			const learned = news.has(row) ? (['added', 'value'] as const) : (['value'] as const);
			const items = this.comparison.itemsFor(difference, ...(this.learning ? learned : []));
			if (items.length > 0 && !this.run.emission.take(items)) {
				Object.assign(this.progress, this.list.idName ? { fromId: mark.ids[mark.ids.length - 1] } : { step });
				return false;
			}
			this.comparison.count(items);
			this.memory.remember(difference);
			// Of a class or a booking without a begin no removal can be told. @reading bookingBegin
			if (!(this.lastMemberships?.see(row) ?? (!this.list.beginOf || mark.at !== undefined))) this.progress.unreadable++;
			if (this.learning && this.state.existing && !this.list.idName) this.newest.push(difference);
		}
		this.newest = this.newest.slice(-this.run.settings.firstPollLimit);
		this.progress.fromId = idAfter(this.list, rows) ?? this.progress.fromId;
		return true;
	}

	/** The scan goes on at the next poll. */
	private pause(): ListState {
		const progress = { ...this.progress, calls: this.calls(), lastMemberships: this.lastMemberships?.progress() };
		return { ...this.state, begunAt: progress.begunAt, marks: this.memory.pack(), lastMemberships: this.lastMemberships?.pack(), progress };
	}

	/** The scan is whole: what it has not met is gone. */
	private async finish(): Promise<ListState> {
		const { begunAt, unreadable: rows } = this.progress;
		const unreadable = rows > 0 ? { ...this.state.unreadable, reads: (this.state.unreadable?.reads ?? 0) + 1, rows } : undefined;
		const removal = await this.removeVanished(vanishedFrom(this.list, this.memory.unmet(), this.progress.span, this.run));
		if (removal === 'paused') return this.pause();
		const leftOut = this.leftOut();
		const whole = { ...this.state, progress: undefined, begunAt, cost: this.calls(), unreadable, leftOut };
		if (removal === 'doubtful') return { ...whole, marks: this.memory.pack(), doubtful: true };
		if (this.learning) {
			for (const difference of this.newest)
				if (!this.run.emission.take(this.comparison.itemsFor({ ...difference, added: true }, 'added'))) break;
		}
		// Which membership is the last of an athlete is not known of a list that leaves some out.
		const allEmitted = leftOut?.doubted ? true : ((await this.lastMemberships?.emit()) ?? true);
		if (this.list.kind === 'window') this.memory.forgetUnmetBefore(forgottenBefore(this.list, this.progress.span));
		return {
			...whole,
			...this.forms,
			existing: undefined,
			watermark: undefined,
			doubtful: undefined,
			wholeAt: begunAt,
			lacking: this.progress.shown && this.comparison.lacking(),
			again: removal === 'again' || !allEmitted || undefined,
			marks: this.memory.pack(),
			lastMemberships: this.lastMemberships?.pack(),
		};
	}

	/**
	 * Removes what a whole scan has not met. A list may leave records out that are there, so they are read by themselves (`lookedUp`): what is
	 * found counts as listed. Of many a sample is read, and no other is believed to be gone where one of it is found. What cannot be
	 * read so is gone when a second scan says the same.
	 * @returns whether the rest comes with the next poll, `again` after a new scan
	 * @throws Yield, ClubError
	 * @reading listedRows
	 */
	private async removeVanished(vanished: readonly Mark[]): Promise<'done' | 'paused' | 'again' | 'doubtful'> {
		const isRead = this.list.kind === 'scanned' && this.list.lookUp && !this.learning;
		const sample = isRead ? sampleOfMissing(vanished) : [];
		for (const mark of sample) {
			const row = await lookedUp(this.list, mark, this.run);
			if (row === 'refused' && !this.state.doubtful) return 'doubtful';
			if (row === 'refused') break;
			if (row) this.takeLeftOut(mark, row);
			else if (!(await this.remove([mark]))) return 'paused';
		}
		if (isRead && this.progress.leftOut && sample.length < vanished.length) return 'done';
		if (!isRead && !this.learning && !this.state.doubtful && this.memory.isDoubtful(vanished.length)) return 'doubtful';
		if (await this.remove(isRead ? this.memory.unmet() : vanished)) return 'done';
		return isRead ? 'paused' : 'again';
	}

	/** A record that the list has left out counts as listed. What differs in it is seen when it is listed again. */
	private takeLeftOut(mark: Mark, row: IDataObject): void {
		this.memory.remember({ before: mark, now: mark });
		if (this.lastMemberships?.see(row) === false) this.progress.unreadable++;
		this.progress.leftOut = (this.progress.leftOut ?? 0) + 1;
	}

	/** What is to be said of records that the list has left out: once as long as it does. */
	private leftOut(): ListState['leftOut'] {
		const { leftOut: rows = 0 } = this.progress;
		if (rows === 0) return undefined;
		const doubted = this.memory.unmet().length;
		if (!this.state.leftOut) this.run.notes.push(noteOf(this.list, rows, doubted));
		return { ...this.state.leftOut, rows, doubted };
	}

	/** Tells what is gone, and forgets it. @returns whether all of it could be told */
	private async remove(vanished: readonly Mark[]): Promise<boolean> {
		const removals = causedBy(this.events, 'removed');
		const moves = causedBy(this.events, 'changed');
		for (const mark of vanished) {
			const row = this.list.kind === 'window' && removals.length + moves.length > 0 ? await unlisted(this.list, mark, this.run) : null;
			if (row === undefined) return false;
			const now = row ? this.moved(mark, row) : undefined;
			const events = now ? moves : row ? [] : removals;
			const items = this.learning ? [] : events.map((event) => itemOf(event, { ids: mark.ids, record: row }, this.run.now));
			if (!this.run.emission.take(items)) return false;
			if (now) this.memory.remember({ before: mark, now });
			else if (row) this.memory.keepUnlisted(mark);
			else this.memory.forget(mark);
		}
		return true;
	}

	/** What is remembered of a record that was moved to where it is not listed; undefined where it says no other begin. @reading singleBegin */
	private moved(mark: Mark, row: IDataObject): Mark | undefined {
		const begin = this.list.beginOf?.(row, this.run.settings.zone);
		const at = begin === undefined ? mark.at : Math.floor(begin / 1000);
		return at === mark.at ? undefined : { ...mark, ...this.comparison.markOf(row, this.memory), ids: mark.ids, at };
	}
}
