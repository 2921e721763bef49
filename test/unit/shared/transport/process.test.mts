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
