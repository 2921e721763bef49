import type { IDataObject } from 'n8n-workflow';
import { DAY_MS } from '../../shared/api/time';
import { endOf, isUsedUp, suspensionEndOf, suspensionStartOf } from '../../shared/api/facts';
import type { Mark, PackedMarks } from './snapshot';
import { packMarks, unpackMarks } from './snapshot';
import type { Difference, Comparison } from './comparison';
import { Scan } from './comparison';
import { orAbsent } from '../../shared/transport/errors';
import type { PollRun } from './readPages';
import type { PollSettings } from '../causes/settings';

/** Stands for an end that cannot be read, in seconds since the epoch: later than any real one. */
const UNREADABLE = 2 ** 40;

type IdTest = (id: number) => boolean;

/** Under this name the memory has the term of a membership that may recur, beside the values of the events. */
const TERM = 'term';

/** The end of a membership that may recur, in seconds since the epoch, and whether it has moved on as that of a monthly payment does. */
type Term = [end: number, recurs: boolean];

/** By how much a payment moves the end of a recurring membership on at most, and how far from the old end it is made, in seconds. */
const MONTH_S = (35 * DAY_MS) / 1000;
const AROUND_S = (3 * DAY_MS) / 1000;

/**
 * The term of a membership without a plan and without a limit. It recurs once its end moves on by a month around that end. An end that
 * a suspension moves shows nothing, and one that moves further is a longer contract.
 * @param end in seconds since the epoch @param now in seconds since the epoch
 */
function termOf(row: IDataObject, end: number, now: number, zone: string, known: Term | undefined): Term | undefined {
	if (row.ClassSubscriptionPlanId || Number(row.MaxActivities) !== 0 || end >= UNREADABLE) return undefined;
	const [before, recurs] = known ?? [end, false];
	if (end - before > MONTH_S) return [end, false];
	const isSuspended = row.IsSuspended === true || (suspensionStartOf(row, zone) ?? suspensionEndOf(row, zone)) !== undefined;
	const isPayment = end > before && Math.abs(now - before) <= AROUND_S && !isSuspended;
	return [end, recurs || isPayment];
}

const isOfProducts = ({ ClassSubscriptionId }: IDataObject, { products }: PollSettings): boolean =>
	products.length === 0 || products.includes(Number(ClassSubscriptionId));

/** Whether a membership is disabled or used up: then it becomes the last one of no athlete. */
const isOutOfUse = (row: IDataObject): boolean => row.Disabled === true || isUsedUp(row);

/** Those of some memberships that are the last ones of their athletes. */
export function lastAmong(rows: readonly IDataObject[], settings: PollSettings): IDataObject[] {
	const endIn = (row: IDataObject) => endOf(row, settings.zone) ?? Infinity;
	const counting = rows.filter((row) => isOfProducts(row, settings) && !isOutOfUse(row));
	return counting.filter((row) => !counting.some((other) => other.UserId === row.UserId && endIn(other) > endIn(row)));
}

/**
 * The membership of each athlete that ends last, collected over one scan of the memberships. It is remembered as a row with the
 * ids of the athlete and the membership, so another membership that ends later is a new row.
 */
export class LastMemberships {
	private readonly memory: Scan;
	private readonly found = new Map<number, Mark>();
	/** By athlete: what was remembered of their last membership. */
	private readonly previous = new Map<number, Mark>();
	/** The memberships that may become items, by athlete. Those from an earlier poll are read again. */
	private readonly rows = new Map<number, IDataObject>();

	/** @param packed the memory after the last whole scan @param progress what this scan found at earlier polls */
	constructor(
		packed: PackedMarks | undefined,
		progress: PackedMarks | undefined,
		private readonly comparison: Comparison,
		private readonly run: Pick<PollRun, 'settings' | 'emission' | 'meter' | 'now'>,
	) {
		this.memory = new Scan(packed);
		if (packed) for (const mark of unpackMarks(packed).values()) this.previous.set(mark.ids[0], mark);
		if (!progress) this.memory.keepKnown(false, new Set([...comparison.known, TERM]));
		else for (const mark of unpackMarks(progress).values()) this.found.set(mark.ids[0], mark);
	}

	/**
	 * Takes in a membership. One that is disabled or used up (`older`) counts only if no other does, and if it was the last one before:
	 * then the end that was known stays.
	 * @param wasLast whether an earlier scan has found it to be the last one of its athlete
	 * @returns whether it could be read
	 */
	add(row: IDataObject, wasLast = false): boolean {
		const { UserId: userId, UserClassSubscriptionId: id } = row;
		const { zone } = this.run.settings;
		if (!isOfProducts(row, this.run.settings)) return true;
		const older = isOutOfUse(row);
		// Before the first whole scan for these events nobody knows which memberships were the last ones.
		if (older && !(wasLast && this.comparison.known.size > 0)) return true;
		if (!Number.isInteger(userId) || !Number.isInteger(id)) return false;
		const end = endOf(row, zone);
		const at = end === undefined ? UNREADABLE : Math.floor(end / 1000);
		const ids = [userId as number, id as number];
		if (this.isEarlier({ ids, at, older })) return end !== undefined;
		const mark = { ids, at, ...(older && { older }), ...(end !== undefined && this.valuesOf(row, ids, at)) };
		this.found.set(userId as number, mark);
		if (this.comparison.itemsFor(this.compare(mark, row)).length > 0) this.rows.set(userId as number, row);
		else this.rows.delete(userId as number);
		return end !== undefined;
	}

	/** The values of the events, and the term of a membership that may recur. */
	private valuesOf(row: IDataObject, ids: readonly number[], end: number): Pick<Mark, 'values'> {
		const known = this.memory.known(ids)?.values?.[TERM];
		const { now, settings } = this.run;
		const before = known === undefined ? undefined : (JSON.parse(known) as Term);
		const term = termOf(row, end, Math.floor(now / 1000), settings.zone, before);
		const { values } = this.comparison.valuesOf(row, undefined, term?.[1]);
		return { values: { ...values, ...(term && { [TERM]: JSON.stringify(term) }) } };
	}

	/** Takes in a membership that exists but is not listed. While it is the last one, the memory of its athlete stays. */
	addUnlisted({ ids, at = UNREADABLE }: Mark): void {
		if (!this.isEarlier({ ids, at })) this.found.set(ids[0], { ids, at: UNREADABLE });
	}

	/** Whether another membership of the athlete that was found ends later. Of two with the same end, the one with the larger id counts. */
	private isEarlier({ ids: [userId, id], at = 0, older = false }: Mark): boolean {
		const found = this.found.get(userId);
		const { ids = [], at: knownAt = -Infinity } = found ?? {};
		if (found && (found.older ?? false) !== older) return older;
		return knownAt > at || (knownAt === at && ids[1] > id);
	}

	/** How a membership differs from what is remembered of it, or of the athlete's previous last one for events of the athlete. */
	private compare(mark: Mark, row: IDataObject): Difference {
		const difference = this.memory.compare(mark, row);
		const { values } = this.previous.get(mark.ids[0]) ?? {};
		return difference.before || !values
			? difference
			: { ...difference, before: { ids: mark.ids, values: this.comparison.ofAthlete(values) } };
	}

	/**
	 * Emits the differences and remembers the memberships. If an end of an athlete's memberships cannot be read, their last one is
	 * unknown, and the memory of this athlete stays.
	 * @param isDoubted whether a membership may be the last one only because a later one is missing
	 * @param isAwaited whether a membership is missing
	 * @returns whether there was room for all items, and the ids of the memberships that are doubted
	 * @throws PollPaused if a membership cannot be read again now, ClubError
	 */
	async emit(isDoubted: IdTest, isAwaited: IdTest): Promise<{ hasRoom: boolean; doubted: Set<number> }> {
		this.memory.begin();
		const unchanged = new Set<number>();
		const doubted = new Set<number>();
		let hasRoom = true;
		for (const mark of [...this.found.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || a.ids[1] - b.ids[1])) {
			if (isDoubted(mark.ids[1])) doubted.add(mark.ids[1]);
			else if (mark.at !== UNREADABLE && (await this.emitOne(mark))) continue;
			unchanged.add(mark.ids[0]);
			hasRoom &&= mark.at === UNREADABLE || doubted.has(mark.ids[1]);
		}
		for (const mark of this.memory.unmet()) {
			if (unchanged.has(mark.ids[0]) || isAwaited(mark.ids[1])) continue;
			this.memory.forget(mark);
		}
		return { hasRoom, doubted };
	}

	/** The ids of the memberships that this scan has found to be the last of their athletes. */
	lastIds(): Set<number> {
		return new Set([...this.found.values()].map(({ ids: [, id] }) => id));
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
		// If no condition is true, a row compares like a new one. Most rows are so, and storing them costs space.
		if (Object.values(values ?? {}).every((value) => value === 'false')) return true;
		this.memory.remember(difference);
		return true;
	}

	/** The memory until the next scan. */
	pack(): PackedMarks {
		return this.memory.pack();
	}

	/** What this scan has found so far. */
	progress(): PackedMarks {
		return packMarks(this.found.values());
	}
}
