import type { IDataObject } from 'n8n-workflow';
import { endOf } from '../shared/records/memberships';
import type { Mark, PackedMarks } from './snapshot';
import { packMarks, unpackMarks } from './snapshot';
import type { Difference, Comparison } from './comparison';
import { Scan } from './comparison';
import { orAbsent } from '../shared/transport/errors';
import type { PollRun } from './readPages';

/** The end of a membership whose end cannot be read, in seconds: later than any. */
const UNREADABLE = 2 ** 40;

/**
 * The membership of each athlete that ends last, gathered over one scan of the assignments. It is a row like any other, named by
 * the athlete and the assignment: when another one ends later, that is a new row.
 */
export class LastMemberships {
	private readonly memory: Scan;
	private readonly found = new Map<number, Mark>();
	/** By athlete: what was remembered of the membership that was the last. */
	private readonly previous = new Map<number, Mark>();
	/** The assignments that may become items, by athlete. Those that an earlier poll has read are read again. */
	private readonly rows = new Map<number, IDataObject>();

	/** @param packed what was remembered after the last whole scan @param progress what this scan has found at earlier polls */
	constructor(
		packed: PackedMarks | undefined,
		progress: PackedMarks | undefined,
		private readonly comparison: Comparison,
		private readonly run: Pick<PollRun, 'settings' | 'emission' | 'meter'>,
	) {
		this.memory = new Scan(packed);
		if (packed) for (const mark of unpackMarks(packed).values()) this.previous.set(mark.ids[0], mark);
		if (!progress) this.memory.keepKnown(false, comparison.known);
		else for (const mark of unpackMarks(progress).values()) this.found.set(mark.ids[0], mark);
	}

	/** Takes in an assignment; of two that end at the same time the one with the larger id counts. @returns whether it could be read */
	see(row: IDataObject): boolean {
		const { UserId: userId, UserClassSubscriptionId: id, Disabled } = row;
		if (Disabled === true) return true;
		if (!Number.isInteger(userId) || !Number.isInteger(id)) return false;
		const end = endOf(row, this.run.settings.zone);
		const at = end === undefined ? UNREADABLE : Math.floor(end / 1000);
		const known = this.found.get(userId as number);
		const knownAt = known?.at ?? -Infinity;
		if (knownAt > at || (knownAt === at && Number(known?.ids[1]) > Number(id))) return end !== undefined;
		const mark = { ids: [userId as number, id as number], at, ...(end !== undefined && this.comparison.valuesOf(row)) };
		this.found.set(userId as number, mark);
		if (this.comparison.itemsFor(this.compare(mark, row)).length > 0) this.rows.set(userId as number, row);
		else this.rows.delete(userId as number);
		return end !== undefined;
	}

	/** How a membership differs from what is remembered of it, or, for events of the athlete, of the one that was the last before. */
	private compare(mark: Mark, row: IDataObject): Difference {
		const difference = this.memory.compare(mark, row);
		const { values } = this.previous.get(mark.ids[0]) ?? {};
		return difference.before || !values
			? difference
			: { ...difference, before: { ids: mark.ids, values: this.comparison.ofAthlete(values) } };
	}

	/**
	 * Emits what is new of them, and remembers it. Which one is the last of an athlete is not known where the end of any cannot be
	 * read: then what was remembered stays.
	 * @returns whether there was room for all items
	 * @throws Yield where an assignment cannot be read again now, ClubError
	 */
	async emit(): Promise<boolean> {
		this.memory.begin();
		const kept = new Set<number>();
		let hasRoom = true;
		for (const mark of [...this.found.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || a.ids[1] - b.ids[1])) {
			if (mark.at !== UNREADABLE && (await this.emitOne(mark))) continue;
			kept.add(mark.ids[0]);
			hasRoom &&= mark.at === UNREADABLE;
		}
		for (const mark of this.memory.unmet()) {
			if (kept.has(mark.ids[0])) continue;
			this.memory.forget(mark);
		}
		return hasRoom;
	}

	private async emitOne({ ids, values }: Mark): Promise<boolean> {
		const [userId, id] = ids;
		const { emission, meter } = this.run;
		const difference = this.compare({ ids, values }, this.rows.get(userId) ?? {});
		const items = this.comparison.itemsFor({ ...difference, now: { ids: [id], values } });
		this.comparison.count(items);
		if (items.length > 0) {
			const record =
				this.rows.get(userId) ??
				(await orAbsent(meter.send('GET /UserSubscriptions/{userSubscriptionId}', { params: { userSubscriptionId: id } })));
			if (record && !emission.take(items.map((item) => ({ ...item, record })))) return false;
		}
		// Where no condition is true, a row is as good as new: most are, and need no room in what is stored.
		if (Object.values(values ?? {}).every((value) => value === 'false')) return true;
		this.memory.remember(difference);
		return true;
	}

	/** What is remembered until the next scan. */
	pack(): PackedMarks {
		return this.memory.pack();
	}

	/** What this scan has found so far. */
	progress(): PackedMarks {
		return packMarks(this.found.values());
	}
}
