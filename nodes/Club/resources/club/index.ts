import type { Resource } from '../../operation';
import { call } from './call';
import { check } from './check';
import { get } from './get';
import { getCallBudget } from './getCallBudget';

export const club: Resource = {
	value: 'club',
	name: 'Club',
	description: 'The club and its API',
	operations: [get, call, check, getCallBudget],
};
