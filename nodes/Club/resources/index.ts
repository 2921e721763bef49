import type { AnyOperation, Resource } from '../operation';
import { athlete } from './athlete';
import { athleteSummary } from './athleteSummary';
import { badgeAward } from './badgeAward';
import { booking } from './booking';
import { challenge } from './challenge';
import { scheduledClasses } from './class';
import { club } from './club';
import { contact } from './contact';
import { event } from './event';
import { membership } from './membership';
import { membershipProduct } from './membershipProduct';
import { training } from './training';
import { webhookSubscription } from './webhookSubscription';

export const resources: readonly Resource[] = [
	athlete,
	athleteSummary,
	badgeAward,
	booking,
	challenge,
	scheduledClasses,
	club,
	contact,
	event,
	membership,
	membershipProduct,
	training,
	webhookSubscription,
];

export const operationOf = (resource: string, operation: string): AnyOperation | undefined =>
	resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
