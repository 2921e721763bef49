import type { IDataObject } from 'n8n-workflow';
import { pathNames } from '../api/endpoints';
import type { PolledType } from '../api/eventSubjects';
import { userIdOf } from '../api/facts';
import { isoOf } from '../api/time';

export interface EventDetails {
	ids: readonly number[];
	record: IDataObject | null;
	/** The athlete of a record that is gone and whose own ids do not name them. */
	owner?: number;
	previous?: IDataObject;
	changed?: string[];
	added?: number;
	milestone?: number;
}

/**
 * An event as an item, in the shape of the Club Trigger as far as a poll knows it.
 * @param now the time of the poll, in ms since the epoch
 */
export function itemOf(
	{ name, subject, occursOnce }: Pick<PolledType, 'subject' | 'occursOnce'> & { name: string },
	{ ids, record, owner, previous, changed, ...more }: EventDetails,
	now: number,
): IDataObject {
	const names = pathNames(subject);
	const eventTime = isoOf(now);
	// The last id is that of the record. Those before it name its owner, such as the user of an award.
	const idParts = occursOnce ? [ids[ids.length - 1]] : [...ids, eventTime];
	const inSubject = Object.fromEntries(names.map((id, index) => [id, ids[index]]));
	const userId = userIdOf({ eventType: name, ids: inSubject, record }) ?? owner;
	return {
		id: [name, ...idParts].join('-'),
		eventType: name,
		subject: names.reduce((text, id, index) => text.replace(`{${id}}`, String(ids[index])), subject),
		eventTime,
		ids: { ...inSubject, ...(userId !== undefined && { userId }) },
		record,
		...(previous && { previous }),
		...(changed && { changed }),
		...more,
		polled: true,
	};
}
