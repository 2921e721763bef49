import { resources } from '../../nodes/Club/resources';
import { exampleOf, NOW } from '../../dev/docs/examples.mts';
import { club } from '../../dev/host/workflow.mts';
import { useHost } from './support/host.mts';
import { rowsAsItems } from './support/items.mts';

const OPERATIONS = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ name: `${resource.value}: ${operation.value}`, resource, operation })),
);

const host = useHost({ sandbox: { rate: false, now: () => NOW } });

it.each(OPERATIONS)('$name in a real n8n, over one and many items', async ({ resource, operation }) => {
	const { parameters, items } = exampleOf(host.sandbox.club, resource, operation);
	const run = await host.run([...rowsAsItems(items), club('Club', parameters)]);
	expect(run.error).toBeUndefined();
	expect(run.rowsOf('Club').length).toBeGreaterThan(0);
	const givesMany = operation.list !== undefined || operation.value === 'search';
	if (!givesMany) expect(run.itemsOf('Club').map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
});
