import { OPTIONS } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { challenge } from '../../pickers/challenges';
import { attachAthlete, withAthletes } from '../attachAthlete';

export const getResults = defineOperation({
	value: 'getResults',
	name: 'Get Results',
	action: 'Get results of challenge',
	description: 'Get the results of all athletes',
	calls: ['GET /Challenges/{challengeId}/Results'],
	fields: [challenge, { ...OPTIONS, options: [attachAthlete] }],
	list: { complete: withAthletes },
});
