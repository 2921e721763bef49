import type { IDataObject } from 'n8n-workflow';
import { defaultDialect, readingsOf, type Dialect, type SwitchName } from '../../sandbox/dialect.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';
import { sampled } from '../support/sample.mts';

/** Every list gives all its rows, each once, however the club orders, divides and bounds it (§2.9, §4.1, §4.8). */

const club = testClub({ dialect: defaultDialect() });
const wide = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' };
const someClass = () => locator('id', [...club.sandbox.club.bookings][0].ClassId);

const LIST_CALLS: Readonly<Record<string, { key: string; pageSize?: number; parameters: () => IDataObject }>> = {
	athletes: { key: 'UserId', parameters: () => ({ resource: 'athlete' }) },
	'athletes up to an id': { key: 'UserId', parameters: () => ({ resource: 'athlete', filters: { toId: 1300 } }) },
	'athletes from an id': { key: 'UserId', parameters: () => ({ resource: 'athlete', filters: { fromId: 1100, toId: 1300 } }) },
	contacts: { key: 'UserId', pageSize: 15, parameters: () => ({ resource: 'contact' }) },
	'membership summaries': { key: 'UserId', parameters: () => ({ resource: 'athleteSummary', summary: 'membership' }) },
	'badge awards': { key: 'AchievedBadgeId', pageSize: 150, parameters: () => ({ resource: 'badgeAward' }) },
	bookings: { key: 'ClassId UserId', pageSize: 400, parameters: () => ({ resource: 'booking' }) },
	'bookings until a time': { key: 'ClassId UserId', pageSize: 400, parameters: () => ({ resource: 'booking', filters: { to: wide.to } }) },
	'bookings of a class': { key: 'UserId', pageSize: 3, parameters: () => ({ resource: 'booking', filters: { classId: someClass() } }) },
	'user subscriptions': { key: 'UserClassSubscriptionId', parameters: () => ({ resource: 'membership' }) },
	trainings: { key: 'TrainingId', pageSize: 100, parameters: () => ({ resource: 'training' }) },
	'trainings of a time': { key: 'TrainingId', pageSize: 50, parameters: () => ({ resource: 'training', filters: wide }) },
	challenges: { key: 'ChallengeId', pageSize: 2, parameters: () => ({ resource: 'challenge' }) },
	'results of a challenge': {
		key: 'UserId',
		pageSize: 50,
		parameters: () => ({ resource: 'challenge', operation: 'getResults', challengeId: locator('id', 301) }),
	},
	products: { key: 'ClassSubscriptionId', pageSize: 2, parameters: () => ({ resource: 'membershipProduct' }) },
	participants: { key: 'UserId', parameters: () => ({ resource: 'class', operation: 'getParticipants', classId: someClass() }) },
	'a calendar': {
		key: 'ClassId',
		pageSize: 25,
		parameters: () => ({ resource: 'class', operation: 'getCalendar', calendarType: 'PT', ...wide }),
	},
};

/** How a club may order and divide its lists, each with each kind of cursors. */
const SWITCHES: readonly SwitchName[] = [
	...(['legacyIds', 'fullLastPage', 'idOrder', 'resultOrder', 'arrayOrder'] as const),
	...(['participants', 'challenges', 'results'] as const),
];
const CASES = Object.keys(LIST_CALLS).flatMap((list) =>
	SWITCHES.flatMap((name) => readingsOf(name).map((reading) => ({ [name]: reading }))).flatMap((reading) =>
		readingsOf('cursors').map((cursors) => {
			const dialect: Partial<Dialect> = { ...reading, cursors };
			return [list, JSON.stringify(dialect), { ...defaultDialect(), ...dialect }] as const;
		}),
	),
);

async function keysOf(list: string): Promise<string[]> {
	const { pageSize = 70, parameters } = LIST_CALLS[list];
	const options = list === 'participants' ? {} : { pageSize };
	const { rows, error } = await club.run({ operation: 'getAll', returnAll: true, options, ...parameters() });
	if (error) throw error;
	return rows.map((row) => keyOf(list, row));
}

const keyOf = (list: string, row: IDataObject): string =>
	LIST_CALLS[list].key
		.split(' ')
		.map((name) => String(row[name]))
		.join('/');

const usual = new Map<string, string[]>();

/** All bookings of a class have one Begin, so that no legacy value leads from one to the next (§4.1 rule 4). */
const hasNoWayOn = (list: string, { cursors }: Dialect) => list === 'bookings of a class' && cursors === 'none';

/** Whether a list whose direction the spec does not show starts at its end, and its NextCursor leads to nothing. */
function startsAtEnd(list: string, { cursors, idOrder, challenges, results, resultOrder }: Dialect): boolean {
	if (cursors === 'ahead' || idOrder === 'ascending') return false;
	if (list === 'challenges') return challenges === 'page';
	return list === 'results of a challenge' && results === 'page' && (resultOrder === 'user' || cursors === 'none');
}

const FAILS_IN_WORDS = /would never end|no cursor for the next page|gives this list from its end, so most of its rows are missing/;

test.each(sampled(CASES, ([list, text]) => [list, text]))('%s in %s', async (list, _text, dialect) => {
	const expected = usual.get(list) ?? (await keysOf(list)).sort();
	usual.set(list, expected);
	Object.assign(club.sandbox.dialect, dialect);
	if (hasNoWayOn(list, dialect) || startsAtEnd(list, dialect))
		await expect(keysOf(list)).rejects.toMatchObject({ message: expect.stringMatching(FAILS_IN_WORDS) });
	else expect((await keysOf(list)).sort()).toEqual(expected);
});

test('a calendar whose latest come first fails in words, and is read if the club gives only the cursor that leads on', async () => {
	const list = 'a calendar';
	const expected = (await keysOf(list)).sort();
	Object.assign(club.sandbox.dialect, { calendarOrder: 'descending', cursors: 'both' });
	await expect(keysOf(list)).rejects.toMatchObject({ message: expect.stringMatching(FAILS_IN_WORDS) });
	club.sandbox.dialect.cursors = 'ahead';
	expect((await keysOf(list)).sort()).toEqual(expected);
});
