import type { IDataObject } from 'n8n-workflow';
import { POLLED_EVENTS } from '../../../nodes/ClubPollTrigger/causes/polledEvents';
import { testClub } from '../../support/club.mts';
import { PollHost } from './support/pollHost.mts';

const DAY = 86_400_000;

const club = testClub({ athletes: 20, dialect: { attendanceNames: 'rolling', participation: 'state' } });

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

/** The item and the hint of a test run for one event. */
async function shown(event: string, options: IDataObject = {}, fields: IDataObject = {}, products?: number[]) {
	const host = new PollHost({ sandbox: club.sandbox, events: [event], options, fields, products });
	const { items = [], error } = await host.test();
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	for (const count of Object.values(items[0].previous ?? {})) if (typeof count === 'number') expect(count).toBeGreaterThanOrEqual(0);
	return {
		item: items[0] as IDataObject & { ids: IDataObject },
		hint: host.hints.join(),
	};
}

/** The club has one athlete, a membership of theirs, a class and a booking of it, and these check-ins. */
function oneOfEach(...daysAgo: number[]) {
	const { sandbox } = club;
	const { athletes, contacts, userSubscriptions, classes, bookings } = sandbox.club;
	const [[id, athlete]] = athletes;
	athletes.clear();
	athletes.set(id, Object.assign(athlete, { ClientStage: 'Lead', IsDemo: false }));
	const [[contactId, contact]] = contacts;
	contacts.clear();
	contacts.set(contactId, Object.assign(contact, { ClientStage: 'Lead' }));
	userSubscriptions.clear();
	const membership = sandbox.act.addSubscription(id, { From: inDays(-100), To: inDays(300), MaxActivities: 10, AvailableActivities: 8 });
	const [lesson] = [...classes.values()];
	classes.clear();
	classes.set(lesson.ClassId, Object.assign(lesson, { Begin: inDays(5), Published: true, CalendarType: 'Club', MaxLocalParticipants: 20 }));
	const [booking] = bookings;
	bookings.length = 0;
	bookings.push(Object.assign(booking, { UserId: id, ClassId: lesson.ClassId, Begin: lesson.Begin, State: 'Confirmed' }));
	sandbox.club.checkIns = new Map([[id, daysAgo.map((days) => Date.now() - days * DAY)]]);
	return { id, membership, lesson, booking };
}

describe('a test run of the poll trigger', () => {
	const BEFORE = 'a test run knows nothing earlier, so it cannot say whether this one would start the live workflow.';

	it.each([
		'Athlete.Absent',
		'Athlete.LevelChanged',
		'Athlete.StaysAtStage',
		'Contact.StageChanged',
		'Membership.Renewed',
		'Membership.Resumed',
		'Membership.Changed',
		'Class.PlaceFree',
	])('says for %s that it depends on what was before', async (event) => {
		oneOfEach();
		expect((await shown(event, { stageFrom: ['Prospect'] })).hint).toBe(`${event}: ${BEFORE}`);
	});

	it.each<[event: string, why: string | RegExp, options?: IDataObject, daysAgo?: number[]]>([
		['Athlete.Visited', '0 TotalCheckIns'],
		['Athlete.Absent', /^1 RollingCheckIns$/, {}, [10]],
		['Athlete.VisitsDropping', /^1 RollingCheckIns, 2 PriorCheckIns$/, {}, [10, 40, 41]],
		['Athlete.NeverCame', /^1 TotalCheckIns$/, {}, [10]],
		['Contact.StageChanged', /^ClientStage Lead$/, { stageTo: ['Client'] }],
		['Membership.EndsSoon', /, To 20/],
		['Membership.Ended', /, To 20/],
		['Membership.CreditsLow', /10 MaxActivities, 8 AvailableActivities/],
		['Membership.Suspended', /SuspensionState None/],
		['Membership.SuspensionEndsSoon', /SuspensionState None/],
		['Class.BeginsSoon', /, Begin 20\S+$/],
		['Class.Full', /^1 participants, 20 MaxLocalParticipants, Begin 20\S+$/],
		['Class.HardlyBooked', /^1 participants, /],
	])('says for %s why the shown record would not start the live workflow', async (event, why, options = {}, daysAgo = []) => {
		oneOfEach(...daysAgo);
		const { hint } = await shown(event, options);
		const people = { Athlete: 'athletes', Contact: 'contacts', Membership: 'memberships', Class: 'classes' }[event.split('.')[0]];
		expect(hint).toContain(`${event} applies now to 0 of 1 ${people} that were read. `);
		const [, reason] = /This one would not start the live workflow: (.+)\.$/.exec(hint) ?? [];
		expect(reason).toMatch(why);
	});

	it.each(POLLED_EVENTS.filter(({ list, cause }) => list === 'memberships' && cause === 'value'))(
		'says for $name that a disabled membership does not count',
		async ({ name }) => {
			const freeze = { SuspensionState: 'Suspended', SuspensionStartUTC: inDays(-2), ReactivationDate: inDays(3), IsSuspended: true };
			Object.assign(
				oneOfEach().membership,
				{ Disabled: true, To: inDays(name === 'Membership.Ended' ? -1 : 5), AvailableActivities: 1 },
				freeze,
			);
			expect((await shown(name)).hint).toContain('disabled, used up, of another product, or not the last one.');
		},
	);

	it.each([
		['Athlete.Visited', {}, { added: 1, previous: { TotalCheckIns: 1 }, changed: ['TotalCheckIns'] }],
		['Athlete.VisitMilestone', { milestones: '1, 2, 3' }, { milestone: 2 }],
		['Athlete.StageChanged', {}, { previous: { ClientStage: null }, changed: ['ClientStage'] }],
		['Athlete.Updated', {}, { changed: ['Email', 'FirstMidName', 'LastName', 'Phone', 'ClientStage', 'IsGuest'] }],
		['Athlete.Updated', { watchedFields: 'Phone, Fone' }, { changed: ['Phone'] }],
		['Athlete.Absent', { days: 60 }, { id: expect.stringMatching(/^sample-/) as string, record: { RollingCheckIns: 2 } }],
		['UserSubscription.Deleted', {}, { record: null, ids: { userId: expect.any(Number) as number } }],
		['Class.Full', { lookAhead: 1 }, 'The club has no record yet for Class.Full'],
		['Class.Full', { lookAhead: 6 }, { participants: 1, queued: 0 }],
		['Class.BeginsSoon', { lookAhead: 1, hoursBefore: 130 }, { eventType: 'Class.BeginsSoon' }],
	])('shows for %s with %j what the event would have', async (event, options, more) => {
		oneOfEach(10, 40);
		const { items, error } = await new PollHost({ sandbox: club.sandbox, events: [event], options }).test();
		expect(items ?? [error?.message]).toMatchObject([more]);
	});

	it('says for each condition to how many of those that were read it applies, and never for an event that says what was before', async () => {
		const { membership } = oneOfEach(10, 40, 41, 42, 43);
		const { act } = club.sandbox;
		for (let people = 0; people < 2; people++) {
			const { UserId } = act.addAthlete();
			club.sandbox.club.checkIns?.set(
				UserId,
				[40, 41, 42, 43].map((days) => Date.now() - days * DAY),
			);
			act.addSubscription(UserId, { From: inDays(-300), To: inDays(5) });
		}
		act.addSubscription(act.addAthlete().UserId, { From: inDays(-300), To: inDays(-5) });
		Object.assign(membership, { AvailableActivities: 1 });
		const host = new PollHost({ sandbox: club.sandbox, events: POLLED_EVENTS.map(({ name }) => name) });
		const { items = [] } = await host.test();
		const counts: IDataObject = {};
		for (const hint of host.hints) {
			const [, event, count] = /^(\S+) applies now to ([1-9]\d* of \d+) \w+ that were read\.$/.exec(hint) ?? [];
			if (count) counts[event] = count;
		}
		const without = host.hints.flatMap((hint) => /^The club has no record yet for (\S+)$/.exec(hint)?.[1] ?? []);
		expect([...items.map(({ eventType }) => eventType), ...without].sort()).toEqual(POLLED_EVENTS.map(({ name }) => name).sort());
		expect(counts).toEqual({
			'Athlete.Absent': '2 of 4',
			'Athlete.VisitsDropping': '3 of 4',
			'Membership.EndsSoon': '2 of 4',
			'Membership.Ended': '1 of 4',
			'Membership.CreditsLow': '1 of 4',
		});
	});

	it('shows for Athlete Absent somebody who came before, even with the field of recent check-ins alone', async () => {
		const { id } = oneOfEach(40);
		club.sandbox.act.addAthlete({ UserId: 1_999_999 });
		const { item, hint } = await shown('Athlete.Absent', {}, { totalField: '' });
		expect([item.ids.userId, hint]).toEqual([id, 'Athlete.Absent applies now to 1 of 2 athletes that were read.']);
		club.sandbox.club.checkIns = new Map();
		expect((await shown('Athlete.Absent', {}, { totalField: '' })).hint).toContain(BEFORE);
	});

	it('shows no ending membership if the athlete has a later one, and says so', async () => {
		const { id, membership } = oneOfEach();
		const ending = club.sandbox.act.addSubscription(id, { From: inDays(-300), To: inDays(5) });
		expect((await shown('Membership.EndsSoon')).item.ids).toMatchObject({ userSubscriptionId: membership.UserClassSubscriptionId });
		Object.assign(membership, { AvailableActivities: 0 });
		expect(await shown('Membership.EndsSoon')).toMatchObject({
			item: { ids: { userSubscriptionId: ending.UserClassSubscriptionId } },
			hint: 'Membership.EndsSoon applies now to 1 of 2 memberships that were read.',
		});
		const { hint } = await shown('Membership.Ended', {}, {}, [999_999]);
		expect(hint).toContain(': disabled, used up, of another product, or not the last one.');
	});

	it('shows a hardly booked class if there is one', async () => {
		const { lesson, booking } = oneOfEach();
		const soon = { ...lesson, ClassId: lesson.ClassId + 1, Begin: inDays(0.1) };
		club.sandbox.club.classes.set(soon.ClassId, soon);
		club.sandbox.club.bookings.push({ ...booking, UserId: 1, ClassId: soon.ClassId, Begin: soon.Begin, State: 'Queued' });
		const { item, hint } = await shown('Class.HardlyBooked');
		expect(item).toMatchObject({ ids: { classId: soon.ClassId }, participants: 0, queued: 1 });
		expect(hint).toBe('Class.HardlyBooked applies now to 1 of 2 classes that were read.');
		expect((await shown('Class.HardlyBooked', {}, { queuedField: 'Queue' })).hint).toContain('that was read has the property "Queue"');
		Object.assign(soon, { MaxLocalParticipants: 1 });
		club.sandbox.club.bookings.push({ ...booking, ClassId: soon.ClassId, Begin: soon.Begin });
		expect((await shown('Class.Full')).item.ids.classId).toBe(soon.ClassId);
	});

	it('shows no class with a part of its bookings', async () => {
		const { lesson, booking } = oneOfEach();
		const { classes, bookings } = club.sandbox.club;
		const [large, cut] = [2, 3].map((hours, index) => ({ ...lesson, ClassId: lesson.ClassId + 1 + index, Begin: inDays(hours / 24) }));
		for (const one of [large, cut]) classes.set(one.ClassId, one);
		for (let UserId = 1; UserId <= 520; UserId++)
			bookings.push({ ...booking, UserId, ...(UserId < 500 ? large : cut), State: 'Confirmed' });
		expect(await shown('Class.Full')).toMatchObject({
			item: { ids: { classId: large.ClassId }, participants: 499 },
			hint: 'Class.Full applies now to 1 of 3 classes that were read.',
		});
		expect((await shown('Class.HardlyBooked')).item.ids.classId).toBe(large.ClassId);
	});

	it('shows a class ahead, however many bookings the last days had', async () => {
		const { lesson, booking } = oneOfEach();
		const past = { ...lesson, ClassId: lesson.ClassId + 1, Begin: inDays(-1) };
		club.sandbox.club.classes.set(past.ClassId, past);
		for (let UserId = 1; UserId <= 600; UserId++)
			club.sandbox.club.bookings.push({ ...booking, UserId, ClassId: past.ClassId, Begin: past.Begin });
		const { ids, participants, record } = (await shown('Class.Full')).item;
		expect([ids.classId, participants, (record as IDataObject).queued]).toEqual([lesson.ClassId, 1, undefined]);
	});
});
