import { booking, inDays, membership, PolledLists } from '../support/polledLists.mts';

const LAST = ['Membership.EndsSoon', 'Membership.Ended', 'Membership.Renewed'];

describe('the last membership of an athlete', () => {
	it('is not a used-up card while another membership is valid', async () => {
		const lists = new PolledLists(LAST, { daysBefore: 3 });
		const card = membership(2, 7, 60, { MaxActivities: 10, AvailableActivities: 2 });
		lists.memberships = [membership(1, 7, 6), card];
		const told = await lists.days(10, (day) => {
			if (day === 3) card.AvailableActivities = 0;
		});
		expect(told).toEqual(['EndsSoon 1 on day 3', 'Ended 1 on day 7']);
	});

	it('ends at its known end if it is used up and no other is valid; a card that was never the last emits nothing', async () => {
		const lists = new PolledLists(LAST, { daysBefore: 3 });
		const card = membership(1, 7, 6, { MaxActivities: 10, AvailableActivities: 2 });
		const [other, earlier, imported] = [8, 7, 6].map((id) => membership(id, id, 6, { MaxActivities: 10, AvailableActivities: 0 }));
		const [short, later] = [membership(2, 9, 5), membership(9, 9, 60)];
		lists.memberships = [card, other, earlier];
		const told = await lists.days(10, (day) => {
			// One read lacks the earlier card, and all but the first one the later membership. A card of another system comes in used up.
			lists.memberships = [card, other, short, ...(day === 2 ? [] : [earlier]), ...(day === 1 ? [later] : [imported])];
			short.Disabled = day > 2;
			if (day === 3) card.AvailableActivities = 0;
		});
		expect(told).toEqual(['EndsSoon 1 on day 3', 'Ended 1 on day 7']);
	});

	it.each([[['Membership.Ended']], [LAST]])('ends at its known end if it is disabled and no other is valid: %j', async (events) => {
		const lists = new PolledLists(events, { daysBefore: 3 });
		const stopped = membership(1, 7, 9);
		lists.memberships = [stopped, membership(2, 8, 9, { Disabled: true }), membership(3, 9, 300), membership(4, 9, 9, { Disabled: true })];
		const told = await lists.days(12, (day) => {
			if (day === 7) stopped.Disabled = true;
		});
		expect(told).toEqual([...(events === LAST ? ['EndsSoon 1 on day 6'] : []), 'Ended 1 on day 10']);
	});

	it('is not a card that was used up before these events were chosen', async () => {
		const lists = await new PolledLists(['UserSubscription.Updated'], { daysBefore: 3 }).begin({
			memberships: [membership(1, 7, 4, { MaxActivities: 10, AvailableActivities: 0 })],
		});
		lists.settings = { ...lists.settings, events: [...LAST, 'UserSubscription.Updated'] };
		expect(await lists.days(8)).toEqual([]);
	});

	it('ends once: an earlier one that is the last again, since a later one that had ended is disabled, tells nothing', async () => {
		const lists = new PolledLists(LAST, { daysBefore: 3 });
		const later = membership(2, 7, 6);
		const running = membership(4, 8, 300);
		lists.memberships = [membership(1, 7, 2), later, membership(3, 8, 2), running];
		const told = await lists.days(12, (day) => {
			if (day === 9) later.Disabled = true;
			if (day === 10) running.Disabled = true;
		});
		expect(told).toEqual(['EndsSoon 2 on day 3', 'Ended 2 on day 7', 'Ended 3 on day 10']);
	});

	it.each([
		['disabled', { Disabled: true }],
		['used up', { MaxActivities: 1, AvailableActivities: 0 }],
	])('that is %s and then unlisted neither hides another one nor lets who comes back be forgotten', async (_, more) => {
		const lists = new PolledLists(LAST, { daysBefore: 3 });
		const [over, longer] = [membership(1, 7, 5), membership(3, 8, 60)];
		lists.memberships = [over, membership(2, 8, 9), longer];
		const told = await lists.days(14, (day) => {
			if (day === 7) for (const one of [over, longer]) Object.assign(one, more);
			if (day === 8) lists.unlisted = [over, longer];
			if (day === 8) lists.memberships = lists.memberships.filter((one) => !lists.unlisted.includes(one));
			if (day === 12) lists.memberships.push(membership(4, 7, 14, { From: inDays(12) }));
		});
		expect(told).toEqual(['EndsSoon 1 on day 2', 'Ended 1 on day 6', 'EndsSoon 2 on day 7', 'Ended 2 on day 10', 'Renewed 4 on day 12']);
	});

	it('is one of the chosen products', async () => {
		const lists = new PolledLists(LAST, { daysBefore: 3, products: [1] });
		lists.memberships = [
			membership(1, 7, 6),
			membership(2, 7, 300, { ClassSubscriptionId: 2 }),
			membership(3, 8, 6, { ClassSubscriptionId: 2 }),
		];
		expect(await lists.days(8, () => expect(lists.problem).toBeUndefined())).toEqual(['EndsSoon 1 on day 3', 'Ended 1 on day 7']);
	});

	it('is not hidden by one of another product, or an earlier one, that the list lacks', async () => {
		const lists = new PolledLists(LAST, { daysBefore: 3, products: [1] });
		lists.memberships = [membership(1, 7, 7), membership(2, 7, 300, { ClassSubscriptionId: 2 }), membership(3, 7, 6)];
		const told = await lists.days(9, (day) => {
			if (day === 2) lists.unlisted = lists.memberships.splice(1);
		});
		expect(told).toEqual(['EndsSoon 1 on day 4', 'Ended 1 on day 8']);
	});

	it('does not end soon if it is shorter than the warning', async () => {
		const lists = new PolledLists(['Membership.EndsSoon'], { daysBefore: 14 });
		await lists.poll(0);
		lists.memberships = [membership(1, 7, 2, { From: inDays(1) }), membership(2, 8, 10, { From: inDays(-5) })];
		expect(await lists.days(2)).toEqual(['EndsSoon 2 on day 1']);
	});

	it('that is enabled again counts again, although no row shows a begin, nor credits any more', async () => {
		const lists = new PolledLists(['Membership.Ended']);
		const none = { AvailableActivities: undefined, From: undefined };
		const enabled = membership(2, 7, 4, { Disabled: true, ...none });
		const card = membership(3, 8, 90, { ...none, MaxActivities: 10, AvailableActivities: 3 });
		lists.memberships = [membership(1, 7, 2, none), enabled, card];
		expect(await lists.poll()).toEqual([]);
		Object.assign(enabled, { Disabled: false });
		Object.assign(card, { MaxActivities: 0, ...none });
		expect(await lists.poll(24)).toEqual([]);
		expect(await lists.poll(48)).toEqual([]);
		expect(await lists.poll(48)).toEqual(['Membership.Ended UserSubscriptions/2']);
	});
});

test('a freeze with a flag ends when the flag does, whatever its start, and the next freeze is emitted', async () => {
	const lists = new PolledLists(['Membership.Suspended', 'Membership.Resumed', 'Membership.SuspensionEndsSoon'], { daysBefore: 3 });
	const frozen = membership(1, 7, 90, {
		IsSuspended: true,
		SuspensionState: 'Active',
		SuspensionStartUTC: inDays(-5),
		ReactivationDate: inDays(8),
	});
	lists.memberships = [frozen];
	const told = await lists.days(12, (day) => {
		if (day === 2) frozen.IsSuspended = false;
		if (day === 7) Object.assign(frozen, { IsSuspended: true, SuspensionStartUTC: inDays(6), ReactivationDate: inDays(11) });
		// Ended early when it was about to end, and followed by one before that end.
		if (day === 9) frozen.IsSuspended = false;
		if (day === 10) Object.assign(frozen, { IsSuspended: true, SuspensionStartUTC: inDays(9), ReactivationDate: inDays(12) });
	});
	const ofSecond = ['Suspended 1 on day 7', 'SuspensionEndsSoon 1 on day 8', 'Resumed 1 on day 9'];
	expect(told).toEqual([
		'Resumed 1 on day 2',
		...ofSecond,
		'Suspended 1 on day 10',
		'SuspensionEndsSoon 1 on day 10',
		'Resumed 1 on day 12',
	]);
});

test('Off Waiting List is emitted before the class begins, not after', async () => {
	const events = ['ClassParticipant.OffWaitingList', 'ClassParticipant.Updated'];
	const bookings = [0.5, 3].map((days, index) => booking(index + 1, 7, days, { State: 'Queued' }));
	const lists = await new PolledLists(events, { lookBack: 48 }).begin({ bookings });
	lists.bookings = bookings.map((row) => ({ ...row, State: 'Confirmed' }));
	expect((await lists.poll(24)).sort()).toEqual([
		'ClassParticipant.OffWaitingList Classes/2/Participants/7',
		...[1, 2].map((id) => `ClassParticipant.Updated Classes/${id}/Participants/7`),
	]);
});

it('the stage of a new athlete has changed from null unless it is Lead, but not at the first read', async () => {
	const lists = new PolledLists(['Athlete.StageChanged']);
	const at = (UserId: number, ClientStage: string | null) => ({ UserId, ClientStage });
	lists.athletes = [at(1, 'Client')];
	expect(await lists.poll()).toEqual([]);
	lists.athletes.push(at(2, 'Client'), at(3, 'Lead'), at(4, null));
	expect(await lists.poll()).toEqual(['Athlete.StageChanged Athletes/2']);
	expect(lists.items[0].previous).toEqual({ ClientStage: null });
	lists.settings = { ...lists.settings, stageFrom: ['Lead'] };
	lists.athletes.push(at(5, 'Client'));
	expect(await lists.poll()).toEqual([]);
});

test('an award with an ID below the newest one is new if it was earned lately, not if an athlete joined with it', async () => {
	const lists = new PolledLists(['Badge.Awarded']);
	const award = (AchievedBadgeId: number, UserId: number, days: number) => ({ AchievedBadgeId, UserId, AchievedAt: inDays(days) });
	lists.awards = [award(500, 1, -40), award(900, 1, -1)];
	lists.show = (rows) => [...rows, { UserId: 1, AchievedBadgeId: 0 }, { UserId: 1 }];
	await lists.poll();
	lists.awards.push(award(10, 2, -700), award(501, 2, -8), award(499, 3, -6));
	expect(await lists.poll()).toEqual(['Badge.Awarded Athletes/3/Badges/499']);
	lists.awards.push(award(950, 2, -150));
	expect(await lists.poll()).toEqual(['Badge.Awarded Athletes/2/Badges/950']);
	expect(await lists.poll()).toEqual([]);
	// No poll for three weeks.
	lists.awards.push(award(940, 3, 10));
	expect(await lists.poll(21 * 24)).toEqual(['Badge.Awarded Athletes/3/Badges/940']);
});

test('a contact who became an athlete is deleted as a contact', async () => {
	const person = { UserId: 7, ClientStage: 'Client' };
	const lists = await new PolledLists(['Contact.Deleted']).begin({ contacts: [person, { UserId: 8 }] });
	Object.assign(lists, { contacts: [{ UserId: 8 }], athletes: [person] });
	expect(await lists.polls(4)).toEqual(['Contact.Deleted Contacts/7']);
});

test('the last value of a property has changed once it is null, but not if its own properties are turned', async () => {
	const lists = new PolledLists(['Athlete.Updated', 'Athlete.LevelChanged', 'ClassParticipant.Updated']);
	lists.athletes = [{ UserId: 1, Phone: '1' }];
	lists.engagement = [{ UserId: 1, CurrentLevel: { Rank: 4, Name: 'Gold' } }];
	await lists.begin({ bookings: [booking(1, 7, 3, { Attendance: 'NoShow' })] });
	lists.engagement[0].CurrentLevel = { Name: 'Gold', Rank: 4 };
	expect(await lists.poll()).toEqual([]);
	lists.athletes[0].Phone = lists.engagement[0].CurrentLevel = lists.bookings[0].Attendance = null;
	expect((await lists.poll()).map((event) => event.split(' ')[0]).sort()).toEqual([...lists.settings.events].sort());
});

test('records without an ID are reported after three reads in a row, not after three in weeks', async () => {
	const lists = new PolledLists(['Athlete.Updated', 'Contact.Created', 'Contact.Updated']);
	const { contacts } = await lists.begin({ athletes: [{ UserId: 9 }], contacts: [1, 2, 3].map((UserId) => ({ UserId })) });
	const problems = [];
	for (const isSpoilt of [1, 0, 1, 0, 1, 0, 1, 1, 1, 1]) {
		lists.show = (rows, call) => (isSpoilt && call === 'GET /Contacts' ? [...rows.slice(1), { UserId: 'one' }] : rows);
		// A poll with an item reports nothing.
		if (problems.length === 8) contacts.push({ UserId: 4 });
		await lists.poll(24);
		problems.push(lists.problem === undefined ? 0 : 1);
	}
	expect(problems).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});

test('a changed athlete always has the name of the changed property, for 640 phone numbers', async () => {
	const lists = await new PolledLists(['Athlete.Updated'], { maxItems: 1000 }).begin({
		athletes: Array.from({ length: 640 }, (_, index) => ({ UserId: index + 1, Phone: `+39 ${index}`, LastName: 'A' })),
	});
	lists.athletes = lists.athletes.map((one, index) => ({ ...one, Phone: `+46 ${index}` }));
	expect(await lists.poll()).toHaveLength(640);
	const lacking = lists.items.filter(({ changed }) => !(changed as string[]).includes('Phone'));
	expect(lacking).toEqual([]);
});

test('a changed booking always has the name of the changed property, also of a new one; the balance and the class are no part of it', async () => {
	const lists = new PolledLists(['ClassParticipant.Updated']);
	const Begin = new Date(lists.now + 5 * 24 * 3_600_000).toISOString();
	const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`Field${index}`, index]));
	lists.bookings = [1, 2, 3, 4, 5].map((UserId) => ({ ClassId: 1, UserId, Begin, ...many }));
	await lists.poll();
	const [early, late, added, back, same] = lists.bookings;
	Object.assign(early, { Field0: 'other' });
	Object.assign(late, { Field9: 'other' });
	Object.assign(added, { CancelledAt: Begin });
	Object.assign(back, { Field9: undefined });
	Object.assign(same, { TotalCredits: 9, Class: { Name: 'Yoga' } });
	await lists.poll();
	const names = lists.items.map(({ changed }) => changed as string[]);
	expect(names).toEqual([['Field0'], ...['Field9', 'CancelledAt', 'Field9'].map((name) => expect.arrayContaining([name]) as string[])]);
	expect(names.flat()).not.toContain('Begin');
	lists.bookings.pop();
	expect(await lists.poll()).toEqual([]);
});
