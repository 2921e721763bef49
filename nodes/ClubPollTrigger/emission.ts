import type { IDataObject } from 'n8n-workflow';
import type { EventTop } from '../shared/records/onlyWhen';
import { userIdOf } from '../shared/records/resolve';
import type { PolledEvent, Told } from './events/polledEvent';

const PLACEHOLDER = /\{(\w+)\}/g;

/** An event as an item, in the shape of the Club Trigger as far as a poll can know it. @param now ms since the epoch */
export function itemOf({ name, subject, once }: PolledEvent, { ids, record, previous, changed, ...more }: Told, now: number): IDataObject {
	const names = [...subject.matchAll(PLACEHOLDER)].map(([, id]) => id);
	const eventTime = new Date(now).toISOString();
	// The last number is the record's own; those before it say where it belongs, such as the user of an award.
	const own = once ? [ids[ids.length - 1]] : [...ids, eventTime];
	const inSubject = Object.fromEntries(names.map((id, index) => [id, ids[index]]));
	const userId = userIdOf({ eventType: name, ids: inSubject, record });
	return {
		id: [name, ...own].join('-'),
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

/** What the items have at their top, for the options of the panel. */
export const topOf = ({ attachAthlete }: IDataObject): EventTop => ({
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
	attached: [{ name: 'athlete', isOn: attachAthlete === true, option: 'Attach Athlete' }],
});

/** The items of a poll, no more than it may give. */
export class Emission {
	readonly items: IDataObject[] = [];

	constructor(
		private readonly most: number,
		private readonly wanted: (item: IDataObject) => boolean = () => true,
	) {}

	/** Takes all of these items, or none of them when there is no room: then they must come again at the next poll. */
	take(items: readonly IDataObject[]): boolean {
		const wanted = items.filter(this.wanted);
		if (this.items.length > 0 && this.items.length + wanted.length > this.most) return wanted.length === 0;
		this.items.push(...wanted);
		return true;
	}

	/** Gives up what was taken since there were so many items: its list was not read to a place that can be remembered. */
	takeBack(count: number): void {
		this.items.length = count;
	}
}
