import { booleanFrom, idRange, paged, withoutIgnoredBounds, type Api, type Call } from '../api.mts';
import { Refusal } from '../refusal.mts';
import { shownProduct, withPlans } from '../shown.mts';
import type { Plan, Product } from '../types.mts';
import type { World } from '../world.mts';
import { PAGING } from './athletes.mts';

const plansOf = ({ club }: Call, product: Product): Plan[] =>
	[...club.plans.values()].filter(({ ClassSubscriptionId }) => ClassSubscriptionId === product.ClassSubscriptionId);

/** The products of the club, with their plans on request (§4.8). */
export function catalogueRoutes(api: Api, world: World): void {
	api.route('GET /Subscriptions', {
		query: PAGING,
		enrichment: ['withPlans'],
		handle: (call) => {
			const range = idRange(
				withoutIgnoredBounds(call, call.dialect.catalogueRange),
				[...call.club.products.values()].filter((row) => world.isReadable(call.club, `/Subscriptions/${row.ClassSubscriptionId}`)),
				({ ClassSubscriptionId }) => ClassSubscriptionId,
			);
			const isWithPlans = call.dialect.planRead === 'list' && booleanFrom(call.query.withPlans);
			return paged(call, {
				...range,
				positionOf: ({ ClassSubscriptionId }) => [ClassSubscriptionId],
				show: (product) => (isWithPlans ? withPlans(call.dialect, product, plansOf(call, product)) : shownProduct(call.dialect, product)),
				default: 100,
				max: 500,
				enrichment: ['withPlans'],
			});
		},
	});
	api.route('GET /Subscriptions/{subscriptionId}', {
		unnamed: true,
		query: ['withPlans'],
		handle: (call) => {
			const product = call.club.products.get(call.params.subscriptionId);
			if (!product || call.dialect.planRead === 'list') throw new Refusal(404, undefined);
			const isWithPlans = booleanFrom(call.query.withPlans);
			return isWithPlans ? withPlans(call.dialect, product, plansOf(call, product)) : shownProduct(call.dialect, product);
		},
	});
}
