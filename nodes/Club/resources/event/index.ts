import type { Resource } from '../../operation';
import { getSample } from './getSample';
import { resolve } from './resolve';

export const event: Resource = {
	value: 'event',
	name: 'Event',
	description: 'Something that happened',
	operations: [getSample, resolve],
};
