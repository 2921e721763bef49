import type { IDataObject } from 'n8n-workflow';
import { plansIn } from '../../../shared/api/facts';
import { OPTIONS } from '../../fields/fields';
import { defineOperation } from '../../operation';
import type { Session } from '../../calls/session';

export const options = {
	...OPTIONS,
	options: [
		{
			displayName: 'With Plans',
			name: 'withPlans',
			type: 'boolean',
			default: true,
			description: 'Whether to include the plans of each product',
		},
	],
} as const;

export function hintOfPlans(session: Session, products: readonly IDataObject[]): void {
	if (products.length === 0 || products.some(plansIn)) return;
	session.hint('With Plans is on, but the club returned no product with a list of "Plans"');
}

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many membership products',
	description: 'Get many membership products',
	calls: ['GET /Subscriptions'],
	fields: [options],
	list: {
		complete:
			({ options: { withPlans } }, session) =>
			async (products) => {
				if (withPlans) hintOfPlans(session, products);
				return [...products];
			},
	},
});
