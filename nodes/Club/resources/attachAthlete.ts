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

/** Adds the athlete to each row, with the fewest calls; each athlete is read once for an item. */
export function withAthletes({ options }: { options: { attachAthlete?: boolean } }, session: Session) {
	if (!options.attachAthlete) return undefined;
	const athletes = new Map<unknown, IDataObject | null>();
	return async (rows: readonly IDataObject[]): Promise<IDataObject[]> => {
		const ids = rows.map(({ UserId }) => UserId).filter((id): id is number => isId(id) && !athletes.has(id));
		const found = await rowsByIds(ids, maxCountOf(ATHLETES) ?? 1, async (query) => await session.send(ATHLETES, { query }));
		for (const id of ids) athletes.set(id, found.get(id) ?? null);
		return rows.map((row) => ({ ...row, Athlete: athletes.get(row.UserId) ?? null }));
	};
}
