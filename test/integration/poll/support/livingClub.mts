import type { Sandbox } from '../../../../sandbox/index.mts';
import { listedAthletes } from '../../../../sandbox/club.mts';
import { randomFrom, type Random } from '../../../../sandbox/random.mts';
import { STAGES, type Membership, type Athlete, type ClubClass, type Training } from '../../../../sandbox/types.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A moment as a club in a zone writes it, with the offset of that day. */
export function localTime(ms: number, timeZone: string): string {
	const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(ms).replace(' ', 'T');
	const minutes = Math.round((Date.parse(`${parts}Z`) - Math.floor(ms / 1000) * 1000) / 60_000);
	const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
	return `${parts}${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** What a user would call by the same name: the last membership of each athlete, by its id and its end. */
export function lastMemberships({ club }: Pick<Sandbox, 'club'>, before: ReadonlySet<number> = new Set()): Membership[] {
	const last = new Map<number, Membership>();
	const isUsedUp = ({ MaxActivities, AvailableActivities }: Membership) => MaxActivities > 0 && AvailableActivities === 0;
	for (const membership of [...club.userSubscriptions.values()].sort((a, b) => a.UserClassSubscriptionId - b.UserClassSubscriptionId)) {
		const known = last.get(membership.UserId);
		if (membership.Disabled || (isUsedUp(membership) && !before.has(membership.UserClassSubscriptionId))) continue;
		const isLater = !known || Date.parse(membership.To) >= Date.parse(known.To);
		if (!known || (isUsedUp(known) === isUsedUp(membership) ? isLater : isUsedUp(known))) last.set(membership.UserId, membership);
	}
	return [...last.values()];
}

/**
 * A club that lives: each day people join, leave and come back, memberships are sold, renewed and suspended, trainings are
 * uploaded, some late, classes are booked and moved. It keeps a ledger of what happened; no record is touched twice
 * between two polls, so that each entry must come out as one event.
 */
export class LivingClub {
	/** What happened since the last poll, as `event subject`. */
	ledger: string[] = [];
	private readonly random: Random;
	private touched = new Set<unknown>();
	private readonly gone: Athlete[] = [];

	constructor(
		private readonly sandbox: Sandbox,
		seed: number,
		private readonly zone: string,
		private readonly now: () => number,
	) {
		this.random = randomFrom(seed);
		const { club } = sandbox;
		club.classes.clear();
		// Without cursors, and ordered by the local times of each athlete, a list of several pages cannot be read whole by anyone.
		club.trainings.clear();
		club.bookings.length = 0;
		for (let day = 1; day < 20; day++) this.schedule(now() + day * DAY);
	}

	/** A poll has seen all of it. */
	settle(): string[] {
		const seen = this.ledger;
		this.ledger = [];
		this.touched = new Set();
		return seen;
	}

	private note(event: string, subject: string): void {
		this.ledger.push(`${event} ${subject}`);
	}

	/** One of these that nothing has happened to since the last poll. */
	private untouched<T>(rows: T[]): T | undefined {
		const free = rows.filter((row) => !this.touched.has(row));
		if (free.length === 0) return undefined;
		const chosen = this.random.pick(free);
		this.touched.add(chosen);
		return chosen;
	}

	/** What happens in a few hours. */
	live(hours: number): void {
		for (let i = 0; i < Math.ceil(hours / 6); i++) {
			const acts = [
				this.join,
				this.leave,
				this.comeBack,
				this.changePhone,
				this.changeStage,
				this.award,
				this.train,
				this.sell,
				this.change,
				this.remove,
				this.book,
				this.unbook,
				this.confirm,
				this.move,
				this.unpublish,
			];
			for (let n = this.random.int(1, 5); n > 0; n--) this.random.pick(acts).call(this);
		}
	}

	/** The classes of a day, in the club's own time, so that they move with its clock. */
	schedule(day: number): void {
		const { club } = this.sandbox;
		for (const hour of [7, 18]) {
			const date = localTime(day, this.zone).slice(0, 10);
			const offset = localTime(Date.parse(`${date}T12:00:00Z`), this.zone).slice(19);
			const Begin = `${date}T${String(hour).padStart(2, '0')}:00:00${offset}`;
			const ClassId = club.nextId();
			club.classes.set(ClassId, {
				ClassId,
				Name: 'Spinning',
				Begin,
				End: new Date(Date.parse(Begin) + HOUR).toISOString(),
				CalendarType: this.random.pick(['Club', 'PT', 'Services'] as const),
				Published: true,
				MaxLocalParticipants: 20,
			} as ClubClass);
		}
	}

	private athletes(): Athlete[] {
		return listedAthletes(this.sandbox.club);
	}

	private join(): void {
		// Some have had an account with the platform for long, and so a small id; never one of somebody who is in the club.
		const UserId = this.random.int(1, 900);
		const isOld = this.random.chance(0.3) && !this.touched.has(UserId) && !this.sandbox.club.athletes.has(UserId);
		const athlete = this.sandbox.act.addAthlete(isOld ? ({ UserId } as Partial<Athlete>) : undefined);
		this.touched.add(athlete).add(athlete.UserId);
		this.note('Athlete.Created', `Athletes/${athlete.UserId}`);
		if (athlete.ClientStage !== 'Lead') this.note('Athlete.StageChanged', `Athletes/${athlete.UserId}`);
	}

	private leave(): void {
		const athlete = this.untouched(this.athletes().slice(5));
		if (!athlete) return;
		this.sandbox.club.athletes.delete(athlete.UserId);
		this.touched.add(athlete.UserId);
		this.gone.push(athlete);
		this.note('Athlete.Deleted', `Athletes/${athlete.UserId}`);
	}

	private comeBack(): void {
		const athlete = this.untouched(this.gone);
		if (!athlete || this.sandbox.club.athletes.has(athlete.UserId)) return;
		this.gone.splice(this.gone.indexOf(athlete), 1);
		this.sandbox.club.athletes.set(athlete.UserId, athlete);
		this.note('Athlete.Created', `Athletes/${athlete.UserId}`);
		if (athlete.ClientStage !== 'Lead') this.note('Athlete.StageChanged', `Athletes/${athlete.UserId}`);
	}

	private changePhone(): void {
		const athlete = this.untouched(this.athletes());
		if (!athlete) return;
		athlete.Phone = `+39 ${this.random.int(1_000_000, 9_999_999)}`;
		this.note('Athlete.Updated', `Athletes/${athlete.UserId}`);
	}

	private changeStage(): void {
		const athlete = this.untouched(this.athletes());
		if (!athlete) return;
		athlete.ClientStage = STAGES[(STAGES.indexOf(athlete.ClientStage) + 1) % STAGES.length];
		this.note('Athlete.Updated', `Athletes/${athlete.UserId}`);
		this.note('Athlete.StageChanged', `Athletes/${athlete.UserId}`);
	}

	private award(): void {
		const athlete = this.untouched(this.athletes());
		if (!athlete) return;
		const { AchievedBadgeId } = this.sandbox.act.awardBadge(athlete.UserId);
		this.note('Badge.Awarded', `Athletes/${athlete.UserId}/Badges/${AchievedBadgeId}`);
	}

	/** A training is uploaded up to 20 hours after it began. */
	private train(): void {
		const begin = this.now() - this.random.int(0, 20 * 60) * 60_000;
		const TrainingId = this.sandbox.club.nextId();
		const training = {
			TrainingId,
			UserId: this.random.pick(this.athletes()).UserId,
			BeginUTC: new Date(begin).toISOString(),
			BeginDateLocal: localTime(begin, this.zone).slice(0, 19),
			Origin: 'Sensor',
		};
		this.sandbox.club.trainings.set(TrainingId, training as Training);
		this.note('Training.Created', `Trainings/${TrainingId}`);
	}

	private sell(): void {
		const athlete = this.untouched(this.athletes());
		if (!athlete) return;
		const id = this.sandbox.club.nextId();
		const limited = this.random.chance(0.4);
		const to = this.now() + this.random.int(5, 60) * DAY;
		const [template] = this.sandbox.club.userSubscriptions.values();
		const membership: Membership = {
			...template,
			UserClassSubscriptionId: id,
			UserId: athlete.UserId,
			From: new Date(this.now()).toISOString(),
			To: localTime(to, this.zone),
			MaxActivities: limited ? 10 : 0,
			AvailableActivities: limited ? this.random.int(1, 10) : 0,
			Disabled: false,
		};
		this.sandbox.club.userSubscriptions.set(id, membership);
		this.touched.add(membership);
		this.note('UserSubscription.Created', `UserSubscriptions/${id}`);
	}

	/** A membership is renewed, used, or suspended. */
	private change(): void {
		const membership = this.untouched([...this.sandbox.club.userSubscriptions.values()]);
		if (!membership) return;
		const kind = this.random.int(0, 2);
		if (kind === 0) membership.To = localTime(Date.parse(membership.To) + this.random.int(40, 90) * DAY, this.zone);
		else if (kind === 1 && membership.AvailableActivities > 0) membership.AvailableActivities--;
		else Object.assign(membership, { SuspensionState: membership.SuspensionState === 'None' ? 'Suspended' : 'None' });
		this.note('UserSubscription.Updated', `UserSubscriptions/${membership.UserClassSubscriptionId}`);
	}

	private remove(): void {
		const membership = this.untouched([...this.sandbox.club.userSubscriptions.values()].slice(10));
		if (!membership) return;
		this.sandbox.club.userSubscriptions.delete(membership.UserClassSubscriptionId);
		this.note('UserSubscription.Deleted', `UserSubscriptions/${membership.UserClassSubscriptionId}`);
	}

	/** The classes that a booking can be about: all of them begin after the next poll, and within what is looked at. */
	private bookable(): ClubClass[] {
		const now = this.now();
		return [...this.sandbox.club.classes.values()].filter(
			({ Begin, Published }) => Published && Date.parse(Begin) > now + 2 * DAY && Date.parse(Begin) < now + 10 * DAY,
		);
	}

	private book(): void {
		const scheduled = this.untouched(this.bookable());
		const athlete = this.random.pick(this.athletes());
		const { club } = this.sandbox;
		if (!scheduled || club.bookings.some(({ ClassId, UserId }) => ClassId === scheduled.ClassId && UserId === athlete.UserId)) return;
		const booking = this.sandbox.act.bookClass(athlete.UserId, scheduled.ClassId);
		if (this.random.chance(0.5)) booking.State = 'Queued';
		this.touched.add(booking);
		this.note('ClassParticipant.Created', `Classes/${scheduled.ClassId}/Participants/${athlete.UserId}`);
	}

	private ofBookable() {
		const ids = new Set(
			this.bookable()
				.filter((scheduled) => !this.touched.has(scheduled))
				.map(({ ClassId }) => ClassId),
		);
		return this.sandbox.club.bookings.filter(({ ClassId }) => ids.has(ClassId));
	}

	private unbook(): void {
		const booking = this.untouched(this.ofBookable());
		if (!booking) return;
		this.sandbox.club.bookings.splice(this.sandbox.club.bookings.indexOf(booking), 1);
		this.note('ClassParticipant.Deleted', `Classes/${booking.ClassId}/Participants/${booking.UserId}`);
	}

	/** Somebody gets off the waiting list. */
	private confirm(): void {
		const booking = this.untouched(this.ofBookable().filter(({ State }) => State === 'Queued'));
		if (!booking) return;
		booking.State = 'Confirmed';
		this.note('ClassParticipant.Updated', `Classes/${booking.ClassId}/Participants/${booking.UserId}`);
	}

	/** A class without bookings is moved by some hours. */
	private move(): void {
		const booked = new Set(this.sandbox.club.bookings.map(({ ClassId }) => ClassId));
		const scheduled = this.untouched(this.bookable().filter(({ ClassId }) => !booked.has(ClassId)));
		if (!scheduled) return;
		scheduled.Begin = localTime(Date.parse(scheduled.Begin) + this.random.int(1, 30) * HOUR, this.zone);
		this.note('Class.Updated', `Classes/${scheduled.ClassId}`);
	}

	private unpublish(): void {
		const booked = new Set(this.sandbox.club.bookings.map(({ ClassId }) => ClassId));
		const scheduled = this.untouched(this.bookable().filter(({ ClassId }) => !booked.has(ClassId)));
		if (!scheduled) return;
		scheduled.Published = false;
		this.note('Class.Unpublished', `Classes/${scheduled.ClassId}`);
	}
}
