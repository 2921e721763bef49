import type { Resource } from '../../operation';
import { resolve } from './resolve';

export const event: Resource = {
	value: 'event',
	name: 'Event',
	description: 'Something that happened in the club, as the Club Trigger receives it',
	operations: [resolve],
};
