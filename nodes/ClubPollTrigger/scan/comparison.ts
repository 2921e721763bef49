import type { IDataObject } from 'n8n-workflow';
import { canonical } from '../../shared/api/canonical';
import type { Mark } from './snapshot';
import type { Difference, Scan } from './memory';
import { changedBetween, digestOf } from './digest';
import { itemOf, type EventDetails } from '../../shared/events/polledItem';
import { causedBy, formOfValue, type PolledEvent, type StoredValue, type Value } from '../causes/polledEvent';
import type { PolledList } from '../causes/lists';
import { countsFor, isGiven, NO_WAITING_LIST, propertyAt } from '../causes/properties';
import type { PollRun } from './pollRun';
import type { ListState, Progress } from './state';

export const parsed = (value: string | undefined): Value | undefined => (value === undefined ? undefined : (JSON.parse(value) as Value));

/** Compares what the chosen events look at in the records of a list, and makes their items. */
export class Comparison {
	/** The forms of the values. Only those of the same form can be compared. */
	readonly values: Readonly<Record<string, string>>;
	/** Names of the events whose values a whole scan has remembered. The others emit nothing yet. */
	readonly comparable: ReadonlySet<string>;
	names: readonly string[];
	private readonly hasDigests: boolean;
	private readonly valued: ReadonlyArray<StoredValue & Pick<PolledEvent, 'ofAthlete' | 'places'>>;
	private watched: readonly string[];
	/** The property that an event compares. A list has one at most. */
	readonly compared: string | undefined;
	/** The property that shows who is queued, if an event needs it. */
	private readonly queue: string | undefined;
	private readonly counts: readonly string[];
	/** The properties of events and of Watched Fields. It can happen that no row has one of them. */
	private readonly named: ReadonlySet<string>;
	/** The properties that events need or compare, and that a row of this scan has had so far. */
	readonly present: Set<string>;
	/** The properties that a record had before, lacks now, and that no row of this scan had had until then. */
	readonly unresolved: Set<string>;

	constructor(
		private readonly list: PolledList,
		private readonly events: readonly PolledEvent[],
		private readonly state: ListState,
		private readonly run: Pick<PollRun, 'settings' | 'now' | 'readAt' | 'classes'>,
		{ present = [], unresolved = [] }: Partial<Pick<Progress, 'present' | 'unresolved'>> = {},
		storedValues: readonly StoredValue[] = [],
	) {
		const { settings } = run;
		this.present = new Set(present);
		this.unresolved = new Set(unresolved);
		this.names = state.names ?? [];
		this.watched = this.watchedAmong(this.names);
		this.valued = [...causedBy(events, 'value'), ...storedValues];
		[this.compared] = this.valued.flatMap(({ property }) => property ?? []);
		const isOfQueue = this.valued.some(({ options = [], places }) => !places && options.includes('queuedField'));
		this.queue = isOfQueue && settings.queuedField !== NO_WAITING_LIST ? settings.queuedField : undefined;
		this.counts = countsFor(this.valued, settings);
		this.named = new Set([
			...(this.compared === undefined ? [] : [this.compared]),
			...(this.hasCause('changed') ? settings.watchedFields : []),
		]);
		this.values = Object.fromEntries(this.valued.map((event) => [event.name, formOfValue(event, settings)]));
		// A cancelled booking that can still be read is known by what differs in it, and then its place is free.
		const needsOwnPart = this.hasCause('removed') || run.classes !== undefined;
		this.hasDigests = this.hasCause('changed') || (list.ownPart !== undefined && needsOwnPart);
		this.comparable = new Set(Object.keys(this.values).filter((name) => this.values[name] === state.values?.[name]));
	}

	/** The form of the digests; undefined if no event needs any. Only digests of the same form can be compared. */
	get digests(): string | undefined {
		return this.hasDigests ? JSON.stringify(this.watched) : undefined;
	}

	/** Watched Fields is for all lists, so it says nothing about one whose records have had none of these properties so far. */
	private watchedAmong(names: readonly string[]): readonly string[] {
		const { watchedFields } = this.run.settings;
		const isNamed = (path: string) => names.includes(path) || names.includes(path.split('.')[0]);
		return watchedFields.some(isNamed) ? watchedFields : (this.list.watched ?? []);
	}

	begin(): void {
		this.present.clear();
		this.unresolved.clear();
	}

	hasCause(cause: PolledEvent['cause']): boolean {
		return this.events.some((event) => event.cause === cause);
	}

	/**
	 * Takes in the properties of a page. Call it before its rows are compared. If the first of the Watched Fields comes up, no record
	 * had one before, so the memory has their digests.
	 */
	noteProperties(rows: readonly IDataObject[], memory?: Scan): void {
		const { digests } = this;
		const names = new Set(this.names);
		// A property without a value is the same as none (§6.1).
		for (const row of rows) for (const name in row) if (isGiven(row[name])) names.add(name);
		if (names.size > this.names.length) {
			this.names = [...names];
			this.watched = this.watchedAmong(this.names);
			if (digests !== this.digests) memory?.replaceDigests(digestOf({}, this.compares));
		}
		const ofQueue = this.queue === undefined ? [] : [this.queue];
		const ofValues = this.valued.flatMap(({ reads = [] }) => reads);
		const needed = [...this.named, ...ofQueue, ...ofValues, ...(this.list.decidesLast ?? []), ...(this.hasDigests ? this.compares : [])];
		// That a row shows null, not that it lacks the property, says that there is no value any more.
		for (const name of needed)
			if (!this.present.has(name) && rows.some((row) => propertyAt(row, name) !== undefined)) this.present.add(name);
		for (const name of this.counts)
			if (!this.present.has(name) && rows.some((row) => typeof propertyAt(row, name) === 'number')) this.present.add(name);
	}

	/** The named properties that no row has, so that their events cannot occur. */
	lacking(): string[] {
		return [...this.named].filter((name) => !this.present.has(name));
	}

	/** Whether the rows of this scan have the properties that decide about the last membership, as far as the list has ever had them. */
	get decidesLast(): boolean {
		return (this.list.decidesLast ?? []).every((name) => this.present.has(name) || !this.names.includes(name));
	}

	get lacksQueue(): boolean {
		return this.queue !== undefined && !this.present.has(this.queue);
	}

	lackingCount(): string | undefined {
		return this.counts.find((name) => !this.present.has(name));
	}

	/**
	 * Whether the absence of a property says nothing yet: it is null only if a row of this scan has it. The last value stays until then.
	 * If such a row comes later, the list is read again.
	 */
	private isUnsure(name: string, had: boolean): boolean {
		if (this.present.has(name)) return false;
		if (had) this.unresolved.add(name);
		return true;
	}

	/** Whether a row has shown a property of which an earlier row said nothing yet. Then forgets it. */
	resolve(): boolean {
		const found = [...this.unresolved].filter((name) => this.present.has(name));
		this.unresolved.clear();
		return found.length > 0;
	}

	/** What the events compare of a record, as JSON, without unknown values. @param previous what is remembered of the record */
	valuesOf(row: IDataObject, previous?: Mark): Pick<Mark, 'values'> {
		const values: Record<string, string> = {};
		for (const event of this.valued) {
			const { name, property, reads = [] } = event;
			const last = previous?.values?.[name];
			const value = this.valueOf(event, row, parsed(last));
			const needed = property === undefined ? reads.filter((one) => this.names.includes(one)) : [property];
			const isOpen = (one: string) => !isGiven(propertyAt(row, one)) && this.isUnsure(one, Boolean(parsed(last)));
			if (value === undefined || (!value && needed.some(isOpen))) continue;
			values[name] = JSON.stringify(value);
		}
		return Object.keys(values).length > 0 ? { values } : {};
	}

	/** Remembers null for the records whose compared property was unknown, once another record has had it. */
	fillNulls(memory: Scan): void {
		for (const { name, property } of this.valued) if (property !== undefined && this.present.has(property)) memory.fill(name, 'null');
	}

	/** The remembered values that belong to the athlete rather than to one membership; all where an earlier one is the last again. */
	ofAthlete(values: Readonly<Record<string, string>>, isAgain: boolean): Record<string, string> {
		const names = this.valued.flatMap(({ name, ofAthlete }) => (ofAthlete || isAgain ? [name] : []));
		return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
	}

	/** The properties that digests are of: the watched ones, else all, as they are met. */
	private get compares(): readonly string[] {
		return this.watched.length > 0 ? this.watched : this.names;
	}

	private ownPartOf(row: IDataObject): IDataObject {
		return this.watched.length === 0 && this.list.ownPart ? this.list.ownPart(row) : row;
	}

	/** The digest of a record that was read by itself. Its other form may lack properties, so only those count that both forms have. */
	digestAlone({ digest }: Mark, row: IDataObject): string {
		return digestOf(this.ownPartOf(row), this.compares, digest, (_name, had, has) => !had || !has);
	}

	/** Whether a record that was read by itself differs from what its list showed, in a watched property but its begin. */
	differs(mark: Mark, row: IDataObject): boolean {
		const changed = mark.digest === undefined ? [] : changedBetween(mark.digest, this.digestAlone(mark, row), this.compares);
		return changed.some((name) => !name.startsWith('Begin'));
	}

	/** What to remember of a record; undefined if it has no valid ids. @param memory what was remembered before */
	markOf(row: IDataObject, memory?: Pick<Scan, 'previous'>): Mark | undefined {
		const ids = this.list.idsOf(row);
		if (!ids) return undefined;
		const previous = memory?.previous(ids);
		const isKept = (name: string, had: boolean, has: boolean) => !has && this.isUnsure(name, had);
		const begin = this.list.beginOf?.(row, this.run.settings.zone);
		const owner = this.list.ownerOf?.(row);
		return {
			ids,
			...(owner !== undefined && { owner }),
			...(this.hasDigests && { digest: digestOf(this.ownPartOf(row), this.compares, previous?.digest, isKept) }),
			...this.valuesOf(row, previous),
			...(begin !== undefined && { time: Math.floor(begin / 1000) }),
			// A training has only a local time without a zone, so the time of this poll counts.
			...(this.list.span && !this.list.beginOf && { time: Math.floor(this.run.now / 1000) }),
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

	/**
	 * Remembers, without their events, the oldest conditions that are true at the first read and are more than it emits.
	 * @param differences gives those of all records, the oldest first
	 */
	learnOldest(memory: Scan, differences: () => readonly Difference[]): void {
		if (this.state.snapshotAt !== undefined || !this.state.emitsExisting) return;
		const counts = new Map<unknown, number>();
		for (const difference of [...differences()].reverse())
			for (const { eventType } of this.itemsFor(difference)) {
				const count = (counts.get(eventType) ?? 0) + 1;
				counts.set(eventType, count);
				if (count <= this.run.settings.firstPollLimit) continue;
				const { ids, time, values = {} } = difference.now;
				const name = String(eventType);
				memory.remember({ before: memory.previous(ids), now: { ids, time, values: { [name]: values[name] } } });
			}
	}

	private valueOf({ property, value }: StoredValue, row: IDataObject, previous?: Value): Value | undefined {
		if (property === undefined) return value?.(row, this.run.settings, this.run.readAt ?? this.run.now, previous);
		return row[property] ?? null;
	}

	private detailsFor(event: PolledEvent, difference: Difference): Partial<EventDetails> | undefined {
		const { added, changed, before, now, row } = difference;
		if (event.cause === 'value') return this.valueDetails(event, difference);
		if (event.cause === 'added') return added ? {} : undefined;
		if (event.cause !== 'changed') return undefined;
		if (changed) return this.changeDetails(before as Mark, now, row);
		return before && !added && this.hasComeBack(before, now) ? { changed: ['Begin'] } : undefined;
	}

	/**
	 * The properties that may have changed, also those that the row lacks and whose absence says nothing yet. If it comes to say something,
	 * the update was told already.
	 * @param before has a digest, as `now` has
	 */
	private changeDetails(before: Mark, now: Mark, row: IDataObject): Partial<EventDetails> | undefined {
		const lacks = (name: string) => !isGiven(propertyAt(row, name));
		const changed = changedBetween(before.digest as string, now.digest as string, this.compares);
		if (before.isUpdated && changed.every(lacks)) return undefined;
		const without = changedBetween(before.digest as string, digestOf(this.ownPartOf(row), this.compares), this.compares);
		return { changed: without.filter((name) => changed.includes(name) || lacks(name)) };
	}

	/** Whether a record that had begun, and so has no digest any more, begins at another time now. */
	private hasComeBack({ digest, time = Infinity }: Mark, now: Mark): boolean {
		const isWatched = this.watched.length === 0 || this.watched.includes('Begin');
		return isWatched && digest === undefined && now.digest !== undefined && time * 1000 < this.run.now && now.time !== time;
	}

	private valueDetails(event: PolledEvent, { added, before, now, row }: Difference): Partial<EventDetails> | undefined {
		const { name, property, isEvent } = event;
		const { settings } = this.run;
		const { snapshotAt } = this.state;
		const [last, current] = [before?.values?.[name], now.values?.[name]];
		if (current === undefined || current === last || !this.mayEmit(name)) return undefined;
		const value = JSON.parse(current) as Value;
		// The properties of a value may come in another order.
		if (property !== undefined && last !== undefined && canonical(value) === canonical(parsed(last))) return undefined;
		const previous = last === undefined && added && snapshotAt !== undefined ? event.start?.(row, settings, snapshotAt) : parsed(last);
		if (!(isEvent ? isEvent(previous, value, settings, snapshotAt) : last !== undefined)) return undefined;
		return property === undefined
			? (event.details?.(previous, value, row, settings) ?? {})
			: { previous: { [property]: previous }, changed: [property] };
	}

	/** Whether an earlier scan has remembered the value, or the first poll may still emit existing records. */
	private mayEmit(name: string): boolean {
		return this.state.snapshotAt === undefined ? this.state.emitsExisting === true : this.comparable.has(name);
	}
}
