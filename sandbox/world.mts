import { awardOf, bookingOf } from './data/activities.mts';
import { athleteOf, personOf } from './data/people.mts';
import type { Club } from './club.mts';
import { listedAthletes } from './club.mts';
import type { Delivery } from './delivery.mts';
import type { Dialect } from './dialect.mts';
import { randomFrom } from './random.mts';
import { shownAssignment } from './shown.mts';
import type { Assignment, Athlete, Award, Booking, ClubClass, Json, Stage } from './types.mts';

/** What changes a club, whether an API call or life does it; each change publishes the events of §6.2. */
export class World {
	constructor(
		private readonly delivery: Delivery,
		readonly now: () => Date,
		private readonly pictureBase: () => string,
		readonly dialect: Dialect,
	) {}

	/** Publishes an event of a club; returns its id. */
	publish(club: Club, eventType: string, subject: string, data: unknown): string {
		const event = this.delivery.envelope(club, eventType, subject, data);
		this.delivery.publish(club, event);
		return event.id;
	}

	athleteChanged(club: Club, athlete: Athlete, eventType = 'Athlete.Updated'): void {
		this.publish(club, eventType, `Athletes/${athlete.UserId}`, athlete);
	}

	/** A change of stage; a repeat is no event (§3.1). */
	setStage(club: Club, person: Json & { UserId: number; ClientStage: Stage }, stage: Stage): void {
		if (person.ClientStage === stage) return;
		person.ClientStage = stage;
		const milestone = { Qualified: 'QualifiedSinceUTC', Prospect: 'ProspectSinceUTC', Client: 'ClientSinceUTC', Lead: undefined }[stage];
		if (milestone) person[milestone] ??= this.now().toISOString();
		if (club.athletes.has(person.UserId)) this.athleteChanged(club, person as Athlete);
		else this.publish(club, 'Contact.Updated', `Contacts/${person.UserId}`, person);
	}

	assignmentChanged(club: Club, assignment: Assignment, what: 'Created' | 'Updated' | 'Deleted'): void {
		this.publish(club, `UserSubscription.${what}`, `UserSubscriptions/${assignment.UserClassSubscriptionId}`, shownAssignment(this.dialect, assignment));
	}

	/** A new assignment; a product that is no trial makes a client (§3.1). */
	assign(club: Club, assignment: Assignment): Assignment {
		club.userSubscriptions.set(assignment.UserClassSubscriptionId, assignment);
		this.assignmentChanged(club, assignment, 'Created');
		const athlete = club.athletes.get(assignment.UserId);
		if (athlete && club.products.get(assignment.ClassSubscriptionId)?.Type !== 'Trial') this.setStage(club, athlete, 'Client');
		return assignment;
	}

	book(club: Club, scheduled: ClubClass, athlete: Athlete): Booking {
		const taken = club.bookings.filter(({ ClassId, State }) => ClassId === scheduled.ClassId && State === 'Confirmed').length;
		const assignment = [...club.userSubscriptions.values()].find(({ UserId }) => UserId === athlete.UserId);
		const booking = bookingOf(scheduled, athlete, assignment?.UserClassSubscriptionId ?? null, taken >= scheduled.MaxLocalParticipants);
		club.bookings.push(booking);
		this.publish(club, 'ClassParticipant.Created', `Classes/${scheduled.ClassId}/Participants/${athlete.UserId}`, booking);
		return booking;
	}

	unbook(club: Club, booking: Booking): void {
		club.bookings.splice(club.bookings.indexOf(booking), 1);
		this.publish(club, 'ClassParticipant.Deleted', `Classes/${booking.ClassId}/Participants/${booking.UserId}`, booking);
	}

	award(club: Club, athlete: Athlete): Award {
		const award = awardOf(club.nextId(), athlete, this.now().toISOString(), this.pictureBase());
		club.awards.set(award.AchievedBadgeId, award);
		const data = { ...award, TrainingChallengeId: 302, AwardType: 'Goal' };
		this.publish(club, 'Badge.Awarded', `Athletes/${athlete.UserId}/Badges/${award.AchievedBadgeId}`, data);
		return award;
	}

	addAthlete(club: Club, fields: Partial<Athlete> = {}): Athlete {
		const UserId = club.nextId();
		const random = randomFrom(UserId);
		const athlete = { ...athleteOf(personOf(random, UserId), random, 'Lead'), IsGuest: false, ...fields, UserId } as Athlete;
		club.athletes.set(UserId, athlete);
		this.athleteChanged(club, athlete, 'Athlete.Created');
		return athlete;
	}

	removeAthlete(club: Club, athlete: Athlete): void {
		club.athletes.delete(athlete.UserId);
		this.athleteChanged(club, athlete, 'Athlete.Deleted');
	}
}

/** The buttons of life, for tests and for the sandbox page: what happens in a club without any API call. */
export const lifeOf = (world: World, club: Club) => {
	const anyone = (userId?: number): Athlete => club.athletes.get(Number(userId)) ?? listedAthletes(club)[0];
	const upcoming = (classId?: number): ClubClass =>
		club.classes.get(Number(classId)) ??
		[...club.classes.values()].find(({ Begin, Published }) => Published && Date.parse(Begin) > world.now().getTime())!;
	return {
		awardBadge: (userId?: number) => world.award(club, anyone(userId)),
		setClientStage(userId: number, stage: Stage) {
			const athlete = anyone(userId);
			world.setStage(club, athlete, stage);
			return athlete;
		},
		bookClass: (userId?: number, classId?: number) => world.book(club, upcoming(classId), anyone(userId)),
		addAthlete: (fields?: Partial<Athlete>) => world.addAthlete(club, fields),
		expireSubscription(id?: number) {
			const assignment = club.userSubscriptions.get(Number(id)) ?? [...club.userSubscriptions.values()][0];
			assignment.To = new Date(world.now().getTime() - 1000).toISOString();
			world.assignmentChanged(club, assignment, 'Updated');
			return assignment;
		},
		publish: (eventType: string, event: { subject: string; data?: unknown }) => ({
			eventId: world.publish(club, eventType, event.subject, event.data ?? {}),
		}),
	};
};

export type Life = ReturnType<typeof lifeOf>;
