import type { Resource } from '../../operation';
import { create } from './create';
import { upsert } from './upsert';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getOverview } from './getOverview';
import { getManyOverviews } from './getManyOverviews';
import { search } from './search';
import { setClientStage } from './setClientStage';
import { setGuest } from './setGuest';
import { update } from './update';

export const athlete: Resource = {
	value: 'athlete',
	name: 'Athlete',
	description: 'A member of the club',
	operations: [create, upsert, remove, get, getAll, getOverview, getManyOverviews, search, setClientStage, setGuest, update],
};
