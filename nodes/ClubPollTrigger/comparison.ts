import type { IDataObject } from 'n8n-workflow';
import { changedBetween, digestOf, formOf } from '../shared/records/digest';
import type { Mark } from '../shared/records/memory';
import type { Difference } from '../shared/records/scan';
import { itemOf } from './emission';
import type { PolledEvent } from './events/polledEvent';
import type { PolledList } from './lists';
import type { PollSettings } from './settings';
import type { ListState } from './state';
import type { Reading } from './values';
import { readingOf } from './values';
import { causedBy } from './run';

/** What the chosen events look at in the records of a list, and what they tell where it differs. */
export class Comparison {
	private readonly watched: readonly string[];
	private readonly reading: Reading | undefined;

	constructor(
		private readonly list: PolledList,
		private readonly events: readonly PolledEvent[],
		settings: PollSettings,
		/** The moment of the poll, in ms since the epoch. */
		private readonly now: number,
	) {
		this.watched = settings.watchedFields.length > 0 ? settings.watchedFields : list.watched;
		this.reading = readingOf(causedBy(events, 'value'), settings);
	}

	/** Whether one of the events has this cause. */
	wants(cause: PolledEvent['cause']): boolean {
		return this.events.some((event) => event.cause === cause);
	}

	/** What digests and values must have in common to be compared. */
	get forms(): Pick<ListState, 'digests' | 'values'> {
		return { digests: this.wants('changed') ? formOf(this.watched) : undefined, values: this.reading?.form };
	}

	/** What is remembered of a record; undefined where nothing names it. */
	markOf(row: IDataObject): Mark | undefined {
		const ids = this.list.idsOf(row);
		if (!ids) return undefined;
		const begin = this.list.beginOf?.(row);
		return {
			ids,
			...(this.wants('changed') && { digest: digestOf(row, this.watched) }),
			...this.reading?.markOf(row),
			...(begin !== undefined && { at: Math.floor(begin / 1000) }),
			// A training says only its local time, so what counts is when it was first seen.
			...(this.list.kind === 'window' && !this.list.beginOf && { at: Math.floor(this.now / 1000) }),
		};
	}

	/** The items of what differs in a record. */
	itemsFor(difference: Difference): IDataObject[] {
		return this.events.flatMap((event) => this.itemFor(event, difference));
	}

	private itemFor(event: PolledEvent, { added, changed, valueChanged, before, now, row }: Difference): IDataObject[] {
		if (event.cause === 'added' ? !added : event.cause === 'changed' ? !changed : event.cause !== 'value' || !valueChanged) return [];
		const record = { ids: now.ids, record: row };
		if (event.cause === 'value') {
			const told = this.reading?.tell(event, before, now);
			return told ? [itemOf(event, { ...record, ...told }, this.now)] : [];
		}
		const known = event.cause === 'changed' && before?.digest !== undefined && now.digest !== undefined;
		const names = known ? changedBetween(before.digest as string, now.digest as string, this.watched) : undefined;
		return [itemOf(event, { ...record, changed: names }, this.now)];
	}
}
