/**
 * The questions that the API's description leaves open, each a switch of the sandbox, with the readings that a club can have. The first is
 * the default. To add one, use it (`call.dialect` in a route, `dialect` elsewhere) and add a test that shows what the product does.
 */
export const READINGS = {
	// Records
	/** §2, §6.1: a property without a value. */
	nulls: ['given', 'missing'],
	/** §2.13, §4.4, §4.5: `Begin` of a class and of a booking. */
	classTimes: ['moment', 'local'],
	/** §2.13: where a booking has the start of its class. */
	bookingBegin: ['begin', 'inClass'],
	/** §2.13, §4.8: the property with the name of a class, product, plan or challenge. */
	names: ['name', 'title'],
	/** §2.1: how the club returns an email address that was sent with capitals. */
	emailCase: ['kept', 'lowered'],
	/** §2.1, §2.2: `Sensors` and `EmailVerified` of an athlete or a contact. */
	sensors: ['absent', 'given'],
	/** §2.8: the names of the two counts of check-ins. */
	attendanceNames: ['rolling', 'windows'],
	/** §2.8: where the two counts of check-ins are. */
	attendanceShape: ['flat', 'nested'],
	/** §2.8: the two counts of check-ins of an athlete who never checked in. */
	attendanceCounts: ['zero', 'absent'],
	/** §2.11: how the club returns `From` and `To` of a membership. */
	membershipDates: ['asSent', 'utcSeconds', 'clubSeconds'],
	/** §1, §2.6, §2.7, §2.8: where a summary has the id of its athlete. */
	summaryPerson: ['own', 'nested'],
	/** §2.13, §4.8: the name of the stage in a contact. */
	contactStage: ['clientStage', 'stage'],
	/** §2.10, §2.11: the time of day of `From` and `To` of a membership. `whole`: the first second of a day, and the last. */
	membershipDays: ['kept', 'whole'],
	/** §2.11: `AvailableActivities` of a membership without a limit. */
	unlimitedActivities: ['zero', 'none'],
	/** §2.11, §3.6: the values of `SuspensionState`: `None` and `Suspended`, `NotSuspended` and `Active`, or `null` and `Suspended`. */
	suspensionState: ['ours', 'others', 'nullWhenNone'],
	/** §2.11: the times of a suspension. */
	suspensionTimes: ['moment', 'noOffset'],
	/** §3.6: the property that shows whether a person is confirmed or queued. */
	participation: ['state', 'status', 'isQueued', 'absent'],
	// Lists
	/** §2.9: which cursors a page with rows has. */
	cursors: ['both', 'ahead', 'none'],
	/** §2.9: `NextId` and `PrevId`: one past the last row, or its id, which the next page repeats. */
	legacyIds: ['beyond', 'last'],
	/** §4.1: `Continue` of a full last page. */
	fullLastPage: ['continues', 'ends'],
	/** §4.1: a page without rows. */
	emptyPage: ['list', 'nullGoesOn', 'absent', 'noContent'],
	/** §4.1, §4.2, §4.6, §4.8: the direction of a list by id without bounds, if the document gives none. */
	idOrder: ['ascending', 'descending'],
	/** §4.5: the direction of a calendar. */
	calendarOrder: ['ascending', 'descending'],
	/** §4.8: the direction of the training lists. */
	trainingOrder: ['ascending', 'descending'],
	/** §4.4, §4.5, §4.8: the time that the club compares with `from` and `to` of bookings, calendars and trainings. */
	bounds: ['instant', 'local'],
	/** §4.8: what the results of a challenge are ordered by. */
	resultOrder: ['user', 'rank'],
	/** §4.6, §4.7, §4.8: the order of a list that is a plain array. */
	arrayOrder: ['oldestFirst', 'newestFirst'],
	/** §1, §6.4: which people and memberships a list contains, because a list is not a snapshot. */
	listedRows: ['all', 'oneMissing', 'half', 'none'],
	/** §4.8: `GET /Classes/{classId}/Participants` and `GET /Classes/Participants/Recent`. */
	participants: ['array', 'page'],
	/** §4.8: `GET /Challenges`. */
	challenges: ['page', 'array'],
	/** §4.8: `GET /Challenges/{challengeId}/Results`. */
	results: ['page', 'array'],
	// Calls that change something
	/** §4.2: an email address with different capitals at `ByEmail`. */
	emailLookUp: ['anyCase', 'exactCase'],
	/** §4.6: the property names in the body of a suspension; other names are ignored. */
	suspensionBody: ['asShown', 'others'],
	/** §4.8: the path that removes a participant, which the document does not show. */
	participantRemoval: ['participant', 'elsewhere', 'refused'],
	/** §3.6, §4.8: adding a person to a full class. */
	fullClass: ['queued', 'conflict', 'invalid'],
	/** §4.8: adding a participant who is already in the class. */
	bookedTwice: ['conflict', 'unchanged'],
	/** §4.6, §4.8: the answer when a membership is suspended or reactivated, or a participant is added or removed. */
	unshownAnswers: ['record', 'nothing'],
	/** §2.12: the `Url` that the club returns for a webhook subscription. */
	webhookUrl: ['asGiven', 'withoutQuery'],
	/** §2.12, §4.7: which `EventTypes` the club returns for a webhook subscription. */
	eventTypesShown: ['given', 'first'],
	/** §3.5: how many seconds the club takes to create, update or delete a webhook subscription. */
	provisioningSeconds: ['0', '5', '35', '90'],
	/** §4.7: when the club answers the call that creates a webhook subscription. */
	webhookAnswer: ['atOnce', 'afterHandshake'],
	/** §4.7: a change of a webhook subscription that the club is creating, updating or deleting. */
	busyChanges: ['taken', 'refused'],
	// Events, errors and limits
	/** §6.2: the data of an event, apart from the properties that the document names. */
	eventData: ['record', 'ids'],
	/** §1, §2.13, §6.2: where the data of an event about a training or a membership name the person. */
	eventPerson: ['top', 'nested', 'none'],
	/** §6.1, §9: `dataVersion` of a business event. */
	dataVersion: ['1.0', '1.0.0', 'v1', '01.0', 'empty', 'absent', '2.0'],
	/** §6.1, §6.3: what a read of a record returns right after the event of its creation. */
	readAfterEvent: ['record', 'absent'],
	/** §7.1, §7.2: the body of an error without an ErrorType. */
	errorBodies: ['message', 'messageAndDetails', 'text', 'empty'],
	/** §7.2: the format of the details for each field. */
	errorDetails: ['map', 'list'],
	/** §7.2: the status that a gateway sends when it does not wait for the answer of the club or does not pass it on. */
	cutOff: ['504', '408', '425', '499', '520', '524', '530'],
	/** §7.2: a 403 for a key without the permission. */
	missingPermission: ['empty', 'message'],
	/** §4.7, §5: the permission that the reads of webhook subscriptions need. */
	webhookReads: ['read', 'readWrite'],
	/** §8: the two headers of the rate limit. */
	rateHeaders: ['given', 'absent'],
	/** §8: the answer beyond the limit of 30 days: 429, a 403 with a text about a quota, or one with `Retry-After` alone. */
	usedUp: ['tooMany', 'forbidden', 'forbiddenUntil'],
	/** §8: `Retry-After` of a 429 or a 503. */
	retryAfter: ['absent', 'seconds', 'date'],
} as const satisfies Record<string, readonly string[]>;

export type SwitchName = keyof typeof READINGS;

/** One reading for each question. */
export type Dialect = { -readonly [S in SwitchName]: (typeof READINGS)[S][number] };

export const readingsOf = <S extends SwitchName>(name: S): (typeof READINGS)[S] => READINGS[name];

/** The dialect of a sandbox without the `dialect` option. */
export const defaultDialect = (): Dialect =>
	Object.fromEntries(Object.entries(READINGS).map(([name, [first]]) => [name, first])) as unknown as Dialect;

/** The dialect of a text: `default`, or differences from it, such as `idOrder=descending,nulls=missing`. @throws Error for an unknown one */
export function dialectFrom(text: string): Dialect {
	const dialect = defaultDialect();
	for (const part of text === 'default' ? [] : text.split(',')) {
		const [name, reading] = part.trim().split('=');
		const readings: readonly string[] = READINGS[name as SwitchName] ?? [];
		if (!readings.includes(reading)) throw new Error(`There is no reading ${part}. See \`npm run sandbox -- --dialects\`.`);
		Object.assign(dialect, { [name]: reading });
	}
	return dialect;
}
