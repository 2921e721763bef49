import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyRepository } from '../../dev/checks/repositoryCopy.mts';

/** What an operation that the API does not have is made of: a text that is put before one in a file, or a file of its own. */
const CHANGES: ReadonlyArray<{ file: string; before?: string; text: string }> = [
	{
		file: 'nodes/Club/resources/class/getNotes.ts',
		text: `import { defineOperation } from '../../operation';
import { scheduledClass } from '../../pickers/classes';

export const getNotes = defineOperation({
	value: 'getNotes',
	name: 'Get Notes',
	action: 'Get notes of a class',
	description: 'Retrieve what the trainers have written about a class',
	calls: ['GET /Classes/{classId}/Notes'],
	fields: [scheduledClass],
});
`,
	},
	{ file: 'nodes/Club/resources/class/index.ts', before: '\nexport const', text: `import { getNotes } from './getNotes';\n` },
	{ file: 'nodes/Club/resources/class/index.ts', before: 'get, getCalendar, getParticipants]', text: 'getNotes, ' },
	{
		file: 'nodes/shared/api/endpoints.ts',
		before: `\t'GET /Classes/{classId}': `,
		text: `\t'GET /Classes/{classId}/Notes': { answer: 'record' },\n`,
	},
	{
		file: 'sandbox/routes/classes.mts',
		before: `\tapi.route('GET /Classes/{classId}', `,
		text: `\tapi.route('GET /Classes/{classId}/Notes', {
		handle: (call) => ({ ClassId: publishedClass(call).ClassId, Notes: 'Bring a towel' }),
	});\n`,
	},
	{ file: 'README.md', before: 'Get, Get Calendar, Get Participants |', text: 'Get Notes, ' },
	{
		file: 'test/integration/classNotes.test.mts',
		text: `import { Club } from '../../nodes/Club/Club.node.ts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';
import { panelOf } from '../support/panel.mts';

const club = testClub();

test('stands in the panel, with the class that it is about', () => {
	const offered = new Club().description.properties.filter(({ name }) => name === 'operation').flatMap(({ options = [] }) => options);
	expect(offered).toContainEqual(expect.objectContaining({ name: 'Get Notes', value: 'getNotes', action: 'Get notes of a class' }));
	expect(panelOf('class', 'getNotes').map(({ name }) => name)).toEqual(expect.arrayContaining(['classId', 'options']));
});

test('gives the notes, and says what to do where there is no such class', async () => {
	const [{ ClassId }] = [...club.sandbox.club.classes.values()].filter(({ Published }) => Published);
	const run = async (id: number) => await club.run({ resource: 'class', operation: 'getNotes', classId: locator('id', id) });
	expect((await run(ClassId)).rows).toEqual([{ ClassId, Notes: 'Bring a towel' }]);
	expect(club.calls()).toEqual([\`GET /Classes/\${ClassId}/Notes\`]);
	expect((await run(2147483647)).error).toMatchObject({ httpCode: '404' });
});
`,
	},
];

const folder = mkdtempSync(join(tmpdir(), 'club-new-operation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Puts what an operation is made of into a copy. @throws where a place is not to be found */
function addOperation(): void {
	for (const { file, before, text } of CHANGES) {
		const path = join(folder, file);
		if (before === undefined) {
			writeFileSync(path, text, { flag: 'wx' });
			continue;
		}
		const [head, ...rest] = readFileSync(path, 'utf8').split(before);
		expect({ file, before, times: rest.length }).toEqual({ file, before, times: 1 });
		writeFileSync(path, [head, text, before, ...rest].join(''));
	}
}

/** Runs a program of the tools in the copy. @returns what it says where it fails, nothing where it does not */
const failing = async (program: string, ...args: string[]): Promise<string> =>
	await promisify(execFile)(process.execPath, [join('node_modules', program), ...args], { cwd: folder }).then(
		() => '',
		({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr || 'It did not start.',
	);

test('another operation is its file, a word in its resource, an endpoint, a route of the sandbox, a word in the README and a test', async () => {
	copyRepository(folder);
	addOperation();
	writeFileSync(
		join(folder, 'tsconfig.new.json'),
		JSON.stringify({ extends: './dev/tsconfig.json', include: ['nodes/**/*.ts', 'test/integration/classNotes.test.mts'] }),
	);
	// What `npm run schemas` and `npm run docs` do; the page of the operations shows the previews.
	expect(await failing('tsx/dist/cli.mjs', 'dev/docs/schemas.mts')).toBe('');
	expect(await failing('tsx/dist/cli.mjs', 'dev/docs/docs.mts')).toBe('');
	const said = await Promise.all([
		failing('typescript/bin/tsc', '-p', 'tsconfig.new.json'),
		failing('tsx/dist/cli.mjs', 'dev/checks/rooms.mts'),
		failing('jest/bin/jest.js', '--selectProjects', 'integration', '--testPathPatterns', 'classNotes', 'integration/check'),
		failing('jest/bin/jest.js', '--selectProjects', 'repo', '--testPathPatterns', 'repo/(docs|schemas|links)'),
	]);
	expect(said).toEqual(['', '', '', '']);
}, 600_000);
