import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { PollSettings } from '../../../nodes/ClubPollTrigger/defaults';
import { POLLED_EVENTS } from '../../../nodes/ClubPollTrigger/causes/polledEvents';
import { PolledLists } from './polledLists.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST_DAY = Date.parse('2026-05-01T00:00:00Z');

/**
 * What happens in a drawn club. Each change takes two numbers: about whom or what it is, and a value. Times lie between 16 and 18 o'clock,
 * when no poll comes, so it does not matter when a poll of a day sees them.
 */
type Change = readonly [kind: number, who: number, value: number];

/** A day is what happens before its first poll. */
export type History = readonly (readonly Change[])[];

/** Somebody who never changes, on the last page of athletes and before the first contact. */
const ANCHOR = 199;

const pick = <T,>(values: readonly T[], value: number): T => values[value % values.length];

const STAGES = ['Lead', 'Qualified', 'Prospect', 'Client'];

/** The club that a history makes, and its changes. */
class Drawn {
	private nextId = 500;
	day = 0;

	constructor(private readonly lists: PolledLists) {}

	private at(days: number, minutes = 0): string {
		return new Date(FIRST_DAY + (this.day + days) * DAY + 16 * HOUR + minutes * 60_000).toISOString();
	}

	private of(rows: readonly IDataObject[], who: number): IDataObject {
		const others = rows.filter(({ UserId }) => UserId !== ANCHOR);
		return others.length > 0 ? others[who % others.length] : {};
	}

	private get classes(): IDataObject[] {
		return [...this.lists.classes, ...Object.values(this.lists.otherClasses).flat()];
	}

	private remove(row: IDataObject): void {
		const { lists } = this;
		const keep = (rows: IDataObject[]) => rows.filter((one) => one !== row);
		lists.classes = keep(lists.classes);
		for (const name of Object.keys(lists.otherClasses)) lists.otherClasses[name] = keep(lists.otherClasses[name]);
		for (const name of ['athletes', 'contacts', 'memberships', 'bookings', 'summaries', 'engagement', 'membershipSummaries'] as const)
			lists[name] = keep(lists[name]);
	}

	private put(row: IDataObject, calendar: number): void {
		const name = pick(['Club', 'PT', 'Services'], calendar);
		if (name === 'Club') this.lists.classes.push(row);
		else (this.lists.otherClasses[name] ??= []).push(row);
	}

	private readonly changes: ReadonlyArray<(who: number, value: number) => void> = [
		// People.
		(who, value) => {
			const UserId = 101 + who;
			if (this.lists.athletes.some((row) => row.UserId === UserId)) return;
			this.lists.athletes.push({ UserId, ClientStage: pick(STAGES, value), Phone: '1', Email: `${UserId}@example.com`, IsGuest: null });
			this.lists.summaries.push({ UserId, Recent: 0, Prior: 0, Total: 0 });
			this.lists.engagement.push({ UserId, CurrentLevel: pick([null, 'Base', 'Pro'], value) });
			this.lists.membershipSummaries.push({ UserId, Status: pick(['Active', null, 'Expired'], value) });
		},
		(who) => {
			const { UserId } = this.of(this.lists.athletes, who);
			for (const name of ['athletes', 'summaries', 'engagement', 'membershipSummaries', 'bookings'] as const)
				this.lists[name] = this.lists[name].filter((row) => row.UserId !== UserId);
		},
		(who, value) => void Object.assign(this.of(this.lists.athletes, who), { ClientStage: pick(STAGES, value) }),
		(who, value) =>
			void Object.assign(this.of(this.lists.athletes, who), { Phone: pick(['1', '2', null], value), Email: `${value}@example.com` }),
		(who, value) => void Object.assign(this.of(this.lists.engagement, who), { CurrentLevel: pick(['Base', 'Pro', null], value) }),
		(who, value) => void Object.assign(this.of(this.lists.membershipSummaries, who), { Status: pick(['Active', 'Expired', null], value) }),
		(who, value) =>
			void Object.assign(this.of(this.lists.summaries, who), {
				Recent: pick([0, 1, 4, null], value),
				Prior: pick([4, 9, 0], value),
				Total: pick([1, 12, null, 60, 0], value),
			}),
		(who, value) => {
			const UserId = 201 + who;
			const known = this.lists.contacts.find((row) => row.UserId === UserId);
			if (known && value < 3) this.remove(known);
			else if (known) Object.assign(known, { ClientStage: pick(STAGES, value), Phone: String(value) });
			else this.lists.contacts.push({ UserId, ClientStage: pick(STAGES, value), Phone: '1' });
		},
		// Memberships, awards and trainings.
		(who, value) => {
			const limit = pick([0, 10, 0], value);
			this.lists.memberships.push({
				...{ UserClassSubscriptionId: this.nextId++, UserId: 101 + (who % 4), ClassSubscriptionId: 12 },
				...{ From: this.at(-40), To: pick([this.at(-3), this.at(2), this.at(9), this.at(30), this.at(200), null], value) },
				...{ MaxActivities: limit, AvailableActivities: limit === 0 ? 0 : pick([10, 1, 0], value), Disabled: false },
				...{ SuspensionState: 'None', SuspensionStartUTC: null, ReactivationDate: null, IsSuspended: null },
			});
		},
		(who, value) =>
			void Object.assign(this.of(this.lists.memberships, who), {
				To: pick([this.at(40), this.at(2), this.at(-1), this.at(12), null], value),
			}),
		(who, value) => void Object.assign(this.of(this.lists.memberships, who), { AvailableActivities: pick([1, 0, 7, null], value) }),
		(who, value) => void Object.assign(this.of(this.lists.memberships, who), { Disabled: value % 2 === 0 }),
		(who, value) =>
			void Object.assign(this.of(this.lists.memberships, who), {
				...{
					SuspensionState: pick(['Scheduled', null, 'Suspended'], value),
					SuspensionStartUTC: pick([this.at(-1), this.at(1), null], value),
				},
				...{ ReactivationDate: pick([this.at(3), this.at(20), null], value), IsSuspended: pick([null, true, false], value) },
			}),
		(who) =>
			void Object.assign(this.of(this.lists.memberships, who), {
				...{ SuspensionState: 'None', SuspensionStartUTC: null, ReactivationDate: null, IsSuspended: false },
			}),
		(who) => this.remove(this.of(this.lists.memberships, who)),
		(who) => void this.lists.awards.push({ AchievedBadgeId: this.nextId++, UserId: 101 + who, AchievedAt: this.at(-1) }),
		(who) => void this.lists.trainings.push({ TrainingId: this.nextId++, UserId: 101 + who, BeginDateLocal: this.at(-1).slice(0, 19) }),
		// Classes and bookings.
		(who, value) => {
			const ClassId = this.nextId++;
			const Begin = this.at(pick([0, 1, 4, 20], who), value);
			this.put({ ClassId, Begin, MaxLocalParticipants: pick([1, 2, 0, null], value), CreditsCostLocal: null }, value);
			for (let UserId = 101; UserId < 101 + (value % 3); UserId++)
				this.lists.bookings.push({ ClassId, UserId, Begin, State: pick([null, 'Queued'], UserId + value), BookActorId: UserId });
		},
		(who, value) => {
			const one = this.of(this.classes, who);
			const Begin = this.at(pick([1, 3, 20], value), value);
			for (const row of [one, ...this.lists.bookings.filter((booking) => booking.ClassId === one.ClassId)]) row.Begin = Begin;
		},
		(who, value) => void Object.assign(this.of(this.classes, who), { MaxLocalParticipants: pick([1, 2, 3, null, 0], value) }),
		(who, value) => void Object.assign(this.of(this.classes, who), { CreditsCostLocal: pick([1, 2, null], value) }),
		(who, value) => {
			const one = this.of(this.classes, who);
			this.remove(one);
			if (one.ClassId !== undefined) this.put(one, value);
		},
		(who) => {
			const one = this.of(this.classes, who);
			this.remove(one);
			this.lists.bookings = this.lists.bookings.filter(({ ClassId }) => ClassId !== one.ClassId);
		},
		(who, value) => {
			const { ClassId, Begin } = this.of(this.classes, who);
			const UserId = 101 + (value % 5);
			if (ClassId === undefined || this.lists.bookings.some((row) => row.ClassId === ClassId && row.UserId === UserId)) return;
			this.lists.bookings.push({ ClassId, UserId, Begin, State: pick([null, 'Queued'], value), BookActorId: UserId });
		},
		(who) => this.remove(this.of(this.lists.bookings, who)),
		(who, value) => void Object.assign(this.of(this.lists.bookings, who), { State: pick([null, 'Queued', 'Confirmed'], value) }),
		(who, value) => void Object.assign(this.of(this.lists.bookings, who), { BookActorId: value }),
	];

	static readonly kinds = 27;

	change([kind, who, value]: Change): void {
		this.changes[kind % this.changes.length](who, value);
	}
}

const change: fc.Arbitrary<Change> = fc.tuple(fc.nat(Drawn.kinds - 1), fc.nat(6), fc.nat(9));

/** Histories of some days, the first of which has much happening, so that there is something to change. */
export const history: fc.Arbitrary<History> = fc
	.tuple(
		fc.array(change, { minLength: 10, maxLength: 40, size: 'max' }),
		fc.array(fc.array(change, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
	)
	.map(([first, later]) => [first, ...later]);

/** All events that polls find. */
export const ALL_EVENTS: readonly string[] = POLLED_EVENTS.map(({ name }) => name);

/** Settings in which each event can come within some days. */
export const SETTINGS: Partial<PollSettings> = {
	...{ absenceField: 'Recent', priorField: 'Prior', totalField: 'Total', queuedField: 'State', milestones: [1, 10, 50] },
	...{ days: 2, daysAtStage: 2, maxCalls: 1000, maxItems: 100_000, callsPerDay: 25_000 },
};

/** The second read of the bookings may be that before the first one of the calendars, which a third one follows. */
const READS = 3;

/** How a club is polled. */
export interface Way {
	settings?: Partial<PollSettings>;
	events?: readonly string[];
	/** Called once, before the first poll. */
	prepare?(lists: PolledLists): void;
	/** One poll; by default a plain one. @param nth how many polls there were before it since the lists were settled */
	poll?(lists: PolledLists, nth: number): Promise<string[]>;
	/** Minutes between two polls. */
	every?: number;
	/** After the last poll of each day. */
	atNight?(lists: PolledLists): Promise<void>;
}

/** Whether every list was read often enough since a moment, and no event waits. */
function isSettled(lists: PolledLists, since: number, seen: Map<string, Set<number>>): boolean {
	const { state } = lists;
	if (!state) return false;
	for (const [name, { snapshotAt = 0 }] of Object.entries(state.lists)) {
		const times = seen.get(name) ?? new Set();
		if (snapshotAt >= since) times.add(snapshotAt);
		seen.set(name, times);
	}
	const isDone = Object.entries(state.lists).every(
		([name, list]) =>
			Number(seen.get(name)?.size) >= READS &&
			![list.progress?.waiting?.length, list.rescan, list.marks?.some(({ missingSince }) => missingSince !== undefined)].some(Boolean),
	);
	return isDone && (!state.places || state.places.readAt === state.lists.bookings?.snapshotAt);
}

/** What a trigger tells of a history, a list for each day. @throws if a day does not suffice for two whole reads */
export async function told(
	days: History,
	{ settings, events = ALL_EVENTS, prepare, poll, every = 20, atNight }: Way = {},
): Promise<string[][]> {
	const lists = new PolledLists([...events], { ...SETTINGS, ...settings });
	const drawn = new Drawn(lists);
	lists.pageSize = 2;
	lists.otherPageSize = 3;
	// Somebody always has counts. Without any, a poll fails in words.
	lists.summaries = [{ UserId: ANCHOR, Recent: 1, Prior: 1, Total: 1 }];
	// Somebody always shows what events compare. What nobody shows is not compared.
	lists.athletes = [{ UserId: ANCHOR, ClientStage: 'Lead', Phone: '1', Email: 'anchor@example.com', IsGuest: false }];
	lists.contacts = [{ UserId: ANCHOR, ClientStage: 'Lead', Phone: '1' }];
	lists.engagement = [{ UserId: ANCHOR, CurrentLevel: 'Base' }];
	lists.membershipSummaries = [{ UserId: ANCHOR, Status: 'Active' }];
	lists.bookings = [
		{ ClassId: 400, UserId: ANCHOR, Begin: new Date(FIRST_DAY + 10 * DAY).toISOString(), State: 'Confirmed', BookActorId: 1 },
	];
	lists.unlisted = [{ UserId: ANCHOR }];
	prepare?.(lists);
	const all: string[][] = [];
	for (const changes of days) {
		const start = FIRST_DAY + drawn.day * DAY;
		for (const one of changes) drawn.change(one);
		const ofDay: string[] = [];
		// A calendar without any class is believed after an hour, and what has waited for some days since it was seen is due at noon.
		for (const hour of [0, 5, 9]) {
			const since = start + hour * HOUR;
			lists.now = since;
			const seen = new Map<string, Set<number>>();
			for (let polls = 0; polls === 0 || !isSettled(lists, since, seen); polls++) {
				if (lists.now > since + 4 * HOUR) throw new Error('The day is too short');
				ofDay.push(...((await poll?.(lists, polls)) ?? (await lists.poll(0))));
				lists.now += every * 60_000;
			}
		}
		all.push(ofDay.sort());
		await atNight?.(lists);
		drawn.day++;
	}
	return all;
}
