import { DateTime } from 'luxon';
import type { IDataObject, INode } from 'n8n-workflow';
import { template, templateFiles } from '../../../dev/demo/templates.mts';
import { awardOf } from '../../../sandbox/data/activities.mts';
import type { Athlete } from '../../../sandbox/types.mts';
import { ZONE, type Engine } from './engine.mts';

const DAY = 24 * 60 * 60 * 1000;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Triggers that are about several people at once. */
const EVENTS = /\.club(Poll)?Trigger$/;
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';

/** A start of a template that is about several people: from a schedule, or from a trigger with events of one type. */
export interface Start {
	file: string;
	trigger: string;
	event?: string;
}

/** All of its figures are in one row, so nothing that it does is about one person. */
const OF_ALL = 'club-on-one-page.json';

/** All of them, of every template that there is. */
export const starts = (): Start[] =>
	templateFiles()
		.filter((file) => file !== OF_ALL)
		.flatMap((file) =>
			template(file).nodes.flatMap(({ name: trigger, type, parameters }: INode): Start[] => {
				if (type === SCHEDULE) return [{ file, trigger }];
				return EVENTS.test(type) ? (parameters.events as string[]).map((event) => ({ file, trigger, event })) : [];
			}),
		);

/** The people whom each occasion of the templates is about, in a club of nobody else. */
export function occupy(engine: Engine, count: number): Athlete[] {
	const { club } = engine.sandbox;
	const people = engine.people().slice(0, count);
	for (const { UserId } of engine.people().slice(count)) club.athletes.delete(UserId);
	const ids = people.map(({ UserId }) => UserId);
	const now = Date.now();
	const [membership] = club.userSubscriptions.values();
	club.userSubscriptions.clear();
	const ends = { From: iso(now - 30 * DAY), To: iso(now + 5 * DAY), MaxActivities: 10, AvailableActivities: 1, Disabled: false };
	for (const [place, UserId] of ids.entries())
		club.userSubscriptions.set(place + 1, { ...membership, ...ends, SuspensionState: 'None', UserClassSubscriptionId: place + 1, UserId });
	const [booking] = club.bookings;
	const [lesson] = [...club.classes.values()].filter(({ CalendarType, Published }) => CalendarType === 'Club' && Published);
	const [former] = club.classes.keys();
	club.classes.clear();
	const tomorrow = String(DateTime.now().setZone(ZONE).plus({ days: 1 }).set({ hour: 18, minute: 30 }).toISO());
	club.bookings.length = 0;
	for (const [place, UserId] of ids.entries())
		for (const [State, ClassId] of [
			['Confirmed', former],
			['Queued', 1_000 + place],
		] as const) {
			club.classes.set(ClassId, { ...lesson, ClassId, Name: `Class ${ClassId}`, Begin: tomorrow });
			club.bookings.push({ ...booking, ClassId, Begin: tomorrow, UserId, State });
		}
	club.checkIns = new Map();
	const rows = (name: string, row: (person: Athlete) => IDataObject) => engine.tables.insert(name, people.map(row) as never);
	const other = (stage: string) => (stage === 'Lead' ? 'Client' : 'Lead');
	const nameOf = ({ UserId, Email, FirstMidName, LastName }: Athlete) => ({ UserId, Email, FirstMidName, LastName });
	rows('Win back', ({ UserId, Email, FirstMidName }) => ({ UserId, Email, FirstMidName, AwaySince: iso(now - 20 * DAY) }));
	rows('First 30 days', ({ UserId }) => ({ UserId, Since: iso(now - 8 * DAY) }));
	rows('Membership ended', ({ UserId }) => ({ UserId, Token: `${UserId}`.padStart(32, '0'), AskedAt: iso(now - DAY) }));
	rows('Club messages', ({ UserId }) => ({ UserId, Topic: 'Old', Subject: 'Old', At: iso(now - 30 * DAY), Outcome: 'sent', Reason: '' }));
	rows('Club message preferences', ({ UserId, Email }) => ({ UserId, Email, Token: `${UserId}`.padStart(32, '0'), StoppedTopics: '' }));
	rows('Client stages', (one) => ({ ...nameOf(one), Stage: other(one.ClientStage), StageBefore: one.ClientStage, Note: '' }));
	for (const { UserId, Email, ClientStage } of people)
		engine.hubspot.write(Email, { club_user_id: `${UserId}`, club_stage: other(ClientStage), club_stage_synced: ClientStage });
	engine.sheets.rows = [['UserId', 'Email', 'FirstMidName', 'LastName', 'Phone', 'ClientStage']];
	engine.crm.holds = [];
	engine.written.length = 0;
	return people;
}

/** An event about each of these people, as its trigger gives it to a workflow. */
export function eventsOf(engine: Engine, eventType: string, people: readonly Athlete[]): IDataObject[] {
	const { club } = engine.sandbox;
	const events = people.map((athlete, place): IDataObject => {
		const { UserId: userId } = athlete;
		const membership = [...club.userSubscriptions.values()].find(({ UserId }) => UserId === userId)!;
		const lesson = club.classes.get(1_000 + place)!;
		const award = awardOf(900 + place, athlete, iso(Date.now()), 'https://cdn.example');
		if (!club.awards.has(award.AchievedBadgeId)) club.awards.set(award.AchievedBadgeId, award);
		const records: Record<string, object> = {
			Athlete: { ...athlete, RollingCheckIns: 1, PriorCheckIns: 9, TotalCheckIns: 0 },
			Membership: { ...membership, ReactivationDate: membership.To },
			Badge: award,
			ClassParticipant: { ...lesson, ClassName: lesson.Name, UserId: userId },
			Class: lesson,
		};
		const isGone = eventType === 'Athlete.Deleted';
		const ids = { userId, classId: lesson.ClassId, achievedBadgeId: award.AchievedBadgeId };
		const about = { athlete: isGone ? null : athlete, record: isGone ? null : records[eventType.split('.')[0]] };
		const numbers = { milestone: 1, participants: 1, queued: 1, previous: { ClientStage: 'Lead' } };
		return { eventType, eventTime: iso(Date.now()), ids, ...about, ...numbers };
	});
	return JSON.parse(JSON.stringify(events)) as IDataObject[];
}

/** What the coach answers who reads a draft. */
export const COACH = { 'field-0': 'How are you?', 'field-1': 'Send' };

/**
 * Runs a start with these people, and each execution that waits for the coach with the answer *Send*.
 * @param isBurst whether the club tells of each by itself, as it does, if it tells
 */
export async function begin(
	engine: Engine,
	{ file, trigger, event }: Start,
	people: readonly Athlete[],
	mode: 'trigger' | 'manual' = 'trigger',
	isBurst = false,
): Promise<void> {
	const events = event ? eventsOf(engine, event, people) : undefined;
	const isTold = template(file).nodes.some(({ name, type }) => name === trigger && type === 'n8n-nodes-club.clubTrigger');
	const lots = events && isBurst && isTold ? events.map((one) => [one]) : [events];
	await Promise.all(lots.map(async (items) => await engine.run(file, trigger, items, mode)));
	await engine.resumeAll(COACH);
}

/** The mails to others than the staff that somebody got twice, and the contacts that were added twice. */
export function twice({ mailbox, audience }: Engine): string[] {
	const mails = mailbox.mails.filter(({ to }) => !to.endsWith('@club.example')).map(({ to, subject, text }) => `${to}: ${subject} ${text}`);
	const lines = [...mails, ...audience.changes.filter((change) => change.startsWith('POST'))];
	return lines.filter((line, place) => lines.indexOf(line) !== place);
}

/** Where all of it stands in the end, whatever the way there: the mails, and the rows of the tables without their times. */
export function outcome({ mailbox, tables }: Engine): string[] {
	const plain = (row: object) => JSON.stringify(row).replace(/"(id|\w*At|Since|Token)":("[^"]*"|\d+),?/g, '');
	const rows = Object.keys(tables.ids).flatMap((name) => tables.rows(name).map((row) => `${name} ${plain(row)}`));
	return [...mailbox.mails.map(({ to, subject }) => `${to}: ${subject}`), ...rows].sort();
}

/** What was done about each of these people, in all systems. */
export function effects(engine: Engine, people: readonly Athlete[]): Map<Athlete, string[]> {
	const { mailbox, written, crm, hubspot, audience, sandbox } = engine;
	const all = [
		...mailbox.mails.map(({ to, subject, text }) => `mail ${to} ${subject} ${to.includes('@club.example') ? text : ''}`),
		...written.map((about) => `table ${about.replace(/20\d\d-[\dT:.Z+-]+|[0-9a-f]{32}|\b\d{13}\b|"id":\d+,?/g, '')}`),
		...crm.requests.map((request, place) => `crm ${request} ${JSON.stringify(crm.received[place])}`),
		...hubspot.written.map((email) => `hubspot ${email}`),
		...audience.changes.map((change) => `mailchimp ${change}`),
		...sandbox.requests
			.filter(({ method, status }) => method !== 'GET' && status < 300)
			.map(({ method, path }) => `club ${method} ${path}`),
	];
	const isAbout = ({ UserId, Email }: Athlete, text: string) => text.includes(Email) || new RegExp(`\\b${UserId}\\b`).test(text);
	return new Map(people.map((one) => [one, [...new Set(all.filter((text) => isAbout(one, text)))].sort()]));
}
