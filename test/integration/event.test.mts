import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/index.mts';
import { testClub } from '../support/club.mts';
import { membershipsIn, athletesIn, bookingsIn, recordsIn } from '../support/shown.mts';

// What a catalogue costs that ignores its bounds is a topic of its own.
const club = testClub();

/** Resolves events as the trigger gives them, without a parameter set by the user. */
const resolve = async (...events: IDataObject[]) => await club.run({ resource: 'event', operation: 'resolve' }, { items: events });
/** How a record is given in the dialect of the run. */
type Shows = (sandbox: Sandbox, records: readonly IDataObject[]) => unknown[];
const firstOf = <T,>(rows: Map<unknown, T>): T => [...rows.values()][0];

describe('event: resolve', () => {
	test.each([
		[
			'Athlete.Updated',
			() => firstOf(club.sandbox.club.athletes),
			athletesIn as Shows,
			({ UserId }: IDataObject) => `Athletes/${UserId}`,
			({ UserId }: IDataObject) => `/Athletes/${UserId}`,
		],
		[
			'Contact.Created',
			() => firstOf(club.sandbox.club.contacts),
			athletesIn as Shows,
			({ UserId }: IDataObject) => `Contacts/${UserId}`,
			({ UserId }: IDataObject) => `/Contacts/${UserId}`,
		],
		[
			'Badge.Awarded',
			() => firstOf(club.sandbox.club.awards),
			recordsIn as Shows,
			({ UserId, AchievedBadgeId }: IDataObject) => `Athletes/${UserId}/Badges/${AchievedBadgeId}`,
			({ AchievedBadgeId }: IDataObject) => `/BadgeAwards/${AchievedBadgeId}`,
		],
		[
			'UserSubscription.Updated',
			() => firstOf(club.sandbox.club.userSubscriptions),
			membershipsIn as Shows,
			({ UserClassSubscriptionId: id }: IDataObject) => `UserSubscriptions/${id}`,
			({ UserClassSubscriptionId: id }: IDataObject) => `/UserSubscriptions/${id}`,
		],
		[
			'ClassParticipant.Created',
			() => club.sandbox.club.bookings[0],
			bookingsIn as Shows,
			({ ClassId, UserId }: IDataObject) => `Classes/${ClassId}/Participants/${UserId}`,
			({ ClassId, UserId }: IDataObject) => `/Classes/${ClassId}/Participants/${UserId}`,
		],
	])('%s gives the current record', async (eventType, recordOf, shows, subjectOf, pathOf) => {
		const record = recordOf() as unknown as IDataObject;
		const subject = subjectOf(record);
		const { rows } = await resolve({ subject, eventType, data: { old: true } });
		expect(rows).toEqual([{ subject, eventType, ids: expect.any(Object), record: shows(club.sandbox, [record])[0] }]);
		expect(club.calls()).toEqual([`GET ${pathOf(record)}`]);
	});

	test('a training, a level and a product', async () => {
		const { TrainingId, UserId } = firstOf(club.sandbox.club.trainings);
		const { ClassSubscriptionId } = firstOf(club.sandbox.club.products);
		const { rows } = await resolve(
			{ subject: `Trainings/${TrainingId}`, eventType: 'Training.Created' },
			{ subject: `Athletes/${UserId}/Levels`, eventType: 'Athlete.LevelChanged' },
			{ subject: `Subscriptions/${ClassSubscriptionId}`, eventType: 'Subscription.Published' },
			{ subject: `Subscriptions/${ClassSubscriptionId}/Plans`, eventType: 'Subscription.Plans.Updated' },
		);
		expect(rows.map(({ ids }) => ids)).toEqual([
			{ trainingId: TrainingId },
			{ userId: UserId },
			{ subscriptionId: ClassSubscriptionId },
			{ subscriptionId: ClassSubscriptionId },
		]);
		expect(rows.map(({ record }) => record)).toEqual([
			expect.objectContaining({ TrainingId }),
			expect.objectContaining({ UserId, CurrentMonthTotals: expect.any(Object) }),
			expect.objectContaining({ ClassSubscriptionId }),
			expect.objectContaining({ ClassSubscriptionId }),
		]);
		expect(club.calls().slice(2)).toEqual([
			'GET /Subscriptions?fromId=1&count=500',
			'GET /Subscriptions?fromId=1&withPlans=true&count=500',
		]);
	});

	test.each([
		['Athletes/999999', 'Athlete.Updated', 1, /left the club/],
		['Athletes/999999', 'Athlete.Deleted', 1, /left the club/],
		['Contacts/999999', 'Contact.Deleted', 1, /ConvertedToAthlete/],
		['Subscriptions/999999', 'Subscription.Updated', 1, /Read the catalogue again/],
		['Subscriptions/11', 'Subscription.Deleted', 0, /Read the catalogue again/],
		['UserSubscriptions/999999', 'UserSubscription.Deleted', 0, /See "data" of the deletion event for its last state/],
	])('%s of %s has no record, but advice (%i calls)', async (subject, eventType, calls, advice) => {
		const { rows } = await resolve({ subject, eventType });
		expect(rows).toEqual([{ subject, eventType, ids: expect.any(Object), record: null, advice: expect.stringMatching(advice) }]);
		expect(club.calls()).toHaveLength(calls);
	});

	test.each([
		['Classes', 'Class.Updated', /Get Calendar/],
		['Clubs/1', 'Club.Renamed', /API does not document this subject/],
	])(
		'%s of %s is no single record: it has advice and no `record`, so that nobody takes it for deleted',
		async (subject, eventType, advice) => {
			const { rows } = await resolve({ subject, eventType });
			expect(rows).toEqual([{ subject, eventType, ids: {}, advice: expect.stringMatching(advice) }]);
			expect(club.calls()).toEqual([]);
		},
	);

	test('a late event of a deletion does not hide an athlete who is back', async () => {
		const athlete = firstOf(club.sandbox.club.athletes);
		const { rows } = await resolve({ subject: `Athletes/${athlete.UserId}`, eventType: 'Athlete.Deleted' });
		expect(rows[0].record).toEqual(athletesIn(club.sandbox, [athlete])[0]);
	});

	test('many events of one subject cost one call', async () => {
		const { UserId } = firstOf(club.sandbox.club.athletes);
		const { rows } = await resolve(...Array.from({ length: 5 }, () => ({ subject: `Athletes/${UserId}`, eventType: 'Athlete.Updated' })));
		expect(rows).toHaveLength(5);
		expect(club.calls()).toHaveLength(1);
	});

	test('the type is optional, the subject required', async () => {
		const { UserId } = firstOf(club.sandbox.club.athletes);
		expect((await resolve({ subject: `Athletes/${UserId}` })).rows[0]).toMatchObject({ record: { UserId } });
		const { error } = await resolve({ eventType: 'Athlete.Updated' });
		expect(error?.message).toBe('"Subject" is missing');
		expect(club.calls()).toEqual([]);
	});

	test('a failing club is an error, not a deleted record', async () => {
		club.sandbox.inject({ kind: 'status', status: 403, match: { every: true } });
		const { error } = await resolve({ subject: 'Athletes/7', eventType: 'Athlete.Updated' });
		expect(error?.httpCode).toBe('403');
	});
});
