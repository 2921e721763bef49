import type { IDataObject, INode } from 'n8n-workflow';
import { locator } from '../host/engine.mts';

/** A value that the model fills in. */
const filled = (name: string, description: string, type: 'string' | 'number' | 'boolean' = 'string'): string =>
	`={{ $fromAI('${name}', '${description}', '${type}') }}`;

const limit = filled('limit', 'How many rows at most, e.g. 50', 'number');
const PERSON = locator('id', filled('user_id', 'The UserId, as found by a search', 'number'));
const QUERY = filled('query', 'Part of the name, the email or the phone, in any order and spelling');
const STAGE = filled('stage', 'Lead, Qualified, Prospect or Client');

const tool = (name: string, resource: string, operation: string, more: IDataObject = {}): Pick<INode, 'name' | 'parameters'> => ({
	name,
	parameters: { resource, operation, ...more } as INode['parameters'],
});

/** The tools of a marketing team. Three of them change a stage or show the request for it; the others read. */
export const marketingNodes: ReadonlyArray<Pick<INode, 'name' | 'parameters'>> = [
	tool('Search for a member', 'athlete', 'search', { query: QUERY, limit: 5, options: { simplify: true } }),
	tool('Search for a contact', 'contact', 'search', { query: QUERY, limit: 5 }),
	tool('List members of a stage', 'athlete', 'getAll', {
		limit,
		filters: { clientStage: `={{ [$fromAI('stage', 'Lead, Qualified, Prospect or Client', 'string')] }}` },
		options: { fields: 'UserId,FirstMidName,LastName,ClientStage' },
	}),
	tool('Overviews of members', 'athlete', 'getManyOverviews', {
		limit,
		filters: { fromId: "={{ $fromAI('from_id', 'The UserId to begin at, to see the rest of a list', 'number', 1) }}" },
		options: {
			include: ['membership', 'attendance'],
			days: filled('days', 'How many days back visits are counted, e.g. 30', 'number'),
			fields: 'UserId,Membership,Attendance',
		},
	}),
	tool('Bookings of a period', 'booking', 'getAll', {
		limit,
		filters: {
			from: filled('from', 'The first moment of the classes, as an ISO date and time with its offset'),
			to: filled('to', 'The moment before which the classes begin, as an ISO date and time with its offset'),
		},
		options: { fields: 'ClassId,UserId,Begin' },
	}),
	tool('Active memberships', 'membership', 'getAll', {
		limit,
		filters: { activeOnly: true },
		options: { fields: 'UserId,To,AvailableActivities' },
	}),
	tool('What the club sells', 'membershipProduct', 'getAll', { returnAll: true, options: { withPlans: true } }),
	tool('Challenges', 'challenge', 'getAll', { limit }),
	tool('Results of a challenge', 'challenge', 'getResults', {
		limit,
		challengeId: locator('id', filled('challenge_id', 'The ChallengeId, as found by Challenges', 'number')),
	}),
	tool('Calls that are left', 'club', 'getCallBudget', { options: { ask: true } }),
	tool('Set the stage of a member', 'athlete', 'setClientStage', { userId: PERSON, clientStage: STAGE }),
	tool('Set the stage of a contact', 'contact', 'setClientStage', { userId: PERSON, clientStage: STAGE }),
	tool('Show what a stage of a member would send', 'athlete', 'setClientStage', {
		userId: PERSON,
		clientStage: STAGE,
		options: { dryRun: true },
	}),
];
