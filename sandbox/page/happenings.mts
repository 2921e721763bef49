import { listedAthletes } from '../club.mts';
import { BADGES } from '../data/activities.mts';
import { isActive } from '../data/catalogue.mts';
import type { Sandbox } from '../sandbox.mts';
import type { Athlete, Stage } from '../types.mts';

export interface Wish {
	userId?: number;
	stage?: Stage;
	badge?: string;
}

export const nameOf = ({ FirstMidName, LastName }: Pick<Athlete, 'FirstMidName' | 'LastName'>): string => `${FirstMidName} ${LastName}`;

/** What happened as a sentence, and the event that the club sends, if any. */
type Happening = (sandbox: Sandbox, athlete: Athlete, wish: Wish, now: Date) => [said: string, event?: string];

const HAPPENINGS: Readonly<Record<string, Happening>> = {
	awardBadge(sandbox, athlete, { badge }) {
		const place = BADGES.findIndex((name) => name === badge);
		const { BadgeName } = sandbox.act.awardBadge(athlete.UserId, place < 0 ? undefined : place);
		return [`${nameOf(athlete)} earned the ${BadgeName} badge.`, 'Badge.Awarded'];
	},
	changeStage(sandbox, athlete, { stage = 'Client' }) {
		if (athlete.ClientStage === stage) return [`The stage of ${nameOf(athlete)} is already ${stage}. Nothing changed.`];
		sandbox.act.setClientStage(athlete.UserId, stage);
		return [`The stage of ${nameOf(athlete)} is now ${stage}.`, 'Athlete.Updated'];
	},
	bookClass(sandbox, athlete, _wish, now) {
		const taken = new Set(sandbox.club.bookings.filter(({ UserId }) => UserId === athlete.UserId).map(({ ClassId }) => ClassId));
		const [next] = [...sandbox.club.classes.values()]
			.filter(({ ClassId, Begin, Published }) => Published && Date.parse(Begin) > now.getTime() && !taken.has(ClassId))
			.sort((a, b) => Date.parse(a.Begin) - Date.parse(b.Begin));
		if (!next) return [`${nameOf(athlete)} has already booked every class.`];
		const { State } = sandbox.act.bookClass(athlete.UserId, next.ClassId);
		const how = State === 'Queued' ? 'is on the waiting list for' : 'booked';
		return [`${nameOf(athlete)} ${how} ${next.Name}.`, 'ClassParticipant.Created'];
	},
	expireSubscription(sandbox, athlete, _wish, now) {
		const own = [...sandbox.club.userSubscriptions.values()].filter(({ UserId }) => UserId === athlete.UserId);
		const active = own.find((membership) => isActive(membership, now.getTime()));
		if (!active) return [`${nameOf(athlete)} has no active membership that can expire.`];
		sandbox.act.expireSubscription(active.UserClassSubscriptionId);
		return [`The membership "${active.ProductName}" of ${nameOf(athlete)} has expired.`, 'UserSubscription.Updated'];
	},
};

function listenersOf(sandbox: Sandbox, event: string): string {
	const ready = [...sandbox.club.webhookSubscriptions.values()].filter(({ ProvisioningState }) => ProvisioningState === 'Succeeded');
	const count = ready.filter(({ EventTypes }) => EventTypes.includes(event)).length;
	if (count > 0) return `${event} goes to ${count} webhook subscription${count === 1 ? '' : 's'}. See the response under Deliveries.`;
	return `${event} has no listener yet. Publish a workflow with the Club Trigger, or execute its step. The Club Poll Trigger needs none.`;
}

/** Does what a button of the page says. @returns what happened; undefined for an unknown name */
export function happen(sandbox: Sandbox, name: string, wish: Wish, now: Date): string | undefined {
	if (!Object.hasOwn(HAPPENINGS, name)) return undefined;
	const athlete = sandbox.club.athletes.get(Number(wish.userId)) ?? listedAthletes(sandbox.club)[0];
	const [said, event] = HAPPENINGS[name](sandbox, athlete, wish, now);
	return event ? `${said} ${listenersOf(sandbox, event)}` : said;
}
