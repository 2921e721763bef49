import type { IDataObject } from 'n8n-workflow';
import type { LastMembership } from '../shared/records/crossing';
import { Crossing, LastMemberships, membershipOf } from '../shared/records/crossing';
import type { Mark } from '../shared/records/memory';
import { keyOf } from '../shared/records/memory';
import { orAbsent } from '../shared/transport/outcome';
import { itemOf } from './emission';
import { orYield, Yield } from './meter';
import type { PolledEvent } from './polledEvents';
import type { PollRun } from './run';
import type { PollSettings } from './settings';
import type { ListState } from './state';

const DAY_S = 86_400;
const HOUR_S = 3600;

/** Whether the last membership of an athlete is what an event tells of. @param now seconds since the epoch */
export const MEMBERSHIP: Readonly<Record<string, (membership: LastMembership, settings: PollSettings, now: number) => boolean>> = {
	'Membership.EndsSoon': ({ to }, { daysBefore }, now) => to >= now && to <= now + daysBefore * DAY_S,
	'Membership.Ended': ({ to }, _settings, now) => to < now,
	'Membership.CreditsLow': ({ to, left }, { credits }, now) => to >= now && left >= 0 && left <= credits,
};

/** The parameters that a condition depends on: where they change, it begins anew and tells nothing. */
const OWNER: Readonly<Record<string, (settings: PollSettings) => number>> = {
	'Membership.EndsSoon': ({ daysBefore }) => daysBefore,
	'Membership.Ended': () => 0,
	'Membership.CreditsLow': ({ credits }) => credits,
	'Class.BeginsSoon': ({ hoursBefore }) => hoursBefore,
};

/** Something for which a condition holds: the numbers that it is told once of, and those of its subject. */
interface Holding {
	key: number[];
	ids: number[];
	row?: IDataObject;
}

/** A condition of one event, with what was told of it. */
interface Condition {
	event: PolledEvent;
	owner: string;
	crossing: Crossing;
	/** Whether what holds now is only remembered. */
	silent: boolean;
}

/** What a scan asks of the conditions of its list. */
export interface ConditionCheck {
	/** Looks at a record of the scan. @returns whether it could be read */
	see(row: IDataObject, mark: Mark): boolean;
	/** What must be packed when the scan goes on at another poll. */
	progress(): string[] | undefined;
	/** Tells what holds and did not before, when the scan is whole. @returns whether all of it could be told */
	tell(marks: Iterable<Mark>): Promise<boolean>;
	pack(): ListState['told'];
}

const NO_CONDITIONS: ConditionCheck = { see: () => true, progress: () => undefined, tell: async () => true, pack: () => undefined };

/** The conditions that one scan of a list looks at. */
abstract class Conditions implements ConditionCheck {
	protected readonly conditions: Condition[];

	constructor(
		events: readonly PolledEvent[],
		private readonly state: ListState,
		learning: boolean,
		protected readonly run: PollRun,
	) {
		this.conditions = events.map((event) => {
			const owner = String(OWNER[event.name](run.settings));
			const known = state.told?.[event.name];
			const isOwn = known?.owner === owner;
			return { event, owner, crossing: new Crossing(isOwn ? known.ids : []), silent: !isOwn && !(learning && state.existing === true) };
		});
	}

	abstract see(row: IDataObject, mark: Mark): boolean;

	abstract progress(): string[] | undefined;

	/** Everything that the condition of an event holds for. */
	protected abstract holding(marks: Iterable<Mark>, event: PolledEvent): Holding[];

	/** Whether what was told of something still stands in the way of telling it again. */
	protected abstract stands(key: readonly number[], held: ReadonlySet<string>): boolean;

	/** The record that is told of, where an earlier poll has seen it. */
	protected abstract recordOf(ids: readonly number[]): Promise<IDataObject | undefined>;

	async tell(marks: Iterable<Mark>): Promise<boolean> {
		let all = true;
		for (const condition of this.conditions) {
			const holding = this.holding(marks, condition.event);
			const held = new Set(holding.map(({ key }) => keyOf(key)));
			const rearmed = condition.crossing.keep((key) => this.stands(key, held));
			if (rearmed || condition.silent) this.run.learned = true;
			all = (await this.tellOne(condition, holding)) && all;
		}
		return all;
	}

	private async tellOne({ event, crossing, silent }: Condition, holding: readonly Holding[]): Promise<boolean> {
		const { emission, now, settings } = this.run;
		let left = this.state.existing ? settings.firstPollLimit : Infinity;
		for (const { key, ids, row } of holding) {
			if (crossing.has(key)) continue;
			if (!silent && left > 0) {
				const record = row ?? (await orYield(this.recordOf(ids)));
				if (record instanceof Yield) return false;
				if (record && !emission.take([itemOf(event, { ids, record }, now)])) return false;
				left--;
			}
			crossing.tell(key);
		}
		return true;
	}

	pack(): ListState['told'] {
		return Object.fromEntries(this.conditions.map(({ event, owner, crossing }) => [event.name, { owner, ids: crossing.pack() }]));
	}
}

/** The conditions of memberships: each looks at the last one of an athlete. */
class MembershipConditions extends Conditions {
	private readonly memberships: LastMemberships;

	constructor(events: readonly PolledEvent[], state: ListState, packed: readonly string[] | undefined, learning: boolean, run: PollRun) {
		super(events, state, learning, run);
		this.memberships = new LastMemberships(packed);
	}

	private isTold = (membership: LastMembership): boolean =>
		this.conditions.some(({ event, crossing, silent }) => !silent && this.holds(event, membership) && !crossing.has([membership.id]));

	private holds(event: PolledEvent, membership: LastMembership): boolean {
		return MEMBERSHIP[event.name](membership, this.run.settings, this.run.now / 1000);
	}

	see(row: IDataObject): boolean {
		const membership = membershipOf(row);
		if (membership && membership !== 'unreadable') this.memberships.add(membership, this.isTold);
		return membership !== 'unreadable';
	}

	progress(): string[] {
		return this.memberships.pack();
	}

	protected holding(_marks: Iterable<Mark>, event: PolledEvent): Holding[] {
		return this.memberships
			.all()
			.filter((membership) => this.holds(event, membership))
			.sort((a, b) => a.to - b.to || a.id - b.id)
			.map(({ id, row }) => ({ key: [id], ids: [id], row }));
	}

	protected stands(key: readonly number[], held: ReadonlySet<string>): boolean {
		return held.has(keyOf(key));
	}

	protected async recordOf([userSubscriptionId]: readonly number[]): Promise<IDataObject | undefined> {
		return (await orAbsent(this.run.meter.send('GET /UserSubscriptions/{userSubscriptionId}', { params: { userSubscriptionId } }))) as
			| IDataObject
			| undefined;
	}
}

/** The condition of classes: each is told once, and again when it was moved. */
class ClassConditions extends Conditions {
	private readonly rows = new Map<string, IDataObject>();

	private isSoon(at: number): boolean {
		const now = this.run.now / 1000;
		return at >= now && at <= now + this.run.settings.hoursBefore * HOUR_S;
	}

	progress(): undefined {
		return undefined;
	}

	see(row: IDataObject, { ids, at }: Mark): boolean {
		if (at !== undefined && this.isSoon(at)) this.rows.set(keyOf(ids), row);
		return at !== undefined;
	}

	protected holding(marks: Iterable<Mark>): Holding[] {
		return [...marks]
			.filter(({ at, met }) => met && at !== undefined && this.isSoon(at))
			.map(({ ids, at = 0 }) => ({ key: [...ids, at], ids, row: this.rows.get(keyOf(ids)) }))
			.sort((a, b) => a.key[1] - b.key[1] || a.key[0] - b.key[0]);
	}

	protected async recordOf([classId]: readonly number[]): Promise<IDataObject | undefined> {
		return (await orAbsent(this.run.meter.send('GET /Classes/{classId}', { params: { classId } }))) as IDataObject | undefined;
	}

	/** A class that was told of is not told of again, also when it is taken back and published anew, until it has begun. */
	protected stands([, at]: readonly number[]): boolean {
		return at >= this.run.now / 1000;
	}
}

/** The conditions of the chosen events of one list. */
export function conditionsFor(
	events: readonly PolledEvent[],
	state: ListState,
	packed: readonly string[] | undefined,
	learning: boolean,
	run: PollRun,
): ConditionCheck {
	if (events.length === 0) return NO_CONDITIONS;
	return events[0].name === 'Class.BeginsSoon'
		? new ClassConditions(events, state, learning, run)
		: new MembershipConditions(events, state, packed, learning, run);
}
