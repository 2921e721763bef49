import type { Resource } from '../../operation';
import { get } from './get';
import { getByEmail } from './getByEmail';
import { getAll } from './getAll';
import { search } from './search';
import { setClientStage } from './setClientStage';

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	description: 'A person who is known to the club but has not joined',
	operations: [get, getByEmail, getAll, search, setClientStage],
};
