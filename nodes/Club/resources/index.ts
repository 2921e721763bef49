import type { AnyOperation, Resource } from '../operation';
import { api } from './api';
import { athlete } from './athlete';
import { attendanceSummary } from './attendanceSummary';
import { badgeAward } from './badgeAward';
import { booking } from './booking';
import { callBudget } from './callBudget';
import { scheduledClasses } from './class';
import { challenge } from './challenge';
import { challengeResult } from './challengeResult';
import { classParticipant } from './classParticipant';
import { contact } from './contact';
import { engagementSummary } from './engagementSummary';
import { event } from './event';
import { membershipSummary } from './membershipSummary';
import { profile } from './profile';
import { subscription } from './subscription';
import { training } from './training';
import { userSubscription } from './userSubscription';
import { webhookSubscription } from './webhookSubscription';

/** All resources of the node. */
export const resources: readonly Resource[] = [
	api,
	athlete,
	badgeAward,
	booking,
	callBudget,
	challenge,
	challengeResult,
	scheduledClasses,
	classParticipant,
	contact,
	event,
	profile,
	subscription,
	engagementSummary,
	membershipSummary,
	attendanceSummary,
	training,
	userSubscription,
	webhookSubscription,
];

/** The operation with this resource and operation value, if there is one. */
export const operationOf = (resource: string, operation: string): AnyOperation | undefined =>
	resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
