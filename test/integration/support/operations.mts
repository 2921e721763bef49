import type { AnyOperation, Resource } from '../../../nodes/Club/operation';
import { resources } from '../../../nodes/Club/resources/index';

/** An operation by its name: `athlete.getAll`. */
export interface NamedOperation {
	name: string;
	resource: Resource;
	operation: AnyOperation;
}

/** All operations of the Club node. */
export const operations: readonly NamedOperation[] = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ name: `${resource.value}.${operation.value}`, resource, operation })),
);
