import type { Resource } from '../../operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const webhookSubscription: Resource = {
	value: 'webhookSubscription',
	name: 'Webhook Subscription',
	description: 'Where the club sends events',
	operations: [create, remove, get, getAll, update],
};
