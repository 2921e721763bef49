import { DAY_MS, MINUTE_MS } from './time';

// The limits of the API (§2, §4, §8), and those of this pack that people ask for. How long a call may take stands in transport/patience.ts.

/** The largest page of each list, in records (§4). */
export const PAGE = {
	people: 1000,
	summaries: 500,
	badgeAwards: 1000,
	bookings: 500,
	classes: 500,
	trainings: 100,
	trainingsWithTelemetry: 30,
	memberships: 5000,
	challenges: 1000,
	products: 500,
} as const;

/** The largest answer, and the longest list for a model: more would fill n8n's memory, or the model's. */
export const ANSWER = { bytes: 50_000_000, charactersForModel: 24_000 } as const;

/** Ids are positive int32 (§8). */
export const ID = { min: 1, max: 2_147_483_647 } as const;

export const EMAIL_MAX_LENGTH = 254;

/** Characters of `SetPasswordOnCreate` (§2.2, §8). */
export const PASSWORD_LENGTH = { min: 6, max: 16 } as const;

/** `days` of the reads of attendance (§4.2, §8). */
export const ATTENDANCE_DAYS = { min: 1, max: 366 } as const;

/** Dates of a user subscription, in ms since the epoch, and its shortest duration in milliseconds (§2.11, §8). */
export const MEMBERSHIP_DATES = {
	earliest: Date.UTC(2020, 0, 1),
	latest: Date.UTC(2100, 0, 1),
	shortestMs: DAY_MS,
} as const;

/** Longest interval of a read of raw telemetry, in milliseconds (§4.8, §8). */
export const TELEMETRY_INTERVAL_MS = 5 * 60 * 60 * 1000;

/** Calls that one club key may make (§8). Background calls leave one in `keptOneOf` calls of a window to people at a screen. */
export const RATE = { callsPerWindow: 50, windowMs: MINUTE_MS, callsPerMonth: 25_000, keptOneOf: 25 } as const;

export const CALENDAR_TYPES = ['Club', 'PT', 'Services'] as const;
