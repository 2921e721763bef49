import { simple } from '../../nodes/Club/simplify';

const ZONE = 'Europe/Stockholm';

describe('a simplified record', () => {
	test('of a class says first what it is, when, and with whom, in local time', () => {
		const record = {
			ClassId: 7,
			LocalSubscriptionIds: [11],
			Color: 'red',
			Name: 'Yoga',
			Begin: '2026-11-21T17:30:00.000Z',
			End: '2026-11-21T18:30:00Z',
			Instructor: 'Kim',
			Tags: ['x'],
		};
		expect(Object.entries(simple(record, ['ClassId', 'Begin', 'LocalSubscriptionIds'], ZONE))).toEqual([
			['Name', 'Yoga'],
			['Begin', '2026-11-21T18:30:00+01:00'],
			['End', '2026-11-21T19:30:00+01:00'],
			['Instructor', 'Kim'],
			['ClassId', 7],
			['LocalSubscriptionIds', [11]],
		]);
	});

	test('of a training keeps its time as it is, how long it took and what it gave', () => {
		const record = {
			TrainingId: 1,
			BeginDateLocal: '2026-11-21T07:00:00',
			BeginUTC: '2026-11-21T06:00:00Z',
			DurationSeconds: 1800,
			Calories: 300,
			Points: 40,
			Device: 'x',
		};
		expect(simple(record, ['TrainingId', 'BeginDateLocal'], ZONE)).toEqual({ ...record, Device: undefined });
	});

	test('keeps what the spec names though it is null, and nothing that the record has not', () => {
		expect(simple({ UserId: 1, Phone: null, Other: 1 }, ['UserId', 'Phone', 'Email'], ZONE)).toEqual({ Phone: null, UserId: 1 });
	});

	test('takes no word for another that begins like it', () => {
		expect(simple({ Endurance: 1, Startled: 2, TotalVisits: 3, FromAddress: 4 }, [], ZONE)).toEqual({});
	});

	test('leaves a time that has an offset, or is none, as it is', () => {
		const record = { Begin: '2026-11-21T17:30:00-05:00', End: 'soon', StartUTC: '2026-11-21T17:30:00Z' };
		expect(simple(record, [], ZONE)).toEqual(record);
	});
});
