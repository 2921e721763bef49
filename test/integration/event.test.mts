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
});
