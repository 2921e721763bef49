/** A question that the spec leaves open, and the answers that a service may give to it. */
interface Switch {
	/** The part of the spec. */
	part: string;
	/** What is open. */
	about: string;
	/** Each reading by its name, in words; the first is the one that the sandbox takes unless told otherwise. */
	readings: Readonly<Record<string, string>>;
	/** Never drawn: a reading that the spec does not have today, which a client need only survive. */
	undrawn?: true;
}

/**
 * Everything that the spec leaves open, each as a switch. A new one is an entry here and a line where it is used:
 * `call.dialect` in a route, `dialect` in whatever else the sandbox is made of.
 */
export const SWITCHES = {
	localTimes: {
		part: '§2.13',
		about: 'the zone of `BeginDateLocal`',
		readings: { utc: 'UTC', club: 'that of the club', athlete: 'that of the athlete, different from one to the next' },
	},
	assignmentDates: {
		part: '§2.11',
		about: '`From` and `To` of an assignment, as they are given back',
		readings: { asSent: 'as they were sent', utcSeconds: 'whole seconds, in UTC', clubSeconds: 'whole seconds, in the zone of the club' },
	},
	nulls: {
		part: '§2, §6.1',
		about: 'a property without a value',
		readings: { given: '`null`', missing: 'missing' },
	},
	cursors: {
		part: '§2.9',
		about: 'the cursors of a page with rows',
		readings: { both: 'both', ahead: 'the one that leads on', none: 'none: only the legacy range values lead on' },
	},
	legacyFields: {
		part: '§2.9',
		about: 'the legacy range values of a page that has cursors',
		readings: { given: 'given', absent: '`null`' },
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
	idOrder: {
		part: '§4.1, §4.2, §4.6, §4.8',
		about: 'the direction of a list by id without bounds, where the spec gives none',
		readings: { ascending: 'ascending', descending: 'descending' },
	},
	trainingOrder: {
		part: '§4.8',
		about: 'the direction of the training lists',
		readings: { ascending: 'the oldest first', descending: 'the newest first', descendingWithTo: 'the newest first with only `to`, as of bookings' },
	},
	resultOrder: {
		part: '§4.8',
		about: 'what the results of a challenge are ordered by',
		readings: { user: 'UserId', rank: 'the rank' },
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
	webhookUrl: {
		part: '§2.12',
		about: '`Url` of a webhook subscription, as it is given back',
		readings: { asGiven: 'as it was given', withoutQuery: 'without its query' },
	},
	provisioningSeconds: {
		part: '§3.5',
		about: 'how many seconds a webhook subscription is being created, updated or deleted',
		readings: { 0: 'none', 5: '5', 35: '35', 90: '90' },
	},
	busyChanges: {
		part: '§4.7',
		about: 'a change of a webhook subscription that is being created, updated or deleted',
		readings: { taken: 'taken', refused: '409' },
	},
	metadataVersion: {
		part: '§6.1',
		about: '`metadataVersion` of an event',
		readings: { one: '`1`', none: '`null`' },
	},
	dataVersion: {
		part: '§6.1, §9',
		about: '`dataVersion` of a business event',
		readings: { '1.0': '`1.0`', '2.0': '`2.0`, as after a breaking change' },
		undrawn: true,
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
	},
} as const satisfies Record<string, Switch>;

export type SwitchName = keyof typeof SWITCHES;

/** One reading of everything that the spec leaves open. */
export type Dialect = { -readonly [S in SwitchName]: `${Extract<keyof (typeof SWITCHES)[S]['readings'], string | number>}` };

export const switchNames = Object.keys(SWITCHES) as SwitchName[];

/** The names of the readings of a switch, the one taken by default first. */
export const readingsOf = (name: SwitchName): string[] => Object.keys(SWITCHES[name].readings);

/** The dialect that the sandbox speaks unless told otherwise. */
export const defaultDialect = (): Dialect => Object.fromEntries(switchNames.map((name) => [name, readingsOf(name)[0]])) as Dialect;
