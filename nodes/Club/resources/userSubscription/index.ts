import type { Resource } from '../../operation';
import { create } from './create';
import { createFromPlan } from './createFromPlan';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { reactivate } from './reactivate';
import { suspend } from './suspend';
import { update } from './update';

export const userSubscription: Resource = {
	value: 'userSubscription',
	name: 'Membership',
	description: 'A membership, ticket card or trial of an athlete. The API calls it user subscription.',
	operations: [create, createFromPlan, remove, get, getAll, reactivate, suspend, update],
};
