import { OPTIONS } from '../fields/fields';
import { defineOperation, type Resource } from '../operation';
import { challenge as chosenChallenge } from '../pickers/challenges';
import { athlete } from '../pickers/people';
import { attachAthlete, withAthletes } from './attachAthlete';

export const challenge: Resource = {
	value: 'challenge',
	name: 'Challenge',
	description: 'A competition or a goal',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get challenge',
			description: 'Get a challenge by ID',
			calls: ['GET /Challenges/{challengeId}'],
			fields: [chosenChallenge],
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many challenges',
			description: 'Get many challenges',
			calls: ['GET /Challenges'],
			fields: [],
			list: {},
		}),
		defineOperation({
			value: 'getResult',
			name: 'Get Result',
			action: 'Get result of challenge',
			description: 'Get the result of one athlete',
			calls: ['GET /Challenges/{challengeId}/Results/{userId}'],
			fields: [chosenChallenge, athlete],
			advice: { 404: 'The athlete has no result in this challenge, or the challenge does not exist.' },
		}),
		defineOperation({
			value: 'getResults',
			name: 'Get Results',
			action: 'Get results of challenge',
			description: 'Get the results of all athletes',
			calls: ['GET /Challenges/{challengeId}/Results'],
			fields: [chosenChallenge, { ...OPTIONS, options: [attachAthlete] }],
			list: { complete: withAthletes },
		}),
	],
};
