import type { IDataObject } from 'n8n-workflow';
import type { EventTop } from '../../shared/events/panel';
import { pathNames } from '../../shared/api/endpoints';
import { userIdOf } from '../../shared/api/facts';
import { isOn } from '../../shared/events/panel';
import type { PolledEvent, EventDetails } from '../causes/polledEvent';
import { PollPaused } from './callsOfPoll';

/**
 * An event as an item, in the shape of the Club Trigger as far as a poll knows it.
 * @param now the time of the poll, in ms since the epoch
 */
export function itemOf(
	{ name, subject, occursOnce }: PolledEvent,
	{ ids, record, owner, previous, changed, ...more }: EventDetails,
	now: number,
): IDataObject {
	const names = pathNames(subject);
	const eventTime = new Date(now).toISOString();
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

/** The top-level properties of the items, for the drop-down of Only When. */
export const polledItemTop = (options: IDataObject): EventTop => ({
	names: [
		'id',
		'eventType',
		'subject',
		'eventTime',
		'ids',
		'record',
		'previous',
		'changed',
		'added',
		'milestone',
		'participants',
		'queued',
		'polled',
	],
	main: 'record',
	attached: [{ name: 'athlete', isOn: isOn(options, 'attachAthlete'), option: 'Attach Athlete' }],
});

export class Emission {
	readonly items: IDataObject[] = [];

	constructor(
		private readonly maxItems: number,
		private readonly startsWorkflow: (item: IDataObject) => boolean = () => true,
	) {}

	/**
	 * Takes all of these items that start the workflow, or none. Whoever calls it remembers the records only after that.
	 * @throws PollPaused if there is no room: the next poll finds them again
	 */
	take(items: readonly IDataObject[]): void {
		const taken = items.filter(this.startsWorkflow);
		if (taken.length > 0 && this.items.length > 0 && this.items.length + taken.length > this.maxItems) throw new PollPaused();
		for (const item of taken) this.items.push(item);
	}
}
