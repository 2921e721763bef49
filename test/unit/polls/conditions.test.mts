import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { PollSettings } from '../../../nodes/ClubPollTrigger/defaults';
import { inDays, membership, PolledLists } from '../support/polledLists.mts';

const MEMBERSHIP_EVENTS = ['Membership.EndsSoon', 'Membership.Ended', 'Membership.CreditsLow'];

const limited = (left: number | null | undefined, MaxActivities = 10) => ({ MaxActivities, AvailableActivities: left });

describe('a condition', () => {
	it('is emitted once, when it becomes true, and again only after it was false, whatever else somebody has', async () => {
		const polls = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 8 });
		await fc.assert(
			fc.asyncProperty(polls, async (low) => {
				const lists = new PolledLists(['Membership.CreditsLow']);
				let before: Set<number> | undefined;
				for (const ids of low.map((one) => new Set(one))) {
					lists.memberships = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => membership(id, 1 + (id % 3), 90, limited(ids.has(id) ? 1 : 2)));
					const expected = [...ids].filter((id) => before && !before.has(id)).sort();
					expect(await lists.poll(24)).toEqual(expected.map((id) => `Membership.CreditsLow UserSubscriptions/${id}`));
					before = ids;
				}
			}),
			{ numRuns: 30 },
		);
	});

	it('is emitted for a new record if it is true; an event that is chosen later is not emitted for existing records', async () => {
		const lists = await new PolledLists(['Membership.EndsSoon']).begin({ memberships: [membership(1, 7, 5), membership(2, 8, -5)] });
		lists.settings = { ...lists.settings, events: MEMBERSHIP_EVENTS };
		lists.memberships.push(membership(3, 9, 6));
		expect(await lists.poll()).toEqual(['Membership.EndsSoon UserSubscriptions/3']);
		lists.memberships.push(membership(4, 10, -1, limited(2)));
		expect(await lists.poll()).toEqual(['Membership.Ended UserSubscriptions/4']);
	});

	it('is learned anew if its parameter changes; other events go on', async () => {
		const lists = new PolledLists(['Membership.EndsSoon', 'Membership.CreditsLow'], { daysBefore: 3 });
		const athlete = membership(1, 7, 60, limited(5));
		lists.memberships = [athlete, membership(2, 8, 10)];
		await lists.poll();
		lists.settings = { ...lists.settings, daysBefore: 20 };
		athlete.AvailableActivities = 1;
		expect(await lists.poll()).toEqual(['Membership.CreditsLow UserSubscriptions/1']);
		lists.memberships.push(membership(3, 9, 10));
		expect(await lists.poll()).toEqual(['Membership.EndsSoon UserSubscriptions/3']);
	});

	it('that is already true is emitted by the first poll with Existing Records Too, up to the limit of each event', async () => {
		const lists = new PolledLists(MEMBERSHIP_EVENTS, { emitsExisting: true, firstPollLimit: 2 });
		lists.memberships = [1, 2, 3].flatMap((n) => [membership(n, 20 - n, n), membership(10 + n, 10 - n, -n)]);
		lists.memberships.sort((a, b) => Number(a.UserClassSubscriptionId) - Number(b.UserClassSubscriptionId));
		expect((await lists.poll()).sort()).toEqual([
			'Membership.Ended UserSubscriptions/12',
			'Membership.Ended UserSubscriptions/13',
			'Membership.EndsSoon UserSubscriptions/2',
			'Membership.EndsSoon UserSubscriptions/3',
		]);
		expect(await lists.poll()).toEqual([]);
	});
});

describe('a scan of memberships that takes several polls', () => {
	const begun = async (settings: Partial<PollSettings> = {}) => {
		const lists = await new PolledLists(['Membership.EndsSoon'], settings).begin({
			memberships: [1, 2, 3, 4, 5, 6].map((id) => membership(id, id, 30)),
		});
		lists.settings = { ...lists.settings, maxCalls: 1 };
		return lists;
	};

	it('emits at its end, with records that are read again', async () => {
		const lists = await begun();
		for (const id of [1, 2]) lists.memberships[id - 1] = membership(id, id, 5);
		expect([await lists.poll(), await lists.poll()]).toEqual([[], []]);
		for (const id of [1, 2]) {
			expect(await lists.poll()).toEqual([`Membership.EndsSoon UserSubscriptions/${id}`]);
			expect(lists.calls).toEqual(['GET /UserSubscriptions/{userSubscriptionId}']);
			expect(lists.items).toMatchObject([{ ids: { userSubscriptionId: id }, record: lists.memberships[id - 1] }]);
		}
		expect([await lists.poll(), await lists.poll(), await lists.poll()]).toEqual([[], [], []]);
	});

	it('does not emit a membership that is gone before it could be read again', async () => {
		const lists = await begun();
		lists.memberships[0] = membership(1, 1, 5);
		await lists.poll();
		await lists.poll();
		lists.memberships.shift();
		expect(await lists.poll()).toEqual([]);
	});

	it('starts again if a parameter changes meanwhile, and does not emit existing memberships, with the end that they have now', async () => {
		const lists = await begun();
		await lists.poll();
		lists.memberships[0] = membership(1, 1, 20);
		lists.settings = { ...lists.settings, daysBefore: 60 };
		expect([await lists.poll(), await lists.poll(), await lists.poll()]).toEqual([[], [], []]);
		lists.settings = { ...lists.settings, maxCalls: 10 };
		lists.memberships.push(membership(7, 7, 50));
		expect(await lists.poll()).toEqual(['Membership.EndsSoon UserSubscriptions/7']);
	});
});

describe('the last membership of an athlete', () => {
	/** The memberships of which it is said that they end soon, when they have just become known. */
	const last = async (memberships: IDataObject[]) => {
		const lists = await new PolledLists(['Membership.EndsSoon'], { daysBefore: 100 }).begin();
		const told = await Object.assign(lists, { memberships }).poll();
		return told.map((item) => Number(item.split('/')[1])).sort((a, b) => a - b);
	};

	it('is the one that ends last; if two end together, the newer one', async () => {
		const rows = [
			membership(1, 7, 10),
			membership(2, 7, 20, { To: '2026-05-21T10:00:00+02:00' }),
			membership(3, 7, 20, { To: '2026-05-21T08:00:00.900Z' }),
			membership(4, 8, 5, { From: null }),
		];
		expect(await last(rows)).toEqual([3, 4]);
	});

	it('is the older one if it ends last, also over several polls', async () => {
		const rows = [membership(1, 7, 20), membership(2, 8, 1), membership(3, 8, 2), membership(9, 7, 10)];
		expect(await last(rows)).toEqual([1, 3]);
		const lists = await new PolledLists(['Membership.EndsSoon'], { daysBefore: 15 }).begin();
		lists.memberships = rows;
		lists.settings = { ...lists.settings, maxCalls: 1 };
		expect(await lists.polls(6)).toEqual(['Membership.EndsSoon UserSubscriptions/3']);
	});

	it('is compared anew if another one becomes the last', async () => {
		const lists = await new PolledLists(MEMBERSHIP_EVENTS).begin({ memberships: [membership(1, 7, -5)] });
		const renewal = membership(2, 7, 5);
		lists.memberships.push(renewal);
		expect(await lists.poll()).toEqual(['Membership.EndsSoon UserSubscriptions/2']);
		lists.memberships.push(membership(3, 7, 8));
		expect(await lists.poll()).toEqual(['Membership.EndsSoon UserSubscriptions/3']);
		lists.memberships.splice(1);
		// Only a read of the missing one shows that it is gone, and the next read of the list who is the last then.
		expect([await lists.poll(), await lists.poll(), await lists.poll()]).toEqual([[], [], ['Membership.Ended UserSubscriptions/1']]);
	});

	it('has few credits left only where they are limited, and while it has not ended', async () => {
		const lists = await new PolledLists(['Membership.CreditsLow'], { credits: 2 }).begin();
		const credits = [limited(0, 1), limited(2), limited(3), limited(null), limited(undefined), {}, { ...limited(0), Disabled: true }];
		lists.memberships = [...credits.map((more, index) => membership(index + 1, index + 1, 9, more)), membership(8, 8, -1, limited(0))];
		expect(await lists.poll()).toEqual(['Membership.CreditsLow UserSubscriptions/1', 'Membership.CreditsLow UserSubscriptions/2']);
		const [low] = lists.memberships.splice(0, 1, membership(1, 1, 9));
		expect(await lists.poll()).toEqual([]);
		lists.memberships[0] = low;
		expect(await lists.poll()).toEqual(['Membership.CreditsLow UserSubscriptions/1']);
	});

	it('that was disabled hides no other one that ends earlier', async () => {
		const lists = await new PolledLists(['Membership.EndsSoon']).begin({ memberships: [membership(1, 7, 60)] });
		lists.memberships = [membership(1, 7, 60, { Disabled: true }), membership(2, 7, 5)];
		expect(await lists.poll()).toEqual(['Membership.EndsSoon UserSubscriptions/2']);
	});

	it.each([{ To: 'soon' }, { UserId: null }])('is unknown if the club gives %j, and is reported', async (more) => {
		const lists = await new PolledLists(['Membership.Ended']).begin();
		lists.memberships = [membership(1, 7, -5, more), ...[2, 3, 4].map((id) => membership(id, 8, 90))];
		expect(await lists.polls(3)).toEqual([]);
		expect(lists.problem).toBe('A record of GET /UserSubscriptions cannot be read because its ID or its time is missing or not valid');
		lists.memberships = [membership(1, 7, -5)];
		expect(await lists.poll()).toEqual(['Membership.Ended UserSubscriptions/1']);
	});
});

describe('a class that begins soon', () => {
	const classAt = (ClassId: number, hours: number): IDataObject => ({ ClassId, Begin: inDays(hours / 24) });
	const begun = async (...classes: IDataObject[]) => await new PolledLists(['Class.BeginsSoon']).begin({ classes });

	it('is emitted once, and again when it is moved', async () => {
		const lists = await begun(classAt(1, 40), classAt(2, 60));
		expect([await lists.poll(20), await lists.poll()]).toEqual([['Class.BeginsSoon Classes/1'], []]);
		lists.classes = [classAt(1, 41), classAt(2, 60)];
		expect([await lists.poll(), await lists.poll()]).toEqual([['Class.BeginsSoon Classes/1'], []]);
		lists.classes = [classAt(1, 80), classAt(2, 60)];
		expect(await lists.poll()).toEqual([]);
		expect(await lists.poll(40)).toEqual(['Class.BeginsSoon Classes/1']);
	});

	it.each([[['Class.BeginsSoon']], [['Class.BeginsSoon', 'Class.Published']]])(
		'is not emitted again when it is unpublished and published again (%j), and is forgotten once it has begun',
		async (events) => {
			const lists = await begun(classAt(1, 10), ...[2, 3, 4, 5, 6].map((id) => classAt(id, 200)));
			lists.settings = { ...lists.settings, events };
			await lists.poll();
			const [, ...others] = lists.classes;
			const all = [...others, classAt(7, 12)];
			lists.classes = all;
			const added = events.slice(1).map((event) => `${event} Classes/7`);
			expect((await lists.poll()).sort()).toEqual(['Class.BeginsSoon Classes/7', ...added]);
			lists.classes = others;
			expect([await lists.poll(), await lists.poll(), await lists.poll()]).toEqual([[], [], []]);
			lists.classes = all;
			expect(await lists.poll()).toEqual(added);
			lists.classes = others;
			await lists.poll();
			await lists.poll();
			await lists.poll(20);
			lists.classes = [...others, classAt(7, 30)];
			expect((await lists.poll()).sort()).toEqual(['Class.BeginsSoon Classes/7', ...added]);
		},
	);

	it('is emitted at the first poll with Existing Records Too', async () => {
		const settings = { emitsExisting: true, firstPollLimit: 1, lookAhead: 1, hoursBefore: 48 };
		const lists = new PolledLists(['Class.BeginsSoon', 'Class.Published'], settings);
		lists.classes = [classAt(1, 5), classAt(2, 40), classAt(3, 100)];
		expect((await lists.poll()).sort()).toEqual(['Class.BeginsSoon Classes/2', 'Class.Published Classes/2']);
		expect(await lists.poll()).toEqual([]);
	});
});

describe('an athlete who is absent', () => {
	const summaries = (visits: Record<number, number | null>) =>
		Object.entries(visits).map(([id, Visits]) => ({ UserId: Number(id), Visits }) as IDataObject);

	it('is one who came before, not a new athlete or one without check-in data', async () => {
		const lists = await new PolledLists(['Athlete.Absent']).begin({ summaries: summaries({ 1: 3, 2: 0, 3: null }) });
		lists.summaries = summaries({ 1: null, 2: 0, 3: 0, 4: 0 });
		expect(await lists.poll()).toEqual([]);
		lists.summaries = summaries({ 1: 0, 2: 1, 3: 0, 4: 0 });
		expect(await lists.poll()).toEqual(['Athlete.Absent Athletes/1']);
		lists.summaries = summaries({ 1: 0, 2: 0, 3: 0, 4: 0 });
		expect(await lists.poll()).toEqual(['Athlete.Absent Athletes/2']);
	});

	it('is not emitted if the earlier count is of another property', async () => {
		const lists = await new PolledLists(['Athlete.Absent']).begin({ summaries: [{ UserId: 1, Visits: 3, Rolling: 0 }] });
		lists.settings = { ...lists.settings, absenceField: 'Rolling' };
		expect(await lists.poll()).toEqual([]);
		lists.summaries = [{ UserId: 1, Visits: 3, Rolling: 1 }];
		await lists.poll();
		lists.summaries = [{ UserId: 1, Visits: 3, Rolling: 0 }];
		expect(await lists.poll()).toEqual(['Athlete.Absent Athletes/1']);
	});
});
