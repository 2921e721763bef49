import type { Question } from './question';

/** What comes of calls that change something. */
export const CHANGES = {
	platformLevel: {
		part: '§2.2',
		about: 'the name of the property for the starting level',
		readings: { platformLevel: '`PlatformLevel`', clubberLevel: '`ClubberLevel`, with a brand in its first part' },
	},
	resultUser: {
		part: '§2.3',
		about: '`User` of the result of a creation',
		readings: { always: 'there in each outcome', ofAthletes: 'there for `Created` and `Added`' },
	},
	unknownProperties: {
		part: '§2.4',
		about: 'a property of an update that is none of the profile',
		readings: { ignored: 'ignored', refused: '400' },
	},
	confirmedInvitation: {
		part: '§3.3',
		about: 'somebody who has been invited, and is now created with UserConfirmed',
		readings: { added: '`Added`', pending: '`PendingInvitation`' },
	},
	otherConflicts: {
		part: '§7.1, §7.2',
		about: 'a 409 besides those of an address and of a booking',
		readings: {
			none: 'none',
			ofPhones: 'for the phone number of another athlete, with an ErrorType of its own',
			bare: 'the same without an ErrorType',
		},
		code: ['shared/transport/explain.ts'],
		undrawn: true,
	},
	emailLookUp: {
		part: '§4.2',
		about: 'an address with other capitals at `ByEmail`',
		readings: { anyCase: 'found', exactCase: '404' },
	},
	bookedActivities: {
		part: '§2.11',
		about: '`AvailableActivities` of a limited assignment on which a class is booked',
		readings: { kept: 'as before', counted: 'one less; one more when the booking is removed' },
		code: ['Club/resources/userSubscription/update.ts'],
		undrawn: true,
	},
	suspensionBody: {
		part: '§4.6',
		about: 'the names in the body of a suspension; others are ignored',
		readings: { asShown: '`SuspensionStartUTC` and `ReactivationDate`, as in the record', others: '`Begin` and `End`' },
		code: ['Club/resources/userSubscription/suspend.ts'],
		undrawn: true,
	},
	participantRemoval: {
		part: '§4.8',
		about: 'the removal of a participant, of which the path is not shown',
		readings: {
			participant: '`DELETE` of the path that reads one',
			elsewhere: 'another path; that one answers 404',
			refused: 'another path; that one answers 405',
		},
		code: ['Club/resources/classParticipant/remove.ts'],
		undrawn: true,
	},
	equalState: {
		part: '§4.6',
		about: 'an update of an assignment to the state that it has',
		readings: { taken: '200', refused: '400' },
		code: ['Club/resources/userSubscription/update.ts'],
		undrawn: true,
	},
	fullClass: {
		part: '§3.6, §4.8',
		about: 'somebody who is added to a class that is full',
		readings: { queued: '200, with a place in the queue', conflict: '409', invalid: '400' },
		code: ['Club/resources/classParticipant/add.ts'],
		undrawn: true,
	},
	bookedTwice: {
		part: '§4.8',
		about: 'a participant who is added once more',
		readings: { conflict: '409', unchanged: '200, with the booking there is', invalid: '400' },
	},
	utcOffsets: {
		part: '§2.11',
		about: 'the offset of a time that is sent in a property called UTC',
		readings: { respected: 'respected', ignored: 'ignored: the time is taken for UTC' },
		code: ['Club/parameters.ts'],
		undrawn: true,
	},
	unshownAnswers: {
		part: '§4.6, §4.8',
		about: 'the answer to a suspension, its end, and the adding and removing of a participant',
		readings: { record: 'the record', nothing: 'no body' },
	},
	webhookUrl: {
		part: '§2.12',
		about: '`Url` of a webhook subscription, as it is given back',
		readings: { asGiven: 'as it was given', withoutQuery: 'without its query' },
	},
	eventTypesOrder: {
		part: '§2.12',
		about: '`EventTypes` of a webhook subscription, as they are given back',
		readings: { asGiven: 'in the order in which they were given', sorted: 'sorted' },
	},
	eventTypesShown: {
		part: '§2.12, §4.7',
		about: 'which `EventTypes` a webhook subscription shows',
		readings: {
			given: 'those that it was given',
			none: 'none: the property is missing',
			empty: 'an empty list',
			lowered: 'those that it was given, in small letters',
			more: 'one name more',
			first: 'the first of those that it was given',
		},
		code: ['ClubTrigger/plan.ts'],
		undrawn: true,
	},
	subscriptionIds: {
		part: '§2.12',
		about: 'the id of a webhook subscription',
		readings: { plain: 'letters, digits and dashes', awkward: 'with slashes and signs that an address must encode' },
	},
	provisioningSeconds: {
		part: '§3.5',
		about: 'how many seconds a webhook subscription is being created, updated or deleted',
		readings: { 0: 'none', 5: '5', 35: '35', 90: '90' },
	},
	webhookAnswer: {
		part: '§4.7',
		about: 'when the creation of a webhook subscription is answered',
		readings: { atOnce: 'at once', afterHandshake: 'after its address has answered the handshake' },
	},
	busyChanges: {
		part: '§4.7',
		about: 'a change of a webhook subscription that is being created, updated or deleted',
		readings: { taken: 'taken', refused: '409' },
	},
	sameUrl: {
		part: '§4.7',
		about: 'a second webhook subscription with the same `Url`',
		readings: { taken: 'taken', refused: '409' },
	},
} as const satisfies Record<string, Question>;
