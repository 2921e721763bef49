import type { IDataObject } from 'n8n-workflow';
import { ClubError, orAbsent } from '../shared/transport/errors';
import type { PolledList } from './lists';
import { pausedOr, PollPaused } from './meter';
import type { Mark } from './snapshot';
import type { PollRun } from './readPages';

/** Of records that a list does not show any more so many are read at most, one call each; of more of them, a sample. */
export const MAX_LOOK_UPS = 10;

/** What is read of so many records: all of a few, or some from all parts of the list. */
export const sampleOfMissing = (marks: readonly Mark[]): readonly Mark[] =>
	marks.length <= MAX_LOOK_UPS
		? marks
		: Array.from({ length: MAX_LOOK_UPS }, (_, index) => marks[Math.floor((index * marks.length) / MAX_LOOK_UPS)]);

/**
 * A record that its list does not show any more, read by itself: one call. Only a 404 says that it is gone, whatever it says of its begin.
 * @returns the record, null where it is gone
 * @throws Yield, ClubError
 */
const readAlone = async (
	{ call, params }: NonNullable<PolledList['lookUp']>,
	mark: Mark,
	{ meter }: PollRun,
): Promise<IDataObject | null> => (await orAbsent(meter.send(call, { params: params(mark), skipCache: true }))) ?? null;

/** A record of a window, read alone; undefined where the calls of this poll are used up. @throws ClubError */
export async function unlisted({ lookUp }: PolledList, mark: Mark, run: PollRun): Promise<IDataObject | null | undefined> {
	if (!lookUp) return null;
	const row = await pausedOr(readAlone(lookUp, mark, run));
	return row instanceof PollPaused ? undefined : row;
}

/** What the club answers where records of a kind cannot be read by themselves at all. */
const REFUSALS: ReadonlyArray<number | undefined> = [400, 403, 405];

/** A record of a scanned list, read alone; `refused` where the club does not let it be read. @throws Yield, ClubError */
export async function lookedUp({ lookUp }: PolledList, mark: Mark, run: PollRun): Promise<IDataObject | null | 'refused'> {
	if (!lookUp) return 'refused';
	return await readAlone(lookUp, mark, run).catch((error: unknown) => {
		const isRefused = error instanceof ClubError && REFUSALS.includes(error.status) && error.failure.cause !== 'quota-exhausted';
		if (isRefused) return 'refused' as const;
		throw error;
	});
}

/** What n8n's log says of records that a list has left out, and of others that are doubted for it. */
export function noteOf({ reads: [{ call }] }: PolledList, rows: number, doubted: number): string {
	const found = `${call} left out ${rows === 1 ? 'a record' : `${rows} records`} that the club still has. ${rows === 1 ? 'It counts' : 'They count'} as listed.`;
	return doubted > 0
		? `${found} So ${doubted === 1 ? 'another missing record does' : `${doubted} other missing records do`} not count as deleted either.`
		: found;
}
