import type { IDataObject } from 'n8n-workflow';
import type { ListName } from '../../shared/api/eventRows';
import { instantOf } from '../../shared/api/time';
import { beyond } from '../../shared/lists/step';
import { ClubError, isRefusal } from '../../shared/transport/errors';
import { byIds, recordKey, type Mark } from './snapshot';
import { POLLED_LISTS, windowAt, type PolledList, type TimeWindow } from '../causes/lists';
import { USED_UP } from '../causes/memberships';
import { lackOfCount, lackOfQueue } from '../causes/properties';
import type { PollRun } from './pollRun';
import { readPages, type PlacedPage } from './readPages';
import { Scan, type Difference } from './memory';
import { Comparison } from './comparison';
import type { PolledEvent } from '../causes/polledEvent';
import { LastMemberships } from './lastMemberships';
import { nameOfRead, readsAfter } from './severalReads';
import { unreadableAfter, type ListState, type PollState, type Progress, type Waiting } from './state';
import { unseen } from './watermark';

/** Of the waiting events of records the newest `limit` of each event, the oldest first. */
function newestOf(waiting: readonly Waiting[], limit: number): Waiting[] {
	const byKey = new Map(waiting.map((one) => [recordKey(one.ids), one]));
	const newestFirst = [...byKey.values()].sort((a, b) => (b.time ?? 0) - (a.time ?? 0) || byIds(b, a));
	const counts = new Map<unknown, number>();
	const isAmong = ({ eventType }: IDataObject): boolean => {
		counts.set(eventType, (counts.get(eventType) ?? 0) + 1);
		return Number(counts.get(eventType)) <= limit;
	};
	const newest = newestFirst.map((one) => ({ ...one, items: one.items.filter(isAmong) }));
	return newest.filter(({ items }) => items.length > 0).reverse();
}

/**
 * Compares a whole list, or the rest of one that an earlier poll began, with what is remembered of it.
 * @param state what is remembered goes as far as the list was read, also after an error
 * @throws PollPaused, ClubError
 */
export async function scanList(name: ListName, state: PollState, events: readonly PolledEvent[], run: PollRun): Promise<void> {
	const scan = new ListScan(name, state.lists[name] as ListState, events, run);
	await scan.read().finally(() => (state.lists[name] = scan.state()));
}

/** It may stop anywhere: `state` is whole after each step. */
class ListScan {
	private readonly list: PolledList;
	/** With the time of the page that is compared. */
	private readonly run: PollRun;
	private readonly memory: Scan;
	private readonly learning: boolean;
	private readonly progress: Progress;
	/** The window of the last whole read as it would be now, if another one is read since then. */
	private readonly formerSpan: TimeWindow | undefined;
	private readonly comparison: Comparison;
	private readonly lastMemberships: LastMemberships | undefined;
	private readonly callsBefore: number;
	private rows: readonly IDataObject[] = [];
	private hasMoved = false;
	private completed: Partial<ListState> | undefined;

	/** @param before the state of the list, which stays as it is */
	constructor(
		private readonly name: ListName,
		private readonly before: ListState,
		events: readonly PolledEvent[],
		run: PollRun,
	) {
		const { settings, now } = run;
		this.run = { ...run };
		this.list = POLLED_LISTS[name];
		this.callsBefore = run.meter.reads;
		this.learning = before.snapshotAt === undefined;
		this.memory = new Scan(before.marks);
		const [ofMemberships, ofRows] = [true, false].map((isLast) => events.filter(({ lastMembership = false }) => lastMembership === isLast));
		const storedValues = this.list.storedValue && (run.classes ?? ofMemberships.length > 0) ? [this.list.storedValue] : [];
		this.comparison = new Comparison(this.list, ofRows, before, this.run, before.progress, storedValues);
		const lastMemberships = new Comparison(this.list, ofMemberships, before, this.run);
		if (ofMemberships.length > 0) this.lastMemberships = new LastMemberships(before, lastMemberships, run);
		const forms = this.forms();
		// What is new to this poll is learned as it is now: a change from before is no event.
		const isKnown = JSON.stringify({ digests: before.digests, values: before.values, reach: before.reach }) === JSON.stringify(forms);
		const span = this.list.span?.(settings, now, before.snapshotAt);
		const isOther = JSON.stringify(before.reach) !== JSON.stringify(forms.reach);
		this.formerSpan = before.reach && isOther ? windowAt(before.reach, now) : undefined;
		const fresh: Progress = { read: 0, begunAt: now, calls: 0, unreadable: 0, span, forms, ...(!isKnown && { askedAt: now }) };
		// A window that begins ahead is of a clock that was wrong.
		const isOfClock = instantOf(before.progress?.span?.from) > now;
		const isContinued = !isOfClock && JSON.stringify(before.progress?.forms) === JSON.stringify(forms);
		this.progress = { ...fresh, ...(isContinued && before.progress) };
		if (isContinued) return;
		this.memory.begin();
		this.comparison.begin();
		this.lastMemberships?.begin();
		// Digests and values of another form cannot be compared, so they are learned anew.
		this.memory.keepComparable(before.digests === forms.digests, this.comparison.comparable);
	}

	private forms(): Progress['forms'] {
		const { digests, values } = this.comparison;
		return { digests, values: { ...values, ...this.lastMemberships?.comparison.values }, reach: this.list.reach?.(this.run.settings) };
	}

	async read(): Promise<void> {
		do {
			for (; this.progress.read < this.list.reads.length; this.progress.read++, this.startOver()) await this.readPart();
		} while (this.isInDoubt());
		this.completed = await this.finish();
	}

	/** Whether a property was lacking before a row showed it, so that the list has to be read again. */
	private isInDoubt(): boolean {
		if (!this.comparison.resolve()) return false;
		Object.assign(this.progress, { read: 0, unreadable: 0, refused: undefined, unresolved: undefined });
		return true;
	}

	/** The state after what was read so far, from which a later poll goes on. */
	state(): ListState {
		const { before, comparison, progress, memory, lastMemberships } = this;
		if (!this.hasMoved) return before;
		return {
			...before,
			// A form that came up with a page holds for all digests.
			digests: before.digests && (comparison.digests ?? before.digests),
			names: comparison.names,
			begunAt: progress.begunAt,
			marks: memory.stored(),
			lastMemberships: lastMemberships?.stored(),
			...(this.completed ?? { progress: { ...progress, calls: this.calls(), lastMemberships: lastMemberships?.progress() } }),
		};
	}

	/** Reads one of the list's reads to its end, or leaves it out if the club refuses it. @throws PollPaused, ClubError */
	private async readPart(): Promise<void> {
		let isContinued = this.progress.step !== undefined || this.progress.fromId !== undefined;
		try {
			for await (const page of readPages(this.list, this.progress, this.run)) {
				isContinued = false;
				this.comparePage(page);
			}
		} catch (error) {
			// The position of an earlier poll, such as a cursor, may have expired. The records met so far are known, so the list is read again.
			if (isContinued && error instanceof ClubError && error.status === 400) {
				this.startOver();
				await this.readPart();
			} else this.leaveOut(error);
		}
	}

	/** Leaves out a read that the club does not have, or keeps from this key. @throws the error if it is another, or all reads are so */
	private leaveOut(error: unknown): void {
		const { progress, before, run } = this;
		const refused = [...(progress.refused ?? []), progress.read];
		if (!isRefusal(error, 403, 404) || refused.length === this.list.reads.length) throw error;
		progress.refused = refused;
		const { hadRows, leftOut } = before.reads?.[progress.read] ?? {};
		const name = nameOfRead(this.list, progress.read);
		if (hadRows) {
			const description = `It gave classes before. Until it can be read again, none of them counts as changed or taken out. ${error.message}. ${error.description}`;
			run.refused.set(name, new ClubError(`The club refuses ${name}`, { description, status: error.status }));
		} else if (!leftOut) run.notes.push(`The club refuses ${name}, so it is left out until the club gives it. ${error.message}`);
	}

	/** Calls of this scan so far, those of other polls for its pages too. */
	private calls(): number {
		return this.progress.calls + this.run.meter.reads - this.callsBefore;
	}

	private startOver(): void {
		delete this.progress.step;
		delete this.progress.fromId;
	}

	private comparePage({ rows, askedAt, step, next }: PlacedPage): void {
		const { list, progress, comparison, run } = this;
		const { watermark } = this.before;
		this.hasMoved = true;
		progress.begunAt = Math.min(progress.begunAt, askedAt);
		progress.askedAt = askedAt;
		run.readAt = Math.min(run.now, askedAt);
		if (!list.idName) progress.step = step;
		const readable = rows.filter((row) => list.idsOf(row) !== undefined);
		progress.unreadable += rows.length - readable.length;
		if (readable.length > 0) {
			this.rows = readable;
			comparison.noteProperties(readable, this.memory);
			progress.present = [...comparison.present];
			progress.forms = this.forms();
			if (!progress.withRows?.includes(progress.read)) progress.withRows = [...(progress.withRows ?? []), progress.read];
		}
		const unseenRows = new Set(watermark && unseen(readable, list.idName ?? '', watermark));
		progress.waiting = [...(progress.waiting ?? [])];
		for (const row of readable) this.compareRow(row, unseenRows.has(row));
		progress.waiting = newestOf(progress.waiting, run.settings.firstPollLimit);
		if (comparison.unresolved.size > 0) progress.unresolved = [...comparison.unresolved];
		if (list.idName) Object.assign(progress, beyond(readable, 'forward', list.idName));
		else progress.step = next ?? step;
	}

	/** Takes in a row: emits how it differs, and remembers it only then. @throws PollPaused if an item has no room: the scan goes on here */
	private compareRow(row: IDataObject, isUnseen: boolean): void {
		const { list, progress, memory, run } = this;
		const mark = this.comparison.markOf(row, memory) as Mark;
		if (!this.isWithin(mark)) return;
		mark.read = progress.read || undefined;
		if (this.isLearned(mark) && !memory.previous(mark.ids)) mark.ignored = true;
		if (this.name === 'calendars') run.classes?.set(mark.ids[0], row);
		const difference = memory.compare(mark, row);
		const { before } = difference;
		if (!list.beginOf && before?.time !== undefined) mark.time = before.time;
		if (list.idName) progress.fromId = mark.ids[mark.ids.length - 1];
		run.emission.add(this.itemsFor(difference, isUnseen));
		if (difference.changed && this.comparison.unresolved.size > 0) mark.isUpdated = true;
		progress.waiting?.push(...this.waitingFor(difference));
		memory.remember(difference);
		const isOutOfUse = row.Disabled === true || memory.previous(mark.ids)?.values?.[USED_UP.name] === 'true';
		const wasLast = before !== undefined && !before.ignored;
		// The removal of a class or a booking without a begin cannot be found.
		const isReadable = this.lastMemberships?.add(row, isOutOfUse, wasLast) ?? (!list.beginOf || mark.time !== undefined);
		if (!isReadable) progress.unreadable++;
	}

	/** Whether this read shows a record that was there before: the first read of a calendar that was left out, or of a larger window. */
	private isLearned(mark: Mark): boolean {
		if (this.before.reads?.[this.progress.read]?.leftOut) return true;
		return this.formerSpan !== undefined && !this.memory.previous(mark.ids) && !this.isWithin(mark, this.formerSpan);
	}

	/** The items of a record that the scan emits at once. At a first read there are none, but for records since a growing list was read. */
	private itemsFor(difference: Difference, isUnseen: boolean): IDataObject[] {
		if (!this.learning && !this.isLearned(difference.now)) return this.comparison.itemsFor(difference);
		return isUnseen ? this.comparison.itemsFor(difference, 'added') : [];
	}

	/** The events of an existing record, which wait for the end of the scan, since only the newest are emitted. */
	private waitingFor(difference: Difference): Waiting[] {
		if (!this.learning || !this.before.emitsExisting) return [];
		const items = this.comparison.itemsFor({ ...difference, added: true }, 'added', 'value');
		const { ids, time } = difference.now;
		return items.length > 0 ? [{ ids, time: this.list.beginOf && time, items }] : [];
	}

	/** Whether a record lies in the window. One whose begin cannot be read counts as within. */
	private isWithin({ time }: Mark, { from, to }: Partial<TimeWindow> = this.progress.span ?? {}): boolean {
		return !this.list.beginOf || time === undefined || (time >= instantOf(from) / 1000 && time < instantOf(to) / 1000);
	}

	/** The unmet records that should have been listed. Records that have begun, or lie beyond the window, need not be. */
	private missed(): Mark[] {
		const unmet = this.memory.unmet();
		if (!this.list.span) return unmet;
		return this.list.beginOf ? unmet.filter((mark) => Number(mark.time) >= this.run.now / 1000 && this.isWithin(mark)) : [];
	}

	/** Ends a whole scan: the records that it has not met are missing. @throws PollPaused, ClubError */
	private async finish(): Promise<Partial<ListState>> {
		const { comparison, memory, progress } = this;
		this.hasMoved = true;
		const waiting = progress.waiting ?? [];
		for (const [index, { items }] of waiting.entries()) {
			this.run.emission.add(items);
			progress.waiting = waiting.slice(index + 1);
		}
		comparison.fillNulls(memory);
		const missed = this.missed();
		const emptied = (name: string) =>
			void this.run.notes.push(`There is no class left in ${name}. If that lasts for an hour, its classes count as taken out.`);
		const { reads, silent } = readsAfter(this.list, progress, this.before.reads, missed, emptied);
		const isSilent = ({ read = 0 }: Mark) => silent.has(read);
		for (const mark of memory.missing().filter(isSilent)) memory.noteMissing(mark, undefined);
		for (const mark of missed) if (!isSilent(mark)) memory.noteMissing(mark, reads?.[mark.read ?? 0]?.emptySince ?? progress.begunAt);
		if (!progress.present || comparison.decidesLast) await this.lastMemberships?.emit(memory);
		if (this.list.span) memory.forgetUnmetBefore(instantOf(progress.span?.from) / 1000);
		this.report();
		return {
			...this.forms(),
			cost: this.calls(),
			unreadable: unreadableAfter(this.before, progress.unreadable),
			progress: undefined,
			rescan: undefined,
			emitsExisting: undefined,
			watermark: undefined,
			snapshotAt: progress.begunAt,
			lacking: progress.present && comparison.lacking(),
			reads,
		};
	}

	/** Notes which properties of the parameters no row has had. A list without rows says nothing about that. */
	private report(): void {
		const { comparison, rows, run } = this;
		if (!this.progress.present) return;
		const count = comparison.lackingCount();
		if (count !== undefined) run.refused.set(this.name, lackOfCount(count, run.settings, rows));
		if (this.learning && comparison.lacksQueue) run.notes.push(lackOfQueue(run.settings.queuedField));
	}
}
