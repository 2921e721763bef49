import type { IDataObject } from 'n8n-workflow';
import { DAY_MS, timeIn } from '../../shared/api/time';
import { unpackNumbers } from './snapshot';
import { NOTHING_SEEN, ROW_OVERLAP, seeing, unseen } from './watermark';
import { itemOf } from './emission';
import type { PolledList } from '../causes/lists';
import { pausedOr, PollPaused } from './meter';
import type { PolledEvent } from '../causes/polledEvent';
import type { PollRun } from './readPages';
import { readNewest, readPages } from './readPages';
import type { ListState } from './state';
import { READS_BEFORE_REPORT } from './state';

/** How many ids of unreadable rows are kept. */
const MAX_AWAITED = 100;

/** How long before the last read a record below the newest known id may have come about, in ms. */
const LATELY_MS = 7 * DAY_MS;

/**
 * Reads the new rows of a list that grows by ids: from the last id on, with an overlap for ids that become visible late.
 * The watermark moves only as far as rows were emitted.
 * @throws PollPaused if not even one call could be made, ClubError
 */
export async function readGrowing(list: PolledList, state: ListState, [event]: PolledEvent[], run: PollRun): Promise<ListState> {
	const { idName = '', madeAt } = list;
	const idOf = (row: IDataObject) => row[idName] as number;
	const emit = (row: IDataObject) => run.emission.take([itemOf(event, { ids: list.idsOf(row) ?? [], record: row }, run.now)]);
	// The first read remembers the existing records, and emits the newest ones if the settings ask for it.
	if (!state.watermark) {
		const { firstPollLimit } = run.settings;
		const count = Math.max(ROW_OVERLAP, state.emitsExisting ? firstPollLimit : 0);
		const read = await readNewest(list, count, { askedAt: run.now }, run);
		const readable = read.filter((row) => list.idsOf(row));
		const existing = unseen(readable, idName, NOTHING_SEEN);
		if (state.emitsExisting) for (const row of existing.slice(-firstPollLimit)) if (!emit(row)) break;
		const watermark = seeing(NOTHING_SEEN, existing.map(idOf));
		return { ...state, watermark, begunAt: run.now, wholeAt: run.now, cost: 1, emitsExisting: undefined };
	}
	let { watermark } = state;
	const newest = unpackNumbers(watermark.seen).pop();
	/** Whether a row came about long ago and is below the newest known id: it is new to the list, but not to the club. */
	const isOld = (row: IDataObject): boolean => {
		const at = madeAt === undefined ? undefined : timeIn(row, madeAt, run.settings.zone);
		return at !== undefined && newest !== undefined && idOf(row) < newest && at < (state.wholeAt ?? run.now) - LATELY_MS;
	};
	const { ids = [], reads = 0, reported } = state.unreadable ?? {};
	// Reads begin at rows that could not be read until the problem is reported, however many newer rows there are. After that they are
	// kept only for the report.
	const awaited = new Set(reported ? [] : ids);
	const goesBack = reads < READS_BEFORE_REPORT;
	const unreadable: IDataObject[] = [];
	const { reads: readsBefore } = run.meter;
	// When the oldest page was asked for, if that was before this poll.
	let readAt = run.now;
	/** Emits the new rows while there is room. @returns whether all of them had room @throws PollPaused, ClubError */
	const emitNew = async (fromId: number): Promise<boolean> => {
		for await (const { rows, askedAt } of readPages(list, { read: 0, fromId }, run)) {
			readAt = Math.min(readAt, askedAt);
			unreadable.push(...rows.filter((row) => !list.idsOf(row)));
			const readable = rows.filter((row) => list.idsOf(row));
			for (const row of unseen(readable, idName, watermark, awaited)) {
				if ((awaited.has(idOf(row)) || !isOld(row)) && !emit(row)) return false;
				awaited.delete(idOf(row));
				watermark = seeing(watermark, [idOf(row)]);
			}
		}
		return true;
	};
	const whole = await pausedOr(emitNew(Math.min(watermark.from, ...(goesBack ? awaited : []))));
	if (whole instanceof PollPaused && run.meter.reads === readsBefore) throw whole;
	const isWhole = whole === true;
	const unreadableIds = unreadable.map(idOf).filter((id) => Number.isInteger(id) && id > 0);
	const kept = [...new Set([...(isWhole && goesBack ? [] : awaited), ...unreadableIds])].slice(0, MAX_AWAITED);
	const rows = Math.max(unreadable.length, kept.length);
	return {
		...state,
		watermark,
		begunAt: readAt,
		wholeAt: readAt,
		cost: run.meter.reads - readsBefore,
		rescan: !isWhole || undefined,
		unreadable: rows > 0 ? { ...state.unreadable, reads: reads + 1, rows, ids: kept } : undefined,
	};
}
