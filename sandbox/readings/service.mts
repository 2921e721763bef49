import type { Question } from './question.mts';

/** Questions about events, errors and limits. */
export const SERVICE_READINGS = {
	eventData: {
		part: '§6.2',
		about: 'the data of an event, apart from the properties that the document names',
		readings: { record: 'the whole record', ids: 'only ids' },
	},
	eventPerson: {
		part: '§1, §2.13, §6.2',
		about: 'where the data of an event about a training or a membership name the person',
		readings: { top: '`UserId`', nested: '`UserId` of `Contact` or of `User`', none: 'nowhere' },
		undrawn: true,
	},
	dataVersion: {
		part: '§6.1, §9',
		about: '`dataVersion` of a business event',
		readings: {
			'1.0': '`1.0`',
			'1.0.0': '`1.0.0`',
			v1: '`v1`',
			'01.0': '`01.0`',
			empty: 'an empty string',
			absent: 'missing',
			'2.0': '`2.0`, as after a breaking change',
		},
		undrawn: true,
	},
	readAfterEvent: {
		part: '§6.1, §6.3',
		about: 'what a read of a record returns right after the event of its creation',
		readings: { record: 'the record', absent: '404 for five seconds, or a catalogue without it' },
		undrawn: true,
	},
	errorBodies: {
		part: '§7.1, §7.2',
		about: 'the body of an error without an ErrorType',
		readings: {
			message: 'a `Message`, or details for each field',
			messageAndDetails: 'a `Message`, and details for each field if there are any',
			text: 'a text, as JSON',
			empty: 'none',
		},
	},
	errorDetails: {
		part: '§7.2',
		about: 'the format of the details for each field',
		readings: { map: 'a list of texts for each field name', list: 'a list of objects with `Field` and `Message`' },
	},
	cutOff: {
		part: '§7.2',
		about: 'the status that a gateway sends when it does not wait for the answer of the club or does not pass it on',
		readings: { 504: '504', 408: '408', 425: '425', 499: '499', 520: '520', 524: '524', 530: '530' },
		undrawn: true,
	},
	missingPermission: {
		part: '§7.2',
		about: 'a 403 for a key without the permission',
		readings: { empty: 'no body', message: 'a `Message`' },
	},
	webhookReads: {
		part: '§4.7, §5',
		about: 'the permission that the reads of webhook subscriptions need',
		readings: { read: '`Read`, as in their table', readWrite: '`ReadWrite`, as for all webhook management' },
		undrawn: true,
	},
	rateHeaders: {
		part: '§8',
		about: 'the two headers of the rate limit',
		readings: { given: 'present', absent: 'missing' },
	},
	usedUp: {
		part: '§8',
		about: 'the answer to a call when the limit of 30 days is reached',
		readings: {
			tooMany: '429, as for the limit of a minute',
			forbidden: '403, with a text that mentions a quota and the time until it is replenished',
			forbiddenUntil: '403 without a text, with `Retry-After`',
		},
		undrawn: true,
	},
	retryAfter: {
		part: '§8',
		about: '`Retry-After` of a 429 or a 503',
		readings: { absent: 'missing', seconds: 'in seconds', date: 'a date' },
	},
} as const satisfies Record<string, Question>;
