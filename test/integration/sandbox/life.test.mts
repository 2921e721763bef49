import { EVENT_TYPES } from '../../../sandbox/eventTypes.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { receiver, server } from './support/server.mts';

/** What happens in the club without an API call: each event of §6.2 comes of an act. */

const club = server();
const endpoint = receiver();

const BY_EVENT: Readonly<Record<string, (act: Sandbox['act'], sandbox: Sandbox) => unknown>> = {
	'Athlete.Created': (act) => act.addAthlete(),
	'Athlete.Updated': (act, { club: { athletes } }) => {
		const [athlete] = [...athletes.values()];
		act.setClientStage(athlete.UserId, athlete.ClientStage === 'Lead' ? 'Client' : 'Lead');
	},
	'Athlete.LevelChanged': (act) => act.changeLevel(),
	'Athlete.Deleted': (act) => act.removeAthlete(),
	'Contact.Created': (act) => act.addContact(),
	'Contact.Updated': (act) => act.updateContact(),
	'Contact.Deleted': (act) => act.removeContact(),
	'Training.Created': (act) => act.addTraining(),
	'Badge.Awarded': (act) => act.awardBadge(),
	'UserSubscription.Created': (act) => act.addSubscription(),
	'UserSubscription.Updated': (act) => act.expireSubscription(),
	'UserSubscription.Deleted': (act) => act.deleteSubscription(),
	'ClassParticipant.Created': (act) => act.bookClass(),
	'ClassParticipant.Updated': (act) => act.confirmBooking(),
	'ClassParticipant.Deleted': (act) => act.cancelBooking(),
	'Class.Updated': (act) => act.moveClass(),
	'Class.Deleted': (act) => act.deleteClass(),
	'Class.Published': (act) => act.publishClass(),
	'Class.Unpublished': (act) => act.unpublishClass(),
	'Subscription.Created': (act) => act.addProduct(),
	'Subscription.Updated': (act) => act.updateProduct(),
	'Subscription.Deleted': (act) => act.deleteProduct(),
	'Subscription.Plans.Updated': (act) => act.addPlan(),
	'Subscription.Published': (act) => act.publishProduct(),
	'Subscription.Unpublished': (act) => act.unpublishProduct(),
};

test('each event of §6.2 has an act', () => {
	expect(Object.keys(BY_EVENT).sort()).toEqual([...EVENT_TYPES].sort());
});

test.each(Object.keys(BY_EVENT))('%s is sent by its act', async (eventType) => {
	await club.ask('POST', '/Webhooks/Subscriptions', { Url: endpoint.address(), EventTypes: [eventType] });
	await club.sandbox.delivery.idle();
	BY_EVENT[eventType](club.sandbox.act, club.sandbox);
	await club.sandbox.delivery.idle();
	expect(endpoint.received.filter((event) => event.eventType === eventType)).toHaveLength(1);
	club.sandbox.club.webhookSubscriptions.clear();
});

test('a moved class keeps its bookings, a deleted one ends them', async () => {
	const { ClassId, UserId } = club.sandbox.act.bookClass();
	const read = async () => (await club.rows(`/Athletes/${UserId}/Bookings`)).find((booking) => booking.ClassId === ClassId);
	const { Begin } = club.sandbox.act.moveClass(ClassId, 3);
	expect(await read()).toMatchObject({ Begin });
	club.sandbox.act.deleteClass(ClassId);
	expect(await read()).toBeUndefined();
});

test('a changed level is the current one (§2.6)', async () => {
	const { UserId } = club.sandbox.act.changeLevel(undefined, 9);
	expect((await club.ask('GET', `/Athletes/${UserId}/EngagementSummary`)).body.CurrentLevel).toBe(9);
});
