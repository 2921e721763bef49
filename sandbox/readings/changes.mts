import type { Question } from './question.mts';

/** Questions about calls that change something. */
export const CHANGE_READINGS = {
	otherConflicts: {
		part: '§7.1, §7.2',
		about: 'a 409 for a reason other than an email address or a booking',
		readings: {
			none: 'none',
			ofPhones: 'for the phone number of another athlete, with its own ErrorType',
			bare: 'for the phone number of another athlete, without an ErrorType',
		},
		undrawn: true,
	},
	emailLookUp: {
		part: '§4.2',
		about: 'an email address with different capitals at `ByEmail`',
		readings: { anyCase: 'found', exactCase: '404' },
	},
	bookedActivities: {
		part: '§2.11',
		about: '`AvailableActivities` of a limited membership after a class is booked on it',
		readings: { kept: 'unchanged', counted: 'one less, and one more when the booking is removed' },
		undrawn: true,
	},
	suspensionBody: {
		part: '§4.6',
		about: 'the property names in the body of a suspension; other names are ignored',
		readings: { asShown: '`SuspensionStartUTC` and `ReactivationDate`, as in the record', others: '`Begin` and `End`' },
		undrawn: true,
	},
	participantRemoval: {
		part: '§4.8',
		about: 'the path that removes a participant, which the document does not show',
		readings: {
			participant: '`DELETE` on the path that reads a participant',
			elsewhere: 'another path; `DELETE` on the path that reads a participant answers 404',
			refused: 'another path; `DELETE` on the path that reads a participant answers 405',
		},
		undrawn: true,
	},
	equalState: {
		part: '§4.6',
		about: 'an update of a membership that changes nothing',
		readings: { taken: '200', refused: '400' },
		undrawn: true,
	},
	fullClass: {
		part: '§3.6, §4.8',
		about: 'adding a person to a full class',
		readings: { queued: '200, with a place in the queue', conflict: '409', invalid: '400' },
		undrawn: true,
	},
	bookedTwice: {
		part: '§4.8',
		about: 'adding a participant who is already in the class',
		readings: { conflict: '409', unchanged: '200, with the existing booking' },
	},
	utcOffsets: {
		part: '§2.11',
		about: 'the offset of a time that is sent in a property whose name ends in UTC',
		readings: { respected: 'respected', ignored: 'ignored: the time is read as UTC' },
		undrawn: true,
	},
	unshownAnswers: {
		part: '§4.6, §4.8',
		about: 'the answer when a membership is suspended or reactivated, or a participant is added or removed',
		readings: { record: 'the record', nothing: 'no body' },
	},
	webhookUrl: {
		part: '§2.12',
		about: 'the `Url` that the club returns for a webhook subscription',
		readings: { asGiven: 'as it was sent', withoutQuery: 'without its query' },
	},
	eventTypesShown: {
		part: '§2.12, §4.7',
		about: 'which `EventTypes` the club returns for a webhook subscription',
		readings: {
			given: 'the names that were sent',
			first: 'only the first name that was sent',
		},
		undrawn: true,
	},
	provisioningSeconds: {
		part: '§3.5',
		about: 'how many seconds the club takes to create, update or delete a webhook subscription',
		readings: { 0: 'none', 5: '5', 35: '35', 90: '90' },
	},
	webhookAnswer: {
		part: '§4.7',
		about: 'when the club answers the call that creates a webhook subscription',
		readings: { atOnce: 'immediately', afterHandshake: 'after its address has answered the handshake' },
	},
	busyChanges: {
		part: '§4.7',
		about: 'a change of a webhook subscription that the club is creating, updating or deleting',
		readings: { taken: 'accepted', refused: '409' },
	},
} as const satisfies Record<string, Question>;
