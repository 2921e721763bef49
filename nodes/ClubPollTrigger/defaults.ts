/** The checked parameters of the poll trigger, as they are where the panel gives no other value. */
export const DEFAULTS = {
	zone: 'utc',
	emitsExisting: false,
	/** How many existing records of each list it emits, the newest ones. */
	firstPollLimit: 100,
	/** The properties whose change is an event; none: those that the spec names. */
	watchedFields: [] as readonly string[],
	lookBack: 48,
	lookAhead: 14,
	daysBefore: 14,
	hoursBefore: 24,
	/** The products whose memberships count for the last one of an athlete; none: all, or no event needs them. */
	products: [] as readonly number[],
	credits: 1,
	/** Days without a check-in, and the length of both periods of check-ins (§4.2: 1 to 366). */
	days: 30,
	/**
	 * The properties of the attendance summaries that count the recent check-ins, all of them, and those of the period before;
	 * empty if no event needs them.
	 */
	absenceField: '',
	totalField: '',
	priorField: '',
	milestones: [1, 10, 50, 100] as readonly number[],
	dropPercent: 50,
	/** The property of the bookings that shows who is queued; `none` if the club shows no queue. */
	queuedField: '',
	fewParticipants: 2,
	/** Stages that a change of stage must start from or lead to; none: any. */
	stageFrom: [] as readonly string[],
	stageTo: [] as readonly string[],
	daysAtStage: 14,
	/** The maximum number of calls in one poll, and of all polls in 24 hours. */
	maxCalls: 25,
	callsPerDay: 400,
	maxItems: 500,
};

export type PollSettings = typeof DEFAULTS & { events: readonly string[] };
