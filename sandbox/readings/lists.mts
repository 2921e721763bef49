import type { Question } from './question.mts';

/** Questions about the order, the pages and the bounds of lists. */
export const LIST_READINGS = {
	cursors: {
		part: '§2.9',
		about: 'which cursors a page with rows has',
		readings: { both: 'both', ahead: 'only the cursor of the next page', none: 'none: only the legacy range values lead to the next page' },
	},
	emptyPageCursors: {
		part: '§2.9',
		about: 'the cursors of an empty page that was requested by a cursor',
		readings: { none: '`null`', repeated: 'the cursor that was sent' },
	},
	legacyFields: {
		part: '§2.9',
		about: 'the legacy range values of a page that has cursors',
		readings: { given: 'present', absent: '`null`' },
	},
	legacyIds: {
		part: '§2.9',
		about: '`NextId` and `PrevId`, which are inclusive bounds',
		readings: { beyond: 'one past the id of the last row', last: 'the id of the last row, which the next page repeats' },
	},
	fullLastPage: {
		part: '§4.1',
		about: '`Continue` of a full last page',
		readings: { continues: '`true`: an empty page follows', ends: '`false`' },
	},
	emptyPage: {
		part: '§4.1',
		about: 'a page without rows',
		readings: {
			list: '`Results` is an empty list, `Continue` is `false`',
			nullGoesOn: '`Results` is `null`, `Continue` is `true`',
			absent: 'neither `Results` nor `Continue`',
			noContent: '204 without a body',
		},
		undrawn: true,
	},
	idOrder: {
		part: '§4.1, §4.2, §4.6, §4.8',
		about: 'the direction of a list by id without bounds, if the document gives none',
		readings: { ascending: 'ascending', descending: 'descending' },
	},
	calendarOrder: {
		part: '§4.5',
		about: 'the direction of a calendar',
		readings: { ascending: 'earliest first', descending: 'latest first' },
		undrawn: true,
	},
	trainingOrder: {
		part: '§4.8',
		about: 'the direction of the training lists',
		readings: {
			ascending: 'oldest first',
			descending: 'newest first',
		},
		undrawn: true,
	},
	trainingBegin: {
		part: '§4.8',
		about: 'the start time that trainings are ordered by',
		readings: { instant: 'the moment in UTC', local: 'the local time, except in lists without cursors' },
	},
	bounds: {
		part: '§4.4, §4.5, §4.8',
		about: 'the time that the club compares with `from` and `to` of bookings, calendars and trainings',
		readings: { instant: 'the start as a moment in UTC', local: 'the local start time, read as if it were UTC' },
		undrawn: true,
	},
	resultOrder: {
		part: '§4.8',
		about: 'what the results of a challenge are ordered by',
		readings: { user: 'UserId', rank: 'the rank, except in lists without cursors' },
	},
	arrayOrder: {
		part: '§4.6, §4.7, §4.8',
		about: 'the order of a list that is a plain array',
		readings: { oldestFirst: 'oldest first', newestFirst: 'newest first' },
	},
	largestToId: {
		part: '§4.1',
		about: 'a `toId` of 2147483647, the largest possible id',
		readings: { taken: 'accepted', overflows: '500: the club adds one to it' },
		undrawn: true,
	},
	listedRows: {
		part: '§1, §6.4',
		about: 'which people and memberships a list contains, because a list is not a snapshot',
		readings: { all: 'all', oneMissing: 'all except the first', half: 'only the second half', none: 'none: an empty page' },
		undrawn: true,
	},
	participants: {
		part: '§4.8',
		about: '`GET /Classes/{classId}/Participants`',
		readings: { array: 'a plain array', page: 'a page' },
	},
	recentParticipants: {
		part: '§4.8',
		about: '`GET /Classes/Participants/Recent`',
		readings: { array: 'a plain array', page: 'a page' },
	},
	challenges: {
		part: '§4.8',
		about: '`GET /Challenges`',
		readings: { page: 'a page', array: 'a plain array' },
	},
	results: {
		part: '§4.8',
		about: '`GET /Challenges/{challengeId}/Results`',
		readings: { page: 'a page', array: 'a plain array' },
	},
} as const satisfies Record<string, Question>;
