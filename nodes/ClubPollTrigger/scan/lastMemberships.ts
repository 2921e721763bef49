import type { IDataObject } from 'n8n-workflow';
import { endOf, isId } from '../../shared/api/facts';
import { storedMarks, marksIn, type Mark, type StoredMarks } from './snapshot';
import type { Comparison } from './comparison';
import { Scan, type Difference } from './memory';
import { orAbsent } from '../../shared/transport/errors';
import type { PollRun } from './pollRun';
import type { ListState } from './state';
import { isOutOfUse } from '../causes/memberships';
import type { PollSettings } from '../defaults';

/** Stands for an end that cannot be read, in seconds since the epoch: later than any real one. */
const UNREADABLE = 2 ** 40;

export const isOfProducts = ({ ClassSubscriptionId }: IDataObject, { products }: PollSettings): boolean =>
	products.length === 0 || products.includes(Number(ClassSubscriptionId));

export function lastAmong(rows: readonly IDataObject[], settings: PollSettings): IDataObject[] {
	const endIn = (row: IDataObject) => endOf(row, settings.zone) ?? Infinity;
	const counting = rows.filter((row) => isOfProducts(row, settings) && !isOutOfUse(row));
	return counting.filter((row) => !counting.some((other) => other.UserId === row.UserId && endIn(other) > endIn(row)));
}

const byAthlete = (marks: Iterable<Mark>): Map<number, Mark> => new Map(Array.from(marks, (mark) => [mark.ids[0], mark]));

/**
 * The membership of each athlete that ends last, collected over one scan of the memberships. It is remembered as a row with the
 * ids of the athlete and the membership, so another membership that ends later is a new row.
 */
export class LastMemberships {
	private readonly memory: Scan;
	private readonly found: Map<number, Mark>;
	/** By athlete: what was remembered of their last membership. */
	private readonly previous: ReadonlyMap<number, Mark>;
	/** The memberships that may become items, by athlete. Those from an earlier poll are read again. */
	private readonly rows = new Map<number, IDataObject>();

	/** @param before what is remembered of the list, with what this scan found at earlier polls */
	constructor(
		{ lastMemberships, progress }: Pick<ListState, 'lastMemberships' | 'progress'>,
		readonly comparison: Comparison,
		private readonly run: Pick<PollRun, 'settings' | 'emission' | 'meter' | 'now'>,
	) {
		this.memory = new Scan(lastMemberships);
		this.previous = byAthlete(this.memory.all());
		this.found = byAthlete(marksIn(progress?.lastMemberships).values());
	}

	begin(): void {
		this.found.clear();
		this.memory.keepComparable(false, this.comparison.comparable);
	}

	/**
	 * Takes in a membership. One that is disabled or used up counts only if no other does, and if it was the last one before:
	 * then the end that was known stays.
	 * @param ignored whether it is disabled or used up
	 * @param wasLast whether an earlier scan has found it to be the last one of its athlete
	 * @returns whether it could be read
	 */
	add(row: IDataObject, ignored = false, wasLast = false): boolean {
		if (!isOfProducts(row, this.run.settings)) return true;
		// Before the first whole scan for these events nobody knows which memberships were the last ones.
		if (ignored && !(wasLast && this.comparison.comparable.size > 0)) return true;
		const ids = [row.UserId, row.UserClassSubscriptionId];
		if (!ids.every(isId)) return false;
		const end = endOf(row, this.run.settings.zone);
		const time = end === undefined ? UNREADABLE : Math.floor(end / 1000);
		if (this.isEarlier({ ids, time, ignored })) return end !== undefined;
		const mark = {
			ids,
			time,
			...(ignored && { ignored }),
			...(end !== undefined && this.comparison.valuesOf(row, this.memory.previous(ids))),
		};
		this.found.set(ids[0], mark);
		if (this.comparison.itemsFor(this.compare(mark, row)).length > 0) this.rows.set(ids[0], row);
		else this.rows.delete(ids[0]);
		return end !== undefined;
	}

	/** Whether another membership of the athlete that was found ends later. Of two with the same end, the one with the larger id counts. */
	private isEarlier({ ids: [userId, id], time = 0, ignored = false }: Mark): boolean {
		const found = this.found.get(userId);
		const { ids = [], time: foundAt = -Infinity } = found ?? {};
		if (found && (found.ignored ?? false) !== ignored) return ignored;
		return foundAt > time || (foundAt === time && ids[1] > id);
	}

	/** How a membership differs from what is remembered of it, or of the athlete's previous last one for events of the athlete. */
	private compare(mark: Mark, row: IDataObject): Difference {
		const difference = this.memory.compare(mark, row);
		const { ids = [], values } = this.previous.get(mark.ids[0]) ?? {};
		return difference.before || !values
			? difference
			: { ...difference, before: { ids: mark.ids, values: this.comparison.ofAthlete(values, ids[1] > mark.ids[1]) } };
	}

	/**
	 * Emits the differences and remembers the memberships, one athlete after the other. If an end of an athlete's memberships cannot be
	 * read, their last one is unknown, and the memory of this athlete stays. While one of them is missing, their events wait.
	 * @param list what is remembered of all memberships. It notes which of them are not the last ones.
	 * @throws PollPaused if there is no room, or a membership cannot be read again now; ClubError
	 */
	async emit(list: Scan): Promise<void> {
		const found = new Map(this.found);
		// While a membership that the list lacks is the last one, the memory of its athlete stays.
		for (const { ids, owner, end } of list.unlisted()) {
			if (owner === undefined || end === undefined) continue;
			const mark: Mark = { ids: [owner, ids[0]], time: end, ignored: end === 0 };
			if (!this.isEarlier(mark)) found.set(owner, { ids: mark.ids, time: UNREADABLE });
		}
		const lacking = new Set(list.missing().map(({ owner }) => owner));
		const isDoubted = ({ ids: [userId] }: Mark): boolean => lacking.has(userId);
		const inOrder = [...found.values()].sort((a, b) => (a.time ?? 0) - (b.time ?? 0) || a.ids[1] - b.ids[1]);
		const readable = inOrder.filter((mark) => mark.time !== UNREADABLE && !isDoubted(mark));
		this.comparison.learnOldest(this.memory, () => [...readable].sort((a, b) => a.ids[1] - b.ids[1]).map((mark) => this.compare(mark, {})));
		for (const mark of readable) await this.emitOne(mark);
		for (const mark of this.memory.all()) if (!found.has(mark.ids[0]) && !isDoubted(mark)) this.memory.forget(mark);
		// Of an athlete with a missing membership, the last one is not known.
		const last = new Set(inOrder.map(({ ids: [, id] }) => id));
		list.noteIgnored(({ ids: [id], owner, ignored }) => (lacking.has(owner) ? ignored === true : !last.has(id)));
	}

	/** The items of a difference, whose record is named by its own id. */
	private itemsFor(difference: Difference): IDataObject[] {
		const { ids, values } = difference.now;
		return this.comparison.itemsFor({ ...difference, now: { ids: ids.slice(1), values } });
	}

	private async emitOne({ ids, values }: Mark): Promise<void> {
		const [userId, id] = ids;
		const { emission, meter } = this.run;
		const difference = this.compare({ ids, values }, this.rows.get(userId) ?? {});
		const items = this.itemsFor(difference);
		if (items.length > 0) {
			const record =
				this.rows.get(userId) ??
				(await orAbsent(meter.send('GET /UserSubscriptions/{userSubscriptionId}', { params: { userSubscriptionId: id } })));
			if (record) emission.add(items.map((item) => ({ ...item, record })));
		}
		// From here on this membership is the athlete's last one. An event of the one before must not come again if the poll ends here.
		const previous = this.previous.get(userId);
		if (previous && previous.ids[1] !== id) this.memory.forget({ ids: previous.ids });
		// If no condition is true, a row compares like a new one. Most rows are so, and storing them costs space.
		const isNone = Object.values(values ?? {}).every((value) => value === 'false');
		if (isNone) this.memory.forget({ ids });
		else this.memory.remember(difference);
	}

	stored(): StoredMarks {
		return this.memory.stored();
	}

	progress(): StoredMarks {
		return storedMarks(this.found.values());
	}
}
