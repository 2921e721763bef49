import type { IDataObject } from 'n8n-workflow';
import { testClub } from '../support/club.mts';
import { athletesIn } from '../support/shown.mts';

// What a catalogue costs that ignores its bounds is a topic of its own.
const club = testClub();

/** Resolves events as the trigger gives them, without a parameter set by the user. */
const resolve = async (...events: IDataObject[]) => await club.run({ resource: 'event', operation: 'resolve' }, { items: events });
const firstOf = <T,>(rows: Map<unknown, T>): T => [...rows.values()][0];

describe('event: resolve', () => {
	test('a late event of a deletion does not hide an athlete who is back', async () => {
		const athlete = firstOf(club.sandbox.club.athletes);
		const event = { subject: `Athletes/${athlete.UserId}`, eventType: 'Athlete.Deleted' };
		const { rows } = await resolve(event);
		expect(rows).toMatchObject([{ ...event, record: athletesIn(club.sandbox, [athlete])[0] }]);
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
