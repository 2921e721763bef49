import type { AnyOperation, Resource } from '../operation';
import { athlete } from './athlete';
import { badgeAward } from './badgeAward';
import { booking } from './booking';
import { scheduledClasses } from './class';
import { challenges } from './challenges';
import { classParticipant } from './classParticipant';
import { contact } from './contact';
import { event } from './event';
import { profile } from './profile';
import { subscription } from './subscription';
import { summaries } from './summaries';
import { training } from './training';
import { userSubscription } from './userSubscription';
import { webhookSubscription } from './webhookSubscription';

/** All that the node can do. */
export const resources: readonly Resource[] = [
	athlete,
	badgeAward,
	booking,
	...challenges,
	scheduledClasses,
	classParticipant,
	contact,
	event,
	profile,
	subscription,
	...summaries,
	training,
	userSubscription,
	webhookSubscription,
];

/** The operation that the two selectors of the panel mean, if there is one. */
export const operationOf = (resource: string, operation: string): AnyOperation | undefined =>
	resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
