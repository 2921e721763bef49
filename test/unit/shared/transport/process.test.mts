import * as engine from 'n8n-workflow';
import { isTool, Memory, nodeKeyOf } from '../../../../nodes/shared/transport/process';

describe('Memory', () => {
	test('forgets the least recently used entry beyond its size', () => {
		const memory = new Memory<number>(3);
		for (const [index, key] of ['a', 'b', 'c'].entries()) memory.set(key, index);
		expect(memory.get('a')).toBe(0);
		memory.set('d', 3);
		expect(['a', 'b', 'c', 'd'].map((key) => memory.get(key))).toEqual([0, undefined, 2, 3]);
		memory.delete('a');
		expect(memory.get('a')).toBeUndefined();
	});

	test('forgets nothing when an entry is set again', () => {
		const memory = new Memory<number>(2);
		for (const key of ['a', 'b', 'b', 'a']) memory.set(key, 1);
		expect([memory.get('a'), memory.get('b')]).toEqual([1, 1]);
	});

	test('forgets the least worthy entry, if entries have a worth, and the least recently used of equal ones', () => {
		const memory = new Memory<number>(3, (value) => value);
		for (const [key, value] of [
			['a', 2],
			['b', 1],
			['c', 1],
			['d', 0],
		] as const)
			memory.set(key, value);
		expect(['a', 'b', 'c', 'd'].map((key) => memory.get(key))).toEqual([2, undefined, 1, 0]);
		memory.set('e', 0);
		expect(['a', 'c', 'd', 'e'].map((key) => memory.get(key))).toEqual([2, 1, undefined, 0]);
	});
});

/** What the nodes take from an n8n that has other functions than this one. */
async function inAnother(others: Partial<Record<keyof typeof engine | 'sleepWithAbort', unknown>>, without: string[] = []) {
	jest.resetModules();
	jest.doMock('n8n-workflow', () =>
		Object.fromEntries(Object.entries({ ...engine, ...others }).filter(([name]) => !without.includes(name))),
	);
	return await import('../../../../nodes/shared/transport/process');
}

afterAll(() => jest.dontMock('n8n-workflow'));

describe('an n8n', () => {
	test('of version 1 is told, where the pack is installed, which n8n the pack needs', async () => {
		const without = ['validateWorkflowHasTriggerLikeNode', 'N8N_NODES_API_VERSION'];
		await expect(inAnother({}, without)).rejects.toThrow('n8n-nodes-club needs n8n 2.0 or later');
		for (const name of without) expect(await inAnother({}, [name])).toHaveProperty('clock');
	});

	test('with a version of its interface for nodes takes details of an error', async () => {
		expect((await inAnother({ N8N_NODES_API_VERSION: 1 })).ROUTES_DETAILS).toBe(true);
	});

	test('without that version counts as one that would pass details on as a success', async () => {
		expect((await inAnother({ N8N_NODES_API_VERSION: undefined })).ROUTES_DETAILS).toBe(false);
	});

	test('with sleepWithAbort ends waits of a cancelled run; without it, sleep hears the signal', async () => {
		const deaf = () => {};
		const hearing = () => {};
		expect((await inAnother({ sleep: deaf, sleepWithAbort: hearing })).sleep).toBe(hearing);
		expect((await inAnother({ sleep: hearing, sleepWithAbort: undefined })).sleep).toBe(hearing);
	});
});

test('nodeKeyOf uses the workflow and the node, also where two nodes have one ID, and isTool the end of the type', () => {
	const key = (workflow: string, id: string, name = 'Club') =>
		nodeKeyOf({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id, name }) } as never);
	expect(new Set([key('w1', 'n1'), key('w1', 'n2'), key('w2', 'n1'), key('w', '1n1'), key('w1', 'n1', 'Club1')]).size).toBe(5);
	expect(key('w1', 'n1')).toBe(key('w1', 'n1'));
	expect(['club', 'clubTool', 'clubToolkit'].map((type) => isTool({ type }))).toEqual([false, true, false]);
});
