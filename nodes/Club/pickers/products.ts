import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { plansIn, withPlansOf } from '../../shared/records/catalogue';
import type { Field } from '../field';
import { called, byIdMode } from './picker';
import type { Picker, Scope } from './picker';

const productItem = (row: IDataObject): INodeListSearchItems => ({
	name: called(row, 'Product', row.ClassSubscriptionId),
	value: row.ClassSubscriptionId as number,
});

/** The subscription products of the club (§4.8). */
export const products: Picker = { call: 'GET /Subscriptions', item: productItem };

/** The product chosen in the panel, whose plans are wanted; all products where none is. A catalogue may ignore its range (§4.8). @reading catalogueRange */
function productOf(functions: ILoadOptionsFunctions): Scope {
	const chosen = functions.getCurrentNodeParameter('classSubscriptionId') as IDataObject | undefined;
	const id = String(chosen?.value ?? '');
	if (!/^[1-9]\d{0,9}$/.test(id)) return { query: { withPlans: true } };
	return {
		query: { fromId: id, toId: id, withPlans: true },
		whole: async (product, request) => (String(product.ClassSubscriptionId) === id ? await withPlansOf(request, product) : product),
		keep: ({ ProductId }) => String(ProductId) === id,
	};
}

/** The plans of the product chosen, or of all products (§4.8 `withPlans`), each with its product's name. */
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

/** The subscription product that an operation is about. */
export const product = {
	displayName: 'Membership Product',
	name: 'classSubscriptionId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The membership, tickets or trial, chosen from the list or by its ClassSubscriptionId, e.g. 4711, which Membership Product > Get Many gives',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a product...',
			typeOptions: { searchListMethod: 'searchProducts', searchable: true },
		},
		byIdMode,
	],
} as const satisfies Field;

/** The plan that an operation is about. */
export const plan = {
	displayName: 'Plan',
	name: 'classSubscriptionPlanId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The plan of a membership product that does not recur, chosen from the list or by its ClassSubscriptionPlanId, e.g. 4711, which Membership Product > Get Many gives with its option With Plans',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a plan...',
			typeOptions: { searchListMethod: 'searchPlans', searchable: true },
		},
		byIdMode,
	],
} as const satisfies Field;

/** The plan where it may be left out. */
export const optionalPlan = { ...plan, required: false } as const satisfies Field;
