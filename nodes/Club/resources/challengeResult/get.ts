import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { challenge } from '../../pickers/challenges';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get challenge result',
	description: 'Retrieve the result of one athlete in a challenge. For the results of all athletes, use Get Many.',
	calls: ['GET /Challenges/{challengeId}/Results/{userId}'],
	fields: [challenge, athlete],
	advice: { 404: 'The athlete has no result in this challenge, or the challenge does not exist.' },
});
