import * as limits from '../../../../nodes/shared/api/limits';

const HOUR_MS = 3_600_000;

describe('the limits of the API', () => {
	test('are those of the API description', () => {
		expect(limits).toMatchObject({
			PAGE: {
				people: 1000,
				summaries: 500,
				badgeAwards: 1000,
				bookings: 500,
				classes: 500,
				trainings: 100,
				trainingsWithTelemetry: 30,
				memberships: 5000,
			},
			ID: { min: 1, max: 2 ** 31 - 1 },
			EMAIL_MAX_LENGTH: 254,
			PASSWORD_LENGTH: { min: 6, max: 16 },
			ATTENDANCE_DAYS: { min: 1, max: 366 },
			MEMBERSHIP_DATES: {
				earliest: Date.parse('2020-01-01T00:00:00Z'),
				latest: Date.parse('2100-01-01T00:00:00Z'),
				shortestMs: 24 * HOUR_MS,
			},
			TELEMETRY_INTERVAL_MS: 5 * HOUR_MS,
			RATE: { callsPerWindow: 50, windowMs: 60_000, callsPerMonth: 25_000 },
			CALENDAR_TYPES: ['Club', 'PT', 'Services'],
		});
	});
});
