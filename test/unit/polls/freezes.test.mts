import type { IDataObject } from 'n8n-workflow';
import { inDays, membership, PolledLists } from '../support/polledLists.mts';

describe('a membership that is frozen', () => {
	const EVENTS = ['Membership.Suspended', 'Membership.Resumed', 'Membership.SuspensionEndsSoon'];
	const polled = (settings = {}) => new PolledLists(EVENTS, { daysBefore: 3, ...settings });
	const freeze = (from: number, to?: number): IDataObject => ({
		SuspensionState: 'Scheduled',
		SuspensionStartUTC: inDays(from),
		ReactivationDate: to === undefined ? null : inDays(to),
	});

	it('is emitted when the freeze begins, ends soon and ends, although the record stays the same', async () => {
		const lists = polled();
		lists.memberships = [membership(1, 7, 90, { ...freeze(2, 9), IsSuspended: false })];
		expect(await lists.days(12)).toEqual(['Suspended 1 on day 2', 'SuspensionEndsSoon 1 on day 6', 'Resumed 1 on day 9']);
	});

	it('is emitted with the ID of its athlete, but not if it was frozen at the first poll', async () => {
		const lists = await polled().begin({
			memberships: [membership(1, 7, 90, freeze(-5, 1)), membership(2, 8, 90, freeze(-5)), membership(3, 9, 90)],
		});
		Object.assign(lists.memberships[2], freeze(0));
		expect(await lists.poll()).toEqual(['Membership.Suspended UserSubscriptions/3']);
		expect(lists.items[0]).toMatchObject({ ids: { userSubscriptionId: 3, userId: 9 } });
	});

	it.each<[after: IDataObject, before?: IDataObject]>([
		[{ SuspensionState: 'None', SuspensionStartUTC: null, ReactivationDate: null }],
		[{ SuspensionState: null, SuspensionStartUTC: null }],
		[{}],
		[{ SuspensionState: 'NotSuspended', SuspensionStartUTC: inDays(-5), ReactivationDate: null }],
		[{ SuspensionState: 'None' }, { IsSuspended: true }],
		[{ IsSuspended: false }, { IsSuspended: true }],
	])('has resumed once the record says %j', async (after, before = freeze(-5)) => {
		const lists = await polled().begin({ memberships: [membership(1, 7, 90, before)] });
		lists.memberships = [membership(1, 7, 90, after)];
		expect(await lists.poll()).toEqual(['Membership.Resumed UserSubscriptions/1']);
		expect(await lists.poll()).toEqual([]);
	});

	it('is found by the legacy property if the record has no times', async () => {
		const lists = await polled().begin({ memberships: [membership(1, 7, 90, { IsSuspended: false })] });
		lists.memberships[0].IsSuspended = true;
		expect(await lists.poll()).toEqual(['Membership.Suspended UserSubscriptions/1']);
	});

	it('is emitted at the first poll with Existing Records Too', async () => {
		const lists = polled({ emitsExisting: true });
		lists.memberships = [membership(1, 7, 90, freeze(-5, 2)), membership(2, 8, 90)];
		expect(await lists.poll()).toEqual(['Membership.Suspended UserSubscriptions/1', 'Membership.SuspensionEndsSoon UserSubscriptions/1']);
	});
});

describe('a membership that is renewed', () => {
	const EVENTS = ['Membership.EndsSoon', 'Membership.Ended', 'Membership.Renewed'];

	it('is emitted once, when it is extended or another one follows', async () => {
		const lists = await new PolledLists(EVENTS, { daysBefore: 3 }).begin({
			memberships: [membership(1, 7, 2), membership(2, 8, -9), membership(3, 9, 60), membership(4, 10, 2)],
		});
		lists.memberships[0].To = inDays(40);
		lists.memberships[2].To = inDays(90);
		lists.memberships.push(membership(5, 8, 30), membership(6, 9, 120));
		expect((await lists.poll()).sort()).toEqual(['Membership.Renewed UserSubscriptions/1', 'Membership.Renewed UserSubscriptions/5']);
		expect(lists.items.map(({ ids }) => ids)).toEqual([
			{ userSubscriptionId: 5, userId: 8 },
			{ userSubscriptionId: 1, userId: 7 },
		]);
		expect(lists.calls).toEqual(['GET /UserSubscriptions', 'GET /UserSubscriptions']);
		expect(await lists.poll()).toEqual([]);
	});

	it('is emitted for a short one after the end, but not while the last one still ends soon, nor for athletes who left', async () => {
		const short = membership(10, 9, 2, { From: inDays(0) });
		const lists = await new PolledLists(EVENTS, { daysBefore: 3 }).begin({
			memberships: [membership(1, 7, 1), membership(2, 8, -2), membership(3, 9, -2), membership(4, 10, 50), membership(5, 11, 50)],
		});
		lists.memberships.push(membership(6, 7, 2), short);
		expect(await lists.poll()).toEqual(['Membership.EndsSoon UserSubscriptions/6', 'Membership.Renewed UserSubscriptions/10']);
		lists.memberships = lists.memberships.filter(({ UserId }) => UserId !== 8);
		expect(await lists.polls(3)).toEqual([]);
		lists.memberships.push(membership(7, 7, 40), membership(8, 8, 40));
		expect(await lists.poll()).toEqual(['Membership.Renewed UserSubscriptions/7']);
	});
});

describe('the stage of an athlete', () => {
	const person = (UserId: number, ClientStage: string | null): IDataObject => ({ UserId, ClientStage });

	it('is emitted once, some days after it was first seen, and again after another stage', async () => {
		const lists = new PolledLists(['Athlete.StaysAtStage', 'Athlete.StageChanged'], { stageTo: ['Lead'], daysAtStage: 5 });
		lists.athletes = [person(1, 'Lead'), person(2, 'Client'), person(3, 'Lead')];
		await lists.begin();
		const told = await lists.days(19, (day) => {
			if (day === 2) lists.athletes[2] = person(3, 'Client');
			if (day === 4) lists.athletes[1] = person(2, 'Lead');
			if (day === 10) lists.athletes[0] = person(1, 'Client');
			if (day === 11) lists.athletes[0] = person(1, 'Lead');
		});
		expect(told).toEqual([
			'StageChanged 2 on day 4',
			'StaysAtStage 1 on day 5',
			'StaysAtStage 2 on day 9',
			'StageChanged 1 on day 11',
			'StaysAtStage 1 on day 16',
		]);
	});

	it('is learned anew with other days, and counts on if the club leaves it out once', async () => {
		const lists = await new PolledLists(['Athlete.StaysAtStage'], { daysAtStage: 2 }).begin({ athletes: [person(1, 'Lead')] });
		lists.athletes = [person(1, null)];
		await lists.poll(24);
		lists.athletes = [person(1, 'Lead')];
		expect(await lists.poll(24)).toEqual(['Athlete.StaysAtStage Athletes/1']);
		lists.settings = { ...lists.settings, daysAtStage: 1 };
		expect([await lists.poll(), await lists.poll(24)]).toEqual([[], ['Athlete.StaysAtStage Athletes/1']]);
	});

	it('of a contact is emitted with the stage before, if both events are chosen', async () => {
		const lists = await new PolledLists(['Contact.StageChanged'], { stageTo: ['Qualified'] }).begin({
			contacts: [person(1, 'Lead'), person(2, 'Lead'), person(3, 'Lead')],
		});
		lists.contacts = [person(1, 'Qualified'), person(2, 'Prospect'), person(3, 'Lead'), person(4, 'Qualified')];
		expect(await lists.poll()).toEqual(['Contact.StageChanged Contacts/1', 'Contact.StageChanged Contacts/4']);
		expect(lists.items).toMatchObject([
			{ ids: { userId: 1 }, previous: { ClientStage: 'Lead' }, changed: ['ClientStage'] },
			{ ids: { userId: 4 }, previous: { ClientStage: null }, changed: ['ClientStage'] },
		]);
		// Other stages to look for are no reason to forget those that were.
		lists.settings = { ...lists.settings, stageTo: ['Client'] };
		lists.contacts[1] = person(2, 'Client');
		expect(await lists.poll()).toEqual(['Contact.StageChanged Contacts/2']);
	});
});
