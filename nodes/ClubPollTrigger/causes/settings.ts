/** The commercial stages (§2.1). */
export const STAGES: readonly string[] = ['Client', 'Lead', 'Prospect', 'Qualified'];

/** The checked parameters of the poll trigger. */
export interface PollSettings {
	/** The timezone of the workflow, for times without an offset. */
	zone: string;
	/** Names of the chosen events. */
	events: readonly string[];
	/** Whether the first poll emits existing records. */
	existing: boolean;
	/** How many existing records of each list it emits, the newest ones. */
	firstPollLimit: number;
	/** The properties whose change is an event; none: those that the spec names. */
	watchedFields: readonly string[];
	/** How many hours before the last whole read trainings are read from. */
	lookBack: number;
	/** How many days ahead classes and bookings are read. */
	lookAhead: number;
	/** Days before the end of a membership. */
	daysBefore: number;
	/** Hours before the begin of a class. */
	hoursBefore: number;
	/** The products whose memberships count for the last one of an athlete; none: all. */
	products: readonly number[];
	/** The highest number of remaining activities that counts as low. */
	credits: number;
	/** Days without a check-in, and the length of both periods of check-ins (§4.2: 1 to 366). */
	days: number;
	/**
	 * The properties of the attendance summaries that count the recent check-ins, all of them, and those of the period before;
	 * empty if no event needs them.
	 */
	absenceField: string;
	totalField: string;
	priorField: string;
	/** Numbers of check-ins that start the workflow, in ascending order. */
	milestones: readonly number[];
	/** The highest percentage of the earlier check-ins that counts as a drop. */
	dropPercent: number;
	/** The property of the bookings that shows who is queued; `none` if the club shows no queue. */
	queuedField: string;
	/** The highest number of participants of a hardly booked class. */
	fewParticipants: number;
	/** Stages that a change of stage must start from or lead to; none: any. */
	stageFrom: readonly string[];
	stageTo: readonly string[];
	/** Days that an athlete must stay at a stage. */
	daysAtStage: number;
	/** The maximum number of calls in one poll, and of all polls in 24 hours. */
	maxCalls: number;
	callsPerDay: number;
	/** The maximum number of items from one poll. */
	maxItems: number;
}

export const DEFAULTS: Omit<PollSettings, 'events'> = {
	zone: 'utc',
	existing: false,
	firstPollLimit: 100,
	watchedFields: [],
	lookBack: 48,
	lookAhead: 14,
	daysBefore: 14,
	hoursBefore: 24,
	products: [],
	credits: 1,
	days: 30,
	absenceField: '',
	totalField: '',
	priorField: '',
	milestones: [1, 10, 50, 100],
	dropPercent: 50,
	queuedField: '',
	fewParticipants: 2,
	stageFrom: [],
	stageTo: [],
	daysAtStage: 14,
	maxCalls: 25,
	callsPerDay: 400,
	maxItems: 500,
};
