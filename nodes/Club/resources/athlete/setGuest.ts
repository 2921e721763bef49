import { onlyChangesOptions } from '../../onlyChanges';
import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';

export const setGuest = defineOperation({
	value: 'setGuest',
	name: 'Set Guest',
	action: 'Set guest flag of athlete',
	description: 'Mark an athlete as a guest of the club, or as no guest. For the profile, use Update.',
	calls: ['PUT /Athletes/{userId}/IsGuest'],
	fields: [
		athlete,
		{
			displayName: 'Is Guest',
			name: 'isGuest',
			type: 'boolean',
			required: true,
			default: true,
			description: 'Whether the athlete is a guest. Guests are left out of the rankings of the club.',
		},
		onlyChangesOptions,
	],
	summary: ({ person }, { isGuest }) => `Mark ${person} as ${isGuest ? 'a' : 'no'} guest of the club`,
	current: 'GET /Athletes',
});
