import { readClub, type ClubAnswers } from '../../check/reads';
import { resultOf } from '../../check/report';
import { attempt } from '../../../shared/transport/errors';
import { OPTIONS } from '../../fields/fields';
import { defineOperation } from '../../operation';
import { READS } from '../../../shared/api/endpoints';

export const check = defineOperation({
	value: 'check',
	name: 'Check',
	action: 'Check what the club sends',
	description: 'Check what this club really sends',
	notice: `A check only reads. It makes up to ${READS.length} of the 50 calls of a minute.`,
	calls: READS,
	cost: `${READS.length} at most`,
	fields: [
		{
			...OPTIONS,
			options: [
				{
					displayName: 'Sample',
					name: 'sample',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 1000 },
					default: 100,
					api: false,
					description: 'The number of records to read from each list, e.g. 100',
				},
			],
		},
	],
	prepare: () => new Map<number, Promise<ClubAnswers>>(),
	async run(session, { options: { sample = 100 } }, seen) {
		const answers = seen.get(sample) ?? readClub(session, sample);
		seen.set(sample, answers);
		const read = await attempt(answers);
		// The next item reads by its own settings.
		if ('error' in read) seen.delete(sample);
		const result = resultOf(await answers, sample, session.credentialName, session.settings.isForModel);
		session.hint(`Credential "${result.credential}": ${String(result.permission.inWords)}`);
		return result;
	},
});
