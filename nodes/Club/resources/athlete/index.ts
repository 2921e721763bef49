import { athleteFilters, clientStage, filteredBy, keepPeople } from '../../fields/fields';
import { defineOperation, type Resource } from '../../operation';
import { athlete as chosenAthlete } from '../../pickers/people';
import { onlyChangesOptions } from '../../run/onlyChanges';
import { checkQuery, peopleSearchFields, searchPeople } from '../../run/search';
import { create } from './create';
import { ATHLETE_PROPERTIES } from './fields';
import { getManyOverviews } from './getManyOverviews';
import { getOverview } from './getOverview';
import { update } from './update';
import { upsert } from './upsert';

export const athlete: Resource = {
	value: 'athlete',
	name: 'Athlete',
	description: 'A member of the club',
	operations: [
		create,
		upsert,
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete athlete',
			description: 'Delete an athlete from the club permanently',
			notice:
				'Deletes the athlete for good. Their memberships and bookings are not moved to anyone else. To see what would be sent, add the option <b>Dry Run</b>.',
			calls: ['DELETE /Athletes/{userId}'],
			fields: [chosenAthlete],
			advice: {
				403: 'A demo athlete cannot be removed. For any other athlete, the licence is inactive, or the Club API Key lacks the ReadWrite permission.',
			},
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get athlete',
			description: 'Get an athlete by ID or email',
			calls: ['GET /Athletes/{userId}', 'GET /Athletes/ByEmail'],
			fields: [chosenAthlete],
			simplify: ATHLETE_PROPERTIES,
			run: async (session, { userId }) => await session.person('GET /Athletes/{userId}', userId),
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many athletes',
			description: 'Get many athletes',
			calls: ['GET /Athletes'],
			fields: [athleteFilters],
			simplify: ATHLETE_PROPERTIES,
			list: { keep: keepPeople, keptBy: filteredBy },
		}),
		getOverview,
		getManyOverviews,
		defineOperation({
			value: 'search',
			name: 'Search',
			action: 'Search athletes',
			description: 'Find athletes by name, email or phone',
			calls: ['GET /Athletes', 'GET /Athletes/ByEmail', 'GET /Athletes/{userId}'],
			cost: '1 for an address, otherwise 1 per 1,000 people searched, and 1 more for a number',
			fields: peopleSearchFields,
			simplify: ATHLETE_PROPERTIES,
			check: checkQuery,
			run: async (session, values) => await searchPeople(session, 'GET /Athletes', values),
		}),
		defineOperation({
			value: 'setClientStage',
			name: 'Set Client Stage',
			action: 'Set client stage of athlete',
			description: 'Set the client stage of an athlete',
			calls: ['PUT /Athletes/{userId}/ClientStage'],
			fields: [chosenAthlete, clientStage, onlyChangesOptions],
			current: 'GET /Athletes',
		}),
		defineOperation({
			value: 'setGuest',
			name: 'Set Guest',
			action: 'Set guest flag of athlete',
			description: 'Mark an athlete as a guest, or not',
			calls: ['PUT /Athletes/{userId}/IsGuest'],
			fields: [
				chosenAthlete,
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
		}),
		update,
	],
};
