import { DateTime } from 'luxon';
import type { Month, SentMail } from './month.mts';
import { MESSAGES } from './tables.mts';

const DAY = 86_400_000;

/** What the door promises: at most so many mails a person in so many days, none at night, none to who has stopped them. */
const [MOST, DAYS, NIGHT_FROM, NIGHT_TO] = [3, 7, 21, 8];

/** A mail of the door: it ends with a link to stop, and one person is meant. */
const isOfDoor = ({ topic }: SentMail): boolean => topic !== undefined;

const nameOf = ({ who, topic, subject }: { who: number; topic: string; subject: string }): string => `${who} ${topic}: ${subject}`;

const day = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** What became of the mails that the templates gave to the door, and the promises that it broke. */
export interface DoorResult {
	asked: number;
	sent: number;
	/** Mails that were not sent, by the reason in the table. */
	held: Record<string, Record<string, number>>;
	/** Mails that waited for the morning, and executions that were lost with a killed process. */
	waited: number;
	lost: number;
	/** Presses of *Stop*, and answers to the exit question. */
	stops: number;
	answers: number;
	broken: string[];
}

/** Mails over the most that a person gets, at night, or after they have stopped them. */
function wrongMails({ mails, people, options, database }: Month): string[] {
	const files = new Map(database.asked.map((asked) => [nameOf(asked), asked.who]));
	const sent = new Map<number, SentMail[]>();
	return mails.filter(isOfDoor).flatMap((mail) => {
		const {
			people: [who = 0],
			topic = '',
			subject,
			at,
			to,
		} = mail;
		const before = sent.get(who) ?? [];
		sent.set(who, [...before, mail]);
		const { hour } = DateTime.fromMillis(at, { zone: options.zone });
		const stopped = people.stops.some((stop) => stop.who === who && stop.at < at && (stop.topic ?? topic) === topic);
		const why = [
			who === 0 && 'the link stands for nobody in the club',
			who !== 0 && !files.has(nameOf({ who, topic, subject })) && 'nobody asked for it',
			before.filter((one) => one.at > at - DAYS * DAY).length >= MOST && `they got ${MOST} in ${DAYS} days`,
			(hour >= NIGHT_FROM || hour < NIGHT_TO) && 'it is night',
			stopped && 'they have stopped these mails',
		].filter((reason) => reason !== false);
		return why.map((reason) => `${day(at)} to ${to}: ${subject}: ${reason}`);
	});
}

/** Mails to one person with the same words on one day, of all templates. */
function twice({ mails }: Month): string[] {
	const last = new Map<string, number[]>();
	return mails.flatMap(({ to, subject, at, people, file }) => {
		const key = `${file} ${to} ${subject}`;
		const before = (last.get(key) ?? []).filter((one) => one > at - DAY * 0.9);
		last.set(key, [...before, at]);
		// A family may share an address.
		return before.length >= Math.max(people.length, 1) ? [`${day(at)} ${file} to ${to}: ${subject}: twice`] : [];
	});
}

/** What the door was asked for and neither has sent nor says why. */
function withoutRow({ database, tables }: Month): string[] {
	const rows = new Map<string, number>();
	for (const { UserId, Topic, Subject } of tables.history(MESSAGES)) {
		const name = nameOf({ who: Number(UserId), topic: String(Topic), subject: String(Subject) });
		rows.set(name, (rows.get(name) ?? 0) + 1);
	}
	return database.asked.flatMap((asked) => {
		const name = nameOf(asked);
		const left = rows.get(name) ?? 0;
		rows.set(name, left - 1);
		if (left > 0 || database.lost.includes(asked.execution) || database.waiting.has(asked.execution)) return [];
		return [`${day(asked.at)} ${asked.file}: ${name}: no row`];
	});
}

export function doorResult(month: Month): DoorResult {
	const { database, tables, mails, people } = month;
	const rows = tables.history(MESSAGES);
	const fileOf = new Map(database.asked.map(({ topic, file }) => [topic, file]));
	const held: DoorResult['held'] = {};
	for (const { Topic, Outcome, Reason } of rows) {
		if (Outcome !== 'not sent') continue;
		const ofFile = (held[fileOf.get(String(Topic)) ?? ''] ??= {});
		ofFile[String(Reason)] = (ofFile[String(Reason)] ?? 0) + 1;
	}
	const sent = mails.filter(isOfDoor).length;
	const noted = rows.filter(({ Outcome }) => Outcome === 'sent').length;
	// Who was mailed right when the process was killed is noted as being sent.
	const open = rows.filter(({ Outcome }) => Outcome === 'sending').length;
	const more = [
		...(noted <= sent && sent <= noted + open ? [] : [`${sent} mails, ${noted} rows of sent ones`]),
		...(open <= database.lost.length ? [] : [`${open} rows of mails that are being sent`]),
		...rows.filter(({ Outcome, Reason }) => Outcome === 'not sent' && !Reason).map(({ id }) => `row ${id} without a reason`),
	];
	return {
		asked: database.asked.length,
		sent,
		held,
		waited: database.waitedOfDoor,
		lost: database.lost.length,
		stops: people.stops.length,
		answers: people.answers,
		broken: [...wrongMails(month), ...twice(month), ...withoutRow(month), ...more],
	};
}
