import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { called, endOf, hasEnded, hasSuspension, isActiveAt, plansIn, suspensionEndOf, withoutSuspension } from '../../shared/api/facts';
import { textOf } from '../../shared/api/json';
import { timeIn } from '../../shared/api/time';
import type { Field } from '../fields/field';
import { byId, byIdMode, chosenId, fromList, LOCATOR, type Picker, type Scope, type PickerReader } from './picker';
import { athletesOf, byEmail, personItem } from './people';
import { matchesSearch } from './listSearch';
import { clock } from '../../shared/transport/process';

const productItem = (row: IDataObject): INodeListSearchItems => ({
	name: called(row, 'Product', row.ClassSubscriptionId),
	value: row.ClassSubscriptionId as number,
});

export const products: Picker = { call: 'GET /Subscriptions', item: productItem };

function productOf(functions: ILoadOptionsFunctions): Scope {
	const id = chosenId(functions, 'classSubscriptionId');
	return { query: { withPlans: true }, ...(id && { keep: ({ ProductId }) => String(ProductId) === id }) };
}

export const plans: Picker = {
	call: 'GET /Subscriptions',
	scope: productOf,
	rows: (product) =>
		(plansIn(product) ?? []).map((plan) => ({ ...plan, Product: productItem(product).name, ProductId: product.ClassSubscriptionId })),
	item: (plan) => ({
		name: `${called(plan, 'Plan', plan.ClassSubscriptionPlanId)} (${String(plan.Product)})`,
		value: plan.ClassSubscriptionPlanId as number,
	}),
};

export const product = {
	...LOCATOR,
	displayName: 'Membership Product',
	name: 'classSubscriptionId',
	description:
		'The membership, tickets or trial, from the list or by its ClassSubscriptionId, e.g. 4711, which Membership Product > Get Many gives',
	modes: [fromList('searchProducts', 'Select a product...'), byIdMode],
} as const satisfies Field;

export const plan = {
	...LOCATOR,
	displayName: 'Plan',
	name: 'classSubscriptionPlanId',
	description:
		'The plan of a product that does not recur, from the list or by its ID, e.g. 4711, which Membership Product > Get Many gives with the option With Plans',
	modes: [fromList('searchPlans', 'Select a plan...'), byIdMode],
} as const satisfies Field;

const MAX_PEOPLE = 10;

const MAX_PAGES = 10;

function dayOf(moment: number, zone: string): string {
	const time = DateTime.fromMillis(moment, { zone, locale: 'en' });
	return time.toFormat(time.hasSame(DateTime.now().setZone(zone), 'year') ? 'd LLL' : 'd LLL yyyy');
}

/** The state of a membership now (§3.4). No state contains the text of another, so that a search finds only one. */
function stateOf(row: IDataObject, zone: string): string {
	const now = clock.now();
	if (isActiveAt(row, now, zone)) return 'active';
	if (hasEnded(row, now, zone)) return 'ended';
	if ((timeIn(row, 'From', zone) ?? NaN) > now) return 'not started';
	if (row.Disabled === true) return 'disabled';
	return isActiveAt(withoutSuspension(row), now, zone) ? 'frozen' : 'used up';
}

function stateText(row: IDataObject, zone: string): string {
	const state = stateOf(row, zone);
	const thaw = state === 'frozen' ? suspensionEndOf(row, zone) : undefined;
	const now = thaw === undefined ? state : `frozen until ${dayOf(thaw, zone)}`;
	if (row.To === undefined || row.To === null) return `${now}, no end date`;
	const until = state === 'active' ? 'active until' : state === 'ended' ? 'ended on' : `${now}, runs to`;
	const end = endOf(row, zone);
	// One that ends at midnight has its last day before.
	return `${until} ${end === undefined ? '?' : dayOf(end - 1, zone)}`;
}

/** A membership with its athlete, product, state and end date. The athlete and product come first, since n8n cuts long lines. */
function membershipItem(row: IDataObject, zone: string): INodeListSearchItems {
	const person = (row.Person as string | undefined) || `Athlete ${String(row.UserId)}`;
	const product = (row.ProductName as string | undefined) || `Product ${String(row.ClassSubscriptionId)}`;
	return { name: `${person}: ${product}, ${stateText(row, zone)}`, value: row.UserClassSubscriptionId as number };
}

function furtherText(row: IDataObject, zone: string): string {
	const end = timeIn(row, 'To', zone);
	const date = end === undefined ? '' : DateTime.fromMillis(end - 1, { zone }).toISODate();
	return `${date} ${stateOf(row, zone) === 'frozen' ? 'suspended' : ''}`;
}

async function withNames(rows: IDataObject[], reader: PickerReader): Promise<IDataObject[]> {
	const { found, labelOf } = await athletesOf(rows, reader);
	const products = new Map<unknown, unknown>();
	if (rows.some(({ ProductName }) => !ProductName)) {
		for await (const page of reader.pages('GET /Subscriptions'))
			for (const product of page) products.set(product.ClassSubscriptionId, called(product, 'Product', product.ClassSubscriptionId));
	}
	return rows.map((row): IDataObject => {
		const person = found.get(row.UserId);
		return {
			...row,
			Person: person && labelOf(person),
			ProductName: (row.ProductName || products.get(row.ClassSubscriptionId)) as string | undefined,
		};
	});
}

async function findPeople(text: string, reader: PickerReader): Promise<IDataObject[]> {
	const target = byEmail(text, 'GET /Athletes/ByEmail');
	if (target) return [await reader.one(target)].filter((row) => row !== undefined);
	const people: IDataObject[] = [];
	for await (const rows of reader.pages('GET /Athletes', {}, MAX_PAGES)) {
		for (const row of rows) if (matchesSearch(personItem(row).name, text, textOf(row.Phone))) people.push(row);
		if (people.length >= MAX_PEOPLE) break;
	}
	return people.slice(0, MAX_PEOPLE);
}

const byState =
	(zone: string) =>
	(a: IDataObject, b: IDataObject): number =>
		Number(isActiveAt(b, clock.now(), zone)) - Number(isActiveAt(a, clock.now(), zone)) ||
		(endOf(b, zone) ?? NaN) - (endOf(a, zone) ?? NaN);

const isListedAsActive = (row: IDataObject, zone: string): boolean => isActiveAt(row, clock.now(), zone) && !hasSuspension(row);

/** The memberships of the club (§4.6), active ones first; a search finds them by athlete or by ID. */
export const memberships: Picker = {
	call: 'GET /UserSubscriptions',
	scope: (functions) => [{ call: 'GET /UserSubscriptions/Active' }, { keep: (row) => !isListedAsActive(row, functions.getTimezone()) }],
	item: membershipItem,
	further: furtherText,
	complete: withNames,
	exact: (text) => byId(text, 'GET /UserSubscriptions/{userSubscriptionId}', 'userSubscriptionId'),
	async find(text, reader) {
		const found: IDataObject[] = [];
		for (const person of await findPeople(text, reader)) {
			for await (const rows of reader.pages('GET /Athletes/{userId}/UserSubscriptions', { params: { userId: person.UserId } }))
				for (const row of rows) found.push(row);
		}
		return await withNames(found.sort(byState(reader.zone)), reader);
	},
};

export const membership = {
	...LOCATOR,
	displayName: 'Membership',
	name: 'userSubscriptionId',
	description:
		"The athlete's membership, from the list or by its UserClassSubscriptionId, e.g. 4711, which Membership > Get Many gives (filter it by athlete)",
	modes: [
		fromList(
			'searchUserSubscriptions',
			'Select a membership...',
			'To find a membership right away, type the email address of the athlete.',
		),
		byIdMode,
	],
} as const satisfies Field;
