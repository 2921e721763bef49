import { booleanFrom, idRange, paged, unranged, type Api } from '../api.mts';
import { shownProduct, withPlans } from '../shown.mts';
import type { World } from '../world.mts';
import { PAGING } from './athletes.mts';

/** The products of the club, with their plans where they are asked for (§4.8). */
export function catalogueRoutes(api: Api, world: World): void {
	api.route('GET /Subscriptions', {
		query: PAGING,
		enrichment: ['withPlans'],
		handle: (call) => {
			const range = idRange(
				unranged(call, call.dialect.catalogueRange),
				[...call.club.products.values()].filter((row) => world.isReadable(call.club, `/Subscriptions/${row.ClassSubscriptionId}`)),
				({ ClassSubscriptionId }) => ClassSubscriptionId,
			);
			const wanted = booleanFrom(call.query.withPlans);
			const plansOf = (id: number) => [...call.club.plans.values()].filter(({ ClassSubscriptionId }) => ClassSubscriptionId === id);
			return paged(call, {
				...range,
				positionOf: ({ ClassSubscriptionId }) => [ClassSubscriptionId],
				show: (product) =>
					wanted ? withPlans(call.dialect, product, plansOf(product.ClassSubscriptionId)) : shownProduct(call.dialect, product),
				default: 100,
				max: 500,
				enrichment: ['withPlans'],
			});
		},
	});
}
