import type { Resource } from '../../operation';
import { get } from './get';

export const callBudget: Resource = {
	value: 'callBudget',
	name: 'Call Budget',
	description: 'The calls that the club key has left, and the workflows that spent the others',
	operations: [get],
};
