import { Workflow, type INodeExecutionData, type INodeTypes } from 'n8n-workflow';
import { Club } from '../../../nodes/Club/Club.node';

const club = new Club();

/** Whether n8n shows the hint before a run of an operation with so many items. */
function isShown(operation: string, items: number): unknown {
	const node = {
		id: 'club',
		name: 'Club',
		type: 'n8n-nodes-club.club',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: { resource: 'athlete', operation },
	};
	const nodeTypes = { getByNameAndVersion: () => club } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const input: INodeExecutionData[] = Array.from({ length: items }, () => ({ json: {} }));
	const [hint] = club.description.hints ?? [];
	expect(hint).toMatchObject({ whenToDisplay: 'beforeExecution', message: expect.stringContaining('each 50 calls take a minute') });
	return workflow.expression.getParameterValue(String(hint.displayCondition), null, 0, 0, 'Club', input, 'manual', {});
}

test('a new node reads many records, where a resource has a list', () => {
	const selectors = club.description.properties.filter(({ name }) => name === 'operation');
	const offering = selectors.filter(({ options }) => options?.some((one) => 'value' in one && one.value === 'getAll'));
	expect(offering.length).toBeGreaterThan(5);
	expect(offering.filter((selector) => selector.default !== 'getAll')).toEqual([]);
});

test.each([
	['get', 50, false],
	['get', 51, true],
	['upsert', 25, false],
	['upsert', 26, true],
	['getOverview', 12, false],
	['getOverview', 13, true],
])('the hint on the calls of a minute, before a run of %s with %d items: %s', (operation, items, shown) => {
	expect(isShown(operation, items)).toBe(shown);
});
