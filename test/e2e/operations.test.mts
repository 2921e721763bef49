import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../nodes/Club/resources';
import { exampleOf, NOW } from '../../dev/docs/examples.mts';
import { club } from '../../dev/host/workflow.mts';
import { locator } from '../support/node.mts';
import { useHost } from './support/host.mts';
import { rowsAsItems } from './support/items.mts';

const OPERATIONS = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ name: `${resource.value}: ${operation.value}`, resource, operation })),
);

describe('Each operation in a real n8n, over one and many items', () => {
	const host = useHost({ sandbox: { rate: false, now: () => NOW } });

	afterEach(() => expect(host.sandbox.breaches).toEqual([]));

	it.each(OPERATIONS)('$name', async ({ resource, operation }) => {
		const { parameters, items } = exampleOf(host.sandbox.club, resource, operation);
		const run = await host.run([...rowsAsItems(items), club('Club', parameters)]);
		expect(run.error).toBeUndefined();
		expect(run.rowsOf('Club').length).toBeGreaterThan(0);
		const givesMany = operation.list !== undefined || operation.value === 'search';
		if (!givesMany) expect(run.itemsOf('Club').map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	});

	it.each([
		['badgeAward', 'getAll', { filters: { userId: '={{ $json.userId }}' } }],
		['booking', 'getAll', { filters: { userId: '={{ $json.userId }}' } }],
		['booking', 'getAll', { filters: { classId: '={{ $json.classId }}' } }],
		['training', 'getAll', { filters: { userId: '={{ $json.userId }}' } }],
		['membership', 'getAll', { filters: { activeOnly: true } }],
		['membership', 'getAll', { filters: { userId: '={{ $json.userId }}' } }],
	])('%s: %s with %j', async (resource, operation, { filters, ...more }: IDataObject) => {
		const { ClassId, UserId } = host.sandbox.club.bookings.find((booking) => host.sandbox.club.athletes.has(booking.UserId))!;
		const [contact] = host.sandbox.club.contacts.values();
		const items = [{ userId: UserId, classId: ClassId, contact: contact.Email }];
		const chosen = Object.entries((filters ?? {}) as IDataObject).map(([name, value]) => [
			name,
			name === 'activeOnly' ? value : locator('id', value as string),
		]);
		const run = await host.run([
			...rowsAsItems(items),
			club('Club', { resource, operation, ...more, ...(filters && { filters: Object.fromEntries(chosen) as IDataObject }) }),
		]);
		expect(run.error).toBeUndefined();
	});

	it('reaches each endpoint of the API', () => {
		const reached = new Set(host.sandbox.requests.map(({ route }) => route));
		expect(host.sandbox.routes.filter((route) => !reached.has(route))).toEqual([]);
	});
});
