import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import { isActiveAt } from '../../shared/records/assignment';
import type { Field } from '../field';
import { byIdMode } from './modes';
import type { Picker } from './picker';

const day = (moment: unknown): string => (typeof moment === 'string' ? moment.slice(0, 10) : '?');

/** An assignment by its product, athlete and dates, as far as the API names them, and whether it is active now (§3.4). */
export function assignmentItem(row: IDataObject): INodeListSearchItems {
	const productName = typeof row.ProductName === 'string' && row.ProductName ? row.ProductName : `Product ${String(row.ClassSubscriptionId)}`;
	const state = isActiveAt(row, Date.now()) ? 'active' : 'not active';
	return {
		name: `${productName} (${state}), athlete ${String(row.UserId)}, ${day(row.From)} to ${day(row.To)}`,
		value: row.UserClassSubscriptionId as number,
	};
}

/** The assignments of the club (§4.6); any one by its id. */
export const assignments: Picker = {
	call: 'GET /UserSubscriptions',
	item: assignmentItem,
	exact: (text) =>
		/^\d{1,10}$/.test(text) ? { call: 'GET /UserSubscriptions/{userSubscriptionId}', params: { userSubscriptionId: text } } : undefined,
};

/** The assignment that an operation is about. */
export const assignment = {
	displayName: 'User Subscription',
	name: 'userSubscriptionId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The assignment of a product to an athlete, chosen from the list or by its UserClassSubscriptionId, e.g. 4711',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a user subscription...',
			typeOptions: { searchListMethod: 'searchUserSubscriptions', searchable: true },
		},
		byIdMode,
	],
} as const satisfies Field;
