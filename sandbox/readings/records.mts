import type { Question } from './question.mts';

/** Questions about the records that the club returns. */
export const RECORD_READINGS = {
	nulls: {
		part: '§2, §6.1',
		about: 'a property without a value',
		readings: { given: '`null`', missing: 'missing' },
	},
	localTimes: {
		part: '§2.13',
		about: 'the zone of `BeginDateLocal`',
		readings: { utc: 'UTC', athlete: 'the zone of the athlete, which differs between athletes' },
	},
	classTimes: {
		part: '§2.13, §4.4, §4.5',
		about: '`Begin` of a class and of a booking',
		readings: { moment: 'as other dates and times', local: 'the local time of the club, without an offset' },
		undrawn: true,
	},
	bookingBegin: {
		part: '§2.13',
		about: 'where a booking has the start of its class',
		readings: { begin: '`Begin`', inClass: '`Begin` in its `Class`' },
		undrawn: true,
	},
	singleBegin: {
		part: '§4.8',
		about: '`Begin` in a read of one class or one participant',
		readings: { given: 'present', absent: 'missing' },
		undrawn: true,
	},
	names: {
		part: '§2.13, §4.8',
		about: 'the property with the name of a class, product, plan or challenge',
		readings: { name: '`Name`', title: '`Title`' },
	},
	serialIds: {
		part: '§2.10, §2.11',
		about: 'which records the ids of awards and memberships count',
		readings: {
			club: 'the records of the club',
			platform: 'the records of all clubs: two ids of the same second are hundreds apart',
		},
		undrawn: true,
	},
	emailCase: {
		part: '§2.1',
		about: 'how the club returns an email address that was sent with capitals',
		readings: { kept: 'as it was sent', lowered: 'in lower case' },
	},
	sensors: {
		part: '§2.1, §2.2',
		about: '`Sensors` and `EmailVerified` of an athlete or a contact',
		readings: { absent: 'missing', given: 'present if the athlete or the contact has a value' },
	},
	attendanceNames: {
		part: '§2.8',
		about: 'the names of the two counts of check-ins',
		readings: { rolling: '`RollingCheckIns`, `PriorCheckIns`', windows: '`CurrentWindowCount`, `PreviousWindowCount`' },
	},
	attendanceShape: {
		part: '§2.8',
		about: 'where the two counts of check-ins are',
		readings: { flat: 'at the top level, with the other properties', nested: '`CheckIns` in `CurrentPeriod` and in `PreviousPeriod`' },
		undrawn: true,
	},
	attendanceCounts: {
		part: '§2.8',
		about: 'the two counts of check-ins of an athlete who never checked in',
		readings: { zero: '0', absent: 'missing' },
		undrawn: true,
	},
	membershipDates: {
		part: '§2.11',
		about: 'how the club returns `From` and `To` of a membership',
		readings: { asSent: 'as they were sent', utcSeconds: 'whole seconds, in UTC', clubSeconds: 'whole seconds, in the zone of the club' },
	},
	summaryPerson: {
		part: '§1, §2.6, §2.7, §2.8',
		about: 'where a summary has the id of its athlete',
		readings: { own: '`UserId`', nested: '`UserId` of its `Athlete`' },
		undrawn: true,
	},
	contactStage: {
		part: '§2.13, §4.8',
		about: 'the name of the stage in a contact',
		readings: { clientStage: '`ClientStage`, as in an athlete', stage: '`Stage`' },
		undrawn: true,
	},
	membershipDays: {
		part: '§2.10, §2.11',
		about: 'the time of day of `From` and `To` of a membership',
		readings: {
			kept: 'kept',
			whole: 'changed: `From` is the first second of its day and `To` the last, in the zone of the club',
		},
		undrawn: true,
	},
	unlimitedActivities: {
		part: '§2.11',
		about: '`AvailableActivities` of a membership without a limit',
		readings: { zero: '0', none: '`null`' },
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
			moment: 'as other dates and times',
			noOffset: 'without an offset: in UTC if the name ends in UTC, otherwise in the local time of the club',
		},
		undrawn: true,
	},
	bookingContext: {
		part: '§2.13',
		about: 'the class and subscription context of a booking',
		readings: {
			flat: 'only properties of the booking itself',
			nested: 'the current `Class` and `Subscription`, and the balance in `TotalCredits`, so another booking changes them',
		},
		undrawn: true,
	},
	idArrays: {
		part: '§2.13',
		about: 'the order of `LocalSubscriptionIds`',
		readings: { fixed: 'always the same', any: 'different at each read' },
		undrawn: true,
	},
	participation: {
		part: '§3.6',
		about: 'the property that shows whether a person is confirmed or queued',
		readings: { state: '`State`', status: '`Status`', isQueued: '`IsQueued`', absent: 'none' },
	},
	singleRecord: {
		part: '§4.8',
		about: 'the answer to the read of one class, participant, training, challenge, result or contact',
		readings: { record: 'the record', array: 'an array with the record' },
		undrawn: true,
	},
	absentRecord: {
		part: '§4.8',
		about: 'the answer to such a read if the record does not exist',
		readings: { notFound: '404', noContent: '204 without a body' },
		undrawn: true,
	},
} as const satisfies Record<string, Question>;
