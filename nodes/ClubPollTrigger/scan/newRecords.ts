import type { IDataObject } from 'n8n-workflow';
import { DAY_MS, timeIn } from '../../shared/api/time';
import { unpackNumbers } from './snapshot';
import type { Watermark } from './watermark';
import { NOTHING_SEEN, ROW_OVERLAP, seeing, unseen } from './watermark';
import { itemOf } from './emission';
import type { PolledList } from '../causes/lists';
import { pausedOr, PollPaused } from './meter';
import type { PolledEvent } from '../causes/polledEvent';
import type { PollRun } from './readPages';
import { readNewest, readPages } from './readPages';
import type { ListState } from './state';
import { READS_BEFORE_REPORT } from './state';

/**
 * Reads the new rows of a list that grows by ids: from the last id on, with an overlap for ids that become visible late.
 * The watermark moves only as far as rows were emitted.
 * @throws PollPaused if not even one call could be made, ClubError
 */
export async function readGrowing(list: PolledList, state: ListState, [event]: PolledEvent[], run: PollRun): Promise<ListState> {
	const emit = (row: IDataObject) => run.emission.take([itemOf(event, { ids: list.idsOf(row) ?? [], record: row }, run.now)]);
	if (!state.watermark) return await learn(list, state, emit, run);
	const { reads: readsBefore } = run.meter;
	const { ids = [], reads = 0, reported } = state.unreadable ?? {};
	const growth: Growth = {
		watermark: state.watermark,
		awaited: new Set(reported ? [] : ids),
		goesBack: reads < READS_BEFORE_REPORT,
		unreadable: [],
		isOld: oldIn(list, state, run),
		readAt: run.now,
	};
	const whole = await pausedOr(emitNew(list, growth, emit, run));
	if (whole instanceof PollPaused && run.meter.reads === readsBefore) throw whole;
	return {
		...state,
		watermark: growth.watermark,
		begunAt: growth.readAt,
		wholeAt: growth.readAt,
		cost: run.meter.reads - readsBefore,
		again: whole !== true || undefined,
		unreadable: unreadableOf(list, state, growth, whole === true),
	};
}

/** How many ids of unreadable rows are kept. */
const MAX_AWAITED = 100;

/** The first read of a growing list: remembers the existing records, and emits the newest ones if the settings ask for it. */
async function learn(list: PolledList, state: ListState, emit: (row: IDataObject) => boolean, run: PollRun): Promise<ListState> {
	const newest = (
		await readNewest(list, Math.max(ROW_OVERLAP, state.existing ? run.settings.firstPollLimit : 0), { askedAt: run.now }, run)
	).filter((row) => list.idsOf(row));
	const first = unseen(newest, list.idName ?? '', NOTHING_SEEN).slice(-run.settings.firstPollLimit);
	if (state.existing) for (const row of first) if (!emit(row)) break;
	return {
		...state,
		watermark: seeing(
			NOTHING_SEEN,
			newest.map((row) => idOf(list, row)),
		),
		begunAt: run.now,
		wholeAt: run.now,
		cost: 1,
		existing: undefined,
	};
}

/** The progress of a read of a growing list. */
interface Growth {
	watermark: Watermark;
	/** The ids of earlier rows that could not be read and are not emitted yet. */
	awaited: Set<number>;
	/** Whether the read begins at them. */
	goesBack: boolean;
	/** The rows that this read cannot read. */
	unreadable: IDataObject[];
	/** Whether a row is new to the list, but not to the club. */
	isOld(row: IDataObject): boolean;
	/** When its oldest page was asked for, in ms since the epoch; the time of the poll if that was later. */
	readAt: number;
}

/** How long before the last read a record below the newest known id may have come about, in ms. */
const LATELY_MS = 7 * DAY_MS;

/** Tells the rows that came about long ago, and are below the newest known id. One without a time that can be read is none. */
function oldIn(list: PolledList, { watermark, wholeAt }: ListState, { settings, now }: PollRun): Growth['isOld'] {
	const { madeAt } = list;
	const newest = unpackNumbers(watermark?.seen ?? '').pop();
	return (row) => {
		const at = madeAt === undefined ? undefined : timeIn(row, madeAt, settings.zone);
		return at !== undefined && newest !== undefined && idOf(list, row) < newest && at < (wholeAt ?? now) - LATELY_MS;
	};
}

/** Emits the new rows while there is room. @returns whether all of them had room @throws PollPaused, ClubError */
async function emitNew(list: PolledList, growth: Growth, emit: (row: IDataObject) => boolean, run: PollRun): Promise<boolean> {
	const fromId = Math.min(growth.watermark.from, ...(growth.goesBack ? growth.awaited : []));
	for await (const { rows, askedAt } of readPages(list, { read: 0, fromId }, run)) {
		growth.readAt = Math.min(growth.readAt, askedAt);
		const readable = rows.filter((row) => list.idsOf(row));
		for (const row of rows) if (!list.idsOf(row)) growth.unreadable.push(row);
		for (const row of unseen(readable, list.idName ?? '', growth.watermark, growth.awaited)) {
			const isNew = growth.awaited.has(idOf(list, row)) || !growth.isOld(row);
			if (isNew && !emit(row)) return false;
			growth.awaited.delete(idOf(list, row));
			growth.watermark = seeing(growth.watermark, [idOf(list, row)]);
		}
	}
	return true;
}

/**
 * What to remember of rows that cannot be read. Reads begin at these rows until the problem is reported, however many newer rows
 * there are. After that they are kept only for the report.
 */
function unreadableOf(list: PolledList, { unreadable }: ListState, growth: Growth, whole: boolean): ListState['unreadable'] {
	const unreadableIds = growth.unreadable.map((row) => idOf(list, row)).filter((id) => Number.isInteger(id) && id > 0);
	const ids = [...new Set([...(whole && growth.goesBack ? [] : growth.awaited), ...unreadableIds])].slice(0, MAX_AWAITED);
	const rows = Math.max(growth.unreadable.length, ids.length);
	return rows > 0 ? { ...unreadable, reads: (unreadable?.reads ?? 0) + 1, rows, ids } : undefined;
}

const idOf = (list: PolledList, row: IDataObject): number => row[list.idName ?? ''] as number;
