import { readdirSync } from 'node:fs';
import { roomOf, TESTS, testsFor } from '../../dev/checks/changed.mts';

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((file) => `test/${file}`);

test('each room has tests, and each pattern has files', () => {
	const patterns = Object.entries(TESTS).flatMap(([room, { here, n8n = [] }]) => [...here, ...n8n].map((pattern) => [room, pattern]));
	const isEmpty = ([, pattern]: string[]) => !tests.some((file) => file.endsWith('.test.mts') && new RegExp(`test/${pattern}`).test(file));
	expect(patterns.filter(isEmpty)).toEqual([]);
});

test('each folder has a room of its own or around it, and each room a folder', () => {
	const folders = ['nodes', 'sandbox', 'dev', 'templates', 'docs', 'credentials'].flatMap((top) => [
		top,
		...readdirSync(top, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map(({ parentPath, name }) => `${parentPath}/${name}`),
	]);
	expect(folders.filter((folder) => roomOf(`${folder}/file`) === '.')).toEqual([]);
	expect(Object.keys(TESTS).filter((room) => !/^\.|^test$/.test(room) && !folders.includes(room))).toEqual([]);
});

test('a test stands for itself, and a file for the tests of its room', () => {
	expect(testsFor(['test/unit/pack/flags.test.mts'])).toEqual(['test/unit/pack/flags.test.mts$']);
	expect(testsFor(['test/integration/poll/support/pollHost.mts'])).toEqual(['test/integration/poll/']);
	expect(testsFor(['nodes/ClubTrigger/plan.ts'], true)).toContain('test/e2e/trigger\\.');
	expect(testsFor(['nodes/ClubTrigger/plan.ts'])).not.toContain('test/e2e/trigger\\.');
});
