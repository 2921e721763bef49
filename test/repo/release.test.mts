import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contradictionsIn, notesOf } from '../../dev/release/consistency.mts';
import { publishWorkflow, runStep, type Job } from '../release/support/publishWorkflow.mts';

const changelog = '# Changes\n\n## 1.2.0\n\n- New: a node.\n\n## 1.1.0\n\n- Older.\n';

describe('The three places in which a release says what it is', () => {
	it('agree', () => {
		expect(contradictionsIn({ tag: 'v1.2.0', version: '1.2.0', changelog })).toEqual([]);
		expect(notesOf('1.2.0', changelog)).toBe('- New: a node.');
	});

	it.each([
		['another tag', { tag: 'v1.3.0', version: '1.2.0' }, /the tag must be v1\.2\.0/],
		['a tag without its v', { tag: '1.2.0', version: '1.2.0' }, /the tag must be v1\.2\.0/],
		['a version without notes', { tag: 'v1.3.0', version: '1.3.0' }, /no section for 1\.3\.0/],
		['an old version', { tag: 'v1.1.0', version: '1.1.0' }, /1\.1\.0 must come first/],
		['a part of a version', { tag: 'v1.2', version: '1.2' }, /is not valid/],
	])('are told apart by %s', (_what, release, sentence) => {
		expect(contradictionsIn({ ...release, changelog }).join(' ')).toMatch(sentence);
	});
});

describe('Each job on GitHub', () => {
	it('uses actions by their commit, with the version beside it', () => {
		const lines = readdirSync('.github/workflows').flatMap(
			(file) => readFileSync(join('.github', 'workflows', file), 'utf8').match(/uses: .*/g) ?? [],
		);
		expect(lines.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
	});
});

describe('The workflow that publishes', () => {
	const { test: testing, pack: packing, publish: publishing } = publishWorkflow.jobs;
	const folder = mkdtempSync(join(tmpdir(), 'club-publish-'));
	afterAll(() => rmSync(folder, { recursive: true }));

	/** What a job runs, and the actions that it uses. */
	const linesOf = ({ steps }: Job): string => steps.map(({ run, uses }) => run ?? uses).join('\n');

	it('gives each job the rights of its work', () => {
		expect(publishWorkflow.permissions).toEqual({});
		expect([testing, packing].map(({ permissions }) => permissions)).toEqual([{ contents: 'read' }, { contents: 'read' }]);
		expect(publishing).toMatchObject({ needs: ['test', 'pack'], permissions: { 'id-token': 'write' } });
		expect(linesOf(publishing)).not.toMatch(/checkout|npm (ci|install|i|exec)\b|npx/);
	});

	it('takes nothing from the runner of the tests but what they have tested, and runs no test and no script of a package where it packs', () => {
		expect(linesOf(testing)).not.toMatch(/upload-artifact|cache@/);
		expect(packing.needs).toBeUndefined();
		expect(linesOf(packing)).not.toMatch(/npm (test|t|ci|rebuild|start|exec)\b|npm run (?!build$)|\.ci|jest|npx|cache@/m);
		const installs = linesOf(packing).match(/^npm (install|i)\b.*$/gm);
		expect(installs).toEqual([expect.stringContaining(' --ignore-scripts ')]);
	});

	it('packs only what lies on main', () => {
		const [origin, runner] = [join(folder, 'origin'), join(folder, 'runner')];
		const author = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@club.example'];
		const git = (cwd: string, ...args: string[]) => execFileSync('git', [...author, ...args], { cwd, stdio: 'pipe' });
		const commit = (tag: string) => {
			git(origin, 'commit', '--quiet', '--allow-empty', '--message', tag);
			git(origin, 'tag', tag);
		};
		mkdirSync(origin);
		git(origin, 'init', '--quiet', '--initial-branch', 'main');
		commit('v1.0.0');
		git(origin, 'checkout', '--quiet', '-b', 'aside');
		commit('v1.0.1');
		git(origin, 'checkout', '--quiet', 'main');
		commit('v1.1.0');
		git(folder, 'clone', '--quiet', origin, runner);
		const check = (tag: string) => () => {
			git(runner, 'checkout', '--quiet', tag);
			runStep(packing, 'Check that the tag lies on main', runner);
		};
		expect(check('v1.0.0')).not.toThrow();
		expect(check('v1.1.0')).not.toThrow();
		expect(check('v1.0.1')).toThrow(/failed/);
		const [checkout, first] = packing.steps;
		expect([checkout.uses, checkout.with]).toEqual([
			expect.stringMatching(/^actions\/checkout@/),
			expect.objectContaining({ 'fetch-depth': 0 }),
		]);
		expect(first.name).toBe('Check that the tag lies on main');
	});

	it('publishes no file but the one that was packed and tested', () => {
		const packed = join(folder, 'packed');
		mkdirSync(packed);
		writeFileSync(join(packed, 'pack.tgz'), 'The pack');
		const sum = createHash('sha256').update('The pack').digest('hex');
		const other = createHash('sha256').update('Another pack').digest('hex');
		const names = publishing.steps.map(({ name }) => name ?? '');
		const name = 'Check that the file is the one that was packed, and the one that was tested';
		expect(names.indexOf(name)).toBeLessThan(names.indexOf('Publish the file that was tested'));
		const check = (PACKED: string, TESTED: string) => () => runStep(publishing, name, folder, { PACKED, TESTED });
		expect(check(sum, sum)).not.toThrow();
		const wrong: Array<[string, string]> = [
			[sum, other],
			[other, sum],
			[other, other],
			['', sum],
			[sum, ''],
		];
		for (const sums of wrong) expect(check(...sums)).toThrow(/failed/);
		writeFileSync(join(packed, 'second.tgz'), 'The pack');
		expect(check(sum, sum)).toThrow(/failed/);
	});
});
