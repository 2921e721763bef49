import type { IDataObject } from 'n8n-workflow';
import type { ListName } from '../../shared/api/eventRows';
import { DAY_MS, timeIn } from '../../shared/api/time';
import { unpackNumbers } from './snapshot';
import type { Watermark } from './watermark';
import { NOTHING_SEEN, ROW_OVERLAP, seeing, unseen } from './watermark';
import { itemOf } from './emission';
import type { PolledList } from '../causes/lists';
import { POLLED_LISTS } from '../causes/lists';
import type { PolledEvent } from '../causes/polledEvent';
import type { PollRun } from './readPages';
import { readPages } from './readPages';
import type { ListState } from './state';
import { READS_BEFORE_REPORT } from './state';

/** How many ids of unreadable rows are kept. */
const MAX_AWAITED = 100;

/** How long before the last read a record below the newest known id may have come about, in ms. */
const LATELY_MS = 7 * DAY_MS;

/**
 * One read of the new rows of a list that grows by ids: from the last id on, with an overlap for ids that become visible late. The
 * watermark moves only as far as rows were emitted, so the read may stop anywhere.
 */
export class NewRecords {
	private readonly list: PolledList;
	private readonly readsBefore: number;
	private watermark: Watermark | undefined;
	/** Whether a page was read, and whether all were. */
	private hasMoved = false;
	private isWhole = false;
	/** When the oldest page was asked for, if that was before this poll. */
	private readAt: number;
	private readonly unreadable: IDataObject[] = [];
	/**
	 * Reads begin at rows that could not be read until the problem is reported, however many newer rows there are. After that they are
	 * kept only for the report.
	 */
	private readonly awaited: Set<number>;
	private readonly goesBack: boolean;

	/** @param before the state of the list, which stays as it is */
	constructor(
		name: ListName,
		private readonly before: ListState,
		private readonly events: readonly PolledEvent[],
		private readonly run: PollRun,
	) {
		this.list = POLLED_LISTS[name];
		this.readsBefore = run.meter.reads;
		this.readAt = run.now;
		this.watermark = before.watermark;
		const { ids = [], reads = 0, reported } = before.unreadable ?? {};
		this.awaited = new Set(reported ? [] : ids);
		this.goesBack = reads < READS_BEFORE_REPORT;
	}

	/** Reads as far as this poll may. @throws PollPaused if the read has to go on later, ClubError */
	async read(): Promise<void> {
		if (this.watermark) await this.emitNew(this.watermark);
		else await this.begin();
		this.isWhole = true;
	}

	/** The state after what was read so far, from which a later poll goes on. */
	state(): ListState {
		const { before, watermark, readAt, run, goesBack } = this;
		if (!this.hasMoved) return before;
		const { reads = 0 } = before.unreadable ?? {};
		const unreadableIds = this.unreadable.map((row) => this.idOf(row)).filter((id) => Number.isInteger(id) && id > 0);
		const kept = [...new Set([...(this.isWhole && goesBack ? [] : this.awaited), ...unreadableIds])].slice(0, MAX_AWAITED);
		const rows = Math.max(this.unreadable.length, kept.length);
		return {
			...before,
			watermark,
			emitsExisting: undefined,
			begunAt: readAt,
			wholeAt: readAt,
			cost: run.meter.reads - this.readsBefore,
			rescan: !this.isWhole || undefined,
			unreadable: rows > 0 ? { ...before.unreadable, reads: reads + 1, rows, ids: kept } : undefined,
		};
	}

	private idOf(row: IDataObject): number {
		return row[this.list.idName ?? ''] as number;
	}

	/** The first read remembers the existing records, and emits the newest ones if the settings ask for it, the oldest of them first. */
	private async begin(): Promise<void> {
		const { list, run, before } = this;
		const { firstPollLimit } = run.settings;
		const count = Math.max(ROW_OVERLAP, before.emitsExisting ? firstPollLimit : 0);
		const read: IDataObject[] = [];
		for await (const { rows } of readPages(list, { read: 0, newest: count, askedAt: run.now }, run)) read.push(...rows);
		this.hasMoved = true;
		const readable = read.filter((row) => list.idsOf(row));
		const existing = unseen(readable, list.idName ?? '', NOTHING_SEEN);
		const emitted = before.emitsExisting ? existing.slice(-firstPollLimit) : [];
		const older = existing.slice(0, existing.length - emitted.length).map((row) => this.idOf(row));
		// What lies below a full page was there before.
		const isAll = read.length < count || existing.length === 0;
		this.watermark = seeing(isAll ? NOTHING_SEEN : { from: this.idOf(existing[0]), seen: '' }, older);
		for (const row of emitted) this.emit(row);
	}

	/** Emits the new rows while there is room. @throws PollPaused, ClubError */
	private async emitNew({ from, seen }: Watermark): Promise<void> {
		const { list, run, before, awaited } = this;
		const newest = unpackNumbers(seen).pop();
		/** Whether a row came about long ago and is below the newest known id: it is new to the list, but not to the club. */
		const isOld = (row: IDataObject): boolean => {
			const at = list.madeAt === undefined ? undefined : timeIn(row, list.madeAt, run.settings.zone);
			return at !== undefined && newest !== undefined && this.idOf(row) < newest && at < (before.wholeAt ?? run.now) - LATELY_MS;
		};
		const fromId = Math.min(from, ...(this.goesBack ? awaited : []));
		for await (const { rows, askedAt } of readPages(list, { read: 0, fromId }, run)) {
			this.hasMoved = true;
			this.readAt = Math.min(this.readAt, askedAt);
			this.unreadable.push(...rows.filter((row) => !list.idsOf(row)));
			const readable = rows.filter((row) => list.idsOf(row));
			for (const row of unseen(readable, list.idName ?? '', this.watermark as Watermark, awaited)) {
				if (awaited.has(this.idOf(row)) || !isOld(row)) this.emit(row);
				else this.see(row);
			}
		}
	}

	/** Emits a row, and remembers that only then. @throws PollPaused */
	private emit(row: IDataObject): void {
		const { list, run, events } = this;
		run.emission.take(events.map((event) => itemOf(event, { ids: list.idsOf(row) ?? [], record: row }, run.now)));
		this.see(row);
	}

	private see(row: IDataObject): void {
		this.awaited.delete(this.idOf(row));
		this.watermark = seeing(this.watermark as Watermark, [this.idOf(row)]);
	}
}
