import type { IDataObject } from 'n8n-workflow';
import type { Absence, Mark, PackedMarks } from './snapshot';
import { recordKey, packMarks, unpackMarks } from './snapshot';
import { changedBetween, differsFrom, digestOf, formOf, inPlaces, lettersOf, namesIn, OWN_PLACES, PLACES } from './digest';
import { itemOf } from './emission';
import { ClubError, SEE_CHECK } from '../../shared/transport/errors';
import type { PolledEvent, EventDetails, KeptValue, Value } from '../causes/polledEvent';
import { formOfValue } from '../causes/polledEvent';
import type { PolledList } from '../causes/lists';
import { propertyAt } from '../causes/properties';
import type { PollRun } from './readPages';
import { causedBy } from './readPages';
import type { ListState } from './state';

/** How a record differs from what was remembered of it. */
export interface Difference {
	/** Whether it is new, or was gone before. */
	added: boolean;
	/** Whether a watched property differs; false without a digest to compare with. */
	changed: boolean;
	before?: Mark;
	now: Mark;
	row: IDataObject;
}

/** Most records of a list that a poll remembers: n8n keeps them in its database and loads them at each start. */
const MAX_RECORDS = 500_000;

/**
 * The remembered records of a list, and the scan that compares them with it. A scan may take several polls, so its
 * progress is packed with the records. It relies on no order of the list.
 */
export class Scan {
	private readonly marks: Map<string, Mark>;

	constructor(packed?: PackedMarks) {
		this.marks = unpackMarks(packed);
	}

	/** What is remembered of a record. */
	known(ids: readonly number[]): Mark | undefined {
		return this.marks.get(recordKey(ids));
	}

	/** How a record differs from what is remembered. The memory does not change. */
	compare(now: Mark, row: IDataObject): Difference {
		const before = this.known(now.ids);
		return {
			added: before === undefined || before.absence === 'gone',
			changed: before?.digest !== undefined && now.digest !== undefined && before.digest !== now.digest,
			before,
			now,
			row,
		};
	}

	/** Remembers a record as it is now, and that this scan has met it. A value that is unknown now keeps its last state. */
	remember({ before, now }: Pick<Difference, 'before' | 'now'>): void {
		const values = before?.values ? { ...before.values, ...now.values } : now.values;
		this.marks.set(recordKey(now.ids), { ...before, ...now, values, met: true, absence: undefined, since: undefined });
		if (this.marks.size <= MAX_RECORDS) return;
		throw new ClubError('This list has more than 500,000 records, which is the most that a poll remembers', {
			description: `A club does not have so many. ${SEE_CHECK} Remove the events of this list, or ask the platform.`,
			failure: { cause: 'configuration-invalid' },
		});
	}

	/** Starts a new scan, which has met nothing yet. */
	begin(): void {
		for (const mark of this.marks.values()) delete mark.met;
	}

	/** The records that a whole scan has not met, without those that an earlier scan missed. */
	unmet(): Mark[] {
		return [...this.marks.values()].filter(({ met, absence }) => !met && !absence);
	}

	/** The records of these absences, the longest absent first. */
	absent(...absences: Array<Mark['absence']>): Mark[] {
		return [...this.marks.values()].filter(({ absence }) => absences.includes(absence)).sort((a, b) => Number(a.since) - Number(b.since));
	}

	/**
	 * Forgets a record that is no longer listed. One that begins later may come back: its values stay, or a condition would be
	 * emitted twice.
	 */
	forget({ ids, at, values }: Mark): void {
		if (at !== undefined && values) this.marks.set(recordKey(ids), { ids, at, values, absence: 'gone', since: 0 });
		else this.marks.delete(recordKey(ids));
	}

	/** Remembers what is known of a record that the list lacks; without an absence, nothing. @param since in seconds since the epoch */
	keepAbsent(mark: Mark, absence: Absence | undefined, since = mark.since): void {
		this.marks.set(recordKey(mark.ids), { ...mark, absence, since });
	}

	/** Remembers which of the records that this scan has met are not the last memberships of their athletes. */
	noteOlder(isOlder: (mark: Mark) => boolean): void {
		for (const mark of this.marks.values()) if (mark.met) mark.older = isOlder(mark);
	}

	/** Forgets records that a whole scan has not met and whose `at` is missing or before this time, in seconds since the epoch. */
	forgetUnmetBefore(seconds: number): void {
		for (const [key, { met, at = 0 }] of this.marks) if (!met && at < seconds) this.marks.delete(key);
	}

	/** Forgets digests and values that can no longer be compared, but keeps the records. @param events names whose values stay */
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

/** A stored value; undefined if there is none. */
export const parsed = (value: string | undefined): Value | undefined => (value === undefined ? undefined : (JSON.parse(value) as Value));

/** Compares what the chosen events look at in the records of a list, and makes their items. */
export class Comparison {
	/** The forms of digests and values. Only those of the same form can be compared. */
	readonly forms: Required<Pick<ListState, 'values'>> & Pick<ListState, 'digests'>;
	/** Names of the events whose values a whole scan has remembered. The others emit nothing yet. */
	readonly known: ReadonlySet<string>;
	/** The properties of the list, in the order in which pages showed them. */
	names: readonly string[];
	private readonly hasDigests: boolean;
	private readonly watched: readonly string[];
	private readonly valued: ReadonlyArray<KeptValue & Pick<PolledEvent, 'ofAthlete'>>;
	/** The properties of events and of Watched Fields. It can happen that no row has one of them. */
	private readonly named: readonly string[];
	/** Those of `named` that a row of this scan has had so far. */
	private readonly shown: Set<string>;
	/** Items of this poll, by event. */
	private readonly counts = new Map<string, number>();

	constructor(
		private readonly list: PolledList,
		private readonly events: readonly PolledEvent[],
		private readonly state: ListState,
		private readonly run: Pick<PollRun, 'settings' | 'now' | 'readAt'>,
		shown: readonly string[] = [],
		kept: readonly KeptValue[] = [],
	) {
		const { settings } = run;
		this.shown = new Set(shown);
		// Watched Fields is for all lists, so it says nothing about one whose records have none of these properties.
		this.names = state.names ?? [];
		const isNamed = (path: string) => this.names.includes(path) || this.names.includes(path.split('.')[0]);
		const isForeign = !settings.watchedFields.some((path) => this.names.length === 0 || isNamed(path));
		this.watched = isForeign ? (list.watched ?? []) : settings.watchedFields;
		this.valued = [...causedBy(events, 'value'), ...kept];
		const compared = this.valued.flatMap(({ property }) => property ?? []);
		this.named = [...compared, ...(this.hasCause('changed') ? settings.watchedFields : [])];
		const values = Object.fromEntries(this.valued.map((event) => [event.name, formOfValue(event, settings)]));
		this.hasDigests = this.hasCause('changed') || (list.ownPart !== undefined && this.hasCause('removed'));
		this.forms = { digests: this.hasDigests ? formOf(this.watched) : undefined, values };
		this.known = new Set(Object.keys(values).filter((name) => values[name] === state.values?.[name]));
	}

	/** Whether one of the events has this cause. */
	hasCause(cause: PolledEvent['cause']): boolean {
		return this.events.some((event) => event.cause === cause);
	}

	/** Takes in the properties of a page. Call it before its rows are compared. @returns the named properties seen so far */
	noteProperties(rows: readonly IDataObject[]): string[] {
		this.names = [...new Set([...this.names, ...rows.flatMap(Object.keys)])];
		for (const name of this.named) if (rows.some((row) => propertyAt(row, name) !== undefined)) this.shown.add(name);
		return [...this.shown];
	}

	/** The named properties that no row has, so that their events cannot occur. */
	lacking(): string[] {
		return this.named.filter((name) => !this.shown.has(name));
	}

	/** What the events compare of a record, as JSON, without unknown values. @param known what is remembered of the record */
	valuesOf(row: IDataObject, known?: Mark, recurs?: boolean): Pick<Mark, 'values'> {
		const values = this.valued.flatMap((event) => {
			const value = this.valueOf(event, row, parsed(known?.values?.[event.name]), recurs);
			return value === undefined ? [] : [[event.name, JSON.stringify(value)]];
		});
		return values.length > 0 ? { values: Object.fromEntries(values) as Mark['values'] } : {};
	}

	/** The remembered values that belong to the athlete rather than to one membership; all where an earlier one is the last again. */
	ofAthlete(values: Readonly<Record<string, string>>, isAgain: boolean): Record<string, string> {
		const names = this.valued.flatMap(({ name, ofAthlete }) => (ofAthlete || isAgain ? [name] : []));
		return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
	}

	private digestOf(row: IDataObject): string {
		if (this.watched.length > 0 || !this.list.ownPart) return digestOf(row, this.watched);
		const own = this.list.ownPart(row);
		return digestOf(own, []) + lettersOf(inPlaces(own, this.names), PLACES);
	}

	/** The properties that differ between two digests. */
	private changedBetween(before: string, now: string): string[] {
		if (this.watched.length > 0) return changedBetween(before, now, this.watched);
		return namesIn(changedBetween(before, now, PLACES), this.names);
	}

	/** Whether a record that was read by itself differs from what its list showed, in a watched property but its begin. */
	differs({ digest }: Mark, row: IDataObject): boolean {
		const others = Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('Begin')));
		if (this.watched.length > 0) return differsFrom(digest, others, this.watched);
		return differsFrom(digest, inPlaces(others, this.names.slice(0, OWN_PLACES)), PLACES);
	}

	/** What to remember of a record; undefined if it has no valid ids. @param memory what was remembered before */
	markOf(row: IDataObject, memory?: Pick<Scan, 'known'>): Mark | undefined {
		const ids = this.list.idsOf(row);
		if (!ids) return undefined;
		const begin = this.list.beginOf?.(row, this.run.settings.zone);
		return {
			ids,
			...(this.hasDigests && { digest: this.digestOf(row) }),
			...this.valuesOf(row, memory?.known(ids)),
			...(begin !== undefined && { at: Math.floor(begin / 1000) }),
			// A training has only a local time without a zone, so the time of this poll counts.
			...(this.list.span && !this.list.beginOf && { at: Math.floor(this.run.now / 1000) }),
		};
	}

	/** The items for what differs in a record. @param causes only events with these causes; none: all events */
	itemsFor(difference: Difference, ...causes: Array<PolledEvent['cause']>): IDataObject[] {
		const events = causes.length === 0 ? this.events : this.events.filter(({ cause }) => causes.includes(cause));
		const { now, row } = difference;
		return events.flatMap((event) => {
			const details = this.detailsFor(event, difference);
			return details ? [itemOf(event, { ids: now.ids, record: row, ...details }, this.run.now)] : [];
		});
	}

	/** Counts items for the limit of the first poll. */
	count(items: readonly IDataObject[]): void {
		for (const { eventType } of items) this.counts.set(String(eventType), (this.counts.get(String(eventType)) ?? 0) + 1);
	}

	/**
	 * The value that an event compares of a row; undefined if it is unknown. A property that is missing from one row counts as null. If no
	 * row has it, it may have another name, and null would report a change for everybody.
	 */
	private valueOf({ property, value }: KeptValue, row: IDataObject, known?: Value, recurs?: boolean): Value | undefined {
		if (property === undefined) return value?.(row, this.run.settings, this.run.readAt ?? this.run.now, known, recurs);
		return row[property] ?? (this.shown.has(property) ? null : undefined);
	}

	/** The details of an item; undefined if the difference is no event. */
	private detailsFor(event: PolledEvent, difference: Difference): Partial<EventDetails> | undefined {
		const { added, changed, before, now } = difference;
		if (event.cause === 'value') return this.valueDetails(event, difference);
		if (event.cause === 'added') return added ? {} : undefined;
		// A changed record has both digests (`compare`).
		const isChange = event.cause === 'changed' && changed;
		return isChange ? { changed: this.changedBetween((before as Mark).digest as string, now.digest as string) } : undefined;
	}

	private valueDetails(event: PolledEvent, { added, before, now, row }: Difference): Partial<EventDetails> | undefined {
		const { name, property, isEvent } = event;
		const { settings } = this.run;
		const { wholeAt } = this.state;
		const [last, current] = [before?.values?.[name], now.values?.[name]];
		if (current === undefined || current === last || !this.mayEmit(name)) return undefined;
		const value = JSON.parse(current) as Value;
		const previous = last === undefined && added && wholeAt !== undefined ? event.start?.(row, settings, wholeAt) : parsed(last);
		if (!(isEvent ? isEvent(previous, value, settings, wholeAt) : last !== undefined)) return undefined;
		return property === undefined
			? (event.details?.(previous, value, row, settings) ?? {})
			: { previous: { [property]: previous }, changed: [property] };
	}

	/** Whether an earlier scan has remembered the value, or the first poll may still emit existing records. */
	private mayEmit(name: string): boolean {
		if (this.state.wholeAt !== undefined) return this.known.has(name);
		return this.state.emitsExisting === true && (this.counts.get(name) ?? 0) < this.run.settings.firstPollLimit;
	}
}
