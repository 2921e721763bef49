import type { Resource } from '../../operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const webhookSubscription: Resource = {
	value: 'webhookSubscription',
	name: 'Webhook Subscription',
	description: 'A URL that the club sends events to',
	operations: [create, remove, get, getAll, update],
};
