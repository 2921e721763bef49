import type { WantedNode, Wish } from './wish.mts';

const club = (resource: string, operation: string, filled: WantedNode['filled'] = {}): WantedNode => ({
	type: 'n8n-nodes-club.club',
	resource,
	operation,
	filled,
});

/** The club tells n8n of it. */
const told = (event: string, filled: WantedNode['filled'] = {}): WantedNode => ({
	type: 'n8n-nodes-club.clubTrigger',
	filled: { events: [event], ...filled },
});

/** n8n asks the club. */
const polled = (event: string, filled: WantedNode['filled'] = {}): WantedNode => ({
	type: 'n8n-nodes-club.clubPollTrigger',
	filled: { events: [event], ...filled },
});

const byHand: WantedNode = { type: 'n8n-nodes-base.manualTrigger' };
const onSchedule: WantedNode = { type: 'n8n-nodes-base.scheduleTrigger' };
const onForm: WantedNode = { type: 'n8n-nodes-base.formTrigger' };
const mail: WantedNode = { type: ['n8n-nodes-base.emailSend', 'n8n-nodes-base.gmail'] };
const sheet: WantedNode = { type: 'n8n-nodes-base.googleSheets' };
const slack: WantedNode = { type: 'n8n-nodes-base.slack' };

/** What people at a club wish, and the workflow that should result. */
export const wishes: readonly Wish[] = [
	{
		says: 'When somebody has earned a badge, send them an email. Attach who the athlete is, we need the address.',
		workflow: [told('Badge.Awarded', { 'options.attachAthlete': true }), mail],
	},
	{
		says: 'Freeze membership 4711 for two weeks: frozen from 24 December 2026, and active again on 7 January 2027.',
		workflow: [
			byHand,
			club('membership', 'suspend', {
				userSubscriptionId: 4711,
				'additionalFields.suspensionStartUTC': /^2026-12-24/,
				reactivationDate: /^2027-01-07/,
			}),
		],
	},
	{
		says: 'Every new lead, that is somebody who became a contact of ours, into my sheet.',
		workflow: [told('Contact.Created'), sheet],
	},
	{
		says: 'Tell us in Slack ten days before the membership of an athlete ends.',
		workflow: [polled('Membership.EndsSoon', { 'options.daysBefore': 10 }), slack],
	},
	{
		says: 'Book athlete 12 into class 812, or into the queue if it is full.',
		workflow: [byHand, club('booking', 'create', { classId: 812, userId: 12 })],
	},
	{
		says: 'Athlete 12 cannot come: take the place in class 812 away, remove the booking.',
		workflow: [byHand, club('booking', 'delete', { classId: 812, userId: 12 })],
	},
	{
		says: 'She is back early: end the freeze of membership 4711.',
		workflow: [byHand, club('membership', 'reactivate', { userSubscriptionId: 4711 })],
	},
	{
		says: 'Assign product 13, the tickets, to the athlete anna@example.com; it begins on 1 December 2026 and ends a year later.',
		workflow: [
			byHand,
			club('membership', 'create', {
				classSubscriptionId: 13,
				userId: 'anna@example.com',
				from: /^2026-12-01/,
				to: /^2027-12-01/,
			}),
		],
	},
	{
		says: 'Put athlete 12 on plan 77: assign that plan, its end follows.',
		workflow: [byHand, club('membership', 'createFromPlan', { classSubscriptionPlanId: 77, userId: 12 })],
	},
	{
		says: 'Who takes part in class 812, all of them?',
		workflow: [byHand, club('class', 'getParticipants', { classId: 812, returnAll: true })],
	},
	{
		says: 'Email people without a visit for 21 days, though the athlete used to check in.',
		workflow: [polled('Athlete.Absent', { 'options.days': 21 }), mail],
	},
	{
		says: 'When a form on our web page is sent, create the athlete by that email address, or update the one who already exists.',
		workflow: [onForm, club('athlete', 'upsert', { email: /\$json/ })],
	},
	{
		says: 'Find the athlete of this part of a phone number: 070-555.',
		workflow: [byHand, club('athlete', 'search', { query: /070-555/ })],
	},
	{
		says: 'Our contact 55 has paid: set how far the contact has come, to the stage Client.',
		workflow: [byHand, club('contact', 'setClientStage', { userId: 55, clientStage: 'Client' })],
	},
	{
		says: 'Tell Slack when somebody moves up from the queue into the class, a change of the booking.',
		workflow: [told('ClassParticipant.Updated'), slack],
	},
	{
		says: 'Six hours before a class begins, get who takes part, and send each an email.',
		workflow: [polled('Class.BeginsSoon', { 'options.hoursBefore': 6 }), club('class', 'getParticipants', { classId: /\$json/ }), mail],
	},
	{
		says: 'On a schedule, every Monday: all athletes, one row each, with memberships, check-ins and activity, into a sheet.',
		workflow: [onSchedule, club('athlete', 'getManyOverviews', { returnAll: true }), sheet],
	},
	{
		says: 'How many calls has our club key left, and who has spent the others?',
		workflow: [byHand, club('club', 'getCallBudget')],
	},
	{
		says: 'The results of challenge 9, how far the athletes have come, into my sheet. All of them.',
		workflow: [byHand, club('challenge', 'getResults', { challengeId: 9, returnAll: true }), sheet],
	},
	{
		says: 'The club cannot reach our n8n from outside. Tell Slack of each training that was completed.',
		workflow: [polled('Training.Created'), slack],
	},
];
