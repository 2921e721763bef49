import type { IDataObject } from 'n8n-workflow';
import type { LastMembership } from '../shared/records/crossing';
import { LastMemberships, membershipOf } from '../shared/records/crossing';
import type { Mark } from '../shared/records/memory';
import { keyOf } from '../shared/records/memory';
import { orAbsent } from '../shared/transport/outcome';
import type { Holding } from './condition';
import { Conditions } from './condition';
import type { PolledEvent } from './events/polledEvent';
import type { PollRun } from './run';
import type { PollSettings } from './settings';
import type { ListState } from './state';

const DAY_S = 86_400;

/** Whether the last membership of an athlete is what an event tells of. @param now seconds since the epoch */
export const MEMBERSHIP: Readonly<Record<string, (membership: LastMembership, settings: PollSettings, now: number) => boolean>> = {
	'Membership.EndsSoon': ({ to }, { daysBefore }, now) => to >= now && to <= now + daysBefore * DAY_S,
	'Membership.Ended': ({ to }, _settings, now) => to < now,
	'Membership.CreditsLow': ({ to, left }, { credits }, now) => to >= now && left >= 0 && left <= credits,
};

/** The conditions of memberships: each looks at the last one of an athlete. */
export class MembershipConditions extends Conditions {
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
