import { Shape, simple } from '../../../../nodes/Club/run/output';

const ZONE = 'Europe/Stockholm';

describe('a simplified record', () => {
	test('of a training keeps its time unchanged, its duration and its results', () => {
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

	test('has null for each property that the API description names and the record lacks', () => {
		const row = { Phone: null, Email: null, UserId: 1 };
		expect(simple({ UserId: 1, Phone: null, Other: 1 }, ['UserId', 'Phone', 'Email'], ZONE)).toEqual(row);
	});

	test('does not confuse properties whose names begin or end alike', () => {
		const others = { Endurance: 1, Startled: 2, TotalVisits: 3, FromAddress: 4, UpFrom: 5, ReBegin: 6 };
		expect(simple({ ...others, NameTag: 1, EmailSent: 2, RoomSize: 3, StatusCode: 4 }, [], ZONE)).toEqual({});
	});

	test('begins with ID and name, whatever the order of the record', () => {
		const record = { Points: 1, State: 'Open', Room: 'A', Begin: 'soon', Email: 'a', LastName: 'b' };
		expect(Object.keys(simple(record, [], ZONE))).toEqual(['LastName', 'Email', 'Begin', 'Room', 'State', 'Points']);
	});

	test('converts a time in UTC to local time, however UTC is written', () => {
		for (const utc of ['Z', '+00:00', '+0000', '-00:00'])
			expect(simple({ Begin: `2026-11-21T17:30:00${utc}` }, [], ZONE)).toEqual({ Begin: '2026-11-21T18:30:00+01:00' });
		for (const other of ['Z?', '+02:00', '+01:00:00'])
			expect(simple({ End: `2026-11-21T17:30:00${other}` }, [], ZONE).End).toContain(other);
		expect(simple({ Start: 5 }, [], ZONE)).toEqual({ Start: 5 });
	});

	test('has a list only if the API description names it', () => {
		expect(simple({ Credits: [1], Points: [2] }, ['Points'], ZONE)).toEqual({ Points: [2] });
	});

	test('leaves a time with an offset, or a text that is no time, unchanged', () => {
		const record = {
			Begin: '2026-11-21T17:30:00-05:00',
			End: 'soon',
			StartUTC: '2026-11-21T17:30:00Z',
			LastBeginName: '2026-11-21T17:30:00Z',
		};
		expect(simple(record, [], ZONE)).toEqual(record);
	});
});

test.each([1, 2])('a part of a record names its person to a model only if it is somebody else: %d', (UserId) => {
	const record = { UserId: 1, Invitation: { UserId, Points: 40, Note: '' }, Friends: [{ UserId, Points: 0 }] };
	const own = UserId === 1 ? {} : { UserId };
	expect(new Shape(undefined, [], false, ZONE, true).all([record])).toEqual([
		{ UserId: 1, Invitation: { ...own, Points: 40 }, Friends: [{ ...own, Points: 0 }] },
	]);
});

test('a model gets a local time as it stands, whatever its offset, an instant in the zone of the workflow, and their days', () => {
	const times = { BeginLocal: '2026-11-21T23:30:00-05:00', End: '2026-11-22T23:30:00Z' };
	expect(new Shape(undefined, [], false, ZONE, true).all([times])).toEqual([
		{ BeginLocal: '2026-11-21T23:30:00', BeginLocalWeekday: 'Saturday', End: '2026-11-23T00:30:00+01:00', EndWeekday: 'Monday' },
	]);
});

test('a record of a list shows a model what is 0 or false, and nothing empty', () => {
	const record = { UserId: 1, Points: 0, IsGuest: false, Note: '', Room: null, Friends: [] };
	expect(new Shape(undefined, [], false, ZONE, true).all([record], true)).toEqual([{ UserId: 1, Points: 0, IsGuest: false }]);
});

test('a list without rows lacks no property', () => expect(new Shape('phone', [], false, ZONE, false).missing).toEqual([]));

test.each([
	['user_id, ROOM', false, [{ UserId: 1 }, { UserId: 2, Room: '4' }], [{ Room: null }, { Room: '4' }]],
	['PHONE', false, [{ UserId: 1 }], [{ Phone: null }]],
	[
		'',
		true,
		[{ UserId: 1 }, { UserId: 2, Room: 'A' }],
		[
			{ Room: null, UserId: 1, Phone: null },
			{ Room: 'A', UserId: 2, Phone: null },
		],
	],
])('rows that come together have the same columns: %s', (fields, isSimplified, rows, expected) => {
	expect(new Shape(fields, ['UserId', 'Phone'], isSimplified, ZONE, false).all(rows)).toMatchObject(expected);
});
