import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import { called } from '../../shared/api/facts';
import type { Field } from '../fields/field';
import { byIdMode, fromList, LOCATOR, type Picker } from './picker';

/** A challenge by its name. The API description does not show its properties (§2.13), so the ID can have either name. */
function challengeItem(row: IDataObject): INodeListSearchItems {
	const id = (row.ChallengeId ?? row.Id) as number;
	return { name: called(row, 'Challenge', id), value: id };
}

export const challenges: Picker = { call: 'GET /Challenges', item: challengeItem };

export const challenge = {
	...LOCATOR,
	displayName: 'Challenge',
	name: 'challengeId',
	description: 'The challenge, from the list or by ID, e.g. 4711, which Challenge > Get Many gives',
	modes: [fromList('searchChallenges', 'Select a challenge...'), byIdMode],
} as const satisfies Field;
