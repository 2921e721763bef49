import { isActive } from '../data/catalogue.mts';
import { isReady } from '../delivery.mts';
import type { Sandbox } from '../sandbox.mts';
import { STAGES, type Athlete } from '../types.mts';

export const nameOf = ({ FirstMidName, LastName }: Pick<Athlete, 'FirstMidName' | 'LastName'>): string => `${FirstMidName} ${LastName}`;

/** What happened as a sentence, and the event that the club sends, if any. */
type Happening = (sandbox: Sandbox, athlete: Athlete, now: number) => [said: string, event?: string];

/** By the text of its button. */
export const HAPPENINGS: Readonly<Record<string, Happening>> = {
	'Award badge'({ act }, athlete) {
		return [`${nameOf(athlete)} earned the ${act.awardBadge(athlete.UserId).BadgeName} badge.`, 'Badge.Awarded'];
	},
	'Change stage'({ act }, { UserId, ClientStage }) {
		const athlete = act.setClientStage(UserId, STAGES[(STAGES.indexOf(ClientStage) + 1) % STAGES.length]);
		return [`The stage of ${nameOf(athlete)} is now ${athlete.ClientStage}.`, 'Athlete.Updated'];
	},
	'Book next class'({ act, club }, athlete, now) {
		const taken = new Set(club.bookings.filter(({ UserId }) => UserId === athlete.UserId).map(({ ClassId }) => ClassId));
		const [next] = [...club.classes.values()]
			.filter(({ ClassId, Begin, Published }) => Published && Date.parse(Begin) > now && !taken.has(ClassId))
			.sort((a, b) => Date.parse(a.Begin) - Date.parse(b.Begin));
		if (!next) return [`${nameOf(athlete)} has already booked every class.`];
		const isQueued = act.bookClass(athlete.UserId, next.ClassId).State === 'Queued';
		return [`${nameOf(athlete)} ${isQueued ? 'is on the waiting list for' : 'booked'} ${next.Name}.`, 'ClassParticipant.Created'];
	},
	'Expire membership'({ act, club }, athlete, now) {
		const active = [...club.userSubscriptions.values()].find((row) => row.UserId === athlete.UserId && isActive(row, now));
		if (!active) return [`${nameOf(athlete)} has no active membership that can expire.`];
		act.expireSubscription(active.UserClassSubscriptionId);
		return [`The membership "${active.ProductName}" of ${nameOf(athlete)} has expired.`, 'UserSubscription.Updated'];
	},
};

export function listenersOf({ club }: Sandbox, event: string): string {
	const { length } = [...club.webhookSubscriptions.values()].filter((one) => isReady(one) && one.EventTypes.includes(event));
	if (length > 0) return `${event} goes to ${length} of the webhook subscriptions. See the response under Deliveries.`;
	return `${event} has no listener yet. Publish a workflow with the Club Trigger, or execute its step. The Club Poll Trigger needs none.`;
}
