import type { Resource } from '../../operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getRecent } from './getRecent';

export const booking: Resource = {
	value: 'booking',
	name: 'Booking',
	description: 'A place in a class',
	operations: [create, remove, get, getAll, getRecent],
};
