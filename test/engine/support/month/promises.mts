import { DateTime } from 'luxon';
import { ZONE } from '../engine.mts';
import type { Month, SentMail } from './month.mts';
import { MESSAGES } from './tables.mts';

const DAY = 86_400_000;

/** What the door promises: at most so many mails a person in so many days, and none at night. */
const [MOST, DAYS, NIGHT_FROM, NIGHT_TO] = [3, 7, 21, 8];

/** What became of the mails that the templates gave to the door, and the promises that it broke. */
export interface DoorResult {
	asked: number;
	sent: number;
	/** Mails that were not sent, by the template and the reason in the table. */
	held: Record<string, Record<string, number>>;
	/** Mails that waited for the morning, wait still, or were lost with a killed process. */
	waited: number;
	waiting: number;
	lost: number;
	/** The executions that a killed process was running. */
	killed: number;
	/** Presses of *Stop*. */
	stops: number;
	/** By the promise: what did not keep it. */
	broken: Record<string, string[]>;
}

const nameOf = ({ who, about }: { who: number; about: string }): string => `${who}: ${about}`;

const lineOf = ({ at, file, to, subject }: SentMail): string => `${new Date(at).toISOString().slice(0, 16)} ${file} to ${to}: ${subject}`;

/** The mails of the door that came before another one to the same person. */
function earlierOf(mails: readonly SentMail[]): Map<SentMail, SentMail[]> {
	const byPerson = new Map<number, SentMail[]>();
	return new Map(
		mails.map((mail) => {
			const [who] = mail.people;
			const before = byPerson.get(who) ?? [];
			byPerson.set(who, [...before, mail]);
			return [mail, before];
		}),
	);
}

/** What the door was asked for and neither has sent nor says why. */
function withoutRow({ engine: { database, tables } }: Month): string[] {
	const rows = new Map<string, number>();
	for (const { UserId, About } of tables.history(MESSAGES)) {
		const name = nameOf({ who: Number(UserId), about: String(About) });
		rows.set(name, (rows.get(name) ?? 0) + 1);
	}
	return database.asked.flatMap((asked) => {
		const name = nameOf(asked);
		const left = rows.get(name) ?? 0;
		rows.set(name, left - 1);
		return left > 0 || database.lost.includes(asked.execution) || database.waiting.has(asked.execution) ? [] : [`${asked.file}: ${name}`];
	});
}

/** @param untrue the mails of the templates that are not true */
export function doorResult(month: Month, untrue: ReadonlySet<SentMail>): DoorResult {
	const { mails, people } = month;
	const { database, tables } = month.engine;
	const rows = tables.history(MESSAGES);
	const ofDoor = mails.filter(({ topic }) => topic !== undefined);
	const earlier = earlierOf(ofDoor);
	const toMembers = mails.filter(({ to }) => !to.endsWith('@club.example'));
	const asked = new Set(database.asked.map(({ who, topic }) => `${who} ${topic}`));
	const held: DoorResult['held'] = {};
	for (const { Workflow, Outcome, Reason } of rows) {
		if (Outcome !== 'not sent') continue;
		const ofFile = (held[String(Workflow)] ??= {});
		ofFile[String(Reason)] = (ofFile[String(Reason)] ?? 0) + 1;
	}
	const of = (outcome: string) => rows.filter(({ Outcome }) => Outcome === outcome).length;
	const waiting = database.asked.filter(({ execution }) => database.waiting.has(execution)).length;
	const linesOf = (isWrong: (mail: SentMail) => boolean) => ofDoor.filter(isWrong).map(lineOf);
	const hourOf = ({ at }: SentMail) => DateTime.fromMillis(at, { zone: ZONE }).hour;
	const isStopped = ({ people: [who], topic, at }: SentMail) =>
		people.stops.some((stop) => stop.who === who && stop.at < at && (stop.topic ?? topic) === topic);
	return {
		asked: database.asked.length,
		sent: toMembers.length,
		held,
		waited: database.waited,
		waiting,
		lost: database.asked.length - toMembers.length - of('not sent') - waiting,
		killed: database.lost.length,
		stops: people.stops.length,
		broken: {
			[`over ${MOST} in ${DAYS} days`]: linesOf((mail) => earlier.get(mail)!.filter(({ at }) => at > mail.at - DAYS * DAY).length >= MOST),
			'at night': linesOf((mail) => hourOf(mail) >= NIGHT_FROM || hourOf(mail) < NIGHT_TO),
			'to somebody who had stopped them': linesOf(isStopped),
			'twice, to somebody who had come, renewed or left, or untrue otherwise': linesOf((mail) => untrue.has(mail)),
			'not sent, and no row says why': [
				...withoutRow(month),
				...rows.filter(({ Outcome, Reason }) => Outcome === 'not sent' && !Reason).map(({ Subject }) => String(Subject)),
			],
			'sent, and no template asked for it': linesOf(({ people: [who = 0], topic = '' }) => !asked.has(`${who} ${topic}`)),
			// Who was mailed right when the process was killed is noted as one who is being mailed.
			'not noted as sent': of('sent') + of('sending') < toMembers.length || of('sending') > database.lost.length ? ['see the table'] : [],
		},
	};
}
