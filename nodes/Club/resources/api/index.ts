import type { Resource } from '../../operation';
import { call } from './call';

export const api: Resource = {
	value: 'api',
	name: 'API',
	description: 'What the API has and the other resources do not show',
	operations: [call],
};
