import { locator } from '../../../support/node.mts';
import { subjects, way, type Subject } from '../../matrix/support/bench.mts';
import { isOfOneRecord } from '../../../../dev/docs/examples.mts';

const onlyChanges = { options: { onlyChanges: true } };
const byAddress = { userId: locator('email', '={{ $json.email }}') };

/** Every operation that works on a record of each item, and the ways that read more for all items together. */
export const manyWays: readonly Subject[] = [
	...subjects.filter(({ resource, operation }) => !isOfOneRecord(resource, operation)),
	way('athlete.get', 'by address', byAddress),
	way('athlete.update', 'by address', byAddress),
	way('athlete.delete', 'by address', byAddress),
	way('athlete.setClientStage', 'of what changes', onlyChanges),
	way('athlete.setClientStage', 'of what changes, by address', { ...onlyChanges, ...byAddress }),
	way('contact.setClientStage', 'of what changes', onlyChanges),
	way('membership.create', 'by address', byAddress),
];
