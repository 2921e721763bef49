import type { Resource } from '../../operation';
import { add } from './add';
import { get } from './get';
import { getAll } from './getAll';
import { getRecent } from './getRecent';
import { remove } from './remove';

export const classParticipant: Resource = {
	value: 'classParticipant',
	name: 'Class Participant',
	description: 'An athlete who takes part in a class or waits in its queue',
	operations: [add, get, getAll, getRecent, remove],
};
