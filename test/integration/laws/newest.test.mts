// For every event: what a person builds with is about the newest record of its list, in Event > Get Sample, in a test run of the poll
// trigger and in the examples of the fields of Only When.
import { skip, skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { POLLED_EVENTS } from '../../../nodes/ClubPollTrigger/causes/polledEvents';
import { ClubTrigger } from '../../../nodes/ClubTrigger/ClubTrigger.node';
import { EVENT_TYPES, POLLED_NAMES, POLLED_TYPES } from '../../../nodes/shared/api/eventSubjects';
import { listedAthletes } from '../../../sandbox/club.mts';
import { search } from '../../support/picker.mts';
import { PollHost } from '../poll/support/pollHost.mts';

const HOUR = 3_600_000;
const club = skippedClub({ athletes: 30 });

beforeEach(() => {
	// No page is kept.
	skip(HOUR);
	const newest = [...club.sandbox.club.trainings.values()].slice(-3);
	for (const [index, training] of newest.entries()) training.BeginUTC = new Date(Date.now() + (index - 3) * 60_000).toISOString();
});

const largest = (ids: Iterable<number>): number => Math.max(...ids);

/** The ID of the newest record of each list, by its name in `ids`. Bookings and classes have an order of their own. */
const NEWEST: Readonly<Record<string, () => IDataObject>> = {
	athletes: () => ({ userId: largest(listedAthletes(club.sandbox.club).map(({ UserId }) => UserId)) }),
	contacts: () => ({ userId: largest(club.sandbox.club.contacts.keys()) }),
	badges: () => ({ achievedBadgeId: largest(club.sandbox.club.awards.keys()) }),
	memberships: () => ({ userSubscriptionId: largest(club.sandbox.club.userSubscriptions.keys()) }),
	newMemberships: () => ({ userSubscriptionId: largest(club.sandbox.club.userSubscriptions.keys()) }),
	products: () => ({ subscriptionId: largest(club.sandbox.club.products.keys()) }),
	trainings: () => ({ trainingId: largest(club.sandbox.club.trainings.keys()) }),
	attendance: () => NEWEST.athletes(),
	engagement: () => NEWEST.athletes(),
	membershipSummaries: () => NEWEST.athletes(),
};

const events = [...EVENT_TYPES, ...POLLED_TYPES.filter(({ name }) => POLLED_NAMES.includes(name))].filter(
	({ list }) => (list ?? '') in NEWEST,
);

test.each(events)('a sample of $name', async ({ name, list }) => {
	const { rows, error } = await club.run({ resource: 'event', operation: 'getSample', eventType: name });
	expect([error, rows[0].ids]).toEqual([undefined, expect.objectContaining(NEWEST[list!]())]);
	// The times of trainings are local.
	if (list === 'trainings') expect(Date.parse(String(club.sandbox.requests.at(-1)!.query.to)) - Date.now()).toBeGreaterThan(14 * HOUR);
});

/** An event of a condition shows a record that fulfils it. */
const plain = POLLED_EVENTS.filter(({ cause, list }) => cause !== 'value' && list in NEWEST);

test.each(plain)('a test run of $name', async ({ name, list }) => {
	const { items = [], error } = await new PollHost({ sandbox: club.sandbox, events: [name] }).test();
	expect([error, items[0]?.ids]).toEqual([undefined, expect.objectContaining(NEWEST[list]())]);
});

test.each(EVENT_TYPES.filter(({ list }) => (list ?? '') in NEWEST))('the fields of $name', async ({ name, list }) => {
	const { results } = await search(club.sandbox, 'searchEventFields', { type: new ClubTrigger(), parameters: { events: [name] } });
	for (const [id, value] of Object.entries(NEWEST[list!]()))
		expect(results.map((one) => one.name)).toContain(`ids.${id} (e.g. ${String(value)})`);
});

test('a sample of a booking is of a class within two weeks, the last one', async () => {
	const { classes, bookings } = club.sandbox.club;
	const inDays = (days: number): string => new Date(Date.now() + days * 24 * HOUR).toISOString();
	const [near, far, later] = [...classes.values()];
	for (const [lesson, days] of [
		[near, 1],
		[far, 13],
		[later, 15],
	] as const)
		Object.assign(lesson, { Begin: inDays(days), Published: true });
	bookings.splice(0, Infinity, ...[near, far, later].map(({ ClassId, Begin }) => ({ ...bookings[0], ClassId, Begin })));
	const { rows } = await club.run({ resource: 'event', operation: 'getSample', eventType: 'ClassParticipant.Created' });
	expect(rows[0].ids).toMatchObject({ classId: far.ClassId });
});

test('the examples of fields that two events have are of the first one', async () => {
	const named = async (...chosen: string[]) => {
		const { results } = await search(club.sandbox, 'searchEventFields', { type: new ClubTrigger(), parameters: { events: chosen } });
		return results.map((one) => one.name).filter((name) => name.startsWith('ids.userId') || name.startsWith('eventType'));
	};
	const first = await named('Badge.Awarded');
	const second = await named('Athlete.Created');
	expect(first).not.toEqual(second);
	expect(await named('Badge.Awarded', 'Athlete.Created')).toEqual(first);
	expect(await named('Athlete.Created', 'Badge.Awarded')).toEqual(second);
});
