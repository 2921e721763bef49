/** The parameters of the poll trigger, as a poll takes them. */
export interface PollSettings {
	/** The workflow's timezone: that of a time without an offset. */
	zone: string;
	/** Names of the chosen events. */
	events: readonly string[];
	/** Whether the first poll tells what is there already. */
	existing: boolean;
	/** How much of it: the newest so many of each list. */
	firstPollLimit: number;
	/** The properties that make a change; none: those that the spec names. */
	watchedFields: readonly string[];
	/** Hours that trainings are looked for in, before the last whole read. */
	lookBack: number;
	/** Days that classes and bookings are looked for in. */
	lookAhead: number;
	/** Days before the end of a membership. */
	daysBefore: number;
	/** Hours before the begin of a class. */
	hoursBefore: number;
	/** Activities that are few. */
	credits: number;
	/** Days without a check-in, and of each of the two windows of check-ins (§4.2: 1 to 366). */
	days: number;
	/** Property of the attendance summaries that counts the recent check-ins. */
	absenceField: string;
	/** Those that count all check-ins, and those of the window before. None: the only one that fits. */
	totalField: string;
	priorField: string;
	/** Check-ins that are told when somebody reaches them, in ascending order. */
	milestones: readonly number[];
	/** Percent of the check-ins of the window before that are few. */
	dropPercent: number;
	/** Property of the bookings that says who is queued. None: the only one that fits. */
	queuedField: string;
	/** Participants that are few. */
	fewParticipants: number;
	/** Stages that a change of stage must begin or end with; none: any. */
	stageFrom: readonly string[];
	stageTo: readonly string[];
	/** Days that somebody must be at a stage. */
	daysAtStage: number;
	/** Most calls of one poll, and of all polls of 24 hours. */
	maxCalls: number;
	callsPerDay: number;
	/** Most items of one poll. */
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
