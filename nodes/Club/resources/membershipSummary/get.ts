import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get membership summary',
	description:
		'Retrieve the membership status of an athlete, combined from all their memberships. To include check-ins and activity, use Athlete > Get Overview.',
	calls: ['GET /Athletes/{userId}/MembershipSummary'],
	fields: [athlete],
});
