import type { IDataObject, INode } from 'n8n-workflow';
import { locator } from '../tools/engine.mts';

const MEMBER = "={{ $fromAI('user_id', 'The UserId of the member, as found by a search or by email', 'number') }}";
/** The same as a filter: one that is left blank would be none. */
const OF_MEMBER = "={{ $fromAI('user_id', 'The UserId of the member, as found by a search or by email', 'number') || 0 }}";
const CLASS = "={{ $fromAI('class_id', 'The ClassId from the calendar or from a booking', 'number') }}";
const MEMBERSHIP = "={{ $fromAI('membership_id', 'The UserClassSubscriptionId, as found by Look at memberships', 'number') }}";

const tool = (name: string, resource: string, operation: string, more: IDataObject): Pick<INode, 'name' | 'parameters'> => ({
	name,
	parameters: { resource, operation, ...more } as INode['parameters'],
});

const freeze: IDataObject = {
	suspensionStartUTC: "={{ $fromAI('start', 'The first day of the freeze, as an ISO date and time; empty for now', 'string') }}",
	reactivationDate: "={{ $fromAI('end', 'The first day after the freeze, as an ISO date and time; empty where nobody knows', 'string') }}",
};

/** What a front desk has beside the tools of the example workflow; the last three belong behind a step in which a person approves. */
export const frontDeskNodes: ReadonlyArray<Pick<INode, 'name' | 'parameters'>> = [
	tool('Overview of a member', 'athlete', 'getOverview', { userId: locator('id', MEMBER) }),
	tool('Look at memberships', 'userSubscription', 'getAll', { limit: 10, filters: { userId: locator('id', OF_MEMBER) } }),
	tool('Look at bookings', 'booking', 'getAll', {
		limit: 10,
		filters: { userId: locator('id', OF_MEMBER) },
		options: { newestFirst: true, simplify: true },
	}),
	tool('Look who takes part', 'classParticipant', 'getAll', { limit: 50, classId: locator('id', CLASS) }),
	tool('Cancel a booking', 'classParticipant', 'remove', { classId: locator('id', CLASS), userId: locator('id', MEMBER) }),
	tool('Freeze a membership', 'userSubscription', 'suspend', { userSubscriptionId: locator('id', MEMBERSHIP), additionalFields: freeze }),
	tool('End a freeze', 'userSubscription', 'reactivate', { userSubscriptionId: locator('id', MEMBERSHIP) }),
];
