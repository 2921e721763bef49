import { listedAthletes } from '../club.mts';
import { BADGES } from '../data/activities.mts';
import { isActive } from '../data/catalogue.mts';
import type { Sandbox } from '../sandbox.mts';
import type { Athlete, Stage } from '../types.mts';
import { byBegin, nameOf } from './glance.mts';

/** The input of a button of the page: the athlete, and what happens. */
export interface Wish {
	userId?: number;
	stage?: Stage;
	badge?: string;
	/** The webhook subscription to delete. */
	subscriptionId?: string;
}

/** The result as a sentence, and the event that it sent, if any. */
export interface Outcome {
	said: string;
	event?: string;
	/** The number of subscriptions that get the event. */
	listeners?: number;
	/** All events that subscriptions get, and whether the key has calls left to subscribe. */
	asked?: string[];
	hasCalls?: boolean;
}

type Happening = (sandbox: Sandbox, athlete: Athlete, wish: Wish, now: Date) => { said: string; event?: string };

const happenings: Readonly<Record<string, Happening>> = {
	awardBadge(sandbox, athlete, { badge }) {
		const place = BADGES.findIndex((name) => name === badge);
		const { BadgeName } = sandbox.act.awardBadge(athlete.UserId, place < 0 ? undefined : place);
		return { said: `${nameOf(athlete)} earned the ${BadgeName} badge.`, event: 'Badge.Awarded' };
	},
	changeStage(sandbox, athlete, { stage = 'Client' }) {
		if (athlete.ClientStage === stage) return { said: `The stage of ${nameOf(athlete)} is already ${stage}. Nothing changed.` };
		sandbox.act.setClientStage(athlete.UserId, stage);
		return { said: `The stage of ${nameOf(athlete)} is now ${stage}.`, event: 'Athlete.Updated' };
	},
	bookClass(sandbox, athlete, _wish, now) {
		const { classes, bookings } = sandbox.club;
		const taken = new Set(bookings.filter(({ UserId }) => UserId === athlete.UserId).map(({ ClassId }) => ClassId));
		const free = [...classes.values()]
			.sort(byBegin)
			.find(({ ClassId, Begin, Published }) => Published && Date.parse(Begin) > now.getTime() && !taken.has(ClassId));
		if (!free) return { said: `${nameOf(athlete)} has already booked every class.` };
		const { State } = sandbox.act.bookClass(athlete.UserId, free.ClassId);
		const how = State === 'Queued' ? 'is on the waiting list for' : 'booked';
		return { said: `${nameOf(athlete)} ${how} ${free.Name}.`, event: 'ClassParticipant.Created' };
	},
	addMember(sandbox) {
		return { said: `${nameOf(sandbox.act.addAthlete())} joined the club.`, event: 'Athlete.Created' };
	},
	expireSubscription(sandbox, athlete, _wish, now) {
		const own = [...sandbox.club.userSubscriptions.values()].filter(({ UserId }) => UserId === athlete.UserId);
		const active = own.find((membership) => isActive(membership, now.getTime()));
		if (!active) return { said: `${nameOf(athlete)} has no active membership that can expire.` };
		sandbox.act.expireSubscription(active.UserClassSubscriptionId);
		return { said: `The membership "${active.ProductName}" of ${nameOf(athlete)} has expired.`, event: 'UserSubscription.Updated' };
	},
	dropSubscription(sandbox, _athlete, { subscriptionId = '' }) {
		sandbox.act.dropWebhookSubscription(subscriptionId);
		return { said: 'The club has deleted the webhook subscription. The Club Trigger registers again when it receives the notice.' };
	},
};

/** Who gets an event, and what else n8n has asked for. */
function heard(sandbox: Sandbox, event: string): Partial<Outcome> {
	const ready = [...sandbox.club.webhookSubscriptions.values()].filter(({ ProvisioningState }) => ProvisioningState === 'Succeeded');
	const asked = [...new Set(ready.flatMap(({ EventTypes }) => EventTypes))].sort();
	return {
		event,
		listeners: ready.filter(({ EventTypes }) => EventTypes.includes(event)).length,
		asked,
		hasCalls: sandbox.gauge().remaining > 0,
	};
}

const answering =
	(happen: Happening) =>
	(sandbox: Sandbox, wish: Wish = {}, now: Date): Outcome => {
		const athlete = sandbox.club.athletes.get(Number(wish.userId)) ?? listedAthletes(sandbox.club)[0];
		const { said, event } = happen(sandbox, athlete, wish, now);
		return { said, ...(event && heard(sandbox, event)) };
	};

/** The buttons of the page, by name. */
export const HAPPENINGS = Object.fromEntries(Object.entries(happenings).map(([name, happen]) => [name, answering(happen)]));
