import { READINGS } from '../../shared/api/readings';
import type { Question } from '../../shared/api/readings/question';
import type { Evidence } from './evidence';
import { CHANGE_FINDERS, SERVICE_FINDERS } from './readings/service';
import { LIST_FINDERS } from './readings/lists';
import { RECORD_FINDERS } from './readings/records';
import type { Finder } from './readings/tellers';

/** The result of a check for one question of the register. */
export interface Reading {
	question: string;
	/** The part of the API description. */
	part: string;
	about: string;
	/** The name of the reading of this club; null if reads do not prove one. */
	reading: string | null;
	/** The reading in words. */
	words: string;
	/** The reason, with counts only and no personal data. */
	because: string;
}

const FINDERS: Readonly<Record<string, Finder>> = { ...RECORD_FINDERS, ...LIST_FINDERS, ...CHANGE_FINDERS, ...SERVICE_FINDERS };

const UNKNOWN = 'Reads do not show this';

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function readingOf(question: string, { part, about, readings, notChecked }: Question, evidence: Evidence): Reading {
	const { reading, because } = notChecked === undefined ? FINDERS[question](evidence) : { because: sentence(notChecked) };
	return { question, part, about, reading: reading ?? null, words: reading === undefined ? UNKNOWN : readings[reading], because };
}

/**
 * The reading of a club for each question, in the order of the register. A reading needs proof: an empty list or too few rows prove
 * nothing.
 */
export const findReadings = (evidence: Evidence): Reading[] =>
	Object.entries<Question>(READINGS).map(([name, question]) => readingOf(name, question, evidence));

/**
 * A line for each reading with which some operations or events work differently: which ones, why, and what to set. Readings that the
 * pack handles by itself get no line.
 */
export const adviceOf = (readings: ReadonlyArray<Pick<Reading, 'question' | 'reading'>>): string[] =>
	readings.flatMap(({ question, reading }) => ADVICE[question]?.[reading ?? ''] ?? []);

type Register = typeof READINGS;

const TIMEZONE = 'Set "Timezone" in the workflow settings to the timezone of the club.';
const INCOMPLETE =
	'Athlete → Get Many leaves out people. Contacts and memberships may be missing too. Before you remove somebody in another system, read the record itself: a list does not prove that they left.';

/** The advice for each reading that limits or changes what the pack does; the pack handles all others. */
const ADVICE: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = {
	classTimes: {
		local: `"Begin" has no offset, so the node reads it in the timezone of the workflow. This affects Class.BeginsSoon, the other events of classes and bookings, Booking → Get Many and the drop-downs of classes. ${TIMEZONE}`,
	},
	suspensionTimes: {
		noOffset: `"ReactivationDate" has no offset, so the node reads it in the timezone of the workflow. This affects Athlete → Get Overview, the events of memberships and the drop-downs of memberships. ${TIMEZONE}`,
	},
	summaryPerson: {
		nested:
			'Summaries have no "UserId" of their own, so Athlete → Get Many Overviews fails, and so do the events Athlete.Absent, Athlete.LevelChanged and Membership.Changed of the Club Poll Trigger. Use Athlete → Get Overview for each athlete, and the Club Trigger for Athlete.LevelChanged.',
	},
	contactStage: {
		stage:
			'Contacts have "Stage" instead of "ClientStage", so Contact → Get Many cannot filter by "Client Stage", and Contact.Updated of the Club Poll Trigger does not notice a new stage. Remove the filter, and add "Stage" to "Watched Fields".',
	},
	participation: {
		absent:
			'Bookings do not show who is in the queue. Class Participant → Add gives no hint when somebody joins the queue, and the Club Poll Trigger emits no ClassParticipant.Updated when they leave it. Compare Class Participant → Get Many with "MaxLocalParticipants" of the class.',
	},
	emailLookUp: {
		exactCase:
			'Operations that find an athlete or a contact by email, such as Athlete → Create or Update, find an address only if its upper and lower case match those in the club. Send the address in the same case or in lower case, or choose the athlete by ID.',
	},
	largestToId: { overflows: 'Get Many fails for every resource when "To ID" is 2147483647. Remove "To ID".' },
	listedRows: { oneMissing: INCOMPLETE, half: INCOMPLETE, none: INCOMPLETE },
	webhookReads: {
		readWrite:
			'Webhook Subscription → Get Many and the Club Trigger need a key with the ReadWrite permission, even for reads. Create a credential with such a key for them.',
	},
	rateHeaders: {
		absent:
			'The club does not say how many calls are left, so Call Budget and the waits between calls count only the calls of this n8n. If something else uses the same key, set "Daily Calls" in the credential to a lower number.',
	},
} satisfies { [Name in keyof Register]?: Partial<Record<keyof Register[Name]['readings'], string>> };
