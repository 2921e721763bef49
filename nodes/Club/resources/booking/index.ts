import type { Resource } from '../../operation';
import { getAll } from './getAll';

export const booking: Resource = {
	value: 'booking',
	name: 'Booking',
	description: 'A place in a class that somebody has booked or queues for',
	operations: [getAll],
};
