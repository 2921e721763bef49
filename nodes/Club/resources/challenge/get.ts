import { defineOperation } from '../../operation';
import { challenge } from '../../pickers/challenges';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get challenge',
	description: 'Retrieve a challenge. For how far athletes have come in it, use Challenge Result > Get Many.',
	calls: ['GET /Challenges/{challengeId}'],
	fields: [challenge],
});
