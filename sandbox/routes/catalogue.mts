import { booleanFrom, byId, paged, type Api, type Call } from '../api.mts';
import { shownProduct, withPlans } from '../shown.mts';
import type { Plan, Product } from '../types.mts';
import type { Changes } from '../changes.mts';
import { PAGING } from './athletes.mts';

const plansOf = ({ club }: Call, product: Product): Plan[] =>
	[...club.plans.values()].filter(({ ClassSubscriptionId }) => ClassSubscriptionId === product.ClassSubscriptionId);

export function catalogueRoutes(api: Api, changes: Changes): void {
	api.route('GET /Subscriptions', {
		query: PAGING,
		enrichment: ['withPlans'],
		handle: (call) => {
			const products = [...call.club.products.values()].filter((row) =>
				changes.isReadable(call.club, `/Subscriptions/${row.ClassSubscriptionId}`),
			);
			const isWithPlans = booleanFrom(call.query.withPlans);
			return paged(call, {
				...byId(call, products, ({ ClassSubscriptionId }) => ClassSubscriptionId),
				show: (product) => (isWithPlans ? withPlans(call.dialect, product, plansOf(call, product)) : shownProduct(call.dialect, product)),
				default: 100,
				max: 500,
				enrichment: ['withPlans'],
			});
		},
	});
}
