import { defineOperation } from '../../operation';
import { challenge } from '../../pickers/challenges';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many challenge results',
	description:
		'Retrieve the results of the athletes in a challenge. For one athlete, use Get. For the challenge itself, use Challenge > Get.',
	calls: ['GET /Challenges/{challengeId}/Results'],
	fields: [challenge],
	list: {},
});
