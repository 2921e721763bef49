import { isObject, textOf } from '../../nodes/shared/transport/json';

test('only an object of JSON is one', () => {
	expect([{}, { a: 1 }].map(isObject)).toEqual([true, true]);
	expect([null, undefined, [], [{}], 'text', 7, true].map(isObject)).toEqual(Array.from({ length: 7 }, () => false));
});

test('what is no text is an empty one', () => {
	expect(['a', '', 7, null, undefined, ['a'], {}].map(textOf)).toEqual(['a', '', '', '', '', '', '']);
});
