import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';
import { search } from './search';
import { setClientStage } from './setClientStage';

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	description: 'A person who has not joined',
	operations: [get, getAll, search, setClientStage],
};
