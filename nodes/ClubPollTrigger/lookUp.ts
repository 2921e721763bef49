import type { IDataObject } from 'n8n-workflow';
import { ClubError, orAbsent } from '../shared/transport/errors';
import type { PolledList } from './lists';
import { pausedOr, PollPaused } from './meter';
import type { Mark } from './snapshot';
import type { PollRun } from './readPages';

/** How many missing records of a list are read by themselves, one call each. If more are missing, a sample of them is read. */
export const MAX_LOOK_UPS = 10;

/** The missing records to read: all of a few, or else a sample spread over the list. */
export const sampleOfMissing = (marks: readonly Mark[]): readonly Mark[] =>
	marks.length <= MAX_LOOK_UPS
		? marks
		: Array.from({ length: MAX_LOOK_UPS }, (_, index) => marks[Math.floor((index * marks.length) / MAX_LOOK_UPS)]);

/** Reads a missing record of a window. @returns null if it is gone, undefined if the calls of this poll are used up @throws ClubError */
export async function unlisted({ lookUp }: PolledList, mark: Mark, run: PollRun): Promise<IDataObject | null | undefined> {
	if (!lookUp) return null;
	const row = await pausedOr(readAlone(lookUp, mark, run));
	return row instanceof PollPaused ? undefined : row;
}

/** The statuses of a club that gives no single records of a kind. */
const REFUSALS: ReadonlyArray<number | undefined> = [400, 403, 405];

/**
 * Reads a missing record of a scanned list.
 * @returns null if it is gone, `refused` if the club gives no single records
 * @throws PollPaused, ClubError
 */
export async function lookedUp({ lookUp }: PolledList, mark: Mark, run: PollRun): Promise<IDataObject | null | 'refused'> {
	if (!lookUp) return 'refused';
	return await readAlone(lookUp, mark, run).catch((error: unknown) => {
		const isRefused = error instanceof ClubError && REFUSALS.includes(error.status) && error.failure.cause !== 'quota-exhausted';
		if (isRefused) return 'refused' as const;
		throw error;
	});
}

/**
 * Reads a missing record by itself, with one call. Only a 404 shows that it is gone.
 * @returns the record, null if it is gone
 * @throws PollPaused, ClubError
 */
const readAlone = async (
	{ call, params }: NonNullable<PolledList['lookUp']>,
	mark: Mark,
	{ meter }: PollRun,
): Promise<IDataObject | null> => (await orAbsent(meter.send(call, { params: params(mark), skipCache: true }))) ?? null;

/**
 * The warning in n8n's log about existing records that a list leaves out.
 * @param doubted other missing records, which do not count as deleted
 */
export function noteOf({ reads: [{ call }] }: PolledList, rows: number, doubted: number): string {
	const found = `${call} left out ${rows === 1 ? 'a record' : `${rows} records`} that the club still has. ${rows === 1 ? 'It counts' : 'They count'} as listed.`;
	return doubted > 0
		? `${found} So ${doubted === 1 ? 'another missing record does' : `${doubted} other missing records do`} not count as deleted either.`
		: found;
}
