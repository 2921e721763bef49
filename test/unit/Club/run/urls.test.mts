import { freePath } from '../../../../nodes/Club/run/urls';

const OUTSIDE = ['/..', '/Athletes/../..', '//elsewhere.example', '/Athletes/#', '/Athletes?x', '/a b', '/Athletes/\n', '/Athletes/\\..'];

/** A text that a server decodes so many times before it reads it. */
const encoded = (text: string, times: number): string =>
	times === 0 ? text : encoded(text.replace(/[^/\w]/g, encodeURIComponent), times - 1);
const dotted = (text: string): string => text.replace(/\./g, '%2e');

test.each(OUTSIDE)('%j is no path below the Base URL, however often it is encoded', (path) => {
	for (const times of [1, 2, 3, 4]) expect(() => freePath(encoded(dotted(path), times), 'Path')).toThrow('must be a path below');
});

test.each(['/Athletes/4711', '/Athletes/a%40b.example', '/Challenges/7/Results'])('%j is one', (path) => {
	expect(freePath(path, 'Path')).toBe(path);
	expect(freePath(path.slice(1), 'Path')).toBe(path);
});
