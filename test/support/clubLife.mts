import { DateTime } from 'luxon';
import { randomFrom } from '../../sandbox/random.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How people of a club live, and what its polls are set to. */
export interface Ways {
	/** The zone of its classes. */
	zone: string;
	/** "Days Without a Visit", which is also that of the windows of check-ins. */
	awayDays: number;
	/** "Days at Stage". */
	stayDays: number;
}

export interface Person {
	id: number;
	visits: number[];
	nextVisit: number;
	stage: string;
	end: number;
	freeze?: { from: number; to: number };
}

export interface Lesson {
	id: number;
	begin: number;
	places: number;
	booked: number[];
	queued: number[];
}

/** A club in memory, with the truth of what happened in it: visits, memberships, freezes, stages and bookings. */
export class Life {
	readonly random;
	people: Person[] = [];
	readonly gone: Person[] = [];
	contacts = new Map<number, string>();
	lessons: Lesson[] = [];
	private nextId = 1;

	constructor(
		seed: number,
		public now: number,
		readonly ways: Ways,
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
			const begin = DateTime.fromMillis(day, { zone: this.ways.zone }).startOf('day').set({ hour }).toMillis();
			this.lessons.push({ id: this.nextId++, begin, places: this.random.pick([0, 3, 5]), booked: [], queued: [] });
		}
	}

	/** Some hours pass. */
	live(hours: number): void {
		const before = this.now;
		this.now += hours * HOUR;
		for (const person of this.people) {
			while (person.nextVisit <= this.now) {
				person.visits.push(person.nextVisit);
				person.nextVisit += this.gap();
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

	/** How long somebody stays away: clearly shorter or longer than the days of absence, in ms. */
	private gap(): number {
		const away = this.ways.awayDays * 24;
		return this.random.chance(0.06)
			? this.random.int(1.2 * away, 2 * away) * HOUR
			: this.random.int(12, Math.max(24, Math.floor((away * 7) / 30))) * HOUR;
	}

	/** Somebody is an athlete of the club again; none of their visits lies in the past. */
	private comeBack(person: Person): void {
		const last = person.visits.at(-1) ?? -Infinity;
		const soon = this.now + this.random.int(1, 60) * HOUR;
		const away = this.ways.awayDays * DAY;
		person.nextVisit = soon - last < 0.8 * away || last === -Infinity ? soon : Math.max(soon, last + 1.2 * away);
		this.people.push(person);
	}

	private book(lesson: Lesson): void {
		const { id } = this.random.pick(this.people);
		if ([...lesson.booked, ...lesson.queued].includes(id)) return;
		(lesson.places > 0 && lesson.booked.length >= lesson.places ? lesson.queued : lesson.booked).push(id);
	}
}

const within = ({ visits }: Person, from: number, to: number) => visits.filter((at) => at > from && at <= to).length;

/** The check-ins of the last days of a person, and those of as many days before them. */
export const recentOf = (person: Person, now: number, days: number) => within(person, now - days * DAY, now);
export const priorOf = (person: Person, now: number, days: number) => within(person, now - 2 * days * DAY, now - days * DAY);
