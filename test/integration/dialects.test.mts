import type { IDataObject } from 'n8n-workflow';
import { defaultDialect, readingsOf, type Dialect } from '../../sandbox/dialect.mts';
import { dialectText, pairwise } from '../../sandbox/dialects.mts';
import { LIST_READINGS } from '../../sandbox/readings/lists.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';
import { shared } from '../support/sample.mts';

/** Every list gives all its rows, each once, however the club orders, divides and bounds it (§2.9, §4.1, §4.8). */

const club = testClub({ dialect: defaultDialect() });
const wide = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' };
const someClass = () => locator('id', [...club.sandbox.club.bookings][0].ClassId);

const LIST_CALLS: Readonly<Record<string, { key: string; pageSize?: number; parameters: () => IDataObject }>> = {
	athletes: { key: 'UserId', parameters: () => ({ resource: 'athlete' }) },
	'athletes up to an id': { key: 'UserId', parameters: () => ({ resource: 'athlete', filters: { toId: 1300 } }) },
	'athletes from an id': { key: 'UserId', parameters: () => ({ resource: 'athlete', filters: { fromId: 1100, toId: 1300 } }) },
	contacts: { key: 'UserId', pageSize: 15, parameters: () => ({ resource: 'contact' }) },
	'membership summaries': { key: 'UserId', parameters: () => ({ resource: 'membershipSummary' }) },
	'badge awards': { key: 'AchievedBadgeId', pageSize: 150, parameters: () => ({ resource: 'badgeAward' }) },
	bookings: { key: 'ClassId UserId', pageSize: 400, parameters: () => ({ resource: 'booking' }) },
	'bookings until a time': { key: 'ClassId UserId', pageSize: 400, parameters: () => ({ resource: 'booking', filters: { to: wide.to } }) },
	'bookings of a class': { key: 'UserId', pageSize: 3, parameters: () => ({ resource: 'booking', filters: { classId: someClass() } }) },
	'user subscriptions': { key: 'UserClassSubscriptionId', parameters: () => ({ resource: 'userSubscription' }) },
	trainings: { key: 'TrainingId', pageSize: 100, parameters: () => ({ resource: 'training' }) },
	'trainings of a time': { key: 'TrainingId', pageSize: 50, parameters: () => ({ resource: 'training', filters: wide }) },
	challenges: { key: 'ChallengeId', pageSize: 2, parameters: () => ({ resource: 'challenge' }) },
	'challenges between two ids': {
		key: 'ChallengeId',
		pageSize: 2,
		parameters: () => ({ resource: 'challenge', filters: { fromId: 302, toId: 303 } }),
	},
	'results between two ids': {
		key: 'UserId',
		pageSize: 20,
		parameters: () => ({ resource: 'challengeResult', challengeId: locator('id', 301), filters: { fromId: 1050, toId: 1120 } }),
	},
	'results up to an id': {
		key: 'UserId',
		pageSize: 20,
		parameters: () => ({ resource: 'challengeResult', challengeId: locator('id', 301), filters: { toId: 1100 } }),
	},
	'results of a challenge': {
		key: 'UserId',
		pageSize: 50,
		parameters: () => ({ resource: 'challengeResult', challengeId: locator('id', 301) }),
	},
	products: { key: 'ClassSubscriptionId', pageSize: 2, parameters: () => ({ resource: 'subscription' }) },
	participants: { key: 'UserId', parameters: () => ({ resource: 'classParticipant', classId: someClass() }) },
	'a calendar': {
		key: 'ClassId',
		pageSize: 25,
		parameters: () => ({ resource: 'class', operation: 'getCalendar', calendarType: 'PT', ...wide }),
	},
};

const names = (Object.keys(LIST_READINGS) as Array<keyof typeof LIST_READINGS>).filter((name) => !('undrawn' in LIST_READINGS[name]));
const dialects = pairwise(names.map((name) => [name, readingsOf(name)])).map((row) => ({ ...defaultDialect(), ...row }) as Dialect);
const CASES = Object.keys(LIST_CALLS).flatMap((list) => dialects.map((dialect) => [list, dialectText(dialect), dialect] as const));

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

/** What each list gives by default. */
const usual = new Map<string, string[]>();

/** All bookings of a class have one Begin, so that no legacy value leads from one to the next (§4.1 rule 4). */
const hasNoWayOn = (list: string, { cursors }: Dialect) => list === 'bookings of a class' && cursors === 'none';

test.each(shared(CASES))('%s in %s', async (list, _text, dialect) => {
	const expected = usual.get(list) ?? (await keysOf(list)).sort();
	usual.set(list, expected);
	Object.assign(club.sandbox.dialect, dialect);
	if (hasNoWayOn(list, dialect))
		await expect(keysOf(list)).rejects.toMatchObject({ message: expect.stringMatching(/would never end|no cursor for the next page/) });
	else expect((await keysOf(list)).sort()).toEqual(expected);
});

/** Lists of which a page has several rows, and tells by their ids which way it goes. */
const CURSOR_LISTS = ['athletes', 'membership summaries', 'badge awards', 'bookings', 'user subscriptions', 'products'];
const FURTHER = ['trainings of a time', 'results of a challenge', 'a calendar'];

test.each(shared([...CURSOR_LISTS, ...FURTHER].flatMap((list) => readingsOf('backwardRows').map((reading) => [list, reading] as const))))(
	'a PrevCursor of %s leads to all that is before it, with backwardRows=%s',
	async (list, backwardRows) => {
		Object.assign(club.sandbox.dialect, { backwardRows });
		const pages = await pagesOf(list);
		const wanted = list === 'badge awards' ? pages.slice(3) : pages.slice(0, 2);
		expect(rowKeys(list, await pagesOf(list, pages[2].PrevCursor))).toEqual(rowKeys(list, wanted));
	},
);

async function pagesOf(list: string, cursor?: unknown): Promise<IDataObject[]> {
	const { pageSize = 70, parameters } = LIST_CALLS[list];
	const options = { pageSize, output: 'pages', ...(cursor !== undefined && { cursor }) };
	const { rows, error } = await club.run({ operation: 'getAll', returnAll: true, options, ...parameters() });
	if (error) throw error;
	return rows;
}

const rowKeys = (list: string, pages: IDataObject[]): string[] =>
	pages.flatMap(({ Results }) => (Results as IDataObject[]).map((row) => keyOf(list, row))).sort();
