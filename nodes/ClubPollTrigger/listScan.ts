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
 * How long trainings are remembered after they have left the window, in ms. The window is requested wider than it is and compared
 * with a local time, so a training that is forgotten too early would be new again.
 */
const MARGIN_MS = 2 * LARGEST_OFFSET_MS + HOUR_MS;

/** The unmet records that should have been listed. Records that have begun, or lie beyond the window, need not be. */
function vanishedFrom(
	{ kind, beginOf }: PolledList,
	unmet: Mark[],
	{ to = '' }: Partial<TimeWindow> = {},
	{ now }: Pick<PollRun, 'now'>,
): Mark[] {
	if (kind !== 'window') return unmet;
	return beginOf ? unmet.filter(({ at = 0 }) => at >= now / 1000 && at < instantOf(to) / 1000) : [];
}

/** Records of a window from before this time, in seconds since the epoch, need not be remembered. */
const forgottenBefore = ({ beginOf }: PolledList, { from = '' }: Partial<TimeWindow> = {}): number =>
	(instantOf(from) - (beginOf ? 0 : MARGIN_MS)) / 1000;

/** Whether a record lies in the window. One whose begin cannot be read counts as within. */
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
	/** The newest records of a window at its first scan, if existing records are emitted. */
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
			// Digests and values of another form cannot be compared, so they are learned anew.
			this.memory.keepKnown(state.digests === digests, this.comparison.known);
		}
		if (ofMemberships.length > 0)
			this.lastMemberships = new LastMemberships(state.lastMemberships, this.progress.lastMemberships, lastMemberships, run);
	}

	/** Reads as far as this poll may. @throws PollPaused if not even one call could be made, ClubError */
	async read(): Promise<ListState> {
		const state = await pausedOr(this.readAll());
		if (!(state instanceof PollPaused)) return state;
		if (this.run.meter.calls === this.callsBefore) throw state;
		return this.pause();
	}

	private async readAll(): Promise<ListState> {
		if (this.learning && this.state.existing && !this.progress.newestEmitted && this.list.idName && this.comparison.hasCause('added'))
			await this.emitNewest();
		for (; this.progress.read < this.list.reads.length; this.progress.read++, this.startOver())
			if (!(await this.readOne())) return this.pause();
		return await this.finish();
	}

	/** Reads one of the list's reads to its end. @returns whether there was room for all items */
	private async readOne(): Promise<boolean> {
		const isContinued = this.progress.step !== undefined || this.progress.fromId !== undefined;
		let pages = 0;
		const takePages = async () => {
			for await (const page of readPages(this.list, this.progress, this.run)) {
				pages++;
				if (!this.takePage(page)) return false;
			}
			return true;
		};
		return await takePages().catch(async (error: unknown) => {
			// The position of an earlier poll, such as a cursor, may have expired. The records met so far are known, so the list is read again.
			if (!isContinued || pages > 0 || !(error instanceof ClubError) || error.status !== 400) throw error;
			this.startOver();
			return await takePages();
		});
	}

	/** Calls of this scan so far. */
	private calls(): number {
		return this.progress.calls + this.run.meter.calls - this.callsBefore;
	}

	/** Makes the next read begin at the start of its list. */
	private startOver(): void {
		delete this.progress.step;
		delete this.progress.fromId;
	}

	/** Emits the newest records of a list by ids, before the scan that remembers all of them. */
	private async emitNewest(): Promise<void> {
		const rows = await readNewest(this.list, this.run.settings.firstPollLimit, this.run);
		this.comparison.noteProperties(rows);
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
	 * @returns whether all items had room; if not, the scan goes on at the first row without room
	 * @throws InvalidInput for settings that fit none of its rows
	 */
	private takePage({ rows, step }: PlacedPage): boolean {
		const isFirst = this.progress.fromId === undefined && rows.length > 0;
		if (isFirst) for (const event of this.events) event.check?.(rows, this.run.settings);
		if (rows.length > 0) this.progress.shown = this.comparison.noteProperties(rows);
		const { watermark } = this.state;
		const unseenRows = new Set(watermark && unseen(rows, this.list.idName ?? '', watermark));
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
			const firstCauses = unseenRows.has(row) ? (['added', 'value'] as const) : (['value'] as const);
			const items = this.comparison.itemsFor(difference, ...(this.learning ? firstCauses : []));
			if (items.length > 0 && !this.run.emission.take(items)) {
				Object.assign(this.progress, this.list.idName ? { fromId: mark.ids[mark.ids.length - 1] } : { step });
				return false;
			}
			this.comparison.count(items);
			this.memory.remember(difference);
			// The removal of a class or a booking without a begin cannot be found.
			if (!(this.lastMemberships?.add(row) ?? (!this.list.beginOf || mark.at !== undefined))) this.progress.unreadable++;
			if (this.learning && this.state.existing && !this.list.idName) this.newest.push(difference);
		}
		this.newest = this.newest.slice(-this.run.settings.firstPollLimit);
		this.progress.fromId = idAfter(this.list, rows) ?? this.progress.fromId;
		return true;
	}

	/** The state from which the next poll goes on with this scan. */
	private pause(): ListState {
		const progress = { ...this.progress, calls: this.calls(), lastMemberships: this.lastMemberships?.progress() };
		return { ...this.state, begunAt: progress.begunAt, marks: this.memory.pack(), lastMemberships: this.lastMemberships?.pack(), progress };
	}

	/** Ends a whole scan: removes the records that it has not met. @throws PollPaused, ClubError */
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
		// If the list leaves assignments out, the last membership of an athlete is unknown.
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
	 * Removes records that a whole scan has not met. A list may leave existing records out, so they are read by themselves (`lookedUp`),
	 * and count as listed if they are found. Of many records a sample is read: one that is found means that no other counts as gone.
	 * Records that cannot be read by themselves are gone when a second scan confirms it.
	 * @returns `paused` if the rest follows at the next poll, `again` if it needs a new scan, `doubtful` if a second scan must confirm it
	 * @throws PollPaused, ClubError
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

	/** Counts a record that the list left out as listed. Its differences are found when it is listed again. */
	private takeLeftOut(mark: Mark, row: IDataObject): void {
		this.memory.remember({ before: mark, now: mark });
		if (this.lastMemberships?.add(row) === false) this.progress.unreadable++;
		this.progress.leftOut = (this.progress.leftOut ?? 0) + 1;
	}

	/** The records that the list has left out, with a warning in n8n's log at the first scan that finds some. */
	private leftOut(): ListState['leftOut'] {
		const { leftOut: rows = 0 } = this.progress;
		if (rows === 0) return undefined;
		const doubted = this.memory.unmet().length;
		if (!this.state.leftOut) this.run.notes.push(noteOf(this.list, rows, doubted));
		return { ...this.state.leftOut, rows, doubted };
	}

	/** Emits the removals and forgets the records. @returns whether all of them had room and calls @throws ClubError */
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

	/** What to remember of a record that was moved out of the window; undefined if its begin is the same. */
	private moved(mark: Mark, row: IDataObject): Mark | undefined {
		const begin = this.list.beginOf?.(row, this.run.settings.zone);
		const at = begin === undefined ? mark.at : Math.floor(begin / 1000);
		return at === mark.at ? undefined : { ...mark, ...this.comparison.markOf(row, this.memory), ids: mark.ids, at };
	}
}
