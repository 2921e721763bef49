import type { IDataObject } from 'n8n-workflow';
import type { Watermark } from '../shared/records/window';
import { ID_OVERLAP, NOTHING_SEEN, readFrom, seeing, unseen } from '../shared/records/window';
import { itemOf } from './emission';
import type { PolledList } from './lists';
import { orYield, Yield } from './meter';
import type { PolledEvent } from './events/polledEvent';
import type { PollRun } from './run';
import { readNewest, readPages } from './run';
import type { ListState } from './state';

const idOf = (list: PolledList, row: IDataObject): number => row[list.idName ?? ''] as number;

/** The first read of a list that grows: what is there already is known from now on, the newest of it is told where it is wanted. */
async function learn(list: PolledList, state: ListState, tell: (row: IDataObject) => boolean, run: PollRun): Promise<ListState> {
	const newest = (await readNewest(list, Math.max(ID_OVERLAP, state.existing ? run.settings.firstPollLimit : 0), run)).filter((row) =>
		list.idsOf(row),
	);
	const first = unseen(newest, list.idName ?? '', NOTHING_SEEN).slice(-run.settings.firstPollLimit);
	if (state.existing) for (const row of first) if (!tell(row)) break;
	run.learned = true;
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

/** How far a read of a list that grows has come. */
interface Growth {
	watermark: Watermark;
	unreadable: number;
}

/** Tells what is new, as far as there is room. @returns whether that was all */
async function follow(list: PolledList, growth: Growth, tell: (row: IDataObject) => boolean, run: PollRun): Promise<boolean> {
	for await (const { rows } of readPages(list, { read: 0, fromId: readFrom(growth.watermark) }, run)) {
		const readable = rows.filter((row) => list.idsOf(row));
		growth.unreadable += rows.length - readable.length;
		for (const row of unseen(readable, list.idName ?? '', growth.watermark)) {
			if (!tell(row)) return false;
			growth.watermark = seeing(growth.watermark, [idOf(list, row)]);
		}
	}
	return true;
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
	const growth: Growth = { watermark: state.watermark, unreadable: 0 };
	const whole = await orYield(follow(list, growth, tell, run));
	if (whole instanceof Yield && run.meter.calls === calls) throw whole;
	return {
		...state,
		watermark: growth.watermark,
		begunAt: run.now,
		wholeAt: run.now,
		cost: run.meter.calls - calls,
		again: whole !== true || undefined,
		unreadable:
			growth.unreadable > 0 ? { ...state.unreadable, reads: (state.unreadable?.reads ?? 0) + 1, rows: growth.unreadable } : undefined,
	};
}
