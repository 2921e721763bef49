import { defineOperation } from '../../operation';
import { challenge } from '../../pickers/challenges';
import { challengeFilters } from '../challenge/getAll';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many challenge results',
	description: 'Retrieve the results of a challenge',
	calls: ['GET /Challenges/{challengeId}/Results'],
	fields: [challenge, challengeFilters],
	list: {},
});
