import type { Question } from './question';

/** How records look. */
export const RECORDS = {
	nulls: {
		part: '§2, §6.1',
		about: 'a property without a value',
		readings: { given: '`null`', missing: 'missing' },
		code: ['ClubPollTrigger/comparison.ts'],
	},
	unnamedProperties: {
		part: '§2.1, §2.13',
		about: 'the properties of athletes, contacts, classes and trainings that the document does not name',
		readings: { ours: 'as the sandbox made them up', absent: 'none' },
	},
	dateTimes: {
		part: '§2',
		about: 'a moment that is not called UTC',
		readings: {
			milliseconds: 'in UTC, with milliseconds',
			seconds: 'in UTC, whole seconds',
			offset: 'in the zone of the club, with its offset',
		},
	},
	localTimes: {
		part: '§2.13',
		about: 'the zone of `BeginDateLocal`',
		readings: { utc: 'UTC', club: 'that of the club', athlete: 'that of the athlete, different from one to the next' },
	},
	classTimes: {
		part: '§2.13, §4.4, §4.5',
		about: '`Begin` of a class and of a booking',
		readings: { moment: 'as other moments', local: 'the local time of the club, without an offset' },
		code: ['shared/api/time.ts'],
		undrawn: true,
	},
	bookingBegin: {
		part: '§2.13',
		about: 'where a booking says when its class begins',
		readings: { begin: '`Begin`', inClass: '`Begin` in its `Class`' },
		code: ['Club/resources/booking/getAll.ts', 'ClubPollTrigger/scanned.ts'],
		undrawn: true,
	},
	singleBegin: {
		part: '§4.8',
		about: '`Begin` of a class or a participant that is read by itself',
		readings: { given: 'given', absent: 'not given' },
		code: ['ClubPollTrigger/scanned.ts'],
		undrawn: true,
	},
	names: {
		part: '§2.13, §4.8',
		about: 'what a class, product, plan or challenge is called by',
		readings: { name: '`Name`', title: '`Title`' },
	},
	serialIds: {
		part: '§2.10, §2.11',
		about: 'what the ids of awards and assignments count',
		readings: { club: 'those of the club', platform: 'those of all clubs: two of the same second are hundreds apart' },
		code: ['ClubPollTrigger/window.ts'],
		undrawn: true,
	},
	emailCase: {
		part: '§2.1',
		about: 'an address that was sent with capitals, as it is given back',
		readings: { kept: 'as it was sent', lowered: 'in small letters' },
	},
	sensors: {
		part: '§2.1, §2.2',
		about: '`Sensors` and `EmailVerified` of an athlete or a contact',
		readings: { absent: 'not given', given: 'given where there are some' },
	},
	levels: {
		part: '§2.6',
		about: 'the type of `CurrentLevel`',
		readings: { number: 'a number', text: 'a text', object: 'an object' },
	},
	attendanceNames: {
		part: '§2.8',
		about: 'the names of the two counts of check-ins',
		readings: { rolling: '`RollingCheckIns`, `PriorCheckIns`', windows: '`CurrentWindowCount`, `PreviousWindowCount`' },
	},
	attendanceShape: {
		part: '§2.8',
		about: 'where the two counts of check-ins are',
		readings: { flat: 'beside the others', nested: 'as `CheckIns` in `CurrentPeriod` and `PreviousPeriod`' },
		code: ['ClubPollTrigger/events/people.ts'],
		undrawn: true,
	},
	attendanceCounts: {
		part: '§2.8',
		about: 'the two counts of check-ins of an athlete who never checked in',
		readings: { zero: '0', absent: 'not given' },
		code: ['ClubPollTrigger/events/people.ts'],
		undrawn: true,
	},
	assignmentDates: {
		part: '§2.11',
		about: '`From` and `To` of an assignment, as they are given back',
		readings: { asSent: 'as they were sent', utcSeconds: 'whole seconds, in UTC', clubSeconds: 'whole seconds, in the zone of the club' },
	},
	assignmentDays: {
		part: '§2.10, §2.11',
		about: 'the time of day of `From` and `To` of an assignment',
		readings: { kept: 'kept', whole: '`From` the first second of its day, `To` the last, in the zone of the club' },
		code: ['Club/resources/userSubscription/assign.ts'],
		undrawn: true,
	},
	unlimitedActivities: {
		part: '§2.11',
		about: '`AvailableActivities` of an assignment without a limit',
		readings: { zero: '0', none: '`null`' },
		code: ['Club/assignment.ts'],
		undrawn: true,
	},
	suspensionState: {
		part: '§2.11, §3.6',
		about: 'the values of `SuspensionState`',
		readings: {
			ours: '`None`, `Scheduled`, `Suspended`',
			others: '`NotSuspended`, `Pending`, `Active`',
			nullWhenNone: '`null`, `Scheduled`, `Suspended`',
		},
	},
	suspensionTimes: {
		part: '§2.11',
		about: 'the times of a suspension',
		readings: {
			moment: 'as other moments',
			noOffset: 'without an offset: what is called UTC in UTC, the other in the local time of the club',
		},
		code: ['shared/api/time.ts'],
		undrawn: true,
	},
	legacySuspension: {
		part: '§2.11',
		about: 'the legacy properties of a suspension',
		readings: { alias: '`SuspendedAtUTC`', none: 'none', both: '`SuspendedAtUTC` and `IsSuspended`' },
	},
	transaction: {
		part: '§2.11',
		about: '`Transaction` of an assignment that was made with one',
		readings: { absent: 'not given back', given: 'given back' },
	},
	productType: {
		part: '§3.1',
		about: '`Type` of a product, but of `Trial`',
		readings: { words: '`Recurring`, `Tickets`', absent: 'not given' },
	},
	plans: {
		part: '§4.8',
		about: 'where the plans of a product are',
		readings: { plans: '`Plans`', classSubscriptionPlans: '`ClassSubscriptionPlans`' },
	},
	bookingContext: {
		part: '§2.13',
		about: 'the class and subscription context of a booking',
		readings: {
			flat: 'what belongs to the booking alone',
			nested: '`Class` and `Subscription`, as they are now, and the balance in `TotalCredits`, so that another booking changes them',
		},
		code: ['ClubPollTrigger/lists.ts'],
		undrawn: true,
	},
	idArrays: {
		part: '§2.13',
		about: 'the order of `LocalSubscriptionIds`',
		readings: { fixed: 'always the same', any: 'another one at each read' },
		code: ['ClubPollTrigger/digest.ts'],
		undrawn: true,
	},
	participation: {
		part: '§3.6',
		about: 'what tells who is confirmed from who is queued',
		readings: { state: '`State`', status: '`Status`', isQueued: '`IsQueued`', absent: 'nothing' },
	},
	profileNames: {
		part: '§4.8',
		about: 'the names of the identity in the profile of the club',
		readings: { clubId: '`ClubId`, `Name`', id: '`Id`, `ClubName`', title: '`Id`, `Title`' },
	},
	singleRecord: {
		part: '§4.8',
		about: 'the answer to the read of one class, participant, training, challenge, result or contact',
		readings: { record: 'the record', array: 'an array of it' },
		code: ['shared/transport/answers.ts'],
		undrawn: true,
	},
	absentRecord: {
		part: '§4.8',
		about: 'the same where there is none',
		readings: { notFound: '404', noContent: '204 without a body' },
		code: ['shared/transport/answers.ts'],
		undrawn: true,
	},
	demoAthletes: {
		part: '§2.1, §7.2',
		about: 'a demo athlete, asked for by id or address',
		readings: { shown: 'shown', absent: '404' },
	},
} as const satisfies Record<string, Question>;
