import { READINGS } from '../../shared/api/readings';
import type { Question } from '../../shared/api/readings/question';
import type { Evidence } from './evidence';
import { CHANGE_FINDERS, SERVICE_FINDERS } from './readings/service';
import { LIST_FINDERS } from './readings/lists';
import { RECORD_FINDERS } from './readings/records';
import type { Finder } from './readings/tellers';

/** What a check says of one question of the register. */
export interface Reading {
	question: string;
	/** The part of the document. */
	part: string;
	about: string;
	/** The name of the reading that the club takes; null where reads do not prove one. */
	reading: string | null;
	/** The reading in words. */
	words: string;
	/** Why, with counts only: nothing here names a person. */
	because: string;
}

const TELLERS: Readonly<Record<string, Finder>> = { ...RECORD_FINDERS, ...LIST_FINDERS, ...CHANGE_FINDERS, ...SERVICE_FINDERS };

const UNKNOWN = 'Reads cannot tell';

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function readingOf(question: string, { part, about, readings, notChecked }: Question, evidence: Evidence): Reading {
	const { reading, because } = notChecked === undefined ? TELLERS[question](evidence) : { because: sentence(notChecked) };
	return { question, part, about, reading: reading ?? null, words: reading === undefined ? UNKNOWN : readings[reading], because };
}

/**
 * Which reading a club takes of each question of the register, in its order. Only what the evidence proves is told: an empty list
 * or too few rows prove nothing.
 */
export const findReadings = (evidence: Evidence): Reading[] =>
	Object.entries<Question>(READINGS).map(([name, question]) => readingOf(name, question, evidence));

/**
 * A line for each reading of a club with which some operations or events do not work as they do elsewhere: which ones, why, and
 * what to set. Where the pack handles what the club does, there is none.
 */
export const adviceOf = (readings: ReadonlyArray<Pick<Reading, 'question' | 'reading'>>): string[] =>
	readings.flatMap(({ question, reading }) => ADVICE[question]?.[reading ?? ''] ?? []);

type Register = typeof READINGS;

const TIMEZONE = 'Set "Timezone" in the settings of the workflow to that of the club.';
const INCOMPLETE =
	'Athlete → Get Many leaves out people, and contacts and assignments may be missing likewise. Remove nobody elsewhere because of a list: read the record by itself first.';

/** What to do about each reading with which the pack does less, or something else; it handles all others. */
const ADVICE: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = {
	classTimes: {
		local: `Class.BeginsSoon, the other events of classes and bookings, Booking → Get Many and the lists of classes to choose from read times in the timezone of the workflow, since "Begin" has no offset. ${TIMEZONE}`,
	},
	suspensionTimes: {
		noOffset: `Athlete → Get Overview, the events of memberships and the lists of memberships to choose from read "ReactivationDate" in the timezone of the workflow, since it has no offset. ${TIMEZONE}`,
	},
	summaryPerson: {
		nested:
			'Athlete → Get Many Overviews and the events Athlete.Absent, Athlete.LevelChanged and Membership.Changed of the Club Poll Trigger fail, since no summary has a "UserId" of its own. Use Athlete → Get Overview for each athlete, and the Club Trigger for Athlete.LevelChanged.',
	},
	contactStage: {
		stage:
			'Contact → Get Many cannot filter by "Client Stage", and Contact.Updated of the Club Poll Trigger does not notice a new stage, since contacts have "Stage". Leave the filter out, and name "Stage" in "Watched Fields".',
	},
	participation: {
		absent:
			'Class Participant → Add gives no hint when somebody comes into the queue, and ClassParticipant.Updated is not emitted when they come out of it, since bookings do not say who waits. Compare Class Participant → Get Many with "MaxLocalParticipants" of the class.',
	},
	emailLookUp: {
		exactCase:
			'Operations that find an athlete or a contact by email, such as Athlete → Create or Update, find an address only in the capitals that the club has. Send it so, or in small letters, or choose the athlete by ID.',
	},
	largestToId: { overflows: 'Get Many of any resource fails with a "To ID" of 2147483647. Leave "To ID" out.' },
	listedRows: { oneMissing: INCOMPLETE, half: INCOMPLETE, none: INCOMPLETE },
	webhookReads: {
		readWrite:
			'Webhook Subscription → Get Many and the Club Trigger need a key of ReadWrite, even to look. Make a credential with such a key for them.',
	},
	rateHeaders: {
		absent:
			'Call Budget and the waits between calls know only the calls of this n8n, since the club does not say how many are left. Where something else uses the same key, set "Daily Calls" of the credential lower.',
	},
} satisfies { [Name in keyof Register]?: Partial<Record<keyof Register[Name]['readings'], string>> };
