import type { Lesson, Life, Person, Ways } from './clubLife.mts';
import { priorOf, recentOf } from './clubLife.mts';

const DAY = 86_400_000;

/** What polls look ahead for classes by default. */
const AHEAD_MS = 14 * DAY;
const MILESTONES = [1, 10, 50, 100];

/** The events that the ledger keeps. */
export const EVENTS = [
	...['Visited', 'VisitMilestone', 'Absent', 'CameBack', 'VisitsDropping', 'NeverCame', 'StaysAtStage', 'StageChanged'].map(
		(name) => `Athlete.${name}`,
	),
	...['EndsSoon', 'Ended', 'Renewed', 'Suspended', 'Resumed', 'SuspensionEndsSoon'].map((name) => `Membership.${name}`),
	...['Contact.StageChanged', 'Class.Full', 'Class.PlaceFree', 'Class.HardlyBooked'],
];

/** What a poll knew of a person, by the words of the contract. */
interface Known {
	visits: number;
	recent: number;
	stage: string;
	stageSince: number;
	stayTold: boolean;
	seenAt: number;
	neverTold: boolean;
	holding: Set<string>;
	needsRenewal: boolean;
	isFrozen: boolean;
}

/** What a poll trigger must tell of a club that lives, as `event subject`, kept without any code of the trigger. */
export class Ledger {
	constructor(private readonly ways: Ways) {}

	private readonly people = new Map<number, Known>();
	private readonly contacts = new Map<number, string>();
	private readonly lessons = new Map<number, { full: boolean; hardly: number | false }>();
	private readAt: number | undefined;

	settle(life: Life): string[] {
		const { now } = life;
		const told: string[] = [];
		const present = new Set(life.people.map(({ id }) => id));
		for (const id of this.people.keys()) if (!present.has(id)) this.people.delete(id);
		for (const person of life.people) told.push(...this.ofPerson(person, now));
		for (const [id, stage] of life.contacts) {
			if ((this.contacts.get(id) ?? 'Lead') !== stage) told.push(`Contact.StageChanged Contacts/${id}`);
			this.contacts.set(id, stage);
		}
		for (const lesson of life.lessons) told.push(...this.ofLesson(lesson, now));
		const isFirst = this.readAt === undefined;
		this.readAt = now;
		return isFirst ? [] : told.sort();
	}

	private ofPerson(person: Person, now: number): string[] {
		const { id, visits, stage, end, freeze } = person;
		const { awayDays, stayDays } = this.ways;
		const known = this.people.get(id);
		const isNew = !known && this.readAt !== undefined;
		const told: string[] = [];
		const [count, recent, prior] = [visits.length, recentOf(person, now, awayDays), priorOf(person, now, awayDays)];
		const before = known?.visits ?? count;
		// Who is new on the list and has just reached the smallest milestone counts from 0.
		const [smallest] = MILESTONES;
		if (count > before) told.push('Athlete.Visited');
		if (MILESTONES.some((milestone) => milestone > before && milestone <= count) || (isNew && count === smallest))
			told.push('Athlete.VisitMilestone');
		if (known && known.recent > 0 && recent === 0) told.push('Athlete.Absent');
		if (known && known.recent === 0 && known.visits > 0 && recent > 0) told.push('Athlete.CameBack');
		const seenAt = known?.seenAt ?? now;
		const neverTold = known?.neverTold === true || (count === 0 && now - seenAt >= awayDays * DAY);
		if (neverTold && !known?.neverTold) told.push('Athlete.NeverCame');
		const stageSince = known?.stage === stage ? known.stageSince : now;
		const isStaying = stage !== 'Client' && now - stageSince >= stayDays * DAY;
		const stayTold = isStaying;
		if (isStaying && !(known?.stayTold && known.stage === stage)) told.push('Athlete.StaysAtStage');
		if ((known?.stage ?? 'Lead') !== stage) told.push('Athlete.StageChanged');
		const isFrozen = freeze !== undefined && freeze.from <= now && now < freeze.to;
		const needsRenewal = end <= now + 14 * DAY;
		const membership: Record<string, boolean> = {
			'Membership.EndsSoon': end >= now && needsRenewal,
			'Membership.Ended': end < now,
			'Membership.Suspended': isFrozen,
			'Membership.SuspensionEndsSoon': isFrozen && freeze.to <= now + 14 * DAY,
		};
		const conditions: Record<string, boolean> = { ...membership, 'Athlete.VisitsDropping': prior >= 4 && recent <= prior / 2 };
		const holding = new Set(Object.keys(conditions).filter((name) => conditions[name]));
		told.push(...[...holding].filter((name) => !known?.holding.has(name)));
		if (known?.needsRenewal && !needsRenewal) told.push('Membership.Renewed');
		if (known?.isFrozen && !isFrozen) told.push('Membership.Resumed');
		this.people.set(id, { visits: count, recent, stage, stageSince, stayTold, seenAt, neverTold, holding, needsRenewal, isFrozen });
		const subjectOf = (name: string) => (name.startsWith('Membership') ? `UserSubscriptions/${id}` : `Athletes/${id}`);
		return told.filter((name) => name !== 'Athlete.StageChanged' || stage !== 'Client').map((name) => `${name} ${subjectOf(name)}`);
	}

	private ofLesson({ id, begin, places, booked }: Lesson, now: number): string[] {
		if (begin < now || begin >= now + AHEAD_MS) return [];
		const known = this.lessons.get(id);
		const full = places > 0 && booked.length >= places;
		const hardly = begin <= now + DAY && booked.length <= 2 && !full && begin;
		this.lessons.set(id, { full, hardly });
		const told = [];
		if (full && !known?.full) told.push('Class.Full');
		if (!full && known?.full) told.push('Class.PlaceFree');
		if (hardly && !known?.hardly) told.push('Class.HardlyBooked');
		return told.map((name) => `${name} Classes/${id}`);
	}
}
