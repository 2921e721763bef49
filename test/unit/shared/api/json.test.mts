import { isObject, textOf } from '../../../../nodes/shared/api/json';

test('isObject is true only for a JSON object', () => {
	expect([{}, { a: 1 }].map(isObject)).toEqual([true, true]);
	expect([null, undefined, [], [{}], 'text', 7, true].map(isObject)).toEqual(Array.from({ length: 7 }, () => false));
});

test('textOf gives an empty text for any other type', () => {
	expect(['a', '', 7, null, undefined, ['a'], {}].map(textOf)).toEqual(['a', '', '', '', '', '', '']);
});
