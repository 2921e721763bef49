import type { Question } from './question';

/** Events, errors and limits. */
export const SERVICE = {
	eventEnvelope: {
		part: '§6.1',
		about: 'the envelope of an event',
		readings: {
			asShown: 'as the document lists it',
			unusual: 'in another order, with an unknown property, a topic of another shape and seven digits of a second',
		},
		code: ['ClubTrigger/delivery.ts', 'ClubTrigger/settings.ts'],
	},
	eventData: {
		part: '§6.2',
		about: 'the data of an event, but for what the document names',
		readings: { record: 'the whole record', ids: 'ids alone' },
		code: ['shared/records/resolve.ts'],
	},
	eventPerson: {
		part: '§1, §2.13, §6.2',
		about: 'where the data of an event name the person, of a training and of an assignment',
		readings: { top: '`UserId`', nested: '`UserId` of `Contact` or of `User`', none: 'nowhere' },
		code: ['shared/records/resolve.ts'],
		undrawn: true,
	},
	metadataVersion: {
		part: '§6.1',
		about: '`metadataVersion` of an event',
		readings: { one: '`1`', none: '`null`' },
		code: ['ClubTrigger/delivery.ts'],
	},
	dataVersion: {
		part: '§6.1, §9',
		about: '`dataVersion` of a business event',
		readings: {
			'1.0': '`1.0`',
			'1.0.0': '`1.0.0`',
			v1: '`v1`',
			'01.0': '`01.0`',
			empty: 'an empty text',
			absent: 'missing',
			'2.0': '`2.0`, as after a breaking change',
		},
		code: ['ClubTrigger/delivery.ts'],
		undrawn: true,
	},
	readAfterEvent: {
		part: '§6.1, §6.3',
		about: 'what a read of a record gives right after the event that it was created',
		readings: { record: 'the record', absent: '404 for five seconds, or a catalogue without it' },
		code: ['shared/records/resolve.ts'],
		undrawn: true,
	},
	updatingDelivers: {
		part: '§3.5',
		about: 'events while a webhook subscription is being updated',
		readings: { no: 'not delivered', yes: 'delivered' },
	},
	errorBodies: {
		part: '§7.1, §7.2',
		about: 'the body of an error without an ErrorType',
		readings: {
			message: 'a `Message`, or the details of fields',
			messageAndDetails: 'a `Message`, and the details of fields where there are some',
			text: 'plain text',
			empty: 'none',
		},
		code: ['shared/transport/explain.ts'],
	},
	errorDetails: {
		part: '§7.2',
		about: 'the shape of the details of fields',
		readings: { map: 'lists of texts by field', list: 'a list of `Field` and `Message`' },
		code: ['shared/transport/explain.ts'],
	},
	cutOff: {
		part: '§7.2',
		about: 'the status that whoever stands between gives for an answer that it did not wait for, or did not pass on',
		readings: { 504: '504', 408: '408', 425: '425', 499: '499', 520: '520', 524: '524', 530: '530' },
		code: ['shared/transport/status.ts'],
		undrawn: true,
	},
	missingPermission: {
		part: '§7.2',
		about: 'a 403 for a key without the permission',
		readings: { empty: 'no body', message: 'a `Message`' },
		code: ['shared/transport/explain.ts'],
	},
	webhookReads: {
		part: '§4.7, §5',
		about: 'the permission that the reads of webhook subscriptions need',
		readings: { read: '`Read`, as their table has it', readWrite: '`ReadWrite`, as all webhook management' },
		code: ['shared/api/endpoints.ts'],
		undrawn: true,
	},
	rateHeaders: {
		part: '§8',
		about: 'the two headers of the limit',
		readings: { given: 'given', absent: 'missing' },
	},
	usedUp: {
		part: '§8',
		about: 'the answer to a call beyond those of 30 days',
		readings: {
			tooMany: '429, as for those of a minute',
			forbidden: '403, with words of a quota and of the time until it is replenished',
			forbiddenUntil: '403 without words, with `Retry-After`',
		},
		code: ['shared/transport/rateReport.ts'],
		undrawn: true,
	},
	retryAfterUnit: {
		part: '§8',
		about: 'what the number of a `Retry-After` counts',
		readings: { seconds: 'seconds', milliseconds: 'milliseconds' },
		code: ['shared/transport/ledger.ts'],
		undrawn: true,
	},
	retryAfter: {
		part: '§8',
		about: '`Retry-After` of a 429, and of a 503 that says none',
		readings: { absent: 'missing', seconds: 'in seconds', date: 'a date' },
	},
} as const satisfies Record<string, Question>;
