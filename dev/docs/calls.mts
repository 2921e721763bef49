import type { IDataObject } from 'n8n-workflow';
import { locator } from '../host/engine.mts';

/** The fewest calls of a way to use an operation. A test makes them, and the page of operations shows them. */
interface FewestCalls {
	/** The operation as its parameters name it: `athlete.getAll`. */
	operation: string;
	/** The way, as the page describes it. */
	way: string;
	parameters: IDataObject;
	/** One number for each of the counts above the table. */
	calls: readonly number[];
}

/** How many items a run has. */
export const ITEMS = [1, 4, 5, 50] as const;

const id = (name: string): IDataObject => locator('id', `={{ $json.${name} }}`);
const address = locator('email', '={{ $json.email }}');
const onlyChanges = { onlyChanges: true };
const DATES = { from: '={{ $json.from }}', to: '={{ $json.to }}', maxActivities: 10 };

/** Runs for several items, of a club whose athletes fit on one page. */
export const ITEM_CALLS: readonly FewestCalls[] = [
	{ operation: 'athlete.get', way: 'by email', parameters: { userId: address }, calls: [1, 4, 1, 1] },
	{ operation: 'athlete.getOverview', way: 'by ID', parameters: { userId: id('userId') }, calls: [4, 16, 20, 200] },
	{ operation: 'athlete.search', way: 'each item another name', parameters: { query: '={{ $json.lastName }}' }, calls: [1, 1, 1, 1] },
	{ operation: 'athlete.search', way: 'each item another address', parameters: { query: '={{ $json.email }}' }, calls: [1, 4, 1, 1] },
	{
		operation: 'athlete.update',
		way: 'by email',
		parameters: { userId: address, updateFields: { phone: '={{ $json.phone }}' } },
		calls: [2, 8, 6, 51],
	},
	{
		operation: 'athlete.upsert',
		way: 'of people whose phone number differs',
		parameters: { email: '={{ $json.email }}', additionalFields: { phone: '={{ $json.phone }}' } },
		calls: [2, 8, 6, 51],
	},
	{
		operation: 'athlete.upsert',
		way: 'of people who are as they should be',
		parameters: { email: '={{ $json.email }}', additionalFields: { lastName: '={{ $json.lastName }}' } },
		calls: [1, 4, 1, 1],
	},
	{ operation: 'athlete.upsert', way: 'of new people', parameters: { email: '={{ $json.newEmail }}' }, calls: [2, 8, 6, 51] },
	{
		operation: 'athlete.setClientStage',
		way: 'Only Changes, by ID, where all differ',
		parameters: { userId: id('userId'), clientStage: '={{ $json.otherStage }}', options: onlyChanges },
		calls: [2, 5, 6, 51],
	},
	{
		operation: 'athlete.setClientStage',
		way: 'Only Changes, by email, where none differs',
		parameters: { userId: address, clientStage: '={{ $json.stage }}', options: onlyChanges },
		calls: [1, 4, 1, 1],
	},
	{
		operation: 'athleteSummary.get',
		way: 'by ID',
		parameters: { summary: 'attendance', userId: id('userId') },
		calls: [1, 4, 5, 50],
	},
	{
		operation: 'booking.create',
		way: 'by name and time of the class, in four classes of one day',
		parameters: { classId: locator('nameAndTime', '={{ $json.classAtTime }}'), userId: id('absent') },
		calls: [2, 5, 6, 51],
	},
	{
		operation: 'booking.create',
		way: 'by name and day of the class, in four classes of one day',
		parameters: { classId: locator('nameAndTime', '={{ $json.classOnDay }}'), userId: id('absent') },
		calls: [4, 7, 8, 53],
	},
	{
		operation: 'membership.create',
		way: 'by ID',
		parameters: { classSubscriptionId: locator('id', 11), userId: id('userId'), ...DATES },
		calls: [2, 5, 6, 51],
	},
	{
		operation: 'membership.create',
		way: 'by email',
		parameters: { classSubscriptionId: locator('id', 11), userId: address, ...DATES },
		calls: [3, 9, 7, 52],
	},
	{
		operation: 'membership.update',
		way: 'of one value',
		parameters: { userSubscriptionId: id('userSubscriptionId'), updateFields: { to: '={{ $json.until }}' } },
		calls: [2, 8, 10, 100],
	},
	{ operation: 'membershipProduct.get', way: 'by ID', parameters: { classSubscriptionId: locator('id', 11) }, calls: [1, 1, 1, 1] },
];

/** How many rows a list has. A full last page is followed by an empty one (§4.1). */
export const ROWS = [0, 1_000, 1_001, 3_001] as const;

const fromId = '={{ $json.fromId }}';

/** Reads of lists of athletes, for one item. */
export const LIST_CALLS: readonly FewestCalls[] = [
	{ operation: 'athlete.getAll', way: 'Return All', parameters: { returnAll: true, filters: { fromId } }, calls: [1, 2, 2, 4] },
	{
		operation: 'athlete.getAll',
		way: 'Return All, by client stage',
		parameters: { returnAll: true, filters: { fromId, clientStage: ['Prospect'] } },
		calls: [1, 2, 2, 4],
	},
	{
		operation: 'club.call',
		way: '/Athletes with Return All',
		parameters: { method: 'GET', path: '/Athletes', returnAll: true, query: '={{ { fromId: $json.fromId } }}' },
		calls: [1, 2, 2, 4],
	},
	{
		operation: 'athlete.getManyOverviews',
		way: 'Return All, with three summaries',
		parameters: { returnAll: true, filters: { fromId } },
		calls: [1, 8, 11, 25],
	},
	{
		operation: 'athlete.getManyOverviews',
		way: 'one summary of two people, by client stage',
		parameters: { returnAll: true, filters: { fromId, clientStage: ['Prospect'] }, options: { include: ['attendance'] } },
		calls: [1, 4, 4, 6],
	},
	{
		operation: 'athleteSummary.getAll',
		way: 'Return All',
		parameters: { summary: 'attendance', returnAll: true, filters: { fromId } },
		calls: [1, 3, 3, 7],
	},
];
