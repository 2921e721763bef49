import type { AnyOperation, Resource } from '../operation';
import { athlete } from './athlete';
import { badgeAward } from './badgeAward';
import { booking } from './booking';
import { scheduledClasses } from './class';
import { classParticipant } from './classParticipant';
import { event } from './event';
import { profile } from './profile';
import { summaries } from './summaries';
import { training } from './training';

/** All that the node can do. */
export const resources: readonly Resource[] = [
	athlete,
	badgeAward,
	booking,
	scheduledClasses,
	classParticipant,
	event,
	profile,
	...summaries,
	training,
];

/** The operation that the two selectors of the panel mean, if there is one. */
export const operationOf = (resource: string, operation: string): AnyOperation | undefined =>
	resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
