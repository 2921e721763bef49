import type { IDataObject } from 'n8n-workflow';
import type { Mark, PackedMarks } from './snapshot';
import { recordKey, packMarks, unpackMarks, changedBetween, digestOf, formOf } from './snapshot';
import { itemOf } from './emission';
import type { PolledEvent, EventDetails, Value } from './events/polledEvent';
import type { PolledList } from './lists';
import { propertyAt } from './properties';
import type { PollRun } from './readPages';
import { causedBy } from './readPages';
import type { PollSettings } from './settings';
import type { ListState } from './state';

/** What a record is now, compared with what was remembered of it. */
export interface Difference {
	/** Whether it was not there before. */
	added: boolean;
	/** Whether a watched property differs; false where nothing is known to compare with. */
	changed: boolean;
	before?: Mark;
	now: Mark;
	row: IDataObject;
}

/** More than this share of a list cannot vanish between two scans, unless a second scan says the same. */
const MAX_VANISHED = 1 / 5;

/**
 * The records of a list as they are remembered, and the scan that compares them with the list. A scan may be spread over
 * several polls: what it has met is packed with the rest. It relies on no order of the list.
 */
export class Scan {
	private readonly marks: Map<string, Mark>;

	constructor(packed?: PackedMarks) {
		this.marks = packed ? unpackMarks(packed) : new Map();
	}

	/** What is remembered of a record. */
	known(ids: readonly number[]): Mark | undefined {
		return this.marks.get(recordKey(ids));
	}

	/** How a record differs from what is remembered; nothing is remembered by asking. */
	compare(now: Mark, row: IDataObject): Difference {
		const before = this.known(now.ids);
		const differs = (one?: string, other?: string) => one !== undefined && other !== undefined && one !== other;
		return {
			added: before === undefined || before.gone === true,
			changed: differs(before?.digest, now.digest),
			before,
			now,
			row,
		};
	}

	/** Remembers a record as it is now, and that this scan has met it. What cannot be told now stays as it was known. */
	remember({ before, now }: Pick<Difference, 'before' | 'now'>): void {
		const mark: Mark = { ...before, ...now, met: true };
		if (before?.values) mark.values = { ...before.values, ...now.values };
		delete mark.gone;
		delete mark.unlisted;
		this.marks.set(recordKey(now.ids), mark);
	}

	/** A new scan has met nothing yet. */
	begin(): void {
		for (const mark of this.marks.values()) delete mark.met;
	}

	/** What a whole scan has not met, and no earlier one has missed. */
	unmet(): Mark[] {
		return [...this.marks.values()].filter(({ met, gone, unlisted }) => !met && !gone && !unlisted);
	}

	/** Whether so many have vanished that the list should be read again before it is believed. */
	isDoubtful(vanished: number): boolean {
		return vanished > this.marks.size * MAX_VANISHED;
	}

	/** It is not listed any more. What begins later may be listed again: its values stay, so that no condition is emitted twice. */
	forget({ ids, at, values }: Mark): void {
		if (at !== undefined && values) this.marks.set(recordKey(ids), { ids, at, values, gone: true });
		else this.marks.delete(recordKey(ids));
	}

	/** It is not listed any more, but the club gives it by itself: it is there, and is not asked for again. */
	keepUnlisted(mark: Mark): void {
		this.marks.set(recordKey(mark.ids), { ...mark, unlisted: true });
	}

	/** Forgets what a whole scan has not met and has begun, or was first seen, before a moment in seconds, or does not say when. */
	forgetUnmetBefore(seconds: number): void {
		for (const [key, { met, at = 0 }] of this.marks) if (!met && at < seconds) this.marks.delete(key);
	}

	/** Forgets the digests and values of all records that are compared with nothing, but not that the records are there. */
	keepKnown(digests: boolean, events: ReadonlySet<string>): void {
		for (const mark of this.marks.values()) {
			if (!digests) delete mark.digest;
			for (const name of Object.keys(mark.values ?? {})) if (!events.has(name)) delete mark.values?.[name];
		}
	}

	pack(): PackedMarks {
		return packMarks(this.marks.values());
	}
}

/** What the values of an event must have in common to be compared. */
export const formOfValue = ({ property, owner }: PolledEvent, settings: PollSettings): string =>
	JSON.stringify([property, owner?.(settings)]);

const parsed = (value: string | undefined): Value | undefined => (value === undefined ? undefined : (JSON.parse(value) as Value));

/** What the chosen events look at in the records of a list, and their items where it differs. */
export class Comparison {
	/** What digests and values must have in common to be compared. */
	readonly forms: Required<Pick<ListState, 'values'>> & Pick<ListState, 'digests'>;
	/** Events whose values a whole scan has remembered. The others emit nothing yet. */
	readonly known: ReadonlySet<string>;
	private readonly watched: readonly string[];
	private readonly valued: readonly PolledEvent[];
	/** The properties that are compared by names which no row may have: those of events, and those that the user has named. */
	private readonly named: readonly string[];
	/** Which of them the rows of this scan have shown so far. */
	private readonly shown: Set<string>;
	/** How many items of each event this poll has. */
	private readonly counts = new Map<string, number>();

	constructor(
		private readonly list: PolledList,
		private readonly events: readonly PolledEvent[],
		private readonly state: ListState,
		private readonly run: Pick<PollRun, 'settings' | 'now'>,
		shown: readonly string[] = [],
	) {
		const { settings } = run;
		this.shown = new Set(shown);
		this.watched = settings.watchedFields.length > 0 ? settings.watchedFields : list.watched;
		this.valued = causedBy(events, 'value');
		const compared = this.valued.flatMap(({ property }) => property ?? []);
		this.named = [...compared, ...(this.wants('changed') ? settings.watchedFields : [])];
		const values = Object.fromEntries(this.valued.map((event) => [event.name, formOfValue(event, settings)]));
		this.forms = { digests: this.wants('changed') ? formOf(this.watched) : undefined, values };
		this.known = new Set(Object.keys(values).filter((name) => values[name] === state.values?.[name]));
	}

	/** Whether one of the events has this cause. */
	wants(cause: PolledEvent['cause']): boolean {
		return this.events.some((event) => event.cause === cause);
	}

	/** Looks at a page before its rows are compared. @returns the properties that were shown so far */
	look(rows: readonly IDataObject[]): string[] {
		for (const name of this.named) if (rows.some((row) => propertyAt(row, name) !== undefined)) this.shown.add(name);
		return [...this.shown];
	}

	/** The properties that no row has shown, so that nothing can come of them. */
	lacking(): string[] {
		return this.named.filter((name) => !this.shown.has(name));
	}

	/** What the events compare of a record, as JSON; what the record does not tell is left out. @param known what is remembered of it */
	valuesOf(row: IDataObject, known?: Mark): Pick<Mark, 'values'> {
		const values = this.valued.flatMap((event) => {
			const value = this.valueOf(event, row, parsed(known?.values?.[event.name]));
			return value === undefined ? [] : [[event.name, JSON.stringify(value)]];
		});
		return values.length > 0 ? { values: Object.fromEntries(values) as Mark['values'] } : {};
	}

	/** Of remembered values those that are the athlete's, whichever membership they were of. */
	ofAthlete(values: Readonly<Record<string, string>>): Record<string, string> {
		const names = this.valued.flatMap(({ name, ofAthlete }) => (ofAthlete ? [name] : []));
		return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
	}

	private digestOf(row: IDataObject): string {
		return digestOf(this.watched.length === 0 && this.list.own ? this.list.own(row) : row, this.watched);
	}

	/** What is remembered of a record; undefined where nothing names it. @param memory what was remembered before */
	markOf(row: IDataObject, memory?: Pick<Scan, 'known'>): Mark | undefined {
		const ids = this.list.idsOf(row);
		if (!ids) return undefined;
		const begin = this.list.beginOf?.(row, this.run.settings.zone);
		return {
			ids,
			...(this.wants('changed') && { digest: this.digestOf(row) }),
			...this.valuesOf(row, memory?.known(ids)),
			...(begin !== undefined && { at: Math.floor(begin / 1000) }),
			// A training says only its local time, so what counts is when it was first seen.
			...(this.list.kind === 'window' && !this.list.beginOf && { at: Math.floor(this.run.now / 1000) }),
		};
	}

	/** The items of what differs in a record. @param causes only of events with these causes */
	itemsFor(difference: Difference, ...causes: Array<PolledEvent['cause']>): IDataObject[] {
		const events = causes.length === 0 ? this.events : this.events.filter(({ cause }) => causes.includes(cause));
		return events.flatMap((event) => this.itemFor(event, difference));
	}

	/** Counts items, since there is a limit to those of the first poll. */
	count(items: readonly IDataObject[]): void {
		for (const { eventType } of items) this.counts.set(String(eventType), (this.counts.get(String(eventType)) ?? 0) + 1);
	}

	/**
	 * What an event compares of a row; undefined where the row does not tell. A club may leave a property without a value out, so that it
	 * is null; but where no row has it, it may have another name, and nobody's value has become null.
	 * @reading nulls
	 */
	private valueOf({ property, value }: PolledEvent, row: IDataObject, known?: Value): Value | undefined {
		if (property === undefined) return value?.(row, this.run.settings, this.run.now, known);
		return row[property] ?? (this.shown.has(property) ? null : undefined);
	}

	private itemFor(event: PolledEvent, difference: Difference): IDataObject[] {
		const { added, changed, before, now, row } = difference;
		const record = { ids: now.ids, record: row };
		if (event.cause === 'value') {
			const details = this.valueDetails(event, difference);
			return details ? [itemOf(event, { ...record, ...details }, this.run.now)] : [];
		}
		if (event.cause === 'added' ? !added : event.cause !== 'changed' || !changed) return [];
		// Only where both digests are known has a record changed.
		const names =
			event.cause === 'changed' ? changedBetween((before as Mark).digest as string, now.digest as string, this.watched) : undefined;
		return [itemOf(event, { ...record, changed: names }, this.run.now)];
	}

	/** What an item says of a value that differs; undefined where that is no event. */
	private valueDetails(event: PolledEvent, { before, now, row }: Difference): Partial<EventDetails> | undefined {
		const { name, property, isEvent } = event;
		const { settings } = this.run;
		const { wholeAt } = this.state;
		const [last, current] = [before?.values?.[name], now.values?.[name]];
		if (current === undefined || current === last || !this.mayEmit(name)) return undefined;
		const value = JSON.parse(current) as Value;
		const previous = last === undefined && wholeAt !== undefined ? event.start?.(row, settings, wholeAt) : parsed(last);
		if (!(isEvent ? isEvent(previous, value, settings, wholeAt) : last !== undefined)) return undefined;
		return property === undefined
			? (event.details?.(previous, value, row, settings) ?? {})
			: { previous: { [property]: previous }, changed: [property] };
	}

	/** Whether a value was compared at an earlier scan, or may be emitted of what is there at the first poll. */
	private mayEmit(name: string): boolean {
		if (this.state.wholeAt !== undefined) return this.known.has(name);
		return this.state.existing === true && (this.counts.get(name) ?? 0) < this.run.settings.firstPollLimit;
	}
}
