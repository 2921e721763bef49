import { brokenImportRules, roomOf } from '../../dev/checks/roomRules.mts';

const wrong = (...arrows: Array<[string, string]>): string[] =>
	brokenImportRules(new Map(arrows.map(([file, target]) => [file, [target]])));

test('a file is in the innermost room that has its folder', () => {
	expect(roomOf('nodes/shared/api/events.ts')).toBe('nodes/shared/api');
	expect(roomOf('nodes/Club/resources/athlete/get.ts')).toBe('nodes/Club/resources');
	expect(roomOf('nodes/Club/operation.ts')).toBe('nodes/Club');
});

test.each([
	['nodes/shared/api/a.ts', 'nodes/shared/transport/http.ts'],
	['nodes/shared/transport/a.ts', 'nodes/shared/lists/pages.ts'],
	['nodes/shared/events/a.ts', 'nodes/Club/resources/index.ts'],
	['nodes/Club/run/list.ts', 'nodes/Club/resources/index.ts'],
	['nodes/Club/pickers/a.ts', 'nodes/Club/run/search.ts'],
	['nodes/Club/calls/session.ts', 'nodes/Club/operation.ts'],
	['nodes/ClubTrigger/a.ts', 'nodes/Club/run/list.ts'],
	['sandbox/a.mts', 'nodes/shared/api/events.ts'],
	['dev/host/a.mts', 'dev/docs/docs.mts'],
	['dev/docs/a.mts', 'test/support/node.mts'],
	['nodes/newcomer/a.ts', 'nodes/shared/api/events.ts'],
])('%s must not import %s', (file, target) => {
	expect(wrong([file, target])).toEqual([expect.stringContaining(`${file} must not import ${target}`)]);
});

test('a resource knows what went wrong, and nothing of HTTP', () => {
	const file = 'nodes/Club/resources/athlete/get.ts';
	expect(wrong([file, 'nodes/shared/transport/errors.ts'])).toEqual([]);
	expect(wrong([file, 'nodes/shared/transport/http.ts'])).toEqual([expect.stringContaining('must not use HTTP')]);
});

test('files that import each other are named, by whatever way round', () => {
	expect(wrong(['dev/host/a.mts', 'dev/host/b.mts'], ['dev/host/b.mts', 'dev/host/c.mts'], ['dev/host/c.mts', 'dev/host/a.mts'])).toEqual([
		'Files import each other: dev/host/a.mts -> dev/host/b.mts -> dev/host/c.mts -> dev/host/a.mts.',
	]);
});
