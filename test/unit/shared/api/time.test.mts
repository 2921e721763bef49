import fc from 'fast-check';
import { instantOf, timeIn, timeOf } from '../../../../nodes/shared/api/time';

const at = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());

describe('a time of the club', () => {
	test.each([
		['2026-11-21T18:00:00', 'Europe/Stockholm', '2026-11-21T17:00:00.000Z'],
		['2026-07-21T18:00:00', 'Europe/Stockholm', '2026-07-21T16:00:00.000Z'],
		['2026-11-21T18:00:00', 'America/New_York', '2026-11-21T23:00:00.000Z'],
		['2026-11-21T18:00:00.1234567', 'Pacific/Auckland', '2026-11-21T05:00:00.123Z'],
		['2026-11-21T18:00', 'utc', '2026-11-21T18:00:00.000Z'],
		['2026-11-21 18:00:00', 'Asia/Tokyo', '2026-11-21T09:00:00.000Z'],
		['2026-11-21', 'Asia/Tokyo', '2026-11-20T15:00:00.000Z'],
	])('without an offset, %s, is in the timezone of the workflow, %s', (text, zone, moment) => expect(at(timeOf(text, zone))).toBe(moment));

	test.each([
		'2026-11-21T18:00:00Z',
		'2026-11-21T18:00:00.0000000z',
		'2026-11-21T19:00+01:00',
		'2026-11-21T13:00:00-0500',
		'2026-11-21T19:00:00+01',
	])('with an offset, %s, is the same in every timezone', (text) => {
		for (const zone of ['utc', 'Asia/Tokyo', 'America/New_York']) expect(at(timeOf(text, zone))).toBe('2026-11-21T18:00:00.000Z');
	});

	test.each([
		...[undefined, null, 0, 1_700_000_000_000, {}],
		...['', 'soon', '18:00', '21', '2026-13-01T00:00:00', '2026-02-30T00:00:00', '2026-11-21T25:00:00Z'],
	])('that is unreadable, %j, is undefined', (value) => expect(timeOf(value, 'Asia/Tokyo')).toBeUndefined());

	test('in a property whose name ends in UTC is in UTC', () => {
		const record = {
			SuspensionStartUTC: '2026-12-24T00:00:00',
			ResetAtUtc: '2026-12-24T00:00:00',
			ReactivationDate: '2026-12-24T00:00:00',
		};
		expect(at(timeIn(record, 'SuspensionStartUTC', 'Asia/Tokyo'))).toBe('2026-12-24T00:00:00.000Z');
		expect(at(timeIn(record, 'ResetAtUtc', 'Asia/Tokyo'))).toBe('2026-12-24T00:00:00.000Z');
		expect(at(timeIn(record, 'ReactivationDate', 'Asia/Tokyo'))).toBe('2026-12-23T15:00:00.000Z');
		expect(at(timeIn({ SuspensionStartUTC: '2026-12-24T00:00:00+01:00' }, 'SuspensionStartUTC', 'utc'))).toBe('2026-12-23T23:00:00.000Z');
	});
});

test('instantOf reads only times with an offset', () => {
	for (const text of ['2026-11-21T18:00:00Z', '2026-11-21T19:00:00+0100']) expect(instantOf(text)).toBe(Date.UTC(2026, 10, 21, 18));
	for (const text of ['2026-11-21T18:00:00', '2026-11-21', '2026-11', undefined, 7]) expect(instantOf(text)).toBeNaN();
});

test('the timezone of the machine does not matter', () => {
	const minutes = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 });
	fc.assert(
		fc.property(minutes, (minute) => {
			const text = new Date(minute * 60_000).toISOString();
			expect(timeOf(text.slice(0, 19), 'utc')).toBe(minute * 60_000);
			expect(timeOf(text, 'Asia/Tokyo')).toBe(minute * 60_000);
		}),
	);
});
