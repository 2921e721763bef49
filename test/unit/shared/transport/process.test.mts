import * as engine from 'n8n-workflow';
import { Memory } from '../../../../nodes/shared/transport/process';

describe('what a process remembers', () => {
	test('is forgotten beyond its size, what was not used for longest first', () => {
		const memory = new Memory<number>(3);
		for (const [index, key] of ['a', 'b', 'c'].entries()) memory.set(key, index);
		expect(memory.get('a')).toBe(0);
		memory.set('d', 3);
		expect(['a', 'b', 'c', 'd'].map((key) => memory.get(key))).toEqual([0, undefined, 2, 3]);
		memory.delete('a');
		expect(memory.get('a')).toBeUndefined();
	});

	test('may be set again without forgetting another', () => {
		const memory = new Memory<number>(2);
		for (const key of ['a', 'b', 'b', 'a']) memory.set(key, 1);
		expect([memory.get('a'), memory.get('b')]).toEqual([1, 1]);
	});

	test('is forgotten by its worth, where it has one, and of what is worth the same what was not used for longest', () => {
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
async function inAnother(others: Partial<Record<keyof typeof engine | 'sleepWithAbort', unknown>>) {
	jest.resetModules();
	jest.doMock('n8n-workflow', () => ({ ...engine, ...others }));
	return await import('../../../../nodes/shared/transport/process');
}

afterAll(() => jest.dontMock('n8n-workflow'));

describe('a version of n8n', () => {
	test('that tells its interface for nodes takes details of an error', async () => {
		expect((await inAnother({ N8N_NODES_API_VERSION: 1 })).ROUTES_DETAILS).toBe(true);
	});

	test('that does not tell is taken for one that would pass them on as a success', async () => {
		expect((await inAnother({ N8N_NODES_API_VERSION: undefined })).ROUTES_DETAILS).toBe(false);
	});

	test('may wait without an end to a cancelled run, and then has a function that hears the signal', async () => {
		const deaf = () => {};
		const hearing = () => {};
		expect((await inAnother({ sleep: deaf, sleepWithAbort: hearing })).sleep).toBe(hearing);
		expect((await inAnother({ sleep: hearing, sleepWithAbort: undefined })).sleep).toBe(hearing);
	});
});
