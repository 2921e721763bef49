import { defineOperation } from '../../operation';
import { athlete } from '../../pickers/people';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get membership summary',
	description: 'Retrieve the membership status of an athlete, combined from all memberships',
	calls: ['GET /Athletes/{userId}/MembershipSummary'],
	fields: [athlete],
});
