import { DateTime } from 'luxon';
import type { AssignmentCollectionValue, IDataObject, INode } from 'n8n-workflow';
import { template, templateFiles } from '../../../dev/demo/templates.mts';
import { awardOf } from '../../../sandbox/data/activities.mts';
import type { WorkflowJson } from '../../../dev/host/workflow.mts';
import type { Athlete } from '../../../sandbox/types.mts';
import { MESSAGES } from './month/tables.mts';
import { ZONE, type Engine } from './engine.mts';

export const DAY = 24 * 60 * 60 * 1000;

export const iso = (ms: number): string => new Date(ms).toISOString();

/** Triggers that are about several people at once. */
const EVENTS = /\.club(Poll)?Trigger$/;
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';

/** A start of a template that is about several people: from a schedule, or from a trigger with events of one type. */
export interface Start {
	file: string;
	trigger: string;
	event?: string;
}

/** What they do is about all people together, not about each. */
const OF_ALL = [
	'club-on-one-page.json',
	'every-club-of-a-chain.json',
	'is-all-well.json',
	'segment-marketing.json',
	'week-of-the-club.json',
];

export const starts = (): Start[] =>
	templateFiles()
		.filter((file) => !OF_ALL.includes(file))
		.flatMap((file) =>
			template(file).nodes.flatMap(({ name: trigger, type, parameters }: INode): Start[] => {
				if (type === SCHEDULE) return [{ file, trigger }];
				return EVENTS.test(type) ? (parameters.events as string[]).map((event) => ({ file, trigger, event })) : [];
			}),
		);

export const nameOf = ({ file, trigger, event }: Start): string => `${file}, ${trigger}${event ? `, ${event}` : ''}`;

export const writes = ({ file }: Start): boolean =>
	template(file).nodes.some(
		({ parameters }) => (parameters.workflowId as IDataObject | undefined)?.cachedResultName === 'Write to a member',
	);

/** The templates in which an email goes only to those who got another one, and what that one is about. */
const sequences = (): Array<readonly [string, string]> =>
	templateFiles().flatMap((file) => {
		const { name, nodes } = template(file);
		const lines = nodes.flatMap(({ parameters }) => (parameters.assignments as AssignmentCollectionValue | undefined)?.assignments ?? []);
		return [...new Set(lines.flatMap((line) => (line.name === 'Only After' && line.value ? [String(line.value)] : [])))].map(
			(before) => [name, before] as const,
		);
	});

/** What else clubs say about the queue of a class, in each booking. */
const QUEUES = [{}, { QueueLength: 1 }, { TotalQueued: 3, WaitingListEnabled: true }];

/** The people whom each occasion of the templates is about, in a club of nobody else. */
export function occupy(engine: Engine, count: number): Athlete[] {
	const { club } = engine.sandbox;
	const people = engine.people().slice(0, count);
	club.athletes.clear();
	for (const one of people) club.athletes.set(one.UserId, one);
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
			['Queued', 5_000 + place],
		] as const) {
			club.classes.set(ClassId, { ...lesson, ClassId, Name: `Class ${ClassId}`, Begin: tomorrow });
			club.bookings.push({ ...booking, ...QUEUES[place % 3], ClassId, ClassName: `Class ${ClassId}`, Begin: tomorrow, UserId, State });
		}
	club.checkIns = new Map();
	const rows = (name: string, row: (person: Athlete) => IDataObject) => engine.tables.insert(name, people.map(row) as never);
	const other = (stage: string) => (stage === 'Lead' ? 'Client' : 'Lead');
	// What everybody got before, so that each later email of a sequence is due.
	const old = { Topic: 'Old', Subject: 'Old', At: iso(now - 30 * DAY), Outcome: 'sent', Reason: 'Old', Kind: 'service' };
	for (const [Workflow, before] of sequences()) rows(MESSAGES, ({ UserId }) => ({ UserId, Workflow, About: `${before} `, ...old }));
	rows('Athletes', ({ UserId, Email, ClientStage }) => ({ UserId, Email, ClientStage, NewStage: other(ClientStage) }));
	rows('Mailchimp members', ({ UserId, Email }) => ({ UserId, Email: Email.toLowerCase() }));
	for (const { UserId, Email, ClientStage } of people) {
		engine.hubspot.write(Email, { club_user_id: `${UserId}`, club_stage: other(ClientStage), club_stage_synced: ClientStage });
		engine.audience.contacts.set(Email.toLowerCase(), { email_address: Email, status: 'subscribed', merge_fields: {} });
	}
	engine.sheets.rows = [['UserId', 'Email', 'FirstMidName', 'LastName', 'Phone', 'ClientStage', 'Left'], ...ids.map((id) => [id])];
	for (const list of [engine.written, engine.hubspot.written]) list.length = 0;
	return people;
}

/** An event about each of these people, as its trigger gives it to a workflow. */
export function eventsOf(engine: Engine, eventType: string, people: readonly Athlete[]): IDataObject[] {
	const { club } = engine.sandbox;
	const events = people.map((athlete, place): IDataObject => {
		const { UserId: userId } = athlete;
		const membership = [...club.userSubscriptions.values()].find(({ UserId }) => UserId === userId)!;
		const lesson = club.classes.get(5_000 + place)!;
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
		const [kind] = eventType.split('.');
		const isOfClass = kind === 'Class';
		const ids = { ...(!isOfClass && { userId }), classId: lesson.ClassId, achievedBadgeId: award.AchievedBadgeId };
		const athleteOf = isOfClass ? {} : { athlete: isGone ? null : athlete };
		const about = { ...athleteOf, record: isGone ? null : records[kind], subject: `${kind}/${isOfClass ? lesson.ClassId : userId}` };
		const numbers = { milestone: 1, participants: 1, queued: 1, previous: { ClientStage: 'Lead' } };
		return { id: `${eventType} ${userId}`, eventType, eventTime: iso(Date.now()), ids, ...about, ...numbers };
	});
	return JSON.parse(JSON.stringify(events)) as IDataObject[];
}

/** What the coach answers who reads a draft. */
export const COACH = { 'field-0': 'How are you?', 'field-1': 'Send' };

/**
 * Runs a start with these people, and each execution that waits for the coach with the answer *Send*.
 * @param options what to change in each event, and the workflow if it isn't the one that is published
 */
export async function begin(
	engine: Engine,
	{ file, trigger, event }: Start,
	people: readonly Athlete[],
	mode: 'trigger' | 'manual' = 'trigger',
	{ change = () => {}, json }: { change?: (event: IDataObject) => void; json?: WorkflowJson } = {},
): Promise<void> {
	const events = event ? eventsOf(engine, event, people) : undefined;
	events?.forEach(change);
	// As a test run of the Club Poll Trigger marks them.
	if (mode === 'manual' && trigger !== 'Badge awarded') for (const one of events ?? []) one.id = `sample-${String(one.id)}`;
	await engine.run(file, trigger, events, mode, json);
	await answerAll(engine);
}

export async function answerAll(engine: Engine): Promise<void> {
	const nights = engine.waiting.filter(({ file }) => file === 'write-to-member.json');
	engine.waiting.splice(0, Infinity, ...engine.waiting.filter((one) => !nights.includes(one)));
	await engine.resumeAll(COACH);
	engine.waiting.push(...nights);
}

export const toMembers = ({ mailbox }: Engine) => mailbox.mails.filter(({ to }) => !to.endsWith('@club.example'));

/** The mails that a member got twice, and the contacts that were added twice. */
export function twice(engine: Engine): string[] {
	const lines = [
		...toMembers(engine).map(({ to, subject, text }) => `${to}: ${subject} ${text}`),
		...engine.audience.changes.filter((change) => change.startsWith('POST')),
	];
	return lines.filter((line, place) => lines.indexOf(line) !== place);
}

/** What was done about each of these people, in all systems. */
export function effects(engine: Engine, people: readonly Athlete[]): string[][] {
	const { mailbox, written, hubspot, audience, sheets, sandbox } = engine;
	const all = [
		...mailbox.mails.map(({ to, subject, text }) => `mail ${to} ${subject} ${to.includes('@club.example') ? text : ''}`),
		...written.map((about) => `table ${about.replace(/20\d\d-[\dT:.Z+-]+|"id":\d+,?/g, '')}`),
		...hubspot.written.map((email) => `hubspot ${email}`),
		...audience.changes.map((change) => `mailchimp ${change}`),
		...sheets.rows.slice(1).flatMap((row) => (row.length > 1 ? [`sheet ${row.join()}`] : [])),
		...sandbox.requests
			.filter(({ method, status }) => method !== 'GET' && status < 300)
			.map(({ method, path }) => `club ${method} ${path}`),
	];
	return people.map((one) => [...new Set(all.filter((text) => isAbout(text)(one)))].sort());
}

/** Whether a text names somebody. */
export const isAbout =
	(text: string) =>
	({ UserId, Email }: Athlete): boolean =>
		(Email !== '' && text.toLowerCase().includes(Email.toLowerCase())) || new RegExp(`\\b${UserId}\\b`).test(text);
