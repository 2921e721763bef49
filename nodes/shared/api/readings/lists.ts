import type { Question } from './question';

/** How lists are ordered, divided and bounded. */
export const LISTS = {
	cursors: {
		part: '§2.9',
		about: 'the cursors of a page with rows',
		readings: { both: 'both', ahead: 'the one that leads on', none: 'none: only the legacy range values lead on' },
	},
	emptyPageCursors: {
		part: '§2.9',
		about: 'the cursors of a page without rows that was asked for by a cursor',
		readings: { none: '`null`', repeated: 'the one that was sent' },
	},
	legacyFields: {
		part: '§2.9',
		about: 'the legacy range values of a page that has cursors',
		readings: { given: 'given', absent: '`null`' },
	},
	legacyIds: {
		part: '§2.9',
		about: '`NextId` and `PrevId`, which bounds include',
		readings: { beyond: 'one beyond the last row', last: 'that of the last row, which comes again' },
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
			list: '`Results` an empty list, `Continue` `false`',
			nullGoesOn: '`Results` `null`, `Continue` `true`',
			absent: 'neither `Results` nor `Continue`',
			noContent: '204 without a body',
		},
		code: ['shared/transport/answers.ts'],
		undrawn: true,
	},
	backwardRows: {
		part: '§2.9',
		about: 'the rows of a page that a PrevCursor leads to in an ascending list',
		readings: { descending: 'descending', ascending: 'ascending' },
	},
	idOrder: {
		part: '§4.1, §4.2, §4.6, §4.8',
		about: 'the direction of a list by id without bounds, where the document gives none',
		readings: { ascending: 'ascending', descending: 'descending' },
	},
	calendarOrder: {
		part: '§4.5',
		about: 'the direction of a calendar',
		readings: { ascending: 'the earliest first', descending: 'the latest first' },
	},
	trainingOrder: {
		part: '§4.8',
		about: 'the direction of the training lists',
		readings: {
			ascending: 'the oldest first',
			descending: 'the newest first',
			descendingWithTo: 'the newest first with only `to`, as of bookings',
		},
	},
	trainingBegin: {
		part: '§4.8',
		about: 'the Begin that trainings are ordered by',
		readings: { instant: 'the instant', local: 'the local time, but where there are no cursors' },
	},
	bounds: {
		part: '§4.4, §4.5, §4.8',
		about: 'what `from` and `to` of bookings, calendars and trainings are compared with',
		readings: { instant: 'the instant of the begin', local: 'the local time of the begin, as if it were UTC' },
		code: ['ClubPollTrigger/run.ts', 'Club/pickers/classes.ts'],
		undrawn: true,
	},
	resultOrder: {
		part: '§4.8',
		about: 'what the results of a challenge are ordered by',
		readings: { user: 'UserId', rank: 'the rank, but where there are no cursors' },
	},
	arrayOrder: {
		part: '§4.6, §4.7, §4.8',
		about: 'the order of a list that is a plain array',
		readings: { oldestFirst: 'the oldest first', newestFirst: 'the newest first' },
	},
	catalogueRange: {
		part: '§4.8',
		about: '`fromId` and `toId` at `GET /Subscriptions`',
		readings: { respected: 'respected', ignored: 'ignored, but where there are no cursors' },
	},
	challengeRange: {
		part: '§4.8',
		about: '`fromId` and `toId` at the lists of challenges and of results',
		readings: { respected: 'respected', ignored: 'ignored, but where there are no cursors' },
	},
	counts: {
		part: '§8',
		about: 'a `count` out of range, but of trainings',
		readings: { refused: '400', clamped: 'cut to the range' },
	},
	pageTime: {
		part: '§8',
		about: 'how long a page of a list takes',
		readings: { none: 'as good as no time', byRow: 'five milliseconds a row' },
		code: ['ClubPollTrigger/pageSize.ts'],
		undrawn: true,
	},
	emptyWindow: {
		part: '§4.4, §4.8',
		about: 'a window of bookings or trainings that ends before it begins',
		readings: { refused: '400', empty: 'an empty page' },
	},
	largestToId: {
		part: '§4.1',
		about: '`toId` of 2147483647, beyond which no id can be',
		readings: { taken: 'taken', overflows: '500: the club adds one to it' },
		code: ['shared/api/endpoints.ts'],
		undrawn: true,
	},
	listedRows: {
		part: '§1, §6.4',
		about: 'the records of people and assignments that a list of them holds, since it is no snapshot',
		readings: { all: 'all', oneMissing: 'all but the first', half: 'the second half of them', none: 'none: an empty page' },
		code: ['ClubPollTrigger/scanned.ts'],
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
	recentBookings: {
		part: '§4.8',
		about: 'who is among the recent participants',
		readings: { booked: 'who has booked last', begun: 'who is booked into the classes that have begun last' },
		undrawn: true,
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
