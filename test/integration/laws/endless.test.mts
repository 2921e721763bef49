// In a club whose lists never end, each look-up reads up to the page that has what it looks for, or up to its own last page. Its calls
// leave at the pace of a minute.
import { skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { locator } from '../../support/node.mts';
import { search } from '../../support/picker.mts';

const club = skippedClub({ athletes: 20 }, { keepsPages: false });

const headers = { 'content-type': 'application/json' };

const idOn = (page: number): number => 10 * page;
const addressOn = (page: number, index: number): string => `person-${page}-${index}@example.com`;
const PEOPLE_WITH_ADDRESS = 8;
const rowsOf = (page: number, needle: number): IDataObject[] => [
	{ ...idsOf(idOn(page)), Email: `other-${page}@example.com`, FirstMidName: 'Other', LastName: `Person ${page}` },
	{ ...idsOf(idOn(page) + 1), ...(page === needle && { FirstMidName: 'Lea', LastName: 'Needle', Name: 'Needle' }) },
	...Array.from({ length: PEOPLE_WITH_ADDRESS }, (_, index) => ({ ...idsOf(idOn(page) + 2 + index), Email: addressOn(page, index) })),
];
const idsOf = (id: number): IDataObject => ({ UserId: id, ClassSubscriptionId: id, UserClassSubscriptionId: id });

/** Lets all lists of people and products go on for ever. @param needle the page with the record that is looked for */
function goOnForEver(needle: number): void {
	for (const route of ['GET /Athletes', 'GET /Contacts', 'GET /Subscriptions'])
		club.sandbox.inject({
			kind: 'status',
			status: 200,
			headers,
			answer: ({ url }) => {
				const page = Number(/cursor=(\d+)/.exec(url)?.[1] ?? 1);
				return { body: JSON.stringify({ Results: rowsOf(page, needle), Continue: true, NextCursor: String(page + 1) }) };
			},
			match: { route, every: true },
		});
}

const answerWith = (route: string, body: unknown): void =>
	club.sandbox.inject({ kind: 'status', status: 200, headers, body: JSON.stringify(body), match: { route, every: true } });

const one = (route: string, row: IDataObject): void => answerWith(route, { Results: [row], Continue: false });

interface LookUp {
	list: string;
	/** Its last page, and the least pages that it reads. */
	most: number;
	least?: number;
	look(needle: number): Promise<unknown>;
}

const run = async (resource: string, operation: string, parameters: IDataObject, more = {}) =>
	await club.run({ resource, operation, ...parameters }, { onError: 'continueRegularOutput', ...more });

/** Each look-up that reads pages of a list for itself. */
const LOOK_UPS: Readonly<Record<string, LookUp>> = {
	'Athlete > Search': {
		list: '/Athletes',
		most: 4,
		look: async () => await run('athlete', 'search', { query: 'Lea Needle', limit: 1, options: { maxCalls: 4 } }),
	},
	'Contact > Search': {
		list: '/Contacts',
		most: 25,
		look: async () => await run('contact', 'search', { query: 'needle', limit: 1 }),
	},
	'the names of participants for a model': {
		list: '/Athletes',
		most: 5,
		async look(needle) {
			one('GET /Classes/{classId}/Participants', { UserId: idOn(needle) + 1, ClassId: 1 });
			await run('class', 'getParticipants', { classId: locator('id', 1), returnAll: true }, { tool: true });
		},
	},
	'eight addresses': {
		list: '/Athletes',
		most: 2,
		look: async (needle) =>
			await run(
				'athlete',
				'get',
				{ userId: locator('email', '={{ $json.email }}') },
				{ items: Array.from({ length: PEOPLE_WITH_ADDRESS }, (_, index) => ({ email: addressOn(needle, index) })) },
			),
	},
	'a product by its ID': {
		list: '/Subscriptions',
		most: Infinity,
		look: async (needle) => await run('membershipProduct', 'get', { classSubscriptionId: locator('id', idOn(needle) + 1) }),
	},
	'the drop-down of athletes': {
		list: '/Athletes',
		least: 5,
		most: 25,
		look: async () => await search(club.sandbox, 'searchAthletes', { filter: 'needle' }),
	},
	'the drop-down of contacts': {
		list: '/Contacts',
		least: 5,
		most: 25,
		look: async () => await search(club.sandbox, 'searchContacts', { filter: 'needle' }),
	},
	'the drop-down of products': {
		list: '/Subscriptions',
		least: 5,
		most: 25,
		look: async () => await search(club.sandbox, 'searchProducts', { filter: 'needle' }),
	},
	'the people of the drop-down of participants': {
		list: '/Athletes',
		most: 5,
		async look(needle) {
			one('GET /Classes/{classId}/Participants', { UserId: idOn(needle) + 1, ClassId: 1 });
			await search(club.sandbox, 'searchParticipants', { parameters: { classId: locator('id', 1) } });
		},
	},
	'the people of the drop-down of memberships': {
		list: '/Athletes',
		most: 5,
		async look(needle) {
			one('GET /UserSubscriptions/Active', { ...idsOf(1), UserId: idOn(needle) + 1, ProductName: 'Gold' });
			await search(club.sandbox, 'searchUserSubscriptions');
		},
	},
	'the products of the drop-down of memberships': {
		list: '/Subscriptions',
		least: 5,
		most: 5,
		async look() {
			one('GET /UserSubscriptions/Active', idsOf(1));
			await search(club.sandbox, 'searchUserSubscriptions');
		},
	},
	'the memberships of a person in the drop-down': {
		list: '/Athletes',
		least: 10,
		most: 10,
		async look() {
			answerWith('GET /Athletes/{userId}/UserSubscriptions', []);
			await search(club.sandbox, 'searchUserSubscriptions', { filter: 'needle' });
		},
	},
};

const pagesOf = (path: string): number => club.sandbox.requests.filter((request) => request.path === path).length;

describe.each(Object.entries(LOOK_UPS))('%s', (_, { list, least = 1, most, look }) => {
	const last = Math.min(most, 25);
	const needles = new Set([1, least + 1, last + 1]);

	test.each([...needles])('reads no page after the one that has it, number %d', async (needle) => {
		club.sandbox.setRate({ limit: 1000, windowSeconds: 60 });
		goOnForEver(needle);
		await look(needle);
		expect(pagesOf(list)).toBe(Math.max(least, Math.min(needle, most)));
	});
});

test.each([
	['a search', '/Athletes', async () => await run('athlete', 'search', { query: 'needle', limit: 1, options: { maxCalls: 60 } })],
	['a product', '/Subscriptions', async () => await run('membershipProduct', 'get', { classSubscriptionId: locator('id', idOn(60)) })],
])('of 60 pages, %s reads 50 in the first minute', async (_, list, look) => {
	club.sandbox.setRate({ limit: 50, windowSeconds: 60 });
	// The first answer says how many calls are left.
	await run('club', 'get', {});
	goOnForEver(60);
	const before = Date.now();
	await look();
	expect(pagesOf(list)).toBe(60);
	expect(Date.now() - before).toBeGreaterThanOrEqual(59_000);
});
