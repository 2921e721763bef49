import type { Resource } from '../../operation';
import { create } from './create';
import { createFromPlan } from './createFromPlan';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { reactivate } from './reactivate';
import { suspend } from './suspend';
import { update } from './update';

export const membership: Resource = {
	value: 'membership',
	name: 'Membership',
	description: 'A product that an athlete has',
	operations: [create, createFromPlan, remove, get, getAll, reactivate, suspend, update],
};
