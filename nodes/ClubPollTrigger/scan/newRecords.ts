import type { IDataObject } from 'n8n-workflow';
import type { ListName } from '../../shared/api/eventRows';
import { DAY_MS, timeIn } from '../../shared/api/time';
import { NOTHING_SEEN, ROW_OVERLAP, seeing, unseen, type Watermark } from './watermark';
import { itemOf } from '../../shared/events/polledItem';
import { POLLED_LISTS } from '../causes/lists';
import type { PolledEvent } from '../causes/polledEvent';
import type { PollRun } from './pollRun';
import { readPages } from './readPages';
import { READS_BEFORE_REPORT, unreadableAfter, type ListState, type PollState } from './state';

const MAX_AWAITED = 100;

/** How long before the last read a record below the newest known id may have come about, in ms. */
const LATELY_MS = 7 * DAY_MS;

/**
 * One read of the new rows of a list that grows by ids: from the last id on, with an overlap for ids that become visible late. The first
 * read remembers the existing records, and emits the newest ones if the settings ask for it. The oldest come first.
 * @param state the watermark of the list moves only as far as rows were emitted, also after an error
 * @throws PollPaused, ClubError
 */
export async function readNewRecords(name: ListName, state: PollState, events: readonly PolledEvent[], run: PollRun): Promise<void> {
	const { settings, now, emission, meter } = run;
	const list = POLLED_LISTS[name];
	const before = state.lists[name] as ListState;
	const readsBefore = meter.reads;
	const { ids = [], reads = 0, reported } = before.unreadable ?? {};
	// Reads begin at rows that could not be read until the problem is reported, however many newer rows there are. After that they are
	// kept only for the report.
	const goesBack = reads < READS_BEFORE_REPORT;
	const awaited = new Set(reported ? [] : ids);
	const unreadable: IDataObject[] = [];
	let { watermark } = before;
	/** When the oldest page was asked for, if that was before this poll; undefined before any page. */
	let readAt: number | undefined;
	const idOf = (row: IDataObject) => row[list.idName ?? ''] as number;
	const isReadable = (row: IDataObject) => list.idsOf(row) !== undefined;

	const emitRow = (row: IDataObject, isNews: boolean): void => {
		if (isNews) emission.add(events.map((event) => itemOf(event, { ids: list.idsOf(row) ?? [], record: row }, now)));
		awaited.delete(idOf(row));
		watermark = seeing(watermark ?? NOTHING_SEEN, [idOf(row)]);
	};

	const begin = async (): Promise<void> => {
		const emitted = before.emitsExisting ? settings.firstPollLimit : 0;
		const count = Math.max(ROW_OVERLAP, emitted);
		const rows: IDataObject[] = [];
		for await (const page of readPages(list, { read: 0, newest: count, askedAt: now }, run)) rows.push(...page.rows);
		readAt = now;
		const existing = unseen(rows.filter(isReadable), list.idName ?? '', NOTHING_SEEN);
		// What lies below a full page was there before.
		const isAll = rows.length < count || existing.length === 0;
		watermark = isAll ? NOTHING_SEEN : { from: idOf(existing[0]), seen: [] };
		for (const [index, row] of existing.entries()) emitRow(row, index >= existing.length - emitted);
	};

	const goOn = async ({ from, seen }: Watermark): Promise<void> => {
		const newest = seen.at(-1);
		/** Whether a row came about long ago and is below the newest known id: it is new to the list, but not to the club. */
		const isOld = (row: IDataObject): boolean => {
			const time = list.madeAt === undefined ? undefined : timeIn(row, list.madeAt, settings.zone);
			return time !== undefined && newest !== undefined && idOf(row) < newest && time < (before.snapshotAt ?? now) - LATELY_MS;
		};
		const fromId = Math.min(from, ...(goesBack ? awaited : []));
		for await (const { rows, askedAt } of readPages(list, { read: 0, fromId }, run)) {
			readAt = Math.min(readAt ?? now, askedAt);
			unreadable.push(...rows.filter((row) => !isReadable(row)));
			for (const row of unseen(rows.filter(isReadable), list.idName ?? '', watermark ?? NOTHING_SEEN, awaited))
				emitRow(row, awaited.has(idOf(row)) || !isOld(row));
		}
	};

	const stateAfter = (isComplete: boolean): ListState => {
		if (readAt === undefined) return before;
		const unreadableIds = unreadable.map(idOf).filter((id) => Number.isInteger(id) && id > 0);
		const awaitedIds = [...new Set([...(isComplete && goesBack ? [] : awaited), ...unreadableIds])].slice(0, MAX_AWAITED);
		return {
			...before,
			watermark,
			emitsExisting: undefined,
			begunAt: readAt,
			snapshotAt: readAt,
			cost: meter.reads - readsBefore,
			rescan: !isComplete || undefined,
			unreadable: unreadableAfter(before, Math.max(unreadable.length, awaitedIds.length), awaitedIds),
		};
	};

	let isComplete = false;
	try {
		await (watermark ? goOn(watermark) : begin());
		isComplete = true;
	} finally {
		state.lists[name] = stateAfter(isComplete);
	}
}
