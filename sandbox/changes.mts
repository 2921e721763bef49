import { awardOf, bookingOf } from './data/activities.mts';
import { isActive } from './data/catalogue.mts';
import { athleteOf, personOf, type Person } from './data/people.mts';
import type { Club } from './club.mts';
import { namedEventFields, type Delivery } from './delivery.mts';
import type { Dialect } from './dialect.mts';
import { randomFrom } from './random.mts';
import { shownMembership, shownAthlete, shownBooking, shownContact } from './shown.mts';
import type { Membership, Athlete, Award, Booking, ClubClass, Contact, Json, Stage } from './types.mts';

/** Time between the event of a creation and the first read that shows the record, in dialects with this delay, in ms. */
const UNREADABLE_MS = 5_000;

/** The path that reads the record of a subject (§6.3, §4.3). */
const pathOf = (subject: string): string => `/${subject.replace(/^Athletes\/\d+\/Badges/, 'BadgeAwards')}`;

/** Subjects without the ID of the person that the event is about (§6.3). */
const SUBJECT_WITHOUT_USER = /^(Trainings|UserSubscriptions)\//;

/** The data of such an event, with the person at the place that the dialect gives them. */
function withEventUser({ eventPerson }: Dialect, data: Json, eventType: string): Json {
	if (eventPerson === 'top') return data;
	const { UserId, Contact, User, ...rest } = data;
	if (eventPerson === 'none' || UserId === undefined) return rest;
	return { ...rest, ...(eventType.startsWith('Training.') ? { Contact: Contact ?? { UserId } } : { User: User ?? { UserId } }) };
}

/** Changes a club, for API calls and for changes without one. Each change publishes its events (§6.2). */
export class Changes {
	/** Time from which a read shows a new record, in ms, by club and path. */
	private readonly unreadable = new Map<string, number>();

	constructor(
		private readonly delivery: Delivery,
		readonly now: () => Date,
		private readonly pictureBase: () => string,
		readonly dialect: Dialect,
	) {}

	publish(club: Club, eventType: string, subject: string, data: unknown): void {
		if (this.dialect.readAfterEvent === 'absent' && /\.(Created|Awarded)$/.test(eventType))
			this.unreadable.set(`${club.id} ${pathOf(subject)}`, this.now().getTime() + UNREADABLE_MS);
		const fields = this.dialect.eventData === 'ids' ? namedEventFields(data) : data;
		const complete = SUBJECT_WITHOUT_USER.test(subject) ? withEventUser(this.dialect, fields as Json, eventType) : fields;
		this.delivery.publish(club, this.delivery.envelope(club, eventType, subject, complete));
	}

	/** Whether a read shows the record at a path of a club. A new record can be missing for some time (§6.1). */
	isReadable(club: Club, path: string): boolean {
		return (this.unreadable.get(`${club.id} ${path}`) ?? 0) <= this.now().getTime();
	}

	athleteChanged(club: Club, athlete: Athlete, eventType = 'Athlete.Updated'): void {
		this.publish(club, eventType, `Athletes/${athlete.UserId}`, shownAthlete(this.dialect, athlete));
	}

	/** Changes a stage. Setting the same stage again publishes no event (§3.1). */
	setStage(club: Club, person: Json & { UserId: number; ClientStage: Stage }, stage: Stage): void {
		if (person.ClientStage === stage) return;
		person.ClientStage = stage;
		const milestone = { Qualified: 'QualifiedSinceUTC', Prospect: 'ProspectSinceUTC', Client: 'ClientSinceUTC', Lead: undefined }[stage];
		if (milestone) person[milestone] ??= this.now().toISOString();
		if (club.athletes.has(person.UserId)) this.athleteChanged(club, person as Athlete);
		else this.contactChanged(club, person as Contact, 'Updated');
	}

	contactChanged(club: Club, contact: Contact, change: 'Created' | 'Updated'): void {
		this.publish(club, `Contact.${change}`, `Contacts/${contact.UserId}`, shownContact(this.dialect, contact));
	}

	/** Removes a contact from the club. They stay a user of the platform unless the user is deleted (§6.2). */
	removeContact(club: Club, contact: Contact, Reason: 'Removed' | 'ConvertedToAthlete' | 'UserDeleted'): void {
		club.contacts.delete(contact.UserId);
		if (Reason === 'Removed') club.otherUsers.set(contact.Email.toLowerCase(), contact as Contact & Person);
		this.publish(club, 'Contact.Deleted', `Contacts/${contact.UserId}`, { ...shownContact(this.dialect, contact), Reason });
	}

	membershipChanged(club: Club, membership: Membership, change: 'Created' | 'Updated' | 'Deleted'): void {
		this.publish(
			club,
			`UserSubscription.${change}`,
			`UserSubscriptions/${membership.UserClassSubscriptionId}`,
			shownMembership(this.dialect, membership),
		);
	}

	/** Adds a membership. Any product but a trial makes the athlete a client (§3.1). */
	assign(club: Club, membership: Membership): Membership {
		club.userSubscriptions.set(membership.UserClassSubscriptionId, membership);
		this.membershipChanged(club, membership, 'Created');
		const athlete = club.athletes.get(membership.UserId);
		if (athlete && club.products.get(membership.ClassSubscriptionId)?.Type !== 'Trial') this.setStage(club, athlete, 'Client');
		return membership;
	}

	isFull(club: Club, scheduled: ClubClass): boolean {
		const taken = club.bookings.filter(({ ClassId, State }) => ClassId === scheduled.ClassId && State === 'Confirmed').length;
		return taken >= scheduled.MaxLocalParticipants;
	}

	/** Books a class, on an active membership if there is one (§3.4). A full class gets a queued booking. */
	book(club: Club, scheduled: ClubClass, athlete: Athlete): Booking {
		const now = this.now().getTime();
		const membership = [...club.userSubscriptions.values()].find((row) => row.UserId === athlete.UserId && isActive(row, now));
		const booking = bookingOf(scheduled, athlete, membership?.UserClassSubscriptionId ?? null, this.isFull(club, scheduled));
		club.bookings.push(booking);
		this.bookingChanged(club, booking, 'Created');
		return booking;
	}

	unbook(club: Club, booking: Booking): void {
		club.bookings.splice(club.bookings.indexOf(booking), 1);
		this.bookingChanged(club, booking, 'Deleted');
	}

	bookingChanged(club: Club, booking: Booking, change: 'Created' | 'Updated' | 'Deleted'): void {
		this.publish(
			club,
			`ClassParticipant.${change}`,
			`Classes/${booking.ClassId}/Participants/${booking.UserId}`,
			shownBooking(this.dialect, booking),
		);
	}

	award(club: Club, athlete: Athlete, badge?: number): Award {
		const award = awardOf(club.nextId(), athlete, this.now().toISOString(), this.pictureBase(), badge);
		club.awards.set(award.AchievedBadgeId, award);
		const data = { ...award, TrainingChallengeId: 302, AwardType: 'Goal' };
		this.publish(club, 'Badge.Awarded', `Athletes/${athlete.UserId}/Badges/${award.AchievedBadgeId}`, data);
		return award;
	}

	/** Adds an athlete: a new person, or the user of the platform with the given ID. */
	addAthlete(club: Club, fields: Partial<Athlete> = {}): Athlete {
		const UserId = fields.UserId ?? club.nextId();
		const random = randomFrom(UserId);
		const athlete = { ...athleteOf(personOf(random, UserId), random, 'Lead'), IsGuest: false, ...fields, UserId } as Athlete;
		club.athletes.set(UserId, athlete);
		this.athleteChanged(club, athlete, 'Athlete.Created');
		return athlete;
	}

	/** Removes an athlete from the club. They stay a user of the platform, with the same ID. */
	removeAthlete(club: Club, athlete: Athlete): void {
		club.athletes.delete(athlete.UserId);
		club.otherUsers.set(athlete.Email.toLowerCase(), athlete);
		this.athleteChanged(club, athlete, 'Athlete.Deleted');
	}
}
