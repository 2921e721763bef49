import type { IDataObject } from 'n8n-workflow';
import { plansIn } from '../../../shared/records/memberships';
import type { Session } from '../../session';

export const options = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
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

/** Tells where plans were asked for and no product tells of any. */
export function hintOfPlans(session: Session, products: readonly IDataObject[]): void {
	if (products.length === 0 || products.some(plansIn)) return;
	session.hint('With Plans was on, and no product came with a list of plans. Get asks for those of one product in another way, too');
}
