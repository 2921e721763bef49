import type { AnyOperation, Resource } from '../operation';
import { InvalidInput } from '../../shared/errors';
import { athlete } from './athlete';
import { profile } from './profile';
import { summaries } from './summaries';

/** All that the node can do. */
export const resources: readonly Resource[] = [athlete, profile, ...summaries];

/** @throws InvalidInput when an expression names an operation that there is not */
export function operationOf(resource: string, operation: string): AnyOperation {
	const found = resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
	if (found) return found;
	throw new InvalidInput(`There is no operation "${operation}" of "${resource}"`, 'Choose "Resource" and "Operation" from their lists.');
}
