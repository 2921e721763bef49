import { listedAthletes } from '../club.mts';
import { BADGES } from '../data/activities.mts';
import { isActive } from '../data/catalogue.mts';
import type { Sandbox } from '../sandbox.mts';
import type { Athlete, Stage } from '../types.mts';
import { byBegin, nameOf } from './glance.mts';

/** What a button of the page asks for: to whom it happens, and what. */
export interface Wish {
	userId?: number;
	stage?: Stage;
	badge?: string;
	/** The webhook subscription that the club is to delete. */
	subscriptionId?: string;
}

/** What came of it, in words, and the event that it published, if any, with the subscriptions that get it. */
export interface Outcome {
	said: string;
	event?: string;
	listeners?: number;
}

type Happening = (sandbox: Sandbox, athlete: Athlete, wish: Wish, now: Date) => { said: string; event?: string };

const happenings: Readonly<Record<string, Happening>> = {
	awardBadge(sandbox, athlete, { badge }) {
		const place = BADGES.findIndex((name) => name === badge);
		const { BadgeName } = sandbox.act.awardBadge(athlete.UserId, place < 0 ? undefined : place);
		return { said: `${nameOf(athlete)} earned the badge ${BadgeName}.`, event: 'Badge.Awarded' };
	},
	changeStage(sandbox, athlete, { stage = 'Client' }) {
		if (athlete.ClientStage === stage) return { said: `The stage of ${nameOf(athlete)} is ${stage} already, so nothing happened.` };
		sandbox.act.setClientStage(athlete.UserId, stage);
		return { said: `The stage of ${nameOf(athlete)} is ${stage} now.`, event: 'Athlete.Updated' };
	},
	bookClass(sandbox, athlete, _wish, now) {
		const { classes, bookings } = sandbox.club;
		const taken = new Set(bookings.filter(({ UserId }) => UserId === athlete.UserId).map(({ ClassId }) => ClassId));
		const free = [...classes.values()]
			.sort(byBegin)
			.find(({ ClassId, Begin, Published }) => Published && Date.parse(Begin) > now.getTime() && !taken.has(ClassId));
		if (!free) return { said: `${nameOf(athlete)} has booked every class there is.` };
		const { State } = sandbox.act.bookClass(athlete.UserId, free.ClassId);
		const how = State === 'Queued' ? 'queues for' : 'booked';
		return { said: `${nameOf(athlete)} ${how} ${free.Name}.`, event: 'ClassParticipant.Created' };
	},
	addMember(sandbox) {
		return { said: `${nameOf(sandbox.act.addAthlete())} joined the club.`, event: 'Athlete.Created' };
	},
	expireSubscription(sandbox, athlete, _wish, now) {
		const own = [...sandbox.club.userSubscriptions.values()].filter(({ UserId }) => UserId === athlete.UserId);
		const active = own.find((assignment) => isActive(assignment, now.getTime()));
		if (!active) return { said: `${nameOf(athlete)} has no active subscription that could expire.` };
		sandbox.act.expireSubscription(active.UserClassSubscriptionId);
		return { said: `The subscription "${active.ProductName}" of ${nameOf(athlete)} has expired.`, event: 'UserSubscription.Updated' };
	},
	dropSubscription(sandbox, _athlete, { subscriptionId = '' }) {
		sandbox.act.dropWebhookSubscription(subscriptionId);
		return { said: 'The club has deleted the webhook subscription. A Club Trigger that is told of it registers again.' };
	},
};

const listenersOf = ({ club }: Sandbox, event: string): number =>
	[...club.webhookSubscriptions.values()].filter(
		({ ProvisioningState, EventTypes }) => ProvisioningState === 'Succeeded' && EventTypes.includes(event),
	).length;

const answering =
	(happen: Happening) =>
	(sandbox: Sandbox, wish: Wish = {}, now: Date): Outcome => {
		const athlete = sandbox.club.athletes.get(Number(wish.userId)) ?? listedAthletes(sandbox.club)[0];
		const { said, event } = happen(sandbox, athlete, wish, now);
		return { said, ...(event && { event, listeners: listenersOf(sandbox, event) }) };
	};

/** What the buttons of the page do, by name. */
export const HAPPENINGS = Object.fromEntries(Object.entries(happenings).map(([name, happen]) => [name, answering(happen)]));
