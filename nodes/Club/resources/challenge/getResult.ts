import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';
import { challenge } from '../../pickers/challenges';

export const getResult = defineOperation({
	value: 'getResult',
	name: 'Get Result',
	action: 'Get result of challenge',
	description: 'Get the result of one athlete',
	calls: ['GET /Challenges/{challengeId}/Results/{userId}'],
	fields: [challenge, athlete],
	advice: { 404: 'The athlete has no result in this challenge, or the challenge does not exist.' },
});
