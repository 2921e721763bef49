import { readFileSync } from 'node:fs';
import { CLASS_PLACES, TAKES_PLACE } from '../../../../nodes/ClubPollTrigger/causes/classes';
import { formOfValue } from '../../../../nodes/ClubPollTrigger/causes/polledEvent';
import { POLLED_EVENTS } from '../../../../nodes/ClubPollTrigger/causes/polledEvents';
import { DEFAULTS } from '../../../../nodes/ClubPollTrigger/causes/settings';
import { stateFrom } from '../../../../nodes/ClubPollTrigger/scan/state';
import { PolledLists } from '../../support/polledLists.mts';

const EVENTS = [
	'Athlete.Created',
	'Athlete.Updated',
	'Athlete.Deleted',
	'Athlete.StageChanged',
	'Athlete.StaysAtStage',
	'Athlete.Absent',
	'Badge.Awarded',
	'Membership.EndsSoon',
	'Membership.Ended',
	'Class.Published',
	'Class.Full',
	'ClassParticipant.Created',
];

const person = (UserId: number, ClientStage: string, Phone = '1') => ({ UserId, ClientStage, Phone });
const membership = (id: number, UserId: number, To: string) => ({
	...{ UserClassSubscriptionId: id, UserId, From: '2026-01-01', To },
	...{ MaxActivities: 0, AvailableActivities: 0, Disabled: false },
});
const booking = (ClassId: number, UserId: number) => ({ ClassId, UserId, Begin: '2026-05-02T10:00:00Z', State: 'booked' });
const lesson = (ClassId: number) => ({ ClassId, Begin: '2026-05-02T10:00:00Z', MaxLocalParticipants: 2, Name: 'Yoga' });

/** The club of the stored memory. */
function club(): PolledLists {
	const lists = new PolledLists(EVENTS, { daysAtStage: 1, zone: 'utc' });
	lists.athletes = [person(1, 'Lead'), person(2, 'Client'), person(3, 'Client')];
	lists.summaries = [1, 2, 3].map((UserId) => ({ UserId, Visits: 1, TotalCheckIns: 5 }));
	lists.awards = [{ AchievedBadgeId: 7, UserId: 1, AchievedAt: '2026-04-30T10:00:00Z' }];
	lists.memberships = [membership(11, 1, '2027-01-01'), membership(12, 2, '2026-05-20')];
	lists.classes = [lesson(21)];
	lists.bookings = [booking(21, 1)];
	return lists;
}

/** The memory of a trigger that polled this club once, as version 1 of the state has it. No later version may change this file. */
const STORED = readFileSync(new URL('state.v1.json', import.meta.url), 'utf8').trim();

describe('a memory of version 1', () => {
	it('is what a poll of this version stores', async () => {
		const lists = club();
		await lists.poll();
		expect(JSON.parse(lists.memory)).toEqual(JSON.parse(STORED));
	});

	it('is read: what is as it was starts nothing', async () => {
		const lists = club();
		lists.memory = STORED;
		lists.now += 3_600_000;
		expect(await lists.poll()).toEqual([]);
	});

	it('is read: only what changed since then starts the workflow, once', async () => {
		const lists = club();
		lists.memory = STORED;
		lists.now += 25 * 3_600_000;
		lists.athletes = [person(1, 'Client'), person(2, 'Client', '2'), person(4, 'Lead')];
		lists.summaries = [1, 2, 4].map((UserId) => ({ UserId, Visits: UserId === 2 ? 0 : 1, TotalCheckIns: 5 }));
		lists.awards.push({ AchievedBadgeId: 8, UserId: 2, AchievedAt: '2026-05-02T09:30:00Z' });
		lists.memberships[1] = membership(12, 2, '2026-05-10');
		lists.classes.push({ ...lesson(22), Begin: '2026-05-03T10:00:00Z' });
		lists.bookings.push({ ...booking(22, 4), Begin: '2026-05-03T10:00:00Z' });
		expect((await lists.poll()).sort()).toEqual([
			'Athlete.Absent Athletes/2',
			'Athlete.Created Athletes/4',
			'Athlete.Deleted Athletes/3',
			'Athlete.StageChanged Athletes/1',
			'Athlete.StaysAtStage Athletes/2',
			'Athlete.Updated Athletes/1',
			'Athlete.Updated Athletes/2',
			'Badge.Awarded Athletes/2/Badges/8',
			'Class.Published Classes/22',
			'ClassParticipant.Created Classes/22/Participants/4',
			'Membership.EndsSoon UserSubscriptions/12',
		]);
		expect(await lists.poll()).toEqual([]);
	});
});

it('a memory of another version is an error, since to begin anew would lose events', () => {
	expect(() => stateFrom('{"version":2}')).toThrow('Another version of this pack');
	expect(() => stateFrom('{}')).toThrow('Another version of this pack');
	expect(stateFrom(undefined)).toBeUndefined();
});

/** The forms of values as version 1 of the state has them, with the settings below. With another form, an event would be learned anew. */
const FORMS = {
	'Athlete.Absent': '[null,["Recent",30]]',
	'Athlete.CameBack': '[null,["Recent",30]]',
	'Athlete.LevelChanged': '["CurrentLevel",null]',
	'Athlete.NeverCame': '[null,["Total",30]]',
	'Athlete.StageChanged': '["ClientStage",null]',
	'Athlete.StaysAtStage': '[null,[["Lead"],14]]',
	'Athlete.VisitMilestone': '[null,["Total",[1,10,50,100]]]',
	'Athlete.Visited': '[null,"Total"]',
	'Athlete.VisitsDropping': '[null,["Recent","Prior",30,50]]',
	'Class.BeginsSoon': '[null,24]',
	'Class.Full': '[null,["State",14]]',
	'Class.HardlyBooked': '[null,["State",14,24,2]]',
	'Class.PlaceFree': '[null,["State",14]]',
	'Class.places': '[null,null]',
	'ClassParticipant.OffWaitingList': '[null,"State"]',
	'ClassParticipant.takesPlace': '[null,"State"]',
	'Contact.StageChanged': '["ClientStage",null]',
	'Membership.Changed': '["Status",null]',
	'Membership.CreditsLow': '[null,1]',
	'Membership.Ended': '[null,[3]]',
	'Membership.EndsSoon': '[null,[14,[3]]]',
	'Membership.Renewed': '[null,[14,[3]]]',
	'Membership.Resumed': '[null,null]',
	'Membership.Suspended': '[null,null]',
	'Membership.SuspensionEndsSoon': '[null,14]',
};

it('the form of each value is that of version 1', () => {
	const fields = { absenceField: 'Recent', totalField: 'Total', priorField: 'Prior', queuedField: 'State' };
	const settings = { ...DEFAULTS, ...fields, stageTo: ['Lead'], stageFrom: ['Client'], products: [3], events: [] };
	const values = [...POLLED_EVENTS.filter(({ cause }) => cause === 'value'), CLASS_PLACES, TAKES_PLACE];
	expect(Object.fromEntries(values.map((value) => [value.name, formOfValue(value, settings)]))).toEqual(FORMS);
});
