import type { Random } from '../random.mts';
import type { Athlete, Contact, Stage } from '../types.mts';
import { STAGES } from '../types.mts';

const namesIn = (text: string): string[] => text.trim().split(/\s+/);

const FIRST = namesIn(`
	Anna Björn Chloé Dmitri Eva Fatima Gustav Håkan Ingrid José Karin Lars Märta
	Nils Olga Per Quinn Rosa Søren Tove Ulla Viktor Wilma Yusuf Åsa Zoë
`);
const LAST = namesIn(`
	Andersson Berg Conti Dahl Eriksson Fernández Grönlund Holm Ivanova Jönsson Karlsson Lindqvist Müller
	Nyström O’Brien Persson Qureshi Ruiz Sjöberg Törnqvist Ueda Virtanen Wallin Yilmaz Åberg Østergaard
`);

const plain = (name: string): string =>
	name
		.normalize('NFD')
		.replace(/[^A-Za-z]/g, '')
		.toLowerCase();

export const CLUB_ZONE = 'Europe/Stockholm';

/** How many members a club has, unless an option says so, and what such an option may say. */
export const MEMBERS = { usual: 200, fewest: 50, most: 100_000 };

export interface Person {
	UserId: number;
	Email: string;
	FirstMidName: string;
	LastName: string;
	/** Set only for a verified address (§2.2). */
	EmailVerified?: boolean;
	Sensors?: Sensor[];
}

export interface Sensor {
	SensorBrand: string;
	SensorSN: string;
}

/** A realistic person. One address in nine has a plus sign. */
export function personOf(random: Random, UserId: number): Person {
	const FirstMidName = random.pick(FIRST);
	const LastName = random.pick(LAST);
	const tag = random.chance(1 / 9) ? '+gym' : '';
	return { UserId, FirstMidName, LastName, Email: `${plain(FirstMidName)}.${plain(LastName)}.${UserId}${tag}@example.com` };
}

/** A person as an athlete, with properties that the spec does not name. */
export function athleteOf(person: Person, random: Random, stage: Stage = random.pick(STAGES)): Athlete {
	return {
		...person,
		Phone: random.chance(0.7) ? `+46 70 ${random.int(100, 999)} ${random.int(10, 99)} ${random.int(10, 99)}` : null,
		IsDemo: false,
		IsGuest: random.chance(0.05),
		ClientStage: stage,
		QualifiedSinceUTC: null,
		ProspectSinceUTC: null,
		ClientSinceUTC: stage === 'Client' ? '2025-01-15T09:00:00Z' : null,
		PictureUri: null,
		HomeTown: { Name: random.pick(['Malmö', 'Lund', 'Ystad']), Country: 'SE' },
	};
}

/** A person as a contact: known to the club, but not an athlete. */
export const contactOf = (person: Person, random: Random): Contact => ({
	...person,
	Phone: null,
	ClientStage: random.pick(STAGES.slice(0, 3)),
	Source: random.pick(['Web', 'Walk-in', 'Friend']),
});
