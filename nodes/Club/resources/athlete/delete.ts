import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete athlete',
	description:
		'Remove an athlete from the club permanently, which cannot be undone. The athlete as they were comes back. To end a place in a class alone, use Class Participant > Remove.',
	calls: ['DELETE /Athletes/{userId}'],
	fields: [athlete],
	summary: ({ person }) => `Remove ${person} from the club for good`,
	advice: {
		403: 'A demo athlete cannot be removed. Otherwise the licence is inactive, or the Club API Key lacks the ReadWrite permission.',
	},
});
