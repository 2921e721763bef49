import type { AnyOperation, Resource } from '../operation';
import { athlete } from './athlete';
import { profile } from './profile';
import { summaries } from './summaries';

/** All that the node can do. */
export const resources: readonly Resource[] = [athlete, profile, ...summaries];

/** The operation that the two selectors of the panel mean, if there is one. */
export const operationOf = (resource: string, operation: string): AnyOperation | undefined =>
	resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
