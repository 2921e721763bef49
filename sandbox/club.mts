import { athleteOf, CLUB_ZONE, contactOf, MEMBERS, personOf, type Person } from './data/people.mts';
import { membershipsOf, PLANS, PRODUCTS } from './data/catalogue.mts';
import { awardsOf, bookingsOf, CHALLENGES, classesOf, trainingsOf } from './data/activities.mts';
import { randomFrom, type Random } from './random.mts';
import type {
	Membership,
	Athlete,
	Award,
	Booking,
	Challenge,
	ClubClass,
	Contact,
	Json,
	Plan,
	Product,
	Training,
	WebhookSubscription,
} from './types.mts';

/** Athletes by ID, with a cached list. Without the cache, building the list took most of the time of a page in a club of 100,000. */
class Athletes extends Map<number, Athlete> {
	private list: Athlete[] | undefined;

	/** The non-demo athletes in ascending order of ID. */
	get listed(): readonly Athlete[] {
		this.list ??= [...this.values()].filter(({ IsDemo }) => !IsDemo).sort((a, b) => a.UserId - b.UserId);
		return this.list;
	}

	override set(id: number, athlete: Athlete): this {
		this.list = undefined;
		return super.set(id, athlete);
	}

	override delete(id: number): boolean {
		this.list = undefined;
		return super.delete(id);
	}

	override clear(): void {
		this.list = undefined;
		super.clear();
	}
}

export interface Club {
	id: number;
	profile: Json;
	athletes: Athletes;
	/** IDs of athletes who are also trainers or managers (§7.2). */
	staff: Set<number>;
	contacts: Map<number, Contact>;
	/** Users of the platform outside this club, by email address. */
	otherUsers: Map<string, Person>;
	invitations: Set<string>;
	products: Map<number, Product>;
	plans: Map<number, Plan>;
	userSubscriptions: Map<number, Membership>;
	classes: Map<number, ClubClass>;
	bookings: Booking[];
	awards: Map<number, Award>;
	trainings: Map<number, Training>;
	/** Changed platform levels by athlete; null means no level. */
	levels: Map<number, number | null>;
	challenges: Map<number, Challenge>;
	/** Check-ins by athlete, in ms; without it, each booking of a class that has begun is one. */
	checkIns?: Map<number, number[]>;
	/** Memberships, classes and bookings that their lists leave out although they can be read. */
	unlisted: Set<Json>;
	webhookSubscriptions: Map<string, WebhookSubscription>;
	/** Number of athletes that the licence allows. */
	athleteLimit: number;
	nextId: () => number;
}

const byId = <T, K extends keyof T>(rows: readonly T[], id: K): Map<T[K], T> => new Map(rows.map((row) => [row[id], row]));

const NAMES: Readonly<Record<number, string>> = { 1: 'Northside Fitness', 2: 'Southside Fitness' };

/** A club of a given size in which nothing has happened yet, its members, and what the rest of it is drawn from. */
function foundClub(id: number, athletes: number, seed: number, idsAfter = 1000): { club: Club; members: Athlete[]; random: Random } {
	const random = randomFrom(seed);
	let lastUserId = idsAfter;
	const nextUserId = () => (lastUserId += random.int(1, 3));
	const members = Array.from({ length: athletes }, () => athleteOf(personOf(random, nextUserId()), random));
	const demo = [0, 1].map(() => ({ ...athleteOf(personOf(random, nextUserId()), random), IsDemo: true }));
	const contacts = Array.from({ length: 40 }, () => contactOf(personOf(random, nextUserId()), random));
	const others = Array.from({ length: 10 }, () => personOf(random, nextUserId()));
	let counter = 1_000_000;
	const club: Club = {
		id,
		profile: {
			ClubId: id,
			Name: NAMES[id] ?? `Fitness ${id}`,
			Email: 'hello@club.example',
			Phone: '+46 40 123 45 67',
			Address: { Street: 'Storgatan 1', City: 'Malmö', ZipCode: '211 34', Country: 'SE' },
			TimeZone: CLUB_ZONE,
			Language: 'sv',
		},
		athletes: new Athletes([...members, ...demo].map((athlete) => [athlete.UserId, athlete])),
		staff: new Set(members.slice(-2).map(({ UserId }) => UserId)),
		contacts: byId(contacts, 'UserId'),
		otherUsers: byId(others, 'Email'),
		invitations: new Set(),
		products: new Map(),
		plans: byId(structuredClone(PLANS), 'ClassSubscriptionPlanId'),
		userSubscriptions: new Map(),
		classes: new Map(),
		bookings: [],
		awards: new Map(),
		trainings: new Map(),
		levels: new Map(),
		challenges: new Map(),
		unlisted: new Set(),
		webhookSubscriptions: new Map(),
		athleteLimit: athletes + 1000,
		nextId: () => ++counter,
	};
	return { club, members, random };
}

/**
 * A club of a given size. The same seed gives the same club.
 * @param athletes number of athletes in its list; two demo athletes come in addition
 */
export function makeClub(id: number, athletes: number, seed: number, now: number, pictureBase: string): Club {
	const { club, members, random } = foundClub(id, athletes, seed);
	const classes = classesOf(now, random);
	return Object.assign(club, {
		products: byId(structuredClone(PRODUCTS), 'ClassSubscriptionId'),
		userSubscriptions: byId(membershipsOf(members, now, random), 'UserClassSubscriptionId'),
		classes: byId(classes, 'ClassId'),
		bookings: bookingsOf(classes, members.slice(0, 500), random),
		awards: byId(awardsOf(members, now, random, pictureBase), 'AchievedBadgeId'),
		trainings: byId(trainingsOf(members, now, random), 'TrainingId'),
		challenges: byId(CHALLENGES, 'ChallengeId'),
	});
}

/** Further clubs of a chain. A person has the same ID in all of them, because IDs are those of the platform (§2.1). */
export const makeChain = (clubs: number, seed: number, now: number, pictureBase: string): Club[] =>
	Array.from({ length: clubs }, (_, index) => makeClub(index + 3, MEMBERS.fewest, seed, now, pictureBase));

/** The club of another key. Its IDs differ, so that an ID of one club is unknown in the other. */
export const makeOtherClub = (seed: number): Club => foundClub(2, MEMBERS.fewest, seed, 501_000).club;

/** The athletes as every list shows them: without demo athletes, in ascending order of ID (§2.1). */
export const listedAthletes = ({ athletes }: Club): Athlete[] => [...athletes.listed];

const withEmail = <T extends { Email: string }>(people: Iterable<T>, email: string): T | undefined => {
	const address = email.toLowerCase();
	for (const person of people) if (person.Email.toLowerCase() === address) return person;
	return undefined;
};

export const athleteByEmail = (club: Club, email: string): Athlete | undefined => withEmail(club.athletes.values(), email);

export const contactByEmail = (club: Club, email: string): Contact | undefined => withEmail(club.contacts.values(), email);

export const levelOf = ({ levels }: Club, { UserId }: Pick<Athlete, 'UserId'>): number | null => {
	const level = levels.get(UserId);
	return level === undefined ? 1 + (UserId % 5) : level;
};
