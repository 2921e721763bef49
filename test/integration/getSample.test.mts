import { useTimeWithoutWaits } from './poll/support/waits.mts';
import { EVENT_NAMES, POLLED_NAMES, parseSubject } from '../../nodes/shared/api/eventSubjects';
import { testClub } from '../support/club.mts';

// A club that sends no rate headers makes the node wait for the next minute.
useTimeWithoutWaits();
const club = testClub();
const sample = async (eventType: string) => await club.run({ resource: 'event', operation: 'getSample', eventType });

describe('a sample', () => {
	test.each(EVENT_NAMES)('of %s has the shape of a delivery, and a subject that stands for a real record', async (eventType) => {
		const { rows, error } = await sample(eventType);
		expect(error).toBeUndefined();
		const [{ id, subject, ids, ...event }] = rows as Array<{ id: string; subject: string; ids: object; data: object }>;
		expect(Object.keys(rows[0])).toEqual([
			'id',
			'topic',
			'subject',
			'eventType',
			'eventTime',
			'data',
			'dataVersion',
			'metadataVersion',
			'ids',
			'sample',
		]);
		expect(id).toMatch(/^sample-/);
		expect(event).toMatchObject({
			eventType,
			dataVersion: '1.0',
			data: expect.any(Object),
			sample: { madeUp: expect.arrayContaining(['id', 'topic', 'eventTime']), note: expect.any(String) },
		});
		expect(ids).toEqual(parseSubject(subject)?.ids);
		expect(['Plans' in event.data, 'Email' in event.data && eventType.includes('.Level')]).toEqual([eventType.includes('.Plans.'), false]);
		expect(club.calls().length).toBeLessThanOrEqual(eventType.startsWith('Training') ? 3 : 1);
		const resolved = await club.run({ resource: 'event', operation: 'resolve', subject, eventType: 'Any.Updated' });
		if (!eventType.startsWith('Class.')) expect(resolved.rows[0].record).toEqual(expect.any(Object));
	});

	test.each(POLLED_NAMES)('of %s, which only polls find, has the shape of a poll and names its person', async (eventType) => {
		const { rows, error } = await sample(eventType);
		expect(error).toBeUndefined();
		expect(Object.keys(rows[0])).toEqual(['id', 'eventType', 'subject', 'eventTime', 'ids', 'record', 'polled', 'sample']);
		expect(rows[0]).toMatchObject({ eventType, polled: true, record: expect.any(Object), ids: expect.any(Object) });
		expect(rows[0].ids).toMatchObject({ [eventType.startsWith('Class.') ? 'classId' : 'userId']: expect.any(Number) });
		expect(club.calls()).toHaveLength(1);
	});
});

describe('a club without such a record', () => {
	test('is an error that says so', async () => {
		const { awards } = club.sandbox.club;
		const kept = [...awards];
		awards.clear();
		const { error } = await sample('Badge.Awarded');
		for (const [id, award] of kept) awards.set(id, award);
		expect(error?.message).toBe('The club has no record for Badge.Awarded yet');
	});

	test.each([403, 404])('of which it lacks some calendars (%d) is the same error; one that lacks all of them says that', async (status) => {
		const { classes } = club.sandbox.club;
		const kept = [...classes];
		classes.clear();
		const errorWithout = async (calendars: string[]) => {
			const when = ({ url }: { url: string }) => calendars.some((name) => url.includes(`/Calendars/${name}?`));
			club.sandbox.inject({ kind: 'status', status, match: { when, every: true } });
			const { error } = await sample('Class.BeginsSoon');
			club.sandbox.clearFaults();
			return error?.message;
		};
		expect(await errorWithout(['PT', 'Services'])).toBe('The club has no record for Class.BeginsSoon yet');
		expect(await errorWithout(['Club', 'PT', 'Services'])).not.toBe('The club has no record for Class.BeginsSoon yet');
		for (const [id, one] of kept) classes.set(id, one);
	});
});
