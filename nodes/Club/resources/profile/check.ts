import type { Evidence } from '../../check/evidence';
import { MAX_READS, readClub } from '../../check/reads';
import { inShort, resultOf } from '../../check/report';
import { defineOperation } from '../../operation';
import { READS } from '../../../shared/api/endpoints';
import { integer } from '../../values';

/** The default of Sample. */
const SAMPLE = 100;

export const check = defineOperation({
	value: 'check',
	name: 'Check',
	action: 'Check what the club sends',
	description:
		'Check what this club really sends: the calls that it refuses, the properties, order and times of its records, and the features that do not work with it. The check only reads data and shows no values of records. For the name and settings of the club, use Get.',
	notice: `A check makes about 45 calls, at most ${MAX_READS} of the 50 per minute. It only reads data. If fewer calls are left, it stops before the first call.`,
	calls: READS,
	cost: `about 45, at most ${MAX_READS}`,
	fields: [
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Sample',
					name: 'sample',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 1000 },
					default: 100,
					api: false,
					check: (value, label) => integer(value, label, { min: 1, max: 1000 }),
					description: 'The number of records to read from each list, e.g. 100',
				},
			],
		},
	],
	prepare: () => new Map<number, Promise<Evidence>>(),
	async run(session, { options: { sample = SAMPLE } }, seen) {
		const evidence = seen.get(sample) ?? readClub(session, sample);
		seen.set(sample, evidence);
		const result = resultOf(await evidence, sample);
		return session.isForModel ? inShort(result) : { ...result };
	},
});
