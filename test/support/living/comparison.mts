import type { Wish } from './owner.mts';

const DAY = 86_400_000;

/** An event that a poll told, and when. */
export interface Told {
	event: string;
	subject: string;
	at: number;
	/** For how many wishes it stands: two visits between two polls are one event. */
	count?: number;
}

/** Why a wish is not told, as the page of events says it. */
export type Reason =
	| 'between two polls'
	| 'later than Look Back'
	| 'visible long after it was earned'
	| 'used up, disabled or gone before the first poll'
	| 'for no reason that the page names';

/** Why a wish came too late, by its event. */
const LATE: Readonly<Record<string, Reason>> = {
	'Badge.Awarded': 'visible long after it was earned',
	'Membership.Renewed': 'used up, disabled or gone before the first poll',
};

/** What became of the wishes for one event. */
export interface Row {
	event: string;
	right: number;
	missed: Partial<Record<Reason, number>>;
	wrong: number;
}

export interface Confusion {
	rows: Row[];
	/** The wishes that were missed for no reason that the page names, and what nobody wanted to be told. */
	lost: Wish[];
	wrong: Told[];
}

/**
 * Compares what was told with what the owner wants to be told.
 * @param polls when they were, in order
 * @param patience within what time an event is to be told, in ms
 */
export function compared(wishes: readonly Wish[], told: readonly Told[], polls: readonly number[], patience = DAY): Confusion {
	const end = polls.at(-1) ?? 0;
	const pollsIn = (from: number, until: number) => polls.filter((at) => at > from && at < until);
	const twoPollsSee = (from: number, until: number, { seesFree }: Wish) =>
		pollsIn(from, until).some((at, index, all) => index > 0 && (seesFree?.(all[index - 1], at) ?? true));
	const rows = new Map<string, Row>();
	const rowOf = (event: string): Row => {
		const row = rows.get(event) ?? { event, right: 0, missed: {}, wrong: 0 };
		rows.set(event, row);
		return row;
	};
	const left = new Map<string, Array<{ at: number; count: number }>>();
	for (const { event, subject, at, count = 1 } of told) {
		const key = `${event} ${subject}`;
		left.set(key, [...(left.get(key) ?? []), { at, count }]);
	}
	const lost: Wish[] = [];
	for (const wish of [...wishes].sort((a, b) => a.from - b.from)) {
		const { event, subject, from, before, isEither, isLate } = wish;
		const until = Math.min(wish.until, from + patience);
		const found = left.get(`${event} ${subject}`)?.find(({ at, count }) => count > 0 && at >= from && at <= until);
		if (found) {
			found.count--;
			rowOf(event).right++;
		} else if (!isEither && until <= end) {
			// A booking that can still be read is gone when two polls lack it, so two must see a place free.
			const isSeen = /Deleted|PlaceFree|HardlyBooked/.test(event)
				? twoPollsSee(from, wish.until, wish)
				: pollsIn(from, wish.until).length > 0;
			const wasSeen = event === 'Class.Full' ? twoPollsSee(before, from, wish) : pollsIn(before, from).length > 0;
			const isBetween = !isSeen || (before < from && !wasSeen);
			const reason = isLate
				? (LATE[event] ?? 'later than Look Back')
				: isBetween
					? 'between two polls'
					: 'for no reason that the page names';
			const { missed } = rowOf(event);
			missed[reason] = (missed[reason] ?? 0) + 1;
			if (!isLate && !isBetween) lost.push(wish);
		}
	}
	const wrong = told.filter(({ event, subject, at }) => left.get(`${event} ${subject}`)?.some((one) => one.at === at && one.count > 0));
	for (const { event } of wrong) rowOf(event).wrong++;
	return { rows: [...rows.values()].sort((a, b) => a.event.localeCompare(b.event)), lost, wrong };
}
