import { withinBounds } from '../../bounds';
import { filtersById } from '../../fields';
import { defineOperation } from '../../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many challenges',
	description: 'Retrieve a list of challenges',
	calls: ['GET /Challenges'],
	fields: [filtersById],
	list: { keep: withinBounds('challenges', ({ ChallengeId, Id }) => [ChallengeId ?? Id]) },
});
