import type { IDataObject } from 'n8n-workflow';
import { maxCountOf } from '../../shared/api/endpoints';
import { isId } from '../../shared/api/facts';
import { rowsByIds } from '../calls/batchReads';
import type { Session } from '../calls/session';
import type { Field } from '../fields/field';

const ATHLETES = 'GET /Athletes';

export const attachAthlete = {
	displayName: 'Attach Athlete',
	name: 'attachAthlete',
	type: 'boolean',
	default: true,
	api: false,
	description:
		'Whether to add the athlete of each row as "Athlete", or null if they left the club. The node reads the list of athletes, with one call per 1,000 at most.',
} as const satisfies Field;

/** Adds the athlete to each row. Each page of athletes is kept for the rows after it, so it is as large as it can be. */
export function withAthletes({ options }: { options: { attachAthlete?: boolean } }, session: Session) {
	if (!options.attachAthlete) return undefined;
	const athletes = new Map<unknown, IDataObject | null>();
	return async (rows: readonly IDataObject[]): Promise<IDataObject[]> => {
		const ids = rows.map(({ UserId }) => UserId).filter((id): id is number => isId(id) && !athletes.has(id));
		const count = maxCountOf(ATHLETES) ?? 1;
		const found = await rowsByIds(ids, count, async ({ fromId }) => await session.send(ATHLETES, { query: { fromId, count } }));
		for (const id of ids) athletes.set(id, null);
		for (const [id, athlete] of found) athletes.set(id, athlete);
		// Two items must not share an object: a later node may change one of them.
		return rows.map((row) => ({ ...row, Athlete: structuredClone(athletes.get(row.UserId) ?? null) }));
	};
}
