import type { Sandbox } from '../../../../sandbox/index.mts';
import type { Membership } from '../../../../sandbox/types.mts';
import { lastMemberships, LivingClub } from './livingClub.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How far ahead classes are on the calendar, which is further than polls look. */
const CALENDAR_MS = 19 * DAY;

/** What happens in a living club, and what its conditions come to. */
export const EVENTS_OF_LIFE = [
	...['Athlete.Created', 'Athlete.Updated', 'Athlete.Deleted', 'Athlete.StageChanged', 'Badge.Awarded', 'Training.Created'],
	...['UserSubscription.Created', 'UserSubscription.Updated', 'UserSubscription.Deleted'],
	...['Membership.EndsSoon', 'Membership.Ended', 'Membership.CreditsLow'],
	...['ClassParticipant.Created', 'ClassParticipant.Updated', 'ClassParticipant.Deleted'],
	...['Class.Published', 'Class.Updated', 'Class.Unpublished', 'Class.BeginsSoon'],
];

/** What holds at a moment, by the words of the contract. @param last the last membership of each athlete */
function holding({ club }: Sandbox, last: readonly Membership[], now: number): string[] {
	const emitted: string[] = [];
	const endOf = ({ To }: Membership) => Math.floor(Date.parse(To) / 1000) * 1000;
	for (const membership of last) {
		const to = endOf(membership);
		const subject = `UserSubscriptions/${membership.UserClassSubscriptionId}`;
		const isLong = to - Date.parse(membership.From) >= 14 * DAY;
		if (to >= now && to <= now + 14 * DAY && isLong) emitted.push(`Membership.EndsSoon ${subject}`);
		if (to < now) emitted.push(`Membership.Ended ${subject}`);
	}
	for (const membership of club.userSubscriptions.values()) {
		const { UserClassSubscriptionId, Disabled, MaxActivities, AvailableActivities } = membership;
		const isLow = MaxActivities > 0 && AvailableActivities <= 1 && AvailableActivities < MaxActivities;
		if (!Disabled && endOf(membership) >= now && isLow) emitted.push(`Membership.CreditsLow UserSubscriptions/${UserClassSubscriptionId}`);
	}
	return emitted;
}

/** Classes in the calendar at a moment. */
const listed = ({ club }: Sandbox, now: number, until: number) =>
	[...club.classes.values()].filter(({ Published, Begin }) => Published && Date.parse(Begin) >= now && Date.parse(Begin) < until);

/**
 * A club that lives, and the independent ledger of what a poll trigger must emit for it, as `event subject`. What is there
 * when it begins is known.
 */
export class LifeLedger {
	private readonly life: LivingClub;
	private held: Set<string>;
	private last: Membership[];
	private readonly published: Set<number>;
	private readonly announced: Set<string>;
	private scheduled: number;

	constructor(
		private readonly sandbox: Sandbox,
		seed: number,
		zone: string,
		private readonly now: () => number,
	) {
		this.life = new LivingClub(sandbox, seed, zone, now);
		const begin = now();
		this.last = lastMemberships(sandbox);
		this.held = new Set(holding(sandbox, this.last, begin));
		this.published = new Set(listed(sandbox, begin, begin + 14 * DAY).map(({ ClassId }) => ClassId));
		this.announced = new Set(listed(sandbox, begin, begin + DAY).map(({ ClassId, Begin }) => `${ClassId} ${Date.parse(Begin)}`));
		this.scheduled = begin + CALENDAR_MS;
	}

	/** Hours that have passed: things happen, and the calendar is filled. */
	live(hours: number): void {
		this.life.live(hours);
		for (; this.scheduled < this.now() + CALENDAR_MS; this.scheduled += DAY) this.life.schedule(this.scheduled);
	}

	/** What has come to pass since it was asked last, in alphabetical order. */
	settle(): string[] {
		const now = this.now();
		const expected = this.life.settle();
		this.last = lastMemberships(this.sandbox, new Set(this.last.map(({ UserClassSubscriptionId }) => UserClassSubscriptionId)));
		const holds = new Set(holding(this.sandbox, this.last, now));
		expected.push(...[...holds].filter((one) => !this.held.has(one)));
		this.held = holds;
		for (const { ClassId } of listed(this.sandbox, now, now + 14 * DAY)) {
			if (!this.published.has(ClassId)) expected.push(`Class.Published Classes/${ClassId}`);
			this.published.add(ClassId);
		}
		for (const { ClassId, Begin } of listed(this.sandbox, now, now + DAY + 1)) {
			if (!this.announced.has(`${ClassId} ${Date.parse(Begin)}`)) expected.push(`Class.BeginsSoon Classes/${ClassId}`);
			this.announced.add(`${ClassId} ${Date.parse(Begin)}`);
		}
		return expected.sort();
	}
}
