import { BADGES } from '../data/activities.mts';
import { isActive } from '../data/catalogue.mts';
import { CLUB_ZONE } from '../data/people.mts';
import type { Sandbox } from '../sandbox.mts';
import { STAGES, type Athlete, type Stage } from '../types.mts';
import { spendingOf } from './spending.mts';

/** How many people, classes and awards the page shows, and how many lines each list has. */
const SHOWN = { people: 40, newcomers: 10, few: 5, lines: 40 };

export const nameOf = ({ FirstMidName, LastName }: Pick<Athlete, 'FirstMidName' | 'LastName'>): string => `${FirstMidName} ${LastName}`;

/** The last entries of a list, newest first, each with a fixed number. */
const newest = <T, U>(rows: readonly T[], show: (row: T) => U): Array<U & { key: number }> =>
	rows
		.slice(-SHOWN.lines)
		.map((row, index) => ({ ...show(row), key: Math.max(0, rows.length - SHOWN.lines) + index }))
		.reverse();

/** A text without capitals and accents, for a search. */
const searched = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The athletes whose name and email contain all words of a search. Only the first ones and the newest ones, because the page
 * cannot show 100,000.
 */
export function peopleOf({ club }: Sandbox, search = '') {
	const words = searched(search).split(/\s+/);
	const isFound = (athlete: Athlete): boolean => {
		const text = searched(`${nameOf(athlete)} ${athlete.Email}`);
		return !athlete.IsDemo && words.every((word) => text.includes(word));
	};
	const found = [...club.athletes.values()].filter(isFound);
	const shown =
		found.length <= SHOWN.people + SHOWN.newcomers ? found : [...found.slice(0, SHOWN.people), ...found.slice(-SHOWN.newcomers)];
	return shown.map((athlete) => ({ id: athlete.UserId, name: nameOf(athlete), email: athlete.Email, stage: athlete.ClientStage }));
}

function stagesOf({ club }: Sandbox): Array<{ stage: Stage; count: number }> {
	const counts = new Map<Stage, number>();
	for (const { ClientStage, IsDemo } of club.athletes.values()) if (!IsDemo) counts.set(ClientStage, (counts.get(ClientStage) ?? 0) + 1);
	return STAGES.map((stage) => ({ stage, count: counts.get(stage) ?? 0 }));
}

function awardsOf({ club }: Sandbox): Array<{ id: number; badge: string; person: string; at: string }> {
	const latest = [...club.awards.values()].sort((a, b) => b.AchievedAt.localeCompare(a.AchievedAt)).slice(0, SHOWN.few);
	return latest.map(({ AchievedBadgeId, BadgeName, UserId, AchievedAt }) => {
		const athlete = club.athletes.get(UserId);
		return { id: AchievedBadgeId, badge: BadgeName, person: athlete ? nameOf(athlete) : 'a former athlete', at: AchievedAt };
	});
}

/** Classes in the order in which they begin. */
export const byBegin = (a: { Begin: string }, b: { Begin: string }): number => Date.parse(a.Begin) - Date.parse(b.Begin);

function classesOf({ club }: Sandbox, now: Date) {
	return [...club.classes.values()]
		.filter(({ Begin, Published }) => Published && Date.parse(Begin) > now.getTime())
		.sort(byBegin)
		.slice(0, SHOWN.few)
		.map(({ ClassId, Name, Begin }) => {
			const states = club.bookings.filter((booking) => booking.ClassId === ClassId).map(({ State }) => State);
			const queued = states.filter((state) => state === 'Queued').length;
			return { id: ClassId, name: Name, begin: Begin, booked: states.length - queued, queued };
		});
}

/** The user ID for a subject: in the subject, or in the record that it names. */
function userIdIn({ club }: Sandbox, subject: string): number | undefined {
	const [, userId] = /(?:Athletes|Contacts|Participants)\/(\d+)/.exec(subject) ?? [];
	if (userId) return Number(userId);
	const [, kind, id] = /^(UserSubscriptions|Trainings)\/(\d+)$/.exec(subject) ?? [];
	return (kind === 'Trainings' ? club.trainings : club.userSubscriptions).get(Number(id))?.UserId;
}

/** The badge, class, membership or product that a subject names. */
function thingIn({ club }: Sandbox, subject: string): string | undefined {
	const [, kind, id] = /(Badges|Classes|UserSubscriptions|Subscriptions)\/(\d+)/.exec(subject) ?? [];
	const things = {
		Badges: () => club.awards.get(Number(id))?.BadgeName,
		Classes: () => club.classes.get(Number(id))?.Name,
		UserSubscriptions: () => club.userSubscriptions.get(Number(id))?.ProductName as string | undefined,
		Subscriptions: () => club.products.get(Number(id))?.Name,
	};
	return kind === undefined ? undefined : things[kind as keyof typeof things]();
}

/** What the subjects of events name, each once: the person, and their badge, class or membership. */
function namedIn(sandbox: Sandbox, subjects: readonly string[]): string[] {
	const named = subjects.map((subject) => {
		const id = userIdIn(sandbox, subject);
		const person = id === undefined ? undefined : (sandbox.club.athletes.get(id) ?? sandbox.club.contacts.get(id));
		return [person && nameOf(person as Athlete), thingIn(sandbox, subject)].filter(Boolean).join(', ');
	});
	return [...new Set(named.filter(Boolean))];
}

/** Whether an address of n8n is that of the editor, which listens for one event. */
const isOfTest = (url: string): boolean => url.includes('/webhook-test/');

/** Everything that the page shows. It leaves out the secret in the address of a webhook subscription. */
export function glanceAt(sandbox: Sandbox, now: Date) {
	const { club, keys } = sandbox;
	const stages = stagesOf(sandbox);
	return {
		club: String(club.profile.Name),
		zone: CLUB_ZONE,
		url: sandbox.url,
		keys: { subscriptionKey: keys.subscriptionKey, clubApiKey: keys.clubApiKey, readOnlyClubApiKey: keys.readOnlyClubApiKey },
		stages,
		counts: {
			athletes: stages.reduce((sum, { count }) => sum + count, 0),
			contacts: club.contacts.size,
			activeSubscriptions: [...club.userSubscriptions.values()].filter((membership) => isActive(membership, now.getTime())).length,
		},
		people: peopleOf(sandbox),
		badges: BADGES,
		awards: awardsOf(sandbox),
		classes: classesOf(sandbox, now),
		webhooks: [...club.webhookSubscriptions.values()].map(({ SubscriptionId, Url, EventTypes, ProvisioningState }) => ({
			id: SubscriptionId,
			address: Url.split('?')[0],
			events: EventTypes,
			state: ProvisioningState,
			of: sandbox.workflows?.get(SubscriptionId),
			isTest: isOfTest(Url),
		})),
		rate: sandbox.gauge(),
		spending: spendingOf(sandbox.requests),
		calls: newest(sandbox.requests, ({ at, method, path, status }) => ({ at, method, path, status })),
		deliveries: newest(sandbox.deliveries, ({ at, eventTypes, subjects, attempt, status, error, takenBy, withoutRun, url }) => ({
			at,
			eventTypes,
			named: namedIn(sandbox, subjects),
			attempt,
			status,
			error,
			takenBy,
			withoutRun,
			isTest: isOfTest(url),
		})),
		mails: sandbox.mails && newest(sandbox.mails, ({ at, to, subject }) => ({ at, to, subject })),
		breaches: newest(sandbox.breaches, ({ rule, detail, request }) => ({ rule, detail, request: `${request.method} ${request.path}` })),
	};
}
