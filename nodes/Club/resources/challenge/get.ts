import { defineOperation } from '../../operation';
import { challenge } from '../../pickers/challenges';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get challenge',
	description: 'Retrieve one challenge. For the results of athletes, use Challenge Result > Get Many.',
	calls: ['GET /Challenges/{challengeId}'],
	fields: [challenge],
});
