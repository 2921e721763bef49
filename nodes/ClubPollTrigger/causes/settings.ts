/** The checked parameters of the poll trigger, as they are where the panel gives no other value. */
export const DEFAULTS = {
	/** The timezone of the workflow, for times without an offset. */
	zone: 'utc',
	/** Whether the first poll emits existing records. */
	emitsExisting: false,
	/** How many existing records of each list it emits, the newest ones. */
	firstPollLimit: 100,
	/** The properties whose change is an event; none: those that the spec names. */
	watchedFields: [] as readonly string[],
	/** How many hours before the last whole read trainings are read from. */
	lookBack: 48,
	/** How many days ahead classes and bookings are read. */
	lookAhead: 14,
	/** Days before the end of a membership. */
	daysBefore: 14,
	/** Hours before the begin of a class. */
	hoursBefore: 24,
	/** The products whose memberships count for the last one of an athlete; none: all, or no event needs them. */
	products: [] as readonly number[],
	/** The highest number of remaining activities that counts as low. */
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
	/** Numbers of check-ins that start the workflow, in ascending order. */
	milestones: [1, 10, 50, 100] as readonly number[],
	/** The highest percentage of the earlier check-ins that counts as a drop. */
	dropPercent: 50,
	/** The property of the bookings that shows who is queued; `none` if the club shows no queue. */
	queuedField: '',
	/** The highest number of participants of a hardly booked class. */
	fewParticipants: 2,
	/** Stages that a change of stage must start from or lead to; none: any. */
	stageFrom: [] as readonly string[],
	stageTo: [] as readonly string[],
	/** Days that an athlete must stay at a stage. */
	daysAtStage: 14,
	/** The maximum number of calls in one poll, and of all polls in 24 hours. */
	maxCalls: 25,
	callsPerDay: 400,
	/** The maximum number of items from one poll. */
	maxItems: 500,
};

/** The checked parameters of the poll trigger, and the names of the chosen events. */
export type PollSettings = typeof DEFAULTS & { events: readonly string[] };
