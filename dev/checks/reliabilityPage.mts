/** What became of the wishes of a club's owner for one event. */
interface LivingRow {
	event: string;
	right: number;
	/** How many were missed, by the reason. */
	missed: Record<string, number>;
	wrong: number;
}

/** What the polls of a living club told. */
export interface LivingFigures {
	/** The day of the run, and the version of the pack. */
	date: string;
	version: string;
	days: number;
	members: number;
	ending: LivingRow[];
}

/** What became of the emails that the example workflows gave to the door in a month. */
export interface DoorFigures {
	/** The day of the run, and the version of the pack. */
	date: string;
	version: string;
	days: number;
	athletes: number;
	asked: number;
	sent: number;
	/** Emails that were not sent, by the reason in the table. */
	held: Record<string, number>;
	/** Emails that waited for the morning, were lost with a killed process, or wait still. */
	waited: number;
	lost: number;
	waiting: number;
	/** How many people pressed "Stop". */
	stops: number;
	/** What the door promises, and how often it did not hold. */
	broken: Record<string, number>;
}

const count = (value: number): string => value.toLocaleString('en');

const table = (head: string[], rows: string[][]): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const LIVING = '## A year of a living club';

export const DOOR = '## One door for emails';

/** What became of the advertising of a month. */
export function doorSection(figures: DoorFigures): string {
	const { date, version, days, athletes, asked, sent, held, waited, lost, waiting, stops, broken } = figures;
	const rows: Array<[string, number]> = [
		['given to the workflow', asked],
		['sent', sent],
		...Object.entries(held).map(([reason, number]): [string, number] => [`not sent: ${reason}`, number]),
		['lost with a killed process', lost],
		['still wait for the morning', waiting],
		...Object.entries(broken).map(([promise, number]): [string, number] => [`**${promise}**`, number]),
	];
	return `${DOOR}

All example workflows about members run for ${days} days in an invented club of ${count(athletes)} athletes, and send their advertising through *Write
to a member*. ${count(stops)} people opt out, and a coach approves or changes drafts at any hour. n8n is killed twice: once right after an
email and before it was noted, and once from evening until after the next morning. ${count(waited)} emails waited for a morning. A second
program knows only what happened in the club, and checks each email against it. Counted on ${date}, with version
${version}.

${table(
	['', 'emails'],
	rows.map(([what, number]) => [what, count(number)]),
)}

`;
}

/** What the polls of a year told, and what the owner wanted. */
export function livingSection(figures: LivingFigures): string {
	const { date, version, days, members, ending } = figures;
	const missedOf = (missed: Record<string, number>) =>
		Object.entries(missed)
			.map(([reason, missing]) => `${count(missing)} ${reason}`)
			.join(', ') || '0';
	const rowsOf = (rows: LivingRow[]) =>
		rows.map(({ event, right, missed, wrong }) => [`\`${event}\``, count(right), missedOf(missed), count(wrong)]);
	return `${LIVING}

An invented club of ${count(members)} members lives for ${days} days. Its people join, pay, book, come, freeze and leave, and the Club Poll Trigger asks
every four hours. A second program knows only what happened, and says what a sensible owner would want to hear. The table compares
the two. *Products* has the products that really end.
Counted on ${date}, with version ${version}.

${table(['Event', 'Found', 'Missed', 'Wrong'], rowsOf(ending))}

`;
}
