import { resources } from '../../nodes/Club/resources';
import type { EventName } from '../../nodes/shared/api/eventSubjects';
import { listedAthletes } from '../../sandbox/club.mts';
import type { ClubEvent } from '../../sandbox/delivery.mts';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { Crm } from '../demo/crm.mts';
import { shownOf } from './previewedProperties.mts';

/** The day of the samples, so that they are the same each time. */
const NOW = new Date('2026-11-21T12:00:00Z');

/** Where the samples' pictures are, instead of the address that the sandbox happened to have. */
const ADDRESS = 'https://club.example';

/** What the spec names in the data of an event besides the record itself (§6.2). */
const ONLY_IN_EVENTS = ['Reason', 'Contact', 'TrainingMonthTotals', 'LifetimeTotals', 'AchievedGoals', 'TrainingChallengeId', 'AwardType'];

/** The resource whose record an event's data holds, by the first part of the event's name. */
const RESOURCES: Readonly<Record<string, string>> = {
	Athlete: 'athlete',
	Badge: 'badgeAward',
	Class: 'class',
	ClassParticipant: 'booking',
	Contact: 'contact',
	Subscription: 'membershipProduct',
	Training: 'training',
	UserSubscription: 'membership',
};

/** Something that happens in the club, and that `tell` publishes where the sandbox has no such life. */
type Happening = (sandbox: Sandbox, tell: (subject: string, data?: object) => void) => void;

const first = <T,>(rows: Map<unknown, T>): T => [...rows.values()][0];

const athlete = ({ club }: Sandbox) => listedAthletes(club)[0];

const aboutContact =
	(more: object = {}): Happening =>
	({ club }, tell) =>
		tell(`Contacts/${first(club.contacts).UserId}`, { ...first(club.contacts), ...more });

const aboutMembership: Happening = ({ club }, tell) => {
	const membership = first(club.userSubscriptions);
	tell(`UserSubscriptions/${membership.UserClassSubscriptionId}`, membership);
};

const aboutParticipant: Happening = ({ club: { bookings } }, tell) =>
	tell(`Classes/${bookings[0].ClassId}/Participants/${bookings[0].UserId}`, bookings[0]);

/** The spec shows nothing of the data of class events. */
const aboutClasses: Happening = (_sandbox, tell) => tell('Classes');

const aboutProduct =
	(part = ''): Happening =>
	({ club }, tell) =>
		tell(`Subscriptions/${first(club.products).ClassSubscriptionId}${part}`, first(club.products));

const HAPPENINGS: Readonly<Record<EventName, Happening>> = {
	'Athlete.Created': ({ act }) => act.addAthlete(),
	'Athlete.Updated': (sandbox) =>
		sandbox.act.setClientStage(athlete(sandbox).UserId, athlete(sandbox).ClientStage === 'Client' ? 'Prospect' : 'Client'),
	// The names of the two levels are not shown.
	'Athlete.LevelChanged': (sandbox, tell) => tell(`Athletes/${athlete(sandbox).UserId}/Levels`),
	'Athlete.Deleted': (sandbox, tell) => tell(`Athletes/${athlete(sandbox).UserId}`, athlete(sandbox)),
	'Contact.Created': aboutContact(),
	'Contact.Updated': aboutContact(),
	'Contact.Deleted': aboutContact({ Reason: 'ConvertedToAthlete' }),
	'Training.Created': ({ club }, tell) =>
		tell(`Trainings/${first(club.trainings).TrainingId}`, {
			...first(club.trainings),
			Contact: {},
			TrainingMonthTotals: {},
			LifetimeTotals: {},
			AchievedGoals: [],
		}),
	'Badge.Awarded': (sandbox) => sandbox.act.awardBadge(athlete(sandbox).UserId),
	'UserSubscription.Created': aboutMembership,
	'UserSubscription.Updated': ({ act }) => act.expireSubscription(),
	'UserSubscription.Deleted': aboutMembership,
	'ClassParticipant.Created': (sandbox) => sandbox.act.bookClass(athlete(sandbox).UserId),
	'ClassParticipant.Updated': aboutParticipant,
	'ClassParticipant.Deleted': aboutParticipant,
	'Class.Updated': aboutClasses,
	'Class.Deleted': aboutClasses,
	'Class.Published': aboutClasses,
	'Class.Unpublished': aboutClasses,
	'Subscription.Created': aboutProduct(),
	'Subscription.Updated': aboutProduct(),
	'Subscription.Deleted': aboutProduct(),
	'Subscription.Plans.Updated': aboutProduct('/Plans'),
	'Subscription.Published': aboutProduct(),
	'Subscription.Unpublished': aboutProduct(),
};

/** The data of an event without what the sandbox made up: a sample must not promise names that the spec does not show. */
function documented(eventType: string, data: object): object {
	const resource = resources.find(({ value }) => value === RESOURCES[eventType.split('.')[0]]);
	const shown = new Set([...(resource ? shownOf(resource) : []), ...ONLY_IN_EVENTS]);
	return Object.fromEntries(Object.entries(data).filter(([name]) => shown.has(name)));
}

/** One delivered event of each type, in the order in which the spec names them, as a subscriber received it. */
export async function eventSamples(): Promise<ClubEvent[]> {
	const sandbox = await startSandbox({ rate: false, now: () => NOW });
	const subscriber = new Crm();
	await subscriber.start();
	const EventTypes = Object.keys(HAPPENINGS);
	sandbox.club.webhookSubscriptions.set('ws_1', {
		SubscriptionId: 'ws_1',
		Url: subscriber.url,
		EventTypes,
		ProvisioningState: 'Succeeded',
	});
	const samples: ClubEvent[] = [];
	for (const [eventType, happen] of Object.entries(HAPPENINGS)) {
		happen(sandbox, (subject, data = {}) => sandbox.act.publish(eventType, { subject, data }));
		await sandbox.delivery.idle();
		const received = JSON.stringify(subscriber.received.at(-1)).replaceAll(sandbox.url, ADDRESS);
		const [event] = JSON.parse(received) as ClubEvent[];
		const id = `00000000-0000-4000-8000-${String(samples.length + 1).padStart(12, '0')}`;
		samples.push({ ...event, id, data: documented(eventType, event.data as object) });
	}
	await subscriber.close();
	await sandbox.close();
	return samples;
}
