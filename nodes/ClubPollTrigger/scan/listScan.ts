import { HOUR_MS, instantOf, LARGEST_OFFSET_MS } from '../../shared/api/time';
import { beyond } from '../../shared/lists/step';
import { ClubError, isRefusal } from '../../shared/transport/errors';
import type { Mark } from './snapshot';
import type { PolledList } from '../causes/lists';
import { POLLED_LISTS } from '../causes/lists';
import { checkFields } from '../causes/properties';
import { pausedOr, PollPaused } from './meter';
import type { PollRun, PlacedPage } from './readPages';
import { readNewest, readPages } from './readPages';
import type { Difference } from './comparison';
import { Scan, Comparison } from './comparison';
import type { KeptValue, PolledEvent } from '../causes/polledEvent';
import { LastMemberships } from './lastMemberships';
import type { ListState, Progress, ReadState } from './state';
import { unseen } from './watermark';

/** How long a read of several that gives no records may only be in trouble, in ms. */
const EMPTY_FOR_MS = HOUR_MS;

/**
 * How long trainings are remembered after they have left the window, in ms. The window is requested wider than it is and compared
 * with a local time, so a training that is forgotten too early would be new again.
 */
const MARGIN_MS = 2 * LARGEST_OFFSET_MS + HOUR_MS;

/** One scan of a list, which may be the rest of one that an earlier poll began. */
export class ListScan {
	private readonly memory: Scan;
	private readonly learning: boolean;
	private readonly progress: Progress;
	private readonly comparison: Comparison;
	private readonly lastMemberships: LastMemberships | undefined;
	private readonly kept: readonly KeptValue[];
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
		this.callsBefore = run.meter.reads;
		this.learning = state.wholeAt === undefined;
		this.memory = new Scan(state.marks);
		const [ofMemberships, ofRows] = [true, false].map((isLast) => events.filter(({ lastMembership = false }) => lastMembership === isLast));
		this.kept = run.classes && list.kept ? [list.kept] : [];
		this.comparison = new Comparison(list, ofRows, state, run, state.progress?.shown, this.kept);
		const lastMemberships = new Comparison(list, ofMemberships, state, run);
		const { digests, values } = this.comparison.forms;
		this.forms = { digests, values: { ...values, ...lastMemberships.forms.values } };
		const forms = JSON.stringify(this.forms);
		const progress = state.progress?.forms === forms ? state.progress : undefined;
		// What is new to this poll is learned as it is now: a change from before is no event.
		const isKnown = JSON.stringify({ digests: state.digests, values: state.values }) === forms;
		const span = list.span?.(settings, now, state.wholeAt);
		const fresh: Progress = { read: 0, begunAt: now, calls: 0, unreadable: 0, span, forms, ...(!isKnown && { askedAt: now }) };
		this.progress = { ...(progress ?? fresh) };
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
		if (this.run.meter.reads === this.callsBefore) throw state;
		return this.pause();
	}

	private async readAll(): Promise<ListState> {
		if (this.learning && this.state.emitsExisting && !this.progress.newestEmitted && this.list.idName && this.comparison.hasCause('added'))
			await this.emitNewest();
		for (; this.progress.read < this.list.reads.length; this.progress.read++, this.startOver())
			if (!(await this.readPart())) return this.pause();
		return await this.finish();
	}

	/** Reads one of the list's reads, or leaves it out if the club refuses it and not all of them. @returns as `readOne` @throws as `readOne` */
	private async readPart(): Promise<boolean> {
		return await this.readOne().catch((error: unknown) => {
			const refused = [...(this.progress.refused ?? []), this.progress.read];
			// The club has no such list, or keeps it from this key.
			if (!isRefusal(error, 403, 404) || refused.length === this.list.reads.length) throw error;
			this.progress.refused = refused;
			const { gave, leftOut } = this.state.reads?.[this.progress.read] ?? {};
			const name = this.nameOf(this.progress.read);
			if (gave) {
				const description = `It gave classes before. Until it can be read again, none of them counts as changed or taken out. ${error.message}. ${error.description}`;
				this.run.refused.set(name, new ClubError(`The club refuses ${name}`, { description, status: error.status }));
			} else if (!leftOut) this.run.notes.push(`The club refuses ${name}, so it is left out until the club gives it. ${error.message}`);
			return true;
		});
	}

	/** One of several reads, for a message. */
	private nameOf(read: number): string {
		return `the calendar ${Object.values(this.list.reads[read].params ?? {}).join()}`;
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

	/** Calls of this scan so far, those of other polls for its pages too. */
	private calls(): number {
		return this.progress.calls + this.run.meter.reads - this.callsBefore;
	}

	/** Makes the next read begin at the start of its list. */
	private startOver(): void {
		delete this.progress.step;
		delete this.progress.fromId;
	}

	/** Emits the newest records of a list by ids, before the scan that remembers all of them. */
	private async emitNewest(): Promise<void> {
		const rows = await readNewest(this.list, this.run.settings.firstPollLimit, this.progress, this.run);
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
	private takePage({ rows, step, askedAt }: PlacedPage): boolean {
		this.progress.begunAt = Math.min(this.progress.begunAt, askedAt);
		if (rows.length > 0) {
			const isFirst = this.progress.fromId === undefined;
			if (isFirst) for (const value of [...this.events, ...this.kept]) checkFields(value, rows, this.run.settings);
			this.progress.shown = this.comparison.noteProperties(rows);
			this.progress.given = [...(this.progress.given ?? []), this.progress.read];
		}
		const { watermark } = this.state;
		const isFirstRead = this.learning || this.state.reads?.[this.progress.read]?.leftOut;
		const unseenRows = new Set(watermark && unseen(rows, this.list.idName ?? '', watermark));
		for (const row of rows) {
			const mark = this.comparison.markOf(row, this.memory);
			if (!mark) {
				this.progress.unreadable++;
				continue;
			}
			if (!this.isWithin(mark)) continue;
			if (this.progress.read > 0) mark.read = this.progress.read;
			if (this.list === POLLED_LISTS.calendars) this.run.classes?.set(mark.ids[0], row);
			const difference = this.memory.compare(mark, row);
			if (!this.list.beginOf && difference.before?.at !== undefined) mark.at = difference.before.at;
			const firstCauses = unseenRows.has(row) ? (['added', 'value'] as const) : (['value'] as const);
			const items = this.comparison.itemsFor(difference, ...(isFirstRead ? firstCauses : []));
			if (items.length > 0 && !this.run.emission.take(items)) {
				Object.assign(this.progress, this.list.idName ? { fromId: mark.ids[mark.ids.length - 1] } : { step });
				return false;
			}
			this.comparison.count(items);
			this.memory.remember(difference);
			const wasLast = difference.before !== undefined && !difference.before.older;
			// The removal of a class or a booking without a begin cannot be found.
			const isReadable = this.lastMemberships?.add(row, wasLast) ?? (!this.list.beginOf || mark.at !== undefined);
			if (!isReadable) this.progress.unreadable++;
			if (this.learning && this.state.emitsExisting && !this.list.idName) this.newest.push(difference);
		}
		this.newest = this.newest.slice(-this.run.settings.firstPollLimit);
		if (this.list.idName) Object.assign(this.progress, beyond(rows, 'forward', this.list.idName));
		return true;
	}

	/** Whether a record lies in the window. One whose begin cannot be read counts as within. */
	private isWithin({ at }: Mark): boolean {
		const { from, to } = this.progress.span ?? {};
		return !this.list.beginOf || at === undefined || (at >= instantOf(from) / 1000 && at < instantOf(to) / 1000);
	}

	/** The unmet records that should have been listed. Records that have begun, or lie beyond the window, need not be. */
	private missed(): Mark[] {
		const unmet = this.memory.unmet();
		if (!this.list.span) return unmet;
		const end = instantOf(this.progress.span?.to) / 1000;
		return this.list.beginOf ? unmet.filter(({ at = 0 }) => at >= this.run.now / 1000 && at < end) : [];
	}

	/** The state with what this scan has found so far. */
	private stateSoFar(): ListState {
		const { names } = this.comparison;
		const { begunAt } = this.progress;
		return { ...this.state, names, begunAt, marks: this.memory.pack(), lastMemberships: this.lastMemberships?.pack() };
	}

	/** The state from which the next poll goes on with this scan. */
	private pause(): ListState {
		const progress = { ...this.progress, calls: this.calls(), lastMemberships: this.lastMemberships?.progress() };
		return { ...this.stateSoFar(), progress };
	}

	/** Ends a whole scan: the records that it has not met are missing. @throws PollPaused, ClubError */
	private async finish(): Promise<ListState> {
		const { begunAt, unreadable: rows } = this.progress;
		const unreadable = rows > 0 ? { ...this.state.unreadable, reads: (this.state.unreadable?.reads ?? 0) + 1, rows } : undefined;
		const missed = this.missed();
		const { reads, silent } = this.readsAfter(missed);
		const isSilent = ({ read = 0 }: Mark) => silent.has(read);
		for (const mark of this.memory.absent('missing', 'doubted').filter(isSilent)) this.memory.keepAbsent(mark, undefined);
		for (const mark of missed) {
			if (this.learning) this.memory.forget(mark);
			else if (!isSilent(mark)) this.memory.keepAbsent(mark, 'missing', Math.floor(begunAt / 1000));
		}
		for (const difference of this.newest)
			if (!this.run.emission.take(this.comparison.itemsFor({ ...difference, added: true }, 'added'))) break;
		const { hasRoom = true, held } = (await this.lastMemberships?.emit(this.memory, this.state.unlistedMemberships)) ?? {};
		if (this.list.span) this.memory.forgetUnmetBefore((instantOf(this.progress.span?.from) - (this.list.beginOf ? 0 : MARGIN_MS)) / 1000);
		return {
			...this.stateSoFar(),
			...this.forms,
			cost: this.calls(),
			unreadable,
			progress: undefined,
			emitsExisting: undefined,
			watermark: undefined,
			held: held || undefined,
			wholeAt: begunAt,
			lacking: this.progress.shown && this.comparison.lacking(),
			rescan: !hasRoom || undefined,
			reads,
		};
	}

	/**
	 * What is known of each of several reads after this scan, and which of them say nothing about the records that they lack: those
	 * that the club refuses, and those that have given none at all for less than an hour.
	 */
	private readsAfter(missed: readonly Mark[]): { reads?: ReadState[]; silent: ReadonlySet<number> } {
		const { begunAt, given = [], refused = [] } = this.progress;
		const silent = new Set(refused);
		if (this.list.reads.length === 1) return { silent };
		const reads = this.list.reads.map((_, read): ReadState => {
			const { gave, emptySince } = this.state.reads?.[read] ?? {};
			if (refused.includes(read)) return gave ? { gave, emptySince } : { leftOut: true };
			if (given.includes(read)) return { gave: true };
			const isMissed = missed.some((mark) => (mark.read ?? 0) === read);
			const since = emptySince ?? (isMissed ? begunAt : undefined);
			if (since !== undefined && begunAt - since < EMPTY_FOR_MS) silent.add(read);
			if (since !== undefined && emptySince === undefined)
				this.run.notes.push(`There is no class left in ${this.nameOf(read)}. If that lasts for an hour, its classes count as taken out.`);
			return { gave, emptySince: since };
		});
		return { reads, silent };
	}
}
