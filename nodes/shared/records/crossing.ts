import type { IDataObject } from 'n8n-workflow';
import { endOf } from './assignment';
import { keyOf, packNumbers, unpackNumbers } from './memory';

/**
 * Conditions that hold for a while, such as "ends within 14 days": each is told once, when it begins to hold, and again
 * only after it did not.
 */
export class Crossing {
	private readonly told = new Set<string>();

	constructor(packed: readonly string[] = []) {
		const columns = packed.map(unpackNumbers);
		for (let i = 0; i < (columns[0]?.length ?? 0); i++) this.told.add(keyOf(columns.map((column) => column[i])));
	}

	/** Whether this was told, and has held since. */
	has(ids: readonly number[]): boolean {
		return this.told.has(keyOf(ids));
	}

	/** It holds and is told, or was known to hold from the beginning. */
	tell(ids: readonly number[]): void {
		this.told.add(keyOf(ids));
	}

	/**
	 * Forgets what holds no longer, so that it is told again when it does.
	 * @returns whether anything was forgotten
	 */
	keep(holds: (ids: number[]) => boolean): boolean {
		const before = this.told.size;
		for (const key of this.told) if (!holds(key.split('/').map(Number))) this.told.delete(key);
		return this.told.size < before;
	}

	pack(): string[] {
		const rows = [...this.told].map((key) => key.split('/').map(Number)).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
		return (rows[0] ?? []).map((_, column) => packNumbers(rows.map((row) => row[column])));
	}
}

/** The membership of an athlete that ends last. */
export interface LastMembership {
	userId: number;
	/** Its UserClassSubscriptionId. */
	id: number;
	/** When it ends, in seconds since the epoch. */
	to: number;
	/** How many activities are left; -1 where they are not limited. */
	left: number;
	/** The assignment, where it is at hand. */
	row?: IDataObject;
}

/**
 * An assignment as a membership (§2.11).
 * @returns undefined where it is disabled, and 'unreadable' where the club did not say whose it is or when it ends
 */
export function membershipOf(row: IDataObject): LastMembership | 'unreadable' | undefined {
	const { UserId, UserClassSubscriptionId, MaxActivities, AvailableActivities, Disabled } = row;
	if (Disabled === true) return undefined;
	const end = endOf(row);
	if (!Number.isInteger(UserId) || !Number.isInteger(UserClassSubscriptionId) || end === undefined) return 'unreadable';
	const to = Math.floor(end / 1000);
	const limited = Number(MaxActivities) > 0 && AvailableActivities !== undefined && AvailableActivities !== null;
	return { userId: UserId as number, id: UserClassSubscriptionId as number, to, left: limited ? Number(AvailableActivities) : -1, row };
}

/** The last memberships of athletes, gathered over one scan of the assignments, which may take several polls. */
export class LastMemberships {
	private readonly byUser = new Map<number, LastMembership>();

	constructor(packed: readonly string[] = []) {
		const [users, ids, ends, left] = packed.map(unpackNumbers);
		users?.forEach((userId, i) => this.byUser.set(userId, { userId, id: ids[i], to: ends[i], left: left[i] }));
	}

	/** Takes in a membership; of two that end at the same time the one with the larger id counts. */
	add(membership: LastMembership, keepRow: (membership: LastMembership) => boolean): void {
		const known = this.byUser.get(membership.userId);
		if (known && (known.to > membership.to || (known.to === membership.to && known.id > membership.id))) return;
		const { row, ...facts } = membership;
		this.byUser.set(membership.userId, keepRow(membership) ? { ...facts, row } : facts);
	}

	all(): LastMembership[] {
		return [...this.byUser.values()];
	}

	pack(): string[] {
		const rows = this.all().sort((a, b) => a.userId - b.userId);
		return [rows.map(({ userId }) => userId), rows.map(({ id }) => id), rows.map(({ to }) => to), rows.map(({ left }) => left)].map(
			packNumbers,
		);
	}
}
