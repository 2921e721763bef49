import type { Resource } from '../../operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getByEmail } from './getByEmail';
import { getManyOverviews } from './getManyOverviews';
import { getOverview } from './getOverview';
import { search } from './search';
import { setClientStage } from './setClientStage';
import { setGuest } from './setGuest';
import { update } from './update';
import { upsert } from './upsert';

export const athlete: Resource = {
	value: 'athlete',
	name: 'Athlete',
	description: 'A member of the club',
	operations: [create, upsert, remove, get, getByEmail, getAll, getOverview, getManyOverviews, search, setClientStage, setGuest, update],
};
