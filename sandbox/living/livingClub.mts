import { levelOf, type Club } from '../club.mts';
import { awardOf, trainingOf } from '../data/activities.mts';
import { NOT_SUSPENDED } from '../data/catalogue.mts';
import type { Clock } from '../inProcess.mts';
import type { Life } from '../life.mts';
import { randomFrom, type Random } from '../random.mts';
import type { Athlete, Booking, ClubClass, Membership } from '../types.mts';
import type { Act, Deed, Way } from './acts.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const WAYS: Readonly<Record<Way, { product: number; days: number; visits: number }>> = {
	month: { product: 12, days: 30, visits: 0 },
	term: { product: 16, days: 182, visits: 0 },
	card: { product: 13, days: 180, visits: 10 },
	trial: { product: 11, days: 7, visits: 3 },
};

/** The products of a living club that really end: not those that are paid month by month. */
export const ENDING_PRODUCTS: readonly number[] = [WAYS.term.product, WAYS.card.product, WAYS.trial.product];

/** The hours of the classes of a day in a room, and their places with 400 members. */
const CLASSES: ReadonlyArray<readonly [hour: number, places: number]> = [
	[6, 8],
	[11, 4],
	[13, 1],
	[16, 12],
	[17, 6],
	[18, 20],
];

const roomsOf = (members: number): number => Math.ceil(members / 1_000);

/** How far ahead classes are published, in days. */
const PUBLISHED_DAYS = 21;

const iso = (at: number): string => new Date(at).toISOString();

interface Member {
	id: number;
	visitsAWeek: number;
	main?: Membership;
	card?: Membership;
	isGone?: boolean;
}

/**
 * A club that lives by itself, day by day: its people join, pay, come, book and leave, and each act is recorded. The same seed gives
 * the same life. It takes the place of what the club of a sandbox had before.
 */
export class LivingClub {
	readonly acts: Act[] = [];
	private readonly club: Club;
	private readonly act: Life;
	private readonly random: Random;
	/** What is to come, the next one last. */
	private readonly plans: Array<{ at: number; run: () => void }> = [];
	private members: Member[] = [];
	private readonly wayOf = new Map<Membership, Way>();
	private smallId = 100;
	private oldBadge = 500_000;

	/**
	 * @param clock moved by `live`; the clock of the sandbox must be the same
	 * @param members the number of members after the first half year, in which they join
	 */
	constructor(
		{ club, act }: { club: Club; act: Life },
		private readonly clock: Clock,
		private readonly options: { seed: number; members: number },
	) {
		this.random = randomFrom(options.seed);
		this.club = club;
		this.act = act;
		for (const rows of [club.athletes, club.contacts, club.userSubscriptions, club.classes, club.awards, club.trainings]) rows.clear();
		club.bookings.length = 0;
		club.checkIns = new Map();
		act.addProduct({ ClassSubscriptionId: WAYS.term.product, Name: 'Half a year', Type: 'Recurring' });
		for (let i = 0; i < options.members; i++) this.in(this.random.int(0, 170 * 24) * HOUR, () => this.join());
		for (let i = 0; i < options.members / 10; i++) this.in(this.random.int(0, 100 * 24) * HOUR, () => this.contactComes());
		for (let day = 0; day < PUBLISHED_DAYS; day++) this.publishClasses(day);
		this.in(0, () => this.day());
	}

	live(until: number): void {
		for (let next = this.plans.at(-1); next && next.at <= until; next = this.plans.at(-1)) {
			this.plans.pop();
			this.clock.now = Math.max(this.clock.now, next.at);
			next.run();
		}
		this.clock.now = until;
	}

	private note(deed: Deed): void {
		this.acts.push({ at: this.clock.now, ...deed } as Act);
	}

	private at(at: number, run: () => void): void {
		let [index, end] = [0, this.plans.length];
		while (index < end) {
			const middle = (index + end) >> 1;
			if (this.plans[middle].at < at) end = middle;
			else index = middle + 1;
		}
		this.plans.splice(index, 0, { at, run });
	}

	private in(ms: number, run: () => void): void {
		this.at(Math.round(this.clock.now + ms), run);
	}

	/** After some time from a number of days to another. */
	private inDays(min: number, max: number, run: () => void): void {
		this.in(this.random.int(min * 24 * 60, max * 24 * 60) * 60_000, run);
	}

	private someTimes(aDay: number, run: () => void): void {
		for (let count = Math.floor(aDay) + (this.random.chance(aDay % 1) ? 1 : 0); count > 0; count--) this.inDays(0.1, 0.9, run);
	}

	private someone(run: (member: Member) => void): void {
		if (this.members.length > 0) run(this.random.pick(this.members));
	}

	private day(): void {
		this.publishClasses(PUBLISHED_DAYS);
		const { members } = this.options;
		this.someTimes(members / 250, () => this.join());
		this.someTimes(members / 400, () => this.contactComes());
		this.someTimes(members / 300, () => this.someone((member) => this.changePhone(member)));
		this.someTimes(members / 300, () => this.someone((member) => this.changeLevel(member)));
		this.someTimes(members / 100, () => this.someone((member) => this.earnBadge(member)));
		this.someTimes(members / 20, () => this.someone((member) => this.train(member)));
		this.someTimes(members / 400, () => this.someone((member) => this.freeze(member)));
		this.someTimes(members / 800, () => this.someone((member) => this.changeProduct(member)));
		this.someTimes(members / 6, () => this.someone((member) => this.book(member)));
		this.someTimes(Math.min(members, 400 * roomsOf(members)) / 200, () => this.changeClass());
		this.tidyUp();
		this.in(DAY, () => this.day());
	}

	// People

	private join(known?: Athlete): void {
		const hasHistory = !known && this.random.chance(0.25);
		const UserId = known?.UserId ?? (hasHistory ? this.smallId++ : this.club.nextId());
		const athlete = this.act.addAthlete({ ...known, UserId, ClientStage: 'Lead' });
		const member: Member = { id: UserId, visitsAWeek: this.random.pick([0.4, 1, 1.5, 2, 3]) };
		this.members.push(member);
		this.note({ did: 'joins', who: UserId, stage: 'Lead' });
		if (hasHistory) for (let i = this.random.int(1, 8); i > 0; i--) this.showBadge(athlete, this.oldBadge++, this.random.int(30, 800));
		if (hasHistory && this.random.chance(0.3)) this.showBadge(athlete, this.oldBadge++, this.random.int(1, 5));
		const way = this.random.pick(['month', 'month', 'month', 'term', 'term', 'card', 'trial'] as const);
		// Most buy on the first day, some within the hour.
		const [min, max] = this.random.pick([
			[0.01, 0.04],
			[0.05, 0.5],
			[1, 12],
		]);
		this.inDays(min, max, () => this.buy(member, way));
		if (this.random.chance(0.95)) this.inDays(0.05, 15, () => this.visit(member));
	}

	private leave(member: Member): void {
		const athlete = this.club.athletes.get(member.id);
		if (member.isGone || !athlete) return;
		for (const booking of this.bookingsOf(({ UserId }) => UserId === member.id)) this.unbook(booking);
		for (const membership of [...this.club.userSubscriptions.values()])
			if (membership.UserId === member.id && Date.parse(membership.To) > this.clock.now) this.remove(membership);
		this.act.removeAthlete(member.id);
		member.isGone = true;
		this.members = this.members.filter((other) => other !== member);
		this.note({ did: 'leaves', who: member.id });
		if (this.random.chance(0.25)) this.inDays(75, 120, () => this.join(athlete));
	}

	private changePhone({ id }: Member): void {
		const athlete = this.club.athletes.get(id)!;
		athlete.Phone = `+46 70 ${this.random.int(1_000_000, 9_999_999)}`;
		this.act.publish('Athlete.Updated', { subject: `Athletes/${id}`, data: athlete });
		this.note({ did: 'changes phone', who: id });
	}

	private changeLevel({ id }: Member): void {
		const level = levelOf(this.club, { UserId: id })! + 1;
		this.act.changeLevel(id, level);
		this.note({ did: 'reaches level', who: id, level });
	}

	/** A badge is awarded. Some become visible only later, after badges with larger ids. */
	private earnBadge({ id }: Member): void {
		const athlete = this.club.athletes.get(id)!;
		if (this.random.chance(0.9)) {
			const { AchievedBadgeId, AchievedAt } = this.act.awardBadge(id);
			return this.note({ did: 'shows badge', who: id, badge: AchievedBadgeId, earned: Date.parse(AchievedAt) });
		}
		const badge = this.club.nextId();
		this.inDays(0.2, 2, () => {
			if (this.club.athletes.has(id)) this.showBadge(athlete, badge, 2);
		});
	}

	private showBadge(athlete: Athlete, badge: number, daysAgo: number): void {
		const earned = this.clock.now - daysAgo * DAY;
		this.club.awards.set(badge, awardOf(badge, athlete, iso(earned), '/_sandbox/pictures'));
		this.note({ did: 'shows badge', who: athlete.UserId, badge, earned });
	}

	/** A training is uploaded, most within a day. */
	private train({ id }: Member): void {
		const began = this.clock.now - this.random.int(1, this.random.chance(0.9) ? 20 : 70) * HOUR;
		const { BeginUTC, BeginDateLocal } = trainingOf(0, id, began, this.random);
		const { TrainingId } = this.act.addTraining(id, { BeginUTC, BeginDateLocal });
		this.note({ did: 'uploads training', who: id, training: TrainingId, began });
	}

	/** A member comes, and plans to come again. Now and then they stay away for long. */
	private visit(member: Member): void {
		if (member.isGone) return;
		const { main } = member;
		const card = member.card && Date.parse(member.card.To) > this.clock.now ? member.card : undefined;
		if (!main && card) {
			if (card.AvailableActivities === 0) return this.inDays(1, 5, () => this.visit(member));
			this.useCard(member, card);
		} else if (card && card.AvailableActivities > 0 && this.random.chance(0.1)) this.useCard(member, card);
		const checkIns = this.club.checkIns!;
		checkIns.set(member.id, [...(checkIns.get(member.id) ?? []), this.clock.now - 1]);
		this.note({ did: 'visits', who: member.id });
		const days = this.random.chance(0.02) ? this.random.int(32, 80) : (7 / member.visitsAWeek) * (0.4 + this.random.next() * 1.2);
		this.in(Math.max(days, 0.2) * DAY, () => this.visit(member));
	}

	// Contacts

	private contactComes(): void {
		const { UserId: who, ClientStage } = this.act.addContact();
		this.note({ did: 'contact comes', who, stage: ClientStage });
		if (this.random.chance(0.3))
			this.inDays(0.5, 20, () => {
				this.act.updateContact(who, { Phone: `+46 70 ${this.random.int(1_000_000, 9_999_999)}` });
				this.note({ did: 'contact changes phone', who });
			});
		if (this.random.chance(0.4) && ClientStage !== 'Prospect')
			this.inDays(1, 20, () => {
				this.act.updateContact(who, { ClientStage: 'Prospect' });
				this.note({ did: 'contact reaches stage', who, stage: 'Prospect' });
			});
		if (this.random.chance(0.7))
			this.inDays(21, 60, () => {
				const contact = this.club.contacts.get(who)!;
				this.act.removeContact(who);
				this.note({ did: 'contact goes', who });
				if (this.random.chance(0.4)) this.join({ IsDemo: false, IsGuest: false, ...contact } as Athlete);
			});
	}

	// Memberships

	private buy(member: Member, way: Way, from = this.clock.now): void {
		if (member.isGone) return;
		const membership = this.sell(member, way, from);
		if (way === 'card') member.card = membership;
		else member.main = membership;
		if (way === 'month') this.payMonthly(member, membership);
		if (way === 'term') this.endTerm(member, membership);
		if (way === 'trial') this.endTrial(member, membership);
		if (way === 'card') this.atEnd(membership, 10 * DAY, () => member.card === membership && !member.main && this.leave(member));
		else if (way !== 'trial' && this.random.chance(0.1) && !member.card) this.inDays(1, 30, () => this.buy(member, 'card'));
		// Sold twice by mistake, and removed.
		if (this.random.chance(0.02)) {
			const twin = this.sell(member, way, from);
			this.inDays(0.05, 0.9, () => this.remove(twin));
		}
	}

	private sell(member: Member, way: Way, from: number): Membership {
		const { product, days, visits } = WAYS[way];
		const stage = this.club.athletes.get(member.id)!.ClientStage;
		const to = from + days * DAY;
		const membership = this.act.addSubscription(member.id, {
			ClassSubscriptionId: product,
			From: iso(from),
			To: iso(to),
			MaxActivities: visits,
			AvailableActivities: visits,
		});
		this.wayOf.set(membership, way);
		const { UserClassSubscriptionId: id } = membership;
		const listedFrom = this.clock.now + (this.random.chance(0.04) ? this.random.int(1, 20) * HOUR : 0);
		this.note({ did: 'buys', who: member.id, membership: id, way, from, to, visits, listedFrom });
		if (listedFrom > this.clock.now) {
			this.club.unlisted.add(membership);
			this.at(listedFrom, () => this.club.unlisted.delete(membership));
		}
		if (way !== 'trial' && stage !== 'Client') this.note({ did: 'reaches stage', who: member.id, stage: 'Client' });
		this.atEnd(membership, this.random.int(60, 90) * DAY, () => this.random.chance(0.5) && this.archive(membership));
		return membership;
	}

	/** Some time before or after the end of a membership, wherever it has moved until then. */
	private atEnd(membership: Membership, offset: number, run: () => void): void {
		this.at(Date.parse(membership.To) + offset, () => {
			if (!this.isThere(membership)) return;
			if (Date.parse(membership.To) + offset > this.clock.now + HOUR) this.atEnd(membership, offset, run);
			else run();
		});
	}

	private isThere = ({ UserClassSubscriptionId: id }: Membership): boolean => this.club.userSubscriptions.has(id);

	private change(membership: Membership, fields: Partial<Membership>, deed: Deed): void {
		Object.assign(membership, fields);
		const { UserClassSubscriptionId: id } = membership;
		this.act.publish('UserSubscription.Updated', { subject: `UserSubscriptions/${id}`, data: membership });
		this.note(deed);
	}

	private moveEnd(membership: Membership, to: number): void {
		const { UserId: who, UserClassSubscriptionId: id } = membership;
		this.change(membership, { To: iso(to) }, { did: 'moves end', who, membership: id, to });
	}

	private remove(membership: Membership): void {
		const { UserId: who, UserClassSubscriptionId: id } = membership;
		if (!this.isThere(membership)) return;
		this.act.deleteSubscription(id);
		this.note({ did: 'removes membership', who, membership: id });
	}

	private archive(membership: Membership): void {
		this.club.unlisted.add(membership);
		this.note({ did: 'archives', who: membership.UserId, membership: membership.UserClassSubscriptionId });
	}

	/** A payment moves the end on by a month: early, late, or never again. */
	private payMonthly(member: Member, membership: Membership): void {
		if (this.random.chance(0.05)) {
			this.atEnd(membership, this.random.int(5, 9) * DAY, () => {
				if (member.main !== membership) return;
				const { UserClassSubscriptionId: id } = membership;
				this.change(membership, { Disabled: true }, { did: 'stops', who: member.id, membership: id });
				if (this.random.chance(0.4)) this.inDays(1, 20, () => this.buy(member, 'term'));
				else this.inDays(5, 40, () => this.leave(member));
			});
			return;
		}
		const hours = this.random.chance(0.6) ? -this.random.int(2, 60) : this.random.int(2, 60);
		this.atEnd(membership, hours * HOUR, () => {
			if (member.main !== membership) return;
			this.moveEnd(membership, Date.parse(membership.To) + WAYS.month.days * DAY);
			this.payMonthly(member, membership);
		});
	}

	/** A half year ends: it goes on, in time or late, by another membership or by the month, or it does not. */
	private endTerm(member: Member, membership: Membership): void {
		const before = -this.random.int(1, 13) * DAY;
		const goesOn = (offset: number, run: () => void) =>
			this.atEnd(membership, offset, () => !member.isGone && member.main === membership && run());
		const end = () => Date.parse(membership.To);
		const choice = this.random.int(1, 100);
		if (choice <= 40) {
			goesOn(before, () => {
				this.moveEnd(membership, end() + WAYS.term.days * DAY);
				this.endTerm(member, membership);
			});
		} else if (choice <= 55) goesOn(before, () => this.buy(member, 'term', end()));
		else if (choice <= 70) goesOn(this.random.int(2, 20) * DAY, () => this.buy(member, 'term'));
		else if (choice <= 85) goesOn(-this.random.int(1, 20) * HOUR, () => this.buy(member, 'month', end()));
		else goesOn(this.random.int(1, 40) * DAY, () => this.leave(member));
	}

	private endTrial(member: Member, membership: Membership): void {
		const way = this.random.pick(['month', 'term', 'card', undefined] as const);
		this.atEnd(membership, this.random.int(-4, 3) * DAY, () => {
			if (member.isGone) return;
			member.main = undefined;
			if (way) this.buy(member, way);
			else this.inDays(20, 40, () => this.leave(member));
		});
	}

	private useCard(member: Member, card: Membership): void {
		const { UserClassSubscriptionId: id } = card;
		const left = card.AvailableActivities - 1;
		this.change(card, { AvailableActivities: left }, { did: 'has visits left', who: member.id, membership: id, left });
		if (left === 0 && this.random.chance(0.7)) this.inDays(0.2, 10, () => member.card === card && this.buy(member, 'card'));
	}

	private changeProduct(member: Member): void {
		const { main } = member;
		if (!main || this.wayOf.get(main) !== 'month' || main.Disabled || Date.parse(main.To) < this.clock.now) return;
		this.buy(member, 'term');
		this.moveEnd(main, this.clock.now);
	}

	/** A membership is frozen, with an end that moves on by as much. Some come back early, some say only then when. */
	private freeze(member: Member): void {
		const { main } = member;
		const way = main && this.wayOf.get(main);
		const now = this.clock.now;
		if (!main || (way !== 'month' && way !== 'term') || main.Disabled || Date.parse(main.To) < now + 5 * DAY) return;
		if (main.SuspensionState !== 'None' && !(Date.parse(String(main.ReactivationDate)) < now)) return;
		const { UserClassSubscriptionId: id, UserId: who } = main;
		const from = now + this.random.pick([0, 0, 30]) * HOUR;
		const to = this.random.chance(0.85) ? from + this.random.int(10, 45) * DAY : undefined;
		this.change(
			main,
			{
				SuspensionState: from > now ? 'Scheduled' : 'Suspended',
				SuspensionStartUTC: iso(from),
				ReactivationDate: to ? iso(to) : null,
				To: iso(Date.parse(main.To) + ((to ?? from) - from)),
			},
			{ did: 'freezes', who, membership: id, from, ...(to && { to }) },
		);
		if (to) this.note({ did: 'moves end', who, membership: id, to: Date.parse(main.To) });
		if (to && this.random.chance(0.6)) return;
		this.in(((to ?? from + 30 * DAY) - now) * (0.3 + this.random.next() * 0.6), () => {
			if (!this.isThere(main) || this.clock.now <= from) return;
			this.change(main, NOT_SUSPENDED, { did: 'is back', who, membership: id });
			this.moveEnd(main, Date.parse(main.To) + this.clock.now - (to ?? from));
		});
	}

	// Classes

	/** A larger club has more rooms, and in each of them more places. */
	private publishClasses(ahead: number): void {
		const { members } = this.options;
		const day = Math.floor(this.clock.now / DAY) * DAY + ahead * DAY;
		const rooms = roomsOf(members);
		const size = Math.max(1, members / rooms / 400);
		for (const [hour, most] of Array.from({ length: rooms }, () => CLASSES).flat()) {
			const places = most === 1 ? 1 : Math.round(most * size);
			const begin = day + hour * HOUR + this.random.int(0, 3) * 15 * 60_000;
			const lesson: ClubClass = {
				ClassId: this.club.nextId(),
				Name: this.random.pick(['Spinning', 'Yoga', 'HIIT']),
				Begin: iso(begin),
				End: iso(begin + HOUR),
				CalendarType: places === 1 ? 'PT' : 'Club',
				Published: false,
				MaxLocalParticipants: places,
			};
			this.club.classes.set(lesson.ClassId, lesson);
			this.act.publishClass(lesson.ClassId);
			this.note({ did: 'publishes class', lesson: lesson.ClassId, begin, places });
		}
	}

	private bookingsOf(test: (booking: Booking) => boolean): Booking[] {
		const { bookings, unlisted } = this.club;
		return bookings.filter((booking) => test(booking) && !unlisted.has(booking) && Date.parse(booking.Begin) > this.clock.now);
	}

	private lessons(minDays: number, maxDays: number): ClubClass[] {
		const { classes, unlisted } = this.club;
		const [from, to] = [iso(this.clock.now + minDays * DAY), iso(this.clock.now + maxDays * DAY)];
		return [...classes.values()].filter((lesson) => lesson.Published && !unlisted.has(lesson) && lesson.Begin > from && lesson.Begin < to);
	}

	private book(member: Member): void {
		const lesson = this.random.pick(this.lessons(0.2, this.random.pick([2, 2, 7, 18])));
		if (!lesson || this.club.bookings.some(({ ClassId, UserId }) => ClassId === lesson.ClassId && UserId === member.id)) return;
		const booking = this.act.bookClass(member.id, lesson.ClassId);
		this.note({ did: 'books', who: member.id, lesson: lesson.ClassId, queued: booking.State === 'Queued' });
		if (this.random.chance(0.25)) this.inDays(0.05, 4, () => this.bookingsOf((one) => one === booking).forEach((one) => this.cancel(one)));
	}

	/** A booking is cancelled, and the next in the queue gets the place, at once or later. */
	private cancel(booking: Booking): void {
		this.unbook(booking);
		const confirm = () => {
			const taken = this.bookingsOf(({ ClassId, State }) => ClassId === booking.ClassId && State === 'Confirmed').length;
			const [next] = this.bookingsOf(({ ClassId, State }) => ClassId === booking.ClassId && State === 'Queued');
			if (!next || taken >= this.club.classes.get(booking.ClassId)!.MaxLocalParticipants) return;
			this.act.confirmBooking(next.UserId, next.ClassId);
			this.note({ did: 'gets place', who: next.UserId, lesson: next.ClassId });
		};
		if (this.random.chance(0.5)) confirm();
		else this.inDays(0.1, 1, confirm);
	}

	/** By the member, or by the desk: then some clubs still show the booking where it is read by itself. */
	private unbook(booking: Booking): void {
		if (this.random.chance(0.2)) {
			Object.assign(booking, { State: 'Removed' });
			this.club.unlisted.add(booking);
		} else {
			this.act.cancelBooking(booking.UserId, booking.ClassId);
		}
		this.note({ did: 'cancels', who: booking.UserId, lesson: booking.ClassId });
	}

	/** A class is moved, or taken out: unpublished, deleted, or only left out by the calendar. */
	private changeClass(): void {
		const lesson = this.random.pick(this.lessons(1.5, 10));
		if (!lesson) return;
		const { ClassId } = lesson;
		if (this.random.chance(0.4)) {
			this.act.moveClass(ClassId, this.random.int(-24, 30) || 1);
			return this.note({ did: 'moves class', lesson: ClassId, begin: Date.parse(lesson.Begin) });
		}
		for (const booking of this.bookingsOf((one) => one.ClassId === ClassId)) this.unbook(booking);
		const way = this.random.int(0, 2);
		if (way === 0) this.act.unpublishClass(ClassId);
		else if (way === 1) this.act.deleteClass(ClassId);
		else this.club.unlisted.add(lesson);
		this.note({ did: 'takes class out', lesson: ClassId });
	}

	/** Drops what nobody reads any more, so that a year stays quick. */
	private tidyUp(): void {
		const old = (moment: string) => Date.parse(moment) < this.clock.now - 10 * DAY;
		for (const { ClassId, Begin } of this.club.classes.values()) if (old(Begin)) this.club.classes.delete(ClassId);
		for (const { TrainingId, BeginUTC } of this.club.trainings.values()) if (old(BeginUTC)) this.club.trainings.delete(TrainingId);
		this.club.bookings.splice(0, this.club.bookings.length, ...this.club.bookings.filter(({ Begin }) => !old(Begin)));
	}
}
