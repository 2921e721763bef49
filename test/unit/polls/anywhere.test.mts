import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PollSettings } from '../../../nodes/ClubPollTrigger/defaults';
import { options } from '../../../nodes/ClubPollTrigger/options';
import { settingsFrom } from '../../../nodes/ClubPollTrigger/parameters';
import { ClubError } from '../../../nodes/shared/transport/errors';
import { ALL_EVENTS, SETTINGS } from '../support/drawnClub.mts';
import { booking, inDays, lesson, membership, PolledLists } from '../support/polledLists.mts';

const ids = (count: number, first = 1): number[] => Array.from({ length: count }, (_one, index) => first + index);
const award = (AchievedBadgeId: number): IDataObject => ({ AchievedBadgeId, UserId: 7, AchievedAt: inDays(-1) });

describe('events of places that are chosen later', () => {
	const full = ids(20).map((id) => lesson(id, 3));
	const club = (events: string[], settings = {}) => {
		const lists = new PolledLists(events, settings);
		lists.classes = full;
		lists.bookings = full.map(({ ClassId }) => booking(Number(ClassId), 7, 3));
		return lists;
	};

	it.each([false, true])(
		'are not emitted for the classes that are full already, with polls each minute (existing: %s)',
		async (emitsExisting) => {
			const lists = club(['Class.Published'], { callsPerDay: 400, emitsExisting });
			await lists.polls(60, 1 / 60);
			lists.settings = { ...lists.settings, events: ['Class.Published', 'Class.Full', 'Class.HardlyBooked'] };
			expect(await lists.polls(180, 1 / 60)).toEqual([]);
			lists.bookings = lists.bookings.slice(1);
			await lists.polls(120, 1 / 60);
			lists.bookings = [booking(1, 8, 3), ...lists.bookings];
			expect(await lists.polls(120, 1 / 60)).toEqual(['Class.Full Classes/1']);
		},
	);

	it('are not emitted at the publication in a club whose lists take several polls', async () => {
		const lists = club(['ClassParticipant.Created', 'Class.Full'], { maxCalls: 6 });
		lists.otherPageSize = 5;
		expect(await lists.polls(120, 1 / 60)).toEqual([]);
	});
});

it('a renewal is emitted once if the scan pauses at its end, and so are the others', async () => {
	const lists = new PolledLists(['Membership.Renewed', 'Membership.EndsSoon'], { maxCalls: 4, firstPollLimit: 2 });
	lists.memberships = ids(30).map((id) => membership(id, id, 5));
	await lists.polls(120, 1 / 60);
	lists.memberships = lists.memberships.map((row) => ({ ...row, To: inDays(200) }));
	const told = await lists.polls(96, 1 / 4);
	expect(told.sort()).toEqual(
		ids(30)
			.map((id) => `Membership.Renewed UserSubscriptions/${id}`)
			.sort(),
	);
});

describe('a club that leaves out the property of the queue where it is empty', () => {
	const EVENTS = ['ClassParticipant.OffWaitingList', 'ClassParticipant.Created'];
	const queued = (UserId: number) => booking(1, UserId, 3, { State: 'Queued' });
	const free = (UserId: number) => ({ ...booking(1, UserId, 3), State: undefined });
	const club = (...bookings: IDataObject[]) => {
		const lists = new PolledLists(EVENTS);
		lists.bookings = bookings;
		return lists;
	};

	it('can be polled while nobody queues, and says so once; the last of the queue is emitted', async () => {
		const lists = await club(free(1)).begin();
		expect(lists.notes).toEqual([expect.stringContaining('No booking that was read has the property "State"')]);
		lists.bookings = [free(1), queued(2)];
		expect(await lists.poll()).toEqual(['ClassParticipant.Created Classes/1/Participants/2']);
		lists.bookings = [free(1), free(2)];
		expect(await lists.poll()).toEqual(['ClassParticipant.OffWaitingList Classes/1/Participants/2']);
		expect([await lists.poll(), lists.notes]).toEqual([[], []]);
	});

	it('is read on if nobody on a page queues', async () => {
		const lists = await club(free(1), free(2), free(3), queued(4)).begin({ otherPageSize: 2 });
		expect(lists.notes).toEqual([]);
		lists.bookings = [...lists.bookings.slice(0, 3), free(4), queued(5)];
		expect((await lists.poll()).sort()).toEqual([
			'ClassParticipant.Created Classes/1/Participants/5',
			'ClassParticipant.OffWaitingList Classes/1/Participants/4',
		]);
	});

	it('emits all who leave the queue at once, also if no booking has the property any more', async () => {
		const lists = await club(queued(1), queued(2), queued(3)).begin();
		lists.bookings = [free(1), free(2), free(3)];
		expect((await lists.poll()).sort()).toEqual([1, 2, 3].map((id) => `ClassParticipant.OffWaitingList Classes/1/Participants/${id}`));
		expect([await lists.poll(), lists.problem]).toEqual([[], undefined]);
	});
});

it('an award that could not be read at first is emitted once, also if one after it has no room', async () => {
	const awards = ids(150).map((id) => ({ ...award(id), ...(id === 120 && { UserId: null, AchievedAt: inDays(-40) }) }));
	const lists = await new PolledLists(['Badge.Awarded'], { maxItems: 1 }).begin({ awards });
	expect(await lists.poll()).toEqual([]);
	lists.awards = [...awards, award(151)].map((row) => ({ ...row, UserId: 7 }));
	expect(await lists.polls(4)).toEqual([120, 151].map((id) => `Badge.Awarded Athletes/7/Badges/${id}`));
});

describe('Existing Records Too', () => {
	it('emits the newest, and what has no room at the next polls, the oldest first', async () => {
		const lists = new PolledLists(['Badge.Awarded', 'Athlete.Created', 'Class.Published'], {
			emitsExisting: true,
			maxItems: 10,
			firstPollLimit: 30,
			// What has no room does not wait until its list is due.
			callsPerDay: 30,
		});
		lists.awards = ids(39).map(award);
		lists.athletes = ids(39).map((UserId) => ({ UserId }));
		lists.classes = ids(39).map((id) => lesson(id, 1 + id / 10));
		const told = await lists.polls(12, 1 / 4);
		const all = (name: string, subject: (id: number) => string) => ids(30, 10).map((id) => `${name} ${subject(id)}`);
		for (const [name, subject] of Object.entries({
			'Badge.Awarded': (id: number) => `Athletes/7/Badges/${id}`,
			'Athlete.Created': (id: number) => `Athletes/${id}`,
			'Class.Published': (id: number) => `Classes/${id}`,
		}))
			expect(told.filter((one) => one.startsWith(name))).toEqual(all(name, subject));
		expect(told).toHaveLength(90);
	});

	it('emits as many as the limit says, also more than a poll reads again', async () => {
		const lists = new PolledLists(['Badge.Awarded'], { emitsExisting: true, firstPollLimit: 120 });
		lists.awards = ids(130).map(award);
		expect(await lists.poll()).toHaveLength(120);
	});

	it('emits as many of each event of a list', async () => {
		const lists = new PolledLists(['UserSubscription.Created', 'Membership.CreditsLow'], { emitsExisting: true, firstPollLimit: 1 });
		lists.memberships = [{ ...membership(1, 7, 100), MaxActivities: 10, AvailableActivities: 1 }, membership(2, 8, 100)];
		expect(await lists.poll()).toEqual(['Membership.CreditsLow UserSubscriptions/1', 'UserSubscription.Created UserSubscriptions/2']);
	});

	it('emits a record that appears below them at a later poll', async () => {
		const lists = new PolledLists(['Badge.Awarded'], { emitsExisting: true, firstPollLimit: 1 });
		for (const awards of [
			[10, 12],
			[10, 11, 12],
		])
			expect(await Object.assign(lists, { awards: awards.map(award) }).poll()).toHaveLength(1);
	});

	it('emits the latest classes of all calendars once, also of a read over several polls', async () => {
		for (const maxCalls of [1, 25]) {
			const lists = new PolledLists(['Class.Published'], { emitsExisting: true, firstPollLimit: 3, maxCalls });
			lists.classes = [lesson(1, 9), lesson(2, 5)];
			lists.otherClasses.PT = [lesson(3, 8), lesson(4, 4)];
			lists.otherClasses.Services = [lesson(5, 7), lesson(6, 3), lesson(1, 9)];
			expect(await lists.polls(60, 1 / 60)).toEqual([5, 3, 1].map((id) => `Class.Published Classes/${id}`));
		}
	});
});

it('an update of somebody who had no watched value is emitted', async () => {
	const lists = await new PolledLists(['Contact.Updated']).begin({ contacts: [{ UserId: 1 }, { UserId: 2, Phone: '2' }] });
	lists.contacts[0] = { UserId: 1, Phone: '1' };
	expect(await lists.poll()).toEqual(['Contact.Updated Contacts/1']);
});

it('an update of a class or a booking that moves beyond Look Ahead names its begin', async () => {
	const lists = new PolledLists(['Class.Updated', 'ClassParticipant.Updated']);
	const moved = lesson(1, 3);
	lists.classes = [moved, lesson(2, 3)];
	lists.bookings = [booking(1, 7, 3), booking(2, 7, 3)];
	await lists.poll();
	for (const row of [moved, lists.bookings[0]]) row.Begin = inDays(30);
	for (let poll = 0; poll < 2; poll++) await lists.poll();
	expect(lists.items).toMatchObject([
		{ eventType: 'ClassParticipant.Updated', changed: ['Begin'] },
		{ eventType: 'Class.Updated', changed: ['Begin'] },
	]);
	expect(await lists.polls(4)).toEqual([]);
	expect(lists.calls.filter((call) => call.endsWith('Id}'))).toEqual([]);
});

it('a removed membership names its athlete', async () => {
	const lists = await new PolledLists(['UserSubscription.Deleted']).begin({ memberships: [membership(1, 7, 100), membership(2, 8, 100)] });
	lists.memberships = lists.memberships.slice(1);
	for (let poll = 0; poll < 2; poll++) await lists.poll();
	expect(lists.items).toMatchObject([{ ids: { userSubscriptionId: 1, userId: 7 }, record: null }]);
});

describe('what no poll has read', () => {
	const OF_PLACES = ['Class.Full', 'Class.PlaceFree'];
	const OF_ENDS = ['Membership.EndsSoon', 'Membership.Ended', 'Membership.Renewed'];
	const OF_FREEZES = ['Membership.Suspended', 'Membership.Resumed', 'Membership.SuspensionEndsSoon'];
	const full = { classes: [lesson(1, 3)], bookings: [booking(1, 7, 3)] };
	const queue = { bookings: [booking(1, 7, 3, { State: 'Queued' })] };
	const none = { AvailableActivities: undefined };
	const fewer = [1, 2].map((UserId) => ({ UserId, Visits: 1, Prior: 9 }));
	const less = fewer.map((row) => ({ ...row, [row.UserId === 1 ? 'Prior' : 'Visits']: null }));
	const short = membership(3, 7, 5, { From: inDays(1) });
	const [flagged, frozen] = [{ IsSuspended: true }, { SuspensionStartUTC: inDays(-5) }].map((more) => membership(1, 7, 90, more));
	const [card, usedUp] = [1, 0].map((left) => membership(2, 7, 90, { MaxActivities: 10, AvailableActivities: left }));
	const [over, ending, current] = [-20, 5, 60].map((days) => membership(100 + days, 7, days, none));

	it.each<[what: string, events: string[], before: Partial<PolledLists>, gap: Partial<PolledLists>]>([
		['places of a full class', OF_PLACES, full, { classes: [lesson(1, 3, { MaxLocalParticipants: undefined })] }],
		['class that its calendar lacks', OF_PLACES, full, { classes: [lesson(2, 9)] }],
		['booking that can be read by itself', OF_PLACES, full, { bookings: [], unlisted: full.bookings }],
		['queue of an unlisted booking', ['ClassParticipant.OffWaitingList'], queue, { bookings: [], unlisted: queue.bookings }],
		['visits of a period', ['Athlete.VisitsDropping'], { summaries: fewer }, { summaries: less }],
		['begin of a membership', OF_ENDS, { memberships: [short] }, { memberships: [{ ...short, From: undefined }] }],
		['begin of a class', ['Class.BeginsSoon'], { classes: [lesson(1, 0.5)] }, { classes: [{ ClassId: 1, Begin: null }] }],
		['flag of a freeze', OF_FREEZES, { memberships: [flagged] }, { memberships: [{ ...flagged, IsSuspended: undefined }] }],
		['flag of a freeze with a start', OF_FREEZES, { memberships: [{ ...frozen, IsSuspended: true }] }, { memberships: [frozen] }],
		['freeze of a disabled membership', OF_FREEZES, { memberships: [frozen] }, { memberships: [membership(1, 7, 90, { Disabled: true })] }],
		['visits left of a card', ['Membership.CreditsLow'], { memberships: [card] }, { memberships: [{ ...card, ...none }] }],
		['visits left of a used-up card', OF_ENDS, { memberships: [ending, usedUp] }, { memberships: [ending, { ...usedUp, ...none }] }],
		['product of a membership', OF_ENDS, { memberships: [ending] }, { memberships: [{ ...ending, ClassSubscriptionId: undefined }] }],
		['end of an earlier membership', OF_ENDS, { memberships: [over, ending] }, { memberships: [{ ...over, To: 'soon' }, ending] }],
		['end of the current membership', OF_ENDS, { memberships: [over, current] }, { memberships: [over, { ...current, To: 'soon' }] }],
	])('is as it was, and is no event when it is shown again: %s', async (_what, events, before, gap) => {
		const lists = await new PolledLists(events, { priorField: 'Prior', products: [1] }).begin(before);
		Object.assign(lists, gap);
		expect(await lists.polls(3)).toEqual([]);
		Object.assign(lists, { unlisted: [], ...before });
		expect(await lists.polls(2)).toEqual([]);
	});

	it('is unknown: a full class whose places no poll has read yet is not hardly booked', async () => {
		const lists = new PolledLists(['Class.Published'], { hoursBefore: 24 });
		lists.classes = [lesson(2, 9)];
		lists.otherClasses.PT = [lesson(1, 1.5)];
		lists.bookings = [booking(1, 7, 1.5)];
		await lists.poll();
		lists.settings = { ...lists.settings, events: ['Class.Published', 'Class.HardlyBooked'] };
		lists.failing.set('PT', lists.failure(403));
		for (let poll = 0; poll < 20; poll++) expect(await lists.poll(0.9).catch(() => [])).toEqual([]);
	});

	it('of a property counts as null once a later page shows the property', async () => {
		const level = (UserId: number, CurrentLevel?: string) => ({ UserId, CurrentLevel });
		const lists = await new PolledLists(['Athlete.LevelChanged']).begin({ otherPageSize: 1, engagement: [level(1), level(2)] });
		lists.engagement = [level(1), level(2, 'Base')];
		expect(await lists.poll()).toEqual([]);
		lists.engagement = [level(1, 'Pro'), level(2, 'Base')];
		expect(await lists.poll()).toEqual(['Athlete.LevelChanged Athletes/1']);
		lists.engagement = [level(1), level(2, 'Pro')];
		expect((await lists.poll()).sort()).toEqual([1, 2].map((id) => `Athlete.LevelChanged Athletes/${id}`));
	});

	it('may be unknown for a while: a record that changes again meanwhile is told twice, and the list is read once more', async () => {
		const lists = await new PolledLists(['Athlete.Updated']).begin({
			otherPageSize: 1,
			athletes: [1, 2].map((UserId) => ({ UserId, Phone: '1', Email: 'a' })),
		});
		lists.settings = { ...lists.settings, maxCalls: 1, callsPerDay: 100 };
		// The first page shows no phone, so the list is read again after the second one.
		lists.athletes[0] = { UserId: 1, Email: 'b' };
		const told = [await lists.poll(), [String(lists.items[0].changed)], await lists.poll(0.1)];
		lists.athletes[0] = { UserId: 1, Email: 'c' };
		for (let poll = 0; poll < 3; poll++) told.push(await lists.poll(0.1));
		expect([told.flat(), lists.calls]).toEqual([['Athlete.Updated Athletes/1', 'Email,Phone', 'Athlete.Updated Athletes/1'], []]);
		lists.athletes[0] = { UserId: 1 };
		expect(await lists.polls(4)).toEqual(['Athlete.Updated Athletes/1']);
	});

	it('belongs to the calendar that a class is in now', async () => {
		const lists = new PolledLists(['Class.Unpublished']);
		const other = lesson(9, 5);
		lists.otherClasses.PT = [lesson(1, 3), other];
		lists.classes = [lesson(2, 3)];
		await lists.poll();
		// The class changes into the first calendar, then its old one is empty for a while, and then it is taken out.
		lists.otherClasses.PT = [];
		lists.classes = [lesson(1, 3), lesson(2, 3)];
		lists.unlisted = [other];
		await lists.poll(0.1);
		lists.classes = [lesson(2, 3)];
		await lists.poll(0.1);
		expect(await lists.poll(0.3)).toEqual(['Class.Unpublished Classes/1']);
	});
});

it('a clock that was ahead by ten days silences nothing, and what began meanwhile is not new afterwards', async () => {
	const lists = await new PolledLists(['Athlete.Created', 'Class.Published', 'Class.BeginsSoon'], { callsPerDay: 400 }).begin({
		athletes: [{ UserId: 1 }],
		classes: [lesson(1, 2), lesson(2, 12)],
	});
	expect((await lists.poll(240)).sort()).toEqual([]);
	await lists.poll(1);
	lists.now -= 241 * 3_600_000;
	lists.athletes.push({ UserId: 2 });
	expect(await lists.polls(4, 1 / 4)).toEqual(['Athlete.Created Athletes/2']);
	expect(await lists.polls(30)).toEqual(['Class.BeginsSoon Classes/1']);
});

it('a class at the very end of Look Ahead lies beyond it', async () => {
	const lists = await new PolledLists(['Class.Published'], { lookAhead: 1, hoursBefore: 1 }).begin();
	lists.classes = [lesson(1, 1 + 2 / 24)];
	expect([await lists.poll(), await lists.poll(0.1)]).toEqual([[], ['Class.Published Classes/1']]);
});

it.each([400, 500])('the error %d at a later page keeps what was read and emitted before', async (status) => {
	const lists = await new PolledLists(['Athlete.Updated', 'Contact.Created']).begin({
		otherPageSize: 2,
		athletes: ids(6).map((UserId) => ({ UserId, Phone: '1' })),
	});
	lists.athletes[0].Phone = '2';
	let calls = 0;
	lists.onCall = (call) => {
		if (call === 'GET /Athletes' && ++calls % 2 === 0) throw lists.failure(status);
	};
	const told: string[] = [];
	for (let poll = 0; poll < 8; poll++) told.push(...(await lists.poll(0.1).catch(() => [])));
	expect([told, calls]).toEqual([['Athlete.Updated Athletes/1'], 13]);
});

it('a change of an option emits nothing by itself', async () => {
	const numbers = (options.options as INodeProperties[]).filter(({ type }) => type === 'number');
	const changes = numbers.flatMap(({ name, typeOptions = {} }) =>
		[typeOptions.minValue, typeOptions.maxValue].map((value) => [name, value]),
	);
	for (const [name, value] of changes) {
		const lists = new PolledLists([...ALL_EVENTS], SETTINGS);
		lists.pageSize = Infinity;
		lists.classes = ids(6).map((id) => lesson(id, id ** 2 - 0.5));
		lists.bookings = ids(6).flatMap((id) => [7, 8].map((UserId) => booking(id, UserId, id ** 2 - 0.5)));
		lists.memberships = ids(6).map((id) => membership(id, id, id ** 3 - 3, { MaxActivities: 10, AvailableActivities: id }));
		lists.athletes = ids(6).map((UserId) => ({ UserId, ClientStage: 'Client' }));
		lists.trainings = ids(6).map((TrainingId) => ({ TrainingId, BeginDateLocal: inDays(-TrainingId) }));
		lists.summaries = ids(6).map((UserId) => ({ UserId, Recent: UserId % 3, Prior: 4 + UserId, Total: 9 + UserId }));
		await lists.polls(4, 1 / 4);
		Object.assign(lists.settings, { [String(name)]: value });
		expect([name, value, await lists.polls(8, 1 / 4)]).toEqual([name, value, []]);
	}
});

const OF_CLASSES = [
	'ClassParticipant.Created',
	'ClassParticipant.OffWaitingList',
	'Class.Published',
	'Class.Unpublished',
	'Class.BeginsSoon',
];

it.each<[Partial<PollSettings>, Partial<PollSettings>]>([
	[{ events: OF_CLASSES.slice(1) }, { events: OF_CLASSES }],
	[{ events: OF_CLASSES }, { events: OF_CLASSES.slice(1) }],
	[{}, { lookBack: 9 }],
	[{}, { lookAhead: 30 }],
	[{ lookAhead: 30 }, { lookAhead: 14 }],
	[{}, { hoursBefore: 700 }],
])('no event is lost where %j becomes %j, and what only another window shows is none', async (settings, changes) => {
	const lists = new PolledLists(OF_CLASSES, settings);
	const others = [booking(4, 7, -0.2), booking(9, 7, 20)];
	await lists.begin({ classes: [lesson(1, 3), lesson(9, 20)], bookings: [booking(1, 8, 3, { State: 'Queued' }), ...others] });
	Object.assign(lists.settings, changes);
	Object.assign(lists, { classes: [lesson(2, 3), lesson(5, -0.2), lesson(9, 20)], bookings: [booking(1, 8, 3), ...others] });
	expect((await lists.polls(3)).map((event) => event.split(/[. ]/)[1]).sort()).toEqual(['OffWaitingList', 'Published', 'Unpublished']);
});

it('the order of the entries of a choice is no other choice', () => {
	const chosen = { events: ['Membership.Ended', 'Athlete.StageChanged'], firstPoll: 'fromNow', fields: {}, products: [11, 2] };
	const lists = { stageFrom: ['Lead', 'Client'], stageTo: ['Qualified', 'Prospect'] };
	const turned = Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, [...values].reverse()]));
	const settings = settingsFrom({ ...lists, watchedFields: 'Phone, Email', milestones: '5, 1' }, chosen, 'utc');
	const same = settingsFrom({ ...turned, watchedFields: 'Email,Phone', milestones: '1,5' }, { ...chosen, products: [2, 11] }, 'utc');
	expect(same).toEqual(settings);
	expect(settings.products).toEqual([2, 11]);
});

it('memberships that were there are not new where another event replaces one that no poll has read to its end', async () => {
	const lists = new PolledLists(['Membership.Ended'], { maxCalls: 1 });
	lists.memberships = ids(9).map((id) => membership(id, id, 90));
	await lists.poll();
	lists.settings = { ...lists.settings, events: ['UserSubscription.Created'] };
	expect(await lists.polls(5)).toEqual([]);
});

it('classes that were there before their calendar could be read start nothing, but those that come while it cannot be read later do', async () => {
	const lists = new PolledLists(['Class.Published', 'Class.Full', 'Class.BeginsSoon']);
	lists.classes = [lesson(1, 3)];
	lists.otherClasses.PT = [lesson(2, 3), lesson(3, 0.9)];
	lists.bookings = [booking(2, 7, 3), booking(3, 7, 0.9)];
	lists.failing.set('PT', lists.failure(403));
	await lists.polls(4, 1 / 4);
	lists.failing.clear();
	expect(await lists.polls(16, 1 / 4)).toEqual([]);
	lists.failing.set('PT', lists.failure(403));
	lists.otherClasses.PT.push(lesson(4, 3));
	for (let poll = 0; poll < 4; poll++) expect(await lists.poll(1 / 4).catch(() => [])).toEqual([]);
	lists.failing.clear();
	expect(await lists.polls(8, 1 / 4)).toEqual(['Class.Published Classes/4']);
});

it.each([[[]], [['State']]])('a class moved after its begin is an update, unless other fields are watched: %j', async (watchedFields) => {
	const [moved, other] = ['A', 'B'].map((State, index) => lesson(index + 1, 0.5 + 9 * index, { State }));
	const lists = new PolledLists(['Class.Updated', 'Class.Published', 'Class.Unpublished'], { watchedFields });
	await lists.begin({ classes: [moved, other] });
	lists.classes = [other];
	expect(await lists.poll(24)).toEqual([]);
	lists.classes = [{ ...moved, Begin: inDays(4) }, other];
	await lists.poll();
	expect(lists.items.flatMap(({ changed }) => changed)).toEqual(watchedFields.length > 0 ? [] : ['Begin']);
	expect(await lists.poll()).toEqual([]);
	lists.classes = [other];
	expect(await lists.polls(3)).toEqual(['Class.Unpublished Classes/1']);
});

it('somebody who cancels and books again, in a class that was moved meanwhile, is booked anew and not changed', async () => {
	const events = ['ClassParticipant.Created', 'ClassParticipant.Updated', 'ClassParticipant.OffWaitingList'];
	const lists = await new PolledLists(events).begin({ bookings: [booking(1, 7, 0.5), booking(1, 8, 0.5)] });
	const [first, other] = lists.bookings;
	lists.bookings = [other];
	expect([await lists.poll(), await lists.poll()]).toEqual([[], []]);
	lists.bookings = [other, first].map((row) => ({ ...row, Begin: inDays(5) }));
	expect((await lists.poll(12)).sort()).toEqual([
		'ClassParticipant.Created Classes/1/Participants/7',
		'ClassParticipant.Updated Classes/1/Participants/8',
	]);
});

describe('after a class has begun', () => {
	const EVENTS = ['ClassParticipant.Created', 'ClassParticipant.Updated', 'ClassParticipant.Deleted', 'ClassParticipant.OffWaitingList'];
	const begun = async () => {
		const lists = new PolledLists(EVENTS, { lookBack: 48 });
		lists.bookings = [7, 8].map((UserId) => booking(1, UserId, 1 / 24, { State: 'Booked', Attendance: null }));
		await lists.poll(0);
		return lists;
	};

	it.each([
		[0.5, 'NoShow'],
		[47, 'Attended'],
	])('who is marked %d hours later is emitted, and so is who is added', async (hours, Attendance) => {
		const lists = await begun();
		await lists.poll(1);
		lists.bookings[0].Attendance = Attendance;
		lists.bookings.push(booking(1, 9, 1 / 24, { State: 'Booked', Attendance }));
		expect((await lists.poll(hours)).sort()).toEqual([
			'ClassParticipant.Created Classes/1/Participants/9',
			'ClassParticipant.Updated Classes/1/Participants/7',
		]);
		expect(lists.items.find(({ eventType }) => eventType === 'ClassParticipant.Updated')).toMatchObject({ changed: ['Attendance'] });
		expect(await lists.poll()).toEqual([]);
	});

	it('nothing is emitted once Look Back is over, nor who is removed or leaves the queue', async () => {
		const lists = await begun();
		lists.bookings.push(...[9, 10].map((UserId) => booking(1, UserId, 1 / 24, { State: 'Queued' })));
		await lists.poll(0.5);
		// Missing since shortly before the begin.
		lists.bookings.pop();
		expect(await lists.poll(0.3)).toEqual([]);
		lists.bookings = [lists.bookings[0], { ...lists.bookings[2], State: 'Queued' }];
		for (let poll = 0; poll < 4; poll++) expect(await lists.poll(1)).toEqual([]);
		await lists.poll(48);
		lists.bookings[0].Attendance = 'NoShow';
		for (let poll = 0; poll < 4; poll++) expect(await lists.poll(1)).toEqual([]);
	});
});

test.each([true, false])(
	'a club that has refused each call for more than an hour is an error, until it answers (again: %j)',
	async (again) => {
		const lists = new PolledLists(['Athlete.Created'], { emitsExisting: true });
		if (again) await lists.begin();
		if (again) await lists.polls(8, 1 / 4);
		lists.athletes = [{ UserId: 7 }];
		lists.onCall = () => {
			throw new ClubError('Too many calls', { description: '', failure: { cause: 'rate-limited' } });
		};
		expect(await lists.polls(again ? 4 : 5, 1 / 4)).toEqual([]);
		await expect(lists.poll(0.25)).rejects.toThrow('Too many calls');
		lists.onCall = () => undefined;
		expect(await lists.poll(0.25)).toEqual(['Athlete.Created Athletes/7']);
	},
);
