import type { Resource } from '../../operation';
import { call } from './call';

export const api: Resource = {
	value: 'api',
	name: 'API',
	description: 'Custom calls to endpoints that the other resources do not cover',
	operations: [call],
};
