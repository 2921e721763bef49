import type { Resource } from '../../operation';
import { getAll } from './getAll';

export const booking: Resource = {
	value: 'booking',
	name: 'Booking',
	description: 'A place in a class, or in its queue, that an athlete has booked',
	operations: [getAll],
};
