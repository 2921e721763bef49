import type { IDataObject } from 'n8n-workflow';
import { ID } from '../shared/api/limits';
import type { Keep } from './operation';
import type { Session } from './session';

/**
 * Which rows lie between From ID and To ID, where the spec does not show that the list has these bounds (§4.8): a club may
 * ignore them. A row stays as long as one of its ids may be the one that is meant.
 * @param what the records by the name that users know
 * @param idsOf the ids of a row that the bounds may be about
 * @reading challengeRange
 * @reading catalogueRange
 */
export const withinBounds =
	(what: string, idsOf: (row: IDataObject) => readonly unknown[]) =>
	({ filters: { fromId = ID.min, toId = ID.max } }: { filters: { fromId?: number; toId?: number } }, session: Session): Keep | undefined =>
		fromId === ID.min && toId === ID.max
			? undefined
			: (row) => {
					const ids = idsOf(row).filter((id) => typeof id === 'number');
					const isWanted = ids.length === 0 || ids.some((id) => id >= fromId && id <= toId);
					if (!isWanted) session.hint(`The club gave ${what} beyond From ID and To ID. The node left them out`);
					return isWanted;
				};
