import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { randomFrom } from '../../../sandbox/random.mts';
import { ClubError } from '../../../nodes/shared/transport/errors';
import { IS_WHOLE } from '../../support/sample.mts';
import { PolledLists } from './support/polledLists.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** 400 days in the whole run; the gate has enough of them for somebody to stay away, to be missed and to come back. */
const DAYS = IS_WHOLE ? 400 : 75;

const AWAY_DAYS = 30;
const AHEAD_MS = 14 * DAY;
const MILESTONES = [1, 10, 50, 100];

const EVENTS = [
	...['Visited', 'VisitMilestone', 'Absent', 'CameBack', 'VisitsDropping', 'NeverCame', 'StaysAtStage', 'StageChanged'].map(
		(name) => `Athlete.${name}`,
	),
	...['EndsSoon', 'Ended', 'Renewed', 'Suspended', 'Resumed', 'SuspensionEndsSoon'].map((name) => `Membership.${name}`),
	...['Contact.StageChanged', 'Class.Full', 'Class.PlaceFree', 'Class.HardlyBooked'],
];

/** How a club shows what the spec leaves open. */
interface Reading {
	counts: (recent: number, prior: number) => IDataObject;
	/** Whether who never came has no counts. */
	isSilent?: boolean;
	queued: (isQueued: boolean) => IDataObject;
	/** Whether times have an offset. */
	offset: boolean;
	zone: string;
	/** Whether what has no value is left out. */
	isTerse?: boolean;
}

const READINGS: Record<string, Reading> = {
	'the names of the sandbox': {
		counts: (RollingCheckIns, PriorCheckIns) => ({ RollingCheckIns, PriorCheckIns }),
		queued: (isQueued) => ({ State: isQueued ? 'Queued' : 'Confirmed' }),
		offset: true,
		zone: 'Europe/Rome',
	},
	'windows, and times without an offset': {
		counts: (CurrentWindowCount, PreviousWindowCount) => ({ CurrentWindowCount, PreviousWindowCount }),
		queued: (IsQueued) => ({ IsQueued }),
		offset: false,
		zone: 'America/New_York',
	},
	'counts that lie deeper, and none of who never came': {
		counts: (recent, prior) => ({ CurrentPeriod: { CheckIns: recent }, PreviousPeriod: { CheckIns: prior } }),
		isSilent: true,
		queued: (isQueued) => ({ Status: isQueued ? 'Waitlisted' : 'Booked' }),
		offset: true,
		zone: 'America/New_York',
		isTerse: true,
	},
};

interface Person {
	id: number;
	visits: number[];
	nextVisit: number;
	stage: string;
	end: number;
	freeze?: { from: number; to: number };
}

interface Lesson {
	id: number;
	begin: number;
	places: number;
	booked: number[];
	queued: number[];
}

/** A club in memory, with the truth of what happened in it. */
class Life {
	readonly random;
	people: Person[] = [];
	readonly gone: Person[] = [];
	contacts = new Map<number, string>();
	lessons: Lesson[] = [];
	private nextId = 1;
	private readonly times = new Map<number, string | null>();

	constructor(
		seed: number,
		public now: number,
		private readonly reading: Reading,
	) {
		this.random = randomFrom(seed);
		for (let i = 0; i < 30; i++) this.join();
		for (let i = 0; i < 12; i++) this.contacts.set(1000 + i, 'Lead');
		for (let day = 1; day < 20; day++) this.schedule(this.now + day * DAY);
	}

	join(): void {
		const kind = this.random.int(0, 3);
		this.people.push({
			id: this.nextId++,
			visits: [],
			nextVisit: kind === 0 ? Infinity : this.now + this.random.int(1, 60) * HOUR,
			stage: 'Lead',
			end: this.now + this.random.int(3, 80) * DAY,
		});
	}

	schedule(day: number): void {
		for (const hour of [7, 18]) {
			const begin = DateTime.fromMillis(day, { zone: this.reading.zone }).startOf('day').set({ hour }).toMillis();
			this.lessons.push({ id: this.nextId++, begin, places: this.random.pick([0, 3, 5]), booked: [], queued: [] });
		}
	}

	/** Some hours pass. Gaps between visits are clearly shorter or longer than the days of absence. */
	live(hours: number): void {
		const before = this.now;
		this.now += hours * HOUR;
		for (const person of this.people) {
			while (person.nextVisit <= this.now) {
				person.visits.push(person.nextVisit);
				person.nextVisit += this.random.chance(0.06) ? this.random.int(36 * 24, 60 * 24) * HOUR : this.random.int(12, 7 * 24) * HOUR;
			}
			if (this.random.chance(0.02)) person.stage = this.random.pick(['Lead', 'Qualified', 'Client']);
			if (this.random.chance(0.01)) person.end = Math.max(person.end, this.now) + this.random.int(5, 60) * DAY;
			if (!person.freeze && this.random.chance(0.01)) {
				const from = this.now + this.random.int(-2, 48) * HOUR;
				person.freeze = { from, to: from + this.random.int(2, 30) * DAY };
			} else if (person.freeze && (person.freeze.to < this.now || this.random.chance(0.005))) delete person.freeze;
		}
		for (const id of this.contacts.keys()) if (this.random.chance(0.02)) this.contacts.set(id, this.random.pick(['Lead', 'Qualified']));
		if (this.random.chance(0.08)) this.join();
		if (this.random.chance(0.04)) this.gone.push(...this.people.splice(this.random.int(0, this.people.length - 1), 1));
		if (this.random.chance(0.03) && this.gone.length > 0) this.comeBack(this.gone.splice(0, 1)[0]);
		const days = Math.floor(this.now / DAY) - Math.floor(before / DAY);
		for (let day = 0; day < days; day++) this.schedule(this.now + (19 - day) * DAY);
		this.lessons = this.lessons.filter(({ begin }) => begin > before - DAY);
		const open = this.lessons.filter(({ begin }) => begin > this.now);
		for (let n = this.random.int(1, 6); n > 0; n--) this.book(this.random.pick(open));
		// One at most between two polls: much that is missing at once is doubted.
		const lesson = this.random.pick(open);
		if (lesson.booked.length > 0 && this.random.chance(0.4)) lesson.booked.splice(0, 1, ...lesson.queued.splice(0, this.random.int(0, 1)));
	}

	/** Somebody is an athlete of the club again; none of their visits lies in the past. */
	private comeBack(person: Person): void {
		const last = person.visits.at(-1) ?? -Infinity;
		const soon = this.now + this.random.int(1, 60) * HOUR;
		person.nextVisit = soon - last < 25 * DAY || last === -Infinity ? soon : Math.max(soon, last + 36 * DAY);
		this.people.push(person);
	}

	private book(lesson: Lesson): void {
		const { id } = this.random.pick(this.people);
		if ([...lesson.booked, ...lesson.queued].includes(id)) return;
		(lesson.places > 0 && lesson.booked.length >= lesson.places ? lesson.queued : lesson.booked).push(id);
	}

	private timeOf(ms: number | undefined): string | null {
		if (ms === undefined) return null;
		const known = this.times.get(ms) ?? DateTime.fromMillis(ms, { zone: this.reading.zone }).toISO({ includeOffset: this.reading.offset });
		this.times.set(ms, known);
		return known;
	}

	/** The lists of the club, as it shows them now. */
	show(lists: PolledLists): void {
		const { reading, now } = this;
		const shown = (row: IDataObject): IDataObject =>
			reading.isTerse ? Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) : row;
		lists.athletes = this.people.map(({ id, stage }) => ({ UserId: id, ClientStage: stage }));
		lists.contacts = [...this.contacts].map(([UserId, ClientStage]) => ({ UserId, ClientStage }));
		lists.summaries = this.people.map((person) =>
			shown({
				UserId: person.id,
				FirstCheckIn: this.timeOf(person.visits[0]),
				LastCheckIn: this.timeOf(person.visits.at(-1)),
				TotalCheckIns: person.visits.length,
				...(!(reading.isSilent && person.visits.length === 0) && reading.counts(recentOf(person, now), priorOf(person, now))),
			}),
		);
		lists.assignments = this.people
			.map(({ id, end, freeze }) =>
				shown({
					UserClassSubscriptionId: id,
					UserId: id,
					To: new Date(end).toISOString(),
					Disabled: false,
					SuspensionState: freeze ? 'Scheduled' : 'None',
					SuspensionStartUTC: freeze ? new Date(freeze.from).toISOString() : null,
					ReactivationDate: freeze ? new Date(freeze.to).toISOString() : null,
				}),
			)
			.sort((a, b) => Number(a.UserId) - Number(b.UserId));
		lists.classes = this.lessons.map(({ id, begin, places }) => ({ ClassId: id, Begin: this.timeOf(begin), MaxLocalParticipants: places }));
		lists.bookings = this.lessons.flatMap(({ id, begin, booked, queued }) =>
			[...booked.map((UserId) => ({ UserId, isQueued: false })), ...queued.map((UserId) => ({ UserId, isQueued: true }))].map(
				({ UserId, isQueued }) => ({ ClassId: id, UserId, Begin: this.timeOf(begin), ...reading.queued(isQueued) }),
			),
		);
	}
}

const within = ({ visits }: Person, from: number, to: number) => visits.filter((at) => at > from && at <= to).length;
const recentOf = (person: Person, now: number) => within(person, now - AWAY_DAYS * DAY, now);
const priorOf = (person: Person, now: number) => within(person, now - 2 * AWAY_DAYS * DAY, now - AWAY_DAYS * DAY);

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

/** What must be told, kept without any code of the trigger. */
class Ledger {
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
			if (this.contacts.has(id) && this.contacts.get(id) !== stage) told.push(`Contact.StageChanged Contacts/${id}`);
			this.contacts.set(id, stage);
		}
		for (const lesson of life.lessons) told.push(...this.ofLesson(lesson, now));
		const isFirst = this.readAt === undefined;
		this.readAt = now;
		return isFirst ? [] : told.sort();
	}

	private ofPerson(person: Person, now: number): string[] {
		const { id, visits, stage, end, freeze } = person;
		const known = this.people.get(id);
		const isFresh = !known && this.readAt !== undefined && visits.length > 0 && visits[0] >= this.readAt;
		const told: string[] = [];
		const [count, recent, prior] = [visits.length, recentOf(person, now), priorOf(person, now)];
		const before = known?.visits ?? (isFresh ? 0 : count);
		if (count > before) told.push('Athlete.Visited');
		if (MILESTONES.some((milestone) => milestone > before && milestone <= count)) told.push('Athlete.VisitMilestone');
		if (known && known.recent > 0 && recent === 0) told.push('Athlete.Absent');
		const returned = visits.some((at, i) => i > 0 && i >= before && at - visits[i - 1] >= AWAY_DAYS * DAY);
		if (known && returned) told.push('Athlete.CameBack');
		const seenAt = known?.seenAt ?? now;
		const neverTold = known?.neverTold === true || (count === 0 && now - seenAt >= AWAY_DAYS * DAY);
		if (neverTold && !known?.neverTold) told.push('Athlete.NeverCame');
		const stageSince = known?.stage === stage ? known.stageSince : now;
		const isStaying = stage !== 'Client' && now - stageSince >= 14 * DAY;
		const stayTold = isStaying;
		if (isStaying && !(known?.stayTold && known.stage === stage)) told.push('Athlete.StaysAtStage');
		if (known && known.stage !== stage) told.push('Athlete.StageChanged');
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
		const hardly = begin <= now + DAY && booked.length <= 2 && begin;
		this.lessons.set(id, { full, hardly });
		const told = [];
		if (full && !known?.full) told.push('Class.Full');
		if (!full && known?.full) told.push('Class.PlaceFree');
		if (hardly && !known?.hardly) told.push('Class.HardlyBooked');
		return told.map((name) => `${name} Classes/${id}`);
	}
}

test.each(Object.entries(READINGS))(`${DAYS} days of a club with %s: nothing twice, nothing lost`, async (_name, reading) => {
	const life = new Life(7, Date.parse('2026-03-01T08:00:00Z'), reading);
	const lists = new PolledLists(EVENTS, {
		...{ absenceField: '', zone: reading.zone, days: AWAY_DAYS, stageTo: ['Lead', 'Qualified'], daysAtStage: 14 },
		...{ maxCalls: 1000, callsPerDay: 25_000, maxItems: 100_000 },
	});
	const ledger = new Ledger();
	const seen = new Map<string, number>();
	for (let poll = 0; life.now < Date.parse('2026-03-01T08:00:00Z') + DAYS * DAY; poll++) {
		life.live(4 + ((poll * 7) % 17));
		life.show(lists);
		lists.now = life.now;
		if (poll % 9 === 4) {
			// An outage, and an n8n that is killed before it has stored what it was given: the next poll finds the same.
			lists.failing.set('GET /Athletes/AttendanceSummaries', new ClubError('Busy', { description: '', status: 500 }));
			await expect(lists.poll(0)).rejects.toThrow('Busy');
			lists.failing.clear();
			await lists.pollAndForget();
		}
		const told = (await lists.poll(0)).sort();
		expect(told).toEqual(ledger.settle(life));
		for (const one of told) seen.set(one.split(' ')[0], (seen.get(one.split(' ')[0]) ?? 0) + 1);
		expect(await lists.poll(0)).toEqual([]);
	}
	// Each event has come to pass, or its silence would say nothing.
	expect([...seen.keys()].sort()).toEqual([...EVENTS].sort());
});
