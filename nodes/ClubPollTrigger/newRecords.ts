import type { IDataObject } from 'n8n-workflow';
import type { Watermark } from './watermark';
import { NOTHING_SEEN, ROW_OVERLAP, seeing, unseen } from './watermark';
import { itemOf } from './emission';
import type { PolledList } from './lists';
import { pausedOr, PollPaused } from './meter';
import type { PolledEvent } from './events/polledEvent';
import type { PollRun } from './readPages';
import { readNewest, readPages } from './readPages';
import type { ListState } from './state';
import { READS_BEFORE_REPORT } from './state';

const idOf = (list: PolledList, row: IDataObject): number => row[list.idName ?? ''] as number;

/** The first read of a list that grows: what is there already is known from now on, the newest of it is told where it is wanted. */
async function learn(list: PolledList, state: ListState, tell: (row: IDataObject) => boolean, run: PollRun): Promise<ListState> {
	const newest = (await readNewest(list, Math.max(ROW_OVERLAP, state.existing ? run.settings.firstPollLimit : 0), run)).filter((row) =>
		list.idsOf(row),
	);
	const first = unseen(newest, list.idName ?? '', NOTHING_SEEN).slice(-run.settings.firstPollLimit);
	if (state.existing) for (const row of first) if (!tell(row)) break;
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

/** Of so many rows that cannot be read the ids are kept. */
const MAX_AWAITED = 100;

/** How far a read of a list that grows has come. */
interface Growth {
	watermark: Watermark;
	/** The ids of earlier rows that could not be read, and are not told yet; and whether the read begins at them. */
	awaited: Set<number>;
	goesBack: boolean;
	/** The rows that could not be read now. */
	unreadable: IDataObject[];
}

/** Tells what is new, as far as there is room. @returns whether that was all */
async function follow(list: PolledList, growth: Growth, tell: (row: IDataObject) => boolean, run: PollRun): Promise<boolean> {
	const fromId = Math.min(growth.watermark.from, ...(growth.goesBack ? growth.awaited : []));
	for await (const { rows } of readPages(list, { read: 0, fromId }, run)) {
		const readable = rows.filter((row) => list.idsOf(row));
		growth.unreadable.push(...rows.filter((row) => !list.idsOf(row)));
		for (const row of unseen(readable, list.idName ?? '', growth.watermark, growth.awaited)) {
			if (!tell(row)) return false;
			growth.awaited.delete(idOf(list, row));
			growth.watermark = seeing(growth.watermark, [idOf(list, row)]);
		}
	}
	return true;
}

/**
 * What is remembered of rows that cannot be read. However many newer ones there are, so many reads begin at them as it takes to
 * tell the user; then they are kept for that only.
 */
function unreadableOf(list: PolledList, { unreadable }: ListState, growth: Growth, whole: boolean): ListState['unreadable'] {
	const met = growth.unreadable.map((row) => idOf(list, row)).filter((id) => Number.isInteger(id) && id > 0);
	const ids = [...new Set([...(whole && growth.goesBack ? [] : growth.awaited), ...met])].slice(0, MAX_AWAITED);
	const rows = Math.max(growth.unreadable.length, ids.length);
	return rows > 0 ? { ...unreadable, reads: (unreadable?.reads ?? 0) + 1, rows, ids } : undefined;
}

/**
 * Reads what is new in a list that grows by ids: from the last id on, with an overlap for those that show up late.
 * The watermark goes as far as what is told.
 * @throws Yield when not even one call could be made, ClubError
 */
export async function readGrowing(list: PolledList, state: ListState, [event]: PolledEvent[], run: PollRun): Promise<ListState> {
	const tell = (row: IDataObject) => run.emission.take([itemOf(event, { ids: list.idsOf(row) ?? [], record: row }, run.now)]);
	if (!state.watermark) return await learn(list, state, tell, run);
	const calls = run.meter.calls;
	const { ids = [], reads = 0, reported } = state.unreadable ?? {};
	const growth: Growth = {
		watermark: state.watermark,
		awaited: new Set(reported ? [] : ids),
		goesBack: reads < READS_BEFORE_REPORT,
		unreadable: [],
	};
	const whole = await pausedOr(follow(list, growth, tell, run));
	if (whole instanceof PollPaused && run.meter.calls === calls) throw whole;
	return {
		...state,
		watermark: growth.watermark,
		begunAt: run.now,
		wholeAt: run.now,
		cost: run.meter.calls - calls,
		again: whole !== true || undefined,
		unreadable: unreadableOf(list, state, growth, whole === true),
	};
}
