import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete athlete',
	description:
		'Permanently remove an athlete from the club. This cannot be undone. Returns the athlete as they were before the deletion. To remove an athlete from a class only, use Class Participant > Remove.',
	calls: ['DELETE /Athletes/{userId}'],
	fields: [athlete],
	advice: {
		403: 'A demo athlete cannot be removed. For any other athlete, the licence is inactive, or the Club API Key lacks the ReadWrite permission.',
	},
});
