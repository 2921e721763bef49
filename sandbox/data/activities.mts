import type { Random } from '../random.mts';
import type { Athlete, Award, Booking, CalendarType, Challenge, ClubClass, Training } from '../types.mts';

const DAY = 24 * 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;

const CLASSES: Readonly<Record<CalendarType, readonly string[]>> = {
	Club: ['Spinning', 'Morning yoga', 'HIIT', 'Body pump', 'Pilates'],
	PT: ['Personal training'],
	Services: ['Massage', 'Body scan'],
};

/** Classes from 30 days before to 30 days after now; one in ten is not published. */
export function classesOf(now: number, random: Random): ClubClass[] {
	const today = Math.floor(now / DAY) * DAY;
	const classes: ClubClass[] = [];
	for (let day = -30; day <= 30; day++) {
		for (const [hour, type] of [
			[7, 'Club'],
			[12, 'Club'],
			[12, 'PT'],
			[17, 'Club'],
			[18, 'Services'],
		] as const) {
			const begin = today + day * DAY + hour * HOUR;
			classes.push({
				ClassId: 20_000 + classes.length,
				Name: random.pick(CLASSES[type]),
				Begin: new Date(begin).toISOString(),
				End: new Date(begin + HOUR).toISOString(),
				CalendarType: type,
				Published: !random.chance(0.1),
				CreditsCostLocal: 1,
				CreditsCostRemote: 0,
				TicketsCostLocal: 1,
				TicketsCostRemote: 0,
				MaxLocalParticipants: type === 'Club' ? 20 : 1,
				MaxRemoteParticipants: 0,
				LocalSubscriptionIds: [11, 12, 13, 14],
				RemoteSubscriptionIds: [],
				Instructor: random.pick(['Kim', 'Alex', 'Sam']),
			});
		}
	}
	return classes;
}

export const bookingOf = (scheduled: ClubClass, athlete: Athlete, membershipId: number | null, queued: boolean): Booking => ({
	ClassId: scheduled.ClassId,
	ClassName: scheduled.Name,
	UserId: athlete.UserId,
	Begin: scheduled.Begin,
	State: queued ? 'Queued' : 'Confirmed',
	UserClassSubscriptionId: membershipId,
	BookActorId: athlete.UserId,
	BookActorName: `${athlete.FirstMidName} ${athlete.LastName}`,
	TotalCredits: null,
});

export function bookingsOf(classes: readonly ClubClass[], athletes: readonly Athlete[], random: Random): Booking[] {
	const bookings: Booking[] = [];
	for (const scheduled of classes) {
		if (!scheduled.Published) continue;
		const guests = new Set(Array.from({ length: random.int(0, 8) }, () => random.pick(athletes)));
		for (const athlete of guests) bookings.push(bookingOf(scheduled, athlete, null, random.chance(0.1)));
	}
	return bookings;
}

export const CHALLENGES: readonly Challenge[] = [
	{ ChallengeId: 301, Name: 'Autumn miles', Begin: '2026-09-01T00:00:00Z', End: '2026-11-30T00:00:00Z', Criteria: 'Points' },
	{ ChallengeId: 302, Name: '12 workouts', Begin: '2026-01-01T00:00:00Z', End: '2026-12-31T00:00:00Z', Criteria: 'Workouts' },
	{ ChallengeId: 303, Name: 'Winter warm-up', Begin: '2026-12-01T00:00:00Z', End: '2027-02-28T00:00:00Z', Criteria: 'Points' },
];

export const BADGES = ['Bronze', 'Silver', 'Gold'] as const;

/** @param badge index of the badge; by default they alternate */
export function awardOf(
	AchievedBadgeId: number,
	athlete: Athlete,
	achievedAt: string,
	pictureBase: string,
	badge = AchievedBadgeId % BADGES.length,
): Award {
	return {
		Id: `badge-${AchievedBadgeId}`,
		AchievedBadgeId,
		UserId: athlete.UserId,
		BadgeId: 70 + badge,
		BadgeName: BADGES[badge],
		PictureUri: `${pictureBase}/badge-${70 + badge}.webp`,
		AchievedAt: achievedAt,
		ChallengeName: badge === 0 ? null : CHALLENGES[badge].Name,
		ClubId: 1,
		BrandId: null,
		GoalStep: badge,
		Rank: null,
		RankPercent: null,
		Score: AchievedBadgeId % 100,
		RankingCriteria: null,
		Participants: null,
	};
}

export function awardsOf(athletes: readonly Athlete[], now: number, random: Random, pictureBase: string): Award[] {
	const achieved = Array.from({ length: Math.min(2500, athletes.length * 2) }, () => ({
		daysAgo: random.int(0, 300),
		athlete: random.pick(athletes),
	}));
	achieved.sort((a, b) => b.daysAgo - a.daysAgo);
	return achieved.map(({ daysAgo, athlete }, index) =>
		awardOf(9000 + index, athlete, new Date(now - daysAgo * DAY).toISOString(), pictureBase),
	);
}

/** Trainings of the last 30 days, six an hour on the last day. */
export function trainingsOf(athletes: readonly Athlete[], now: number, random: Random): Training[] {
	const today = Math.floor(now / HOUR) * HOUR;
	const begins = [
		...Array.from({ length: 300 }, () => today - random.int(24, 30 * 24) * HOUR + random.int(0, 59) * 60_000),
		...Array.from({ length: 144 }, (_, index) => today - index * 10 * 60_000),
	].sort((a, b) => a - b);
	return begins.map((begin, index) => trainingOf(40_000 + index, random.pick(athletes).UserId, begin, random));
}

export const trainingOf = (TrainingId: number, UserId: number, begin: number, random: Random): Training => ({
	TrainingId,
	UserId,
	BeginDateLocal: new Date(begin).toISOString().slice(0, 19),
	BeginUTC: new Date(begin).toISOString(),
	Origin: random.chance(0.8) ? 'Sensor' : 'Manual',
	DurationSeconds: random.int(20, 80) * 60,
	Calories: random.int(100, 900),
	Points: random.int(20, 200),
});

export const telemetryOf = ({ TrainingId }: Training) => ({
	HeartRate: [(TrainingId % 60) + 90, 130, 142],
	Cadence: [80, 82, 85],
	Power: [150, 170, 165],
	Speed: [7.5, 8, 8.2],
	Distance: [0, 40, 85],
	Hit: [{ Second: 60, Value: 1 }],
});
