import { isDeeper, isObject, textOf } from '../../../../nodes/shared/api/json';

test('only an object of JSON is one', () => {
	expect([{}, { a: 1 }].map(isObject)).toEqual([true, true]);
	expect([null, undefined, [], [{}], 'text', 7, true].map(isObject)).toEqual(Array.from({ length: 7 }, () => false));
});

test('what is no text is an empty one', () => {
	expect(['a', '', 7, null, undefined, ['a'], {}].map(textOf)).toEqual(['a', '', '', '', '', '', '']);
});

test('what nests more levels than may be is found, wherever it does', () => {
	const nested = { a: [1, { b: null }], c: 'text' };
	expect([0, 1, 2, 3, 4].map((levels) => isDeeper(nested, levels))).toEqual([true, true, true, false, false]);
	expect([null, 'text', 7].map((value) => isDeeper(value, 0))).toEqual([false, false, false]);
});
