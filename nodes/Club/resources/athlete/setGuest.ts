import { onlyChangesOptions } from '../../run/onlyChanges';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';

export const setGuest = defineOperation({
	value: 'setGuest',
	name: 'Set Guest',
	action: 'Set guest flag of athlete',
	description: 'Mark an athlete as a guest, or not',
	calls: ['PUT /Athletes/{userId}/IsGuest'],
	fields: [
		athlete,
		{
			displayName: 'Is Guest',
			name: 'isGuest',
			type: 'boolean',
			required: true,
			default: true,
			description: 'Whether the athlete is a guest. The rankings of the club do not include guests.',
		},
		onlyChangesOptions,
	],
	current: 'GET /Athletes',
});
