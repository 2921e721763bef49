import { MAX_COUNT } from '../../shared/limits';
import type { Field } from '../operation';
import { byIdMode } from './modes';
import type { Picker } from './picker';

/** The challenges of the club (§4.8). */
export const challenges: Picker = {
	call: 'GET /Challenges',
	maxCount: MAX_COUNT.challenges,
	item: (row) => ({
		name: typeof row.Name === 'string' && row.Name ? row.Name : `Challenge ${String(row.ChallengeId)}`,
		value: row.ChallengeId as number,
	}),
};

/** The challenge that an operation is about. */
export const challenge = {
	displayName: 'Challenge',
	name: 'challengeId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The challenge, chosen from the list or by ID, e.g. 4711',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a challenge...',
			typeOptions: { searchListMethod: 'searchChallenges', searchable: true },
		},
		byIdMode,
	],
} as const satisfies Field;
