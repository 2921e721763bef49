import { trainingOf } from './data/activities.mts';
import { NOT_SUSPENDED } from './data/catalogue.mts';
import { contactOf, personOf } from './data/people.mts';
import { levelOf, listedAthletes, type Club } from './club.mts';
import { randomFrom } from './random.mts';
import { shownClass, shownProduct } from './shown.mts';
import type { Membership, Athlete, Booking, ClubClass, Contact, Product, Stage, Training } from './types.mts';
import type { Changes } from './changes.mts';

const DAY = 86_400_000;

const peopleLife = (changes: Changes, club: Club) => ({
	/** @param badge index of the badge; by default they alternate */
	awardBadge: (userId?: number, badge?: number) => changes.award(club, athleteOrFirst(club, userId), badge),
	setClientStage(userId: number, stage: Stage): Athlete {
		const athlete = athleteOrFirst(club, userId);
		changes.setStage(club, athlete, stage);
		return athlete;
	},
	addAthlete: (fields?: Partial<Athlete>) => changes.addAthlete(club, fields),
	removeAthlete(userId?: number): Athlete {
		const athlete = athleteOrFirst(club, userId);
		changes.removeAthlete(club, athlete);
		return athlete;
	},
	/** Sets a platform level. Only the event has the previous level (§2.6). */
	changeLevel(userId?: number, level?: number): Athlete {
		const athlete = athleteOrFirst(club, userId);
		const PreviousLevel = levelOf(club, athlete);
		const NewLevel = level ?? (PreviousLevel ?? 0) + 1;
		club.levels.set(athlete.UserId, NewLevel);
		const Direction = NewLevel > (PreviousLevel ?? 0) ? 'Up' : 'Down';
		const EffectiveMonth = changes.now().toISOString().slice(0, 7);
		changes.publish(club, 'Athlete.LevelChanged', `Athletes/${athlete.UserId}/Levels`, {
			UserId: athlete.UserId,
			PreviousLevel,
			NewLevel,
			Direction,
			EffectiveMonth,
		});
		return athlete;
	},
	addContact(fields: Partial<Contact> = {}): Contact {
		const UserId = club.nextId();
		const random = randomFrom(UserId);
		const contact = { ...contactOf(personOf(random, UserId), random), ...fields, UserId } as Contact;
		club.contacts.set(UserId, contact);
		changes.contactChanged(club, contact, 'Created');
		return contact;
	},
	updateContact(userId?: number, fields: Partial<Contact> = { Source: 'Phone' }): Contact {
		const contact = rowOrFirst(club.contacts, userId);
		Object.assign(contact, fields);
		changes.contactChanged(club, contact, 'Updated');
		return contact;
	},
	removeContact(userId?: number, reason: 'Removed' | 'UserDeleted' = 'Removed'): Contact {
		const contact = rowOrFirst(club.contacts, userId);
		changes.removeContact(club, contact, reason);
		return contact;
	},
	/** Adds a completed training, by default one that begins now. An upload can come long after the training. */
	addTraining(userId?: number, fields: Partial<Training> = {}): Training {
		const athlete = athleteOrFirst(club, userId);
		const id = club.nextId();
		const training = { ...trainingOf(id, athlete.UserId, changes.now().getTime(), randomFrom(id)), ...fields };
		club.trainings.set(training.TrainingId, training);
		const totals = { Workouts: 1, Points: training.Points, Calories: training.Calories };
		const details = {
			Contact: { UserId: athlete.UserId, Email: athlete.Email },
			TrainingMonthTotals: totals,
			LifetimeTotals: totals,
			AchievedGoals: [],
		};
		changes.publish(club, 'Training.Created', `Trainings/${training.TrainingId}`, { ...training, ...details });
		return training;
	},
});

const classLife = (changes: Changes, club: Club) => {
	const upcoming = (classId?: number): ClubClass =>
		club.classes.get(Number(classId)) ??
		[...club.classes.values()].find(({ Begin, Published }) => Published && Date.parse(Begin) > changes.now().getTime())!;
	const booked = (userId?: number, classId?: number): Booking =>
		club.bookings.find(({ UserId, ClassId }) => UserId === (userId ?? UserId) && ClassId === (classId ?? ClassId))!;
	const publishChange = (scheduled: ClubClass, change: 'Updated' | 'Deleted' | 'Published' | 'Unpublished'): ClubClass => {
		changes.publish(club, `Class.${change}`, 'Classes', { Classes: [shownClass(changes.dialect, scheduled)] });
		return scheduled;
	};
	return {
		bookClass: (userId?: number, classId?: number) => changes.book(club, upcoming(classId), athleteOrFirst(club, userId)),
		confirmBooking(userId?: number, classId?: number): Booking {
			const booking = booked(userId, classId);
			booking.State = 'Confirmed';
			changes.bookingChanged(club, booking, 'Updated');
			return booking;
		},
		cancelBooking(userId?: number, classId?: number): Booking {
			const booking = booked(userId, classId);
			changes.unbook(club, booking);
			return booking;
		},
		moveClass(classId?: number, hours = 1): ClubClass {
			const scheduled = upcoming(classId);
			const moved = (moment: string) => new Date(Date.parse(moment) + hours * 3_600_000).toISOString();
			Object.assign(scheduled, { Begin: moved(scheduled.Begin), End: moved(scheduled.End) });
			for (const booking of club.bookings) if (booking.ClassId === scheduled.ClassId) booking.Begin = scheduled.Begin;
			return publishChange(scheduled, 'Updated');
		},
		deleteClass(classId?: number): ClubClass {
			const scheduled = upcoming(classId);
			club.classes.delete(scheduled.ClassId);
			for (const booking of club.bookings.filter(({ ClassId }) => ClassId === scheduled.ClassId)) changes.unbook(club, booking);
			return publishChange(scheduled, 'Deleted');
		},
		publishClass(classId?: number): ClubClass {
			const scheduled = club.classes.get(Number(classId)) ?? [...club.classes.values()].find(({ Published }) => !Published)!;
			return publishChange(Object.assign(scheduled, { Published: true }), 'Published');
		},
		unpublishClass: (classId?: number) => publishChange(Object.assign(upcoming(classId), { Published: false }), 'Unpublished'),
	};
};

const catalogueLife = (changes: Changes, club: Club) => ({
	addSubscription(userId?: number, fields: Partial<Membership> = {}): Membership {
		const { UserId } = athleteOrFirst(club, userId);
		const now = changes.now().getTime();
		const membership = {
			UserClassSubscriptionId: club.nextId(),
			ClassSubscriptionId: 12,
			ClassSubscriptionPlanId: null,
			UserId,
			From: new Date(now).toISOString(),
			To: new Date(now + 30 * DAY).toISOString(),
			MaxActivities: 0,
			AvailableActivities: 0,
			Disabled: false,
			...NOT_SUSPENDED,
			...fields,
		};
		return changes.assign(club, membership);
	},
	expireSubscription(id?: number): Membership {
		const membership = rowOrFirst(club.userSubscriptions, id);
		membership.To = new Date(changes.now().getTime() - 1000).toISOString();
		changes.membershipChanged(club, membership, 'Updated');
		return membership;
	},
	deleteSubscription(id?: number): Membership {
		const membership = rowOrFirst(club.userSubscriptions, id);
		club.userSubscriptions.delete(membership.UserClassSubscriptionId);
		changes.membershipChanged(club, membership, 'Deleted');
		return membership;
	},
	addProduct(fields: Partial<Product> = {}): Product {
		const row: Product = {
			ClassSubscriptionId: club.nextId(),
			Name: 'Summer',
			Type: 'Tickets',
			ExternallyManaged: false,
			Published: true,
			...fields,
		};
		club.products.set(row.ClassSubscriptionId, row);
		changes.publish(club, 'Subscription.Created', `Subscriptions/${row.ClassSubscriptionId}`, shownProduct(changes.dialect, row));
		return row;
	},
});

const rowOrFirst = <T,>(rows: Map<number, T>, id?: number): T => rows.get(Number(id)) ?? [...rows.values()][0];

const athleteOrFirst = (club: Club, userId?: number): Athlete => club.athletes.get(Number(userId)) ?? listedAthletes(club)[0];

/** Changes in a club without an API call, for tests and the page. */
export const lifeOf = (changes: Changes, club: Club) => ({
	...peopleLife(changes, club),
	...classLife(changes, club),
	...catalogueLife(changes, club),
	publish: (eventType: string, { subject, data = {} }: { subject: string; data?: unknown }) =>
		changes.publish(club, eventType, subject, data),
});

export type Life = ReturnType<typeof lifeOf>;
