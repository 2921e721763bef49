import { defineOperation } from '../../operation';
import { challenge } from '../../pickers/challenges';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get challenge',
	description: 'Get a challenge by ID',
	calls: ['GET /Challenges/{challengeId}'],
	fields: [challenge],
});
