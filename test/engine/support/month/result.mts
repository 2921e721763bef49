import { ZONE } from '../engine.mts';
import type { Month, SentMail } from './month.mts';
import { doorResult, type DoorResult } from './promises.mts';
import { Truth } from './truth.mts';

/** What some days of a living club came to. */
export interface MonthResult {
	athletes: number;
	calls: Record<string, Record<string, number>>;
	mails: Record<string, number>;
	untrue: string[];
	/** The people who have not one mail for each badge. */
	badges: string[];
	errors: string[];
	door: DoorResult;
	/** What ten members read. */
	read: string[];
}

const DAY = 86_400_000;

const day = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** The mails of ten members: those with mails from the most templates. */
function readBy(mails: readonly SentMail[]): string[] {
	const byMember = new Map<string, SentMail[]>();
	for (const mail of mails)
		if (mail.people.length > 0 && !mail.to.startsWith('coach@')) byMember.set(mail.to, [...(byMember.get(mail.to) ?? []), mail]);
	const kinds = (all: readonly SentMail[]) => new Set(all.map(({ file }) => file)).size;
	return [...byMember]
		.sort(([, a], [, b]) => kinds(b) - kinds(a))
		.slice(0, 10)
		.flatMap(([to, all]) => [
			`To ${to}`,
			...all.map(({ at, subject, text }) => `- ${day(at)} **${subject}** ${text.replace(/\s+/g, ' ')}`),
		]);
}

export function resultOf(month: Month): MonthResult {
	const { options, living, since, mails, calls, engine, athletes } = month;
	const truth = new Truth(living.acts, since, ZONE, mails);
	const counts: Record<string, number> = {};
	for (const { file } of mails) counts[file] = (counts[file] ?? 0) + 1;
	const untrue = truth.untrueOf(mails);
	return {
		athletes,
		calls: Object.fromEntries([...calls].map(([file, routes]) => [file, Object.fromEntries(routes)])),
		mails: counts,
		untrue: untrue.map(({ mail: { at, file, to, subject }, why }) => `${day(at)} ${file} to ${to}: ${subject}: ${why}`),
		badges: truth.badgesWithoutOneMail(mails, since + (options.days - 0.5) * DAY),
		errors: engine.database.errors,
		door: doorResult(month, new Set(untrue.map(({ mail }) => mail))),
		read: readBy(mails),
	};
}
