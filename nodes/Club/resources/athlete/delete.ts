import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';

export const remove = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete athlete',
	description: 'Delete an athlete from the club permanently',
	notice:
		'Deletes the athlete for good. Their memberships and bookings are not moved to anyone else. To see what would be sent, add the option <b>Dry Run</b>.',
	calls: ['DELETE /Athletes/{userId}'],
	fields: [athlete],
	advice: {
		403: 'A demo athlete cannot be removed. For any other athlete, the licence is inactive, or the Club API Key lacks the ReadWrite permission.',
	},
});
