import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../demo/check.mts';
import { ROOT } from '../../host/commands.mts';
import { currentTarball, filesIn, unpackedSize } from '../../tools/tarball.mts';

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

describe('The packed pack', () => {
	let tarball: string;
	let files: string[];

	beforeAll(async () => {
		tarball = await currentTarball();
		files = filesIn(tarball);
	}, 120_000);

	it('holds every node and credential that its manifest names, with icons and descriptions', () => {
		const { nodes, credentials } = manifest.n8n as { nodes: string[]; credentials: string[] };
		expect(files).toEqual(expect.arrayContaining([...nodes, ...credentials]));
		expect(files).toEqual(expect.arrayContaining(nodes.map((node) => node.replace(/\.js$/, '.json'))));
		expect(files).toEqual(expect.arrayContaining(['dist/nodes/Club/club.svg', 'dist/nodes/Club/club.dark.svg']));
	});

	it('holds what is published and nothing else', () => {
		const manners = ['package.json', 'README.md', 'LICENSE', 'dist/club.js'];
		const strangers = files.filter(
			(file) => !/^dist\/(nodes|credentials)\/.+\.(node|credentials)\.js(on)?$|\.svg$|\/__schema__\/.+\.json$/.test(file),
		);
		expect(strangers.filter((file) => !manners.includes(file))).toEqual([]);
		expect(files.filter((file) => /node_modules|\.test\.|\.env/.test(file))).toEqual([]);
		expect(manifest.dependencies).toBeUndefined();
		expect(unpackedSize(tarball)).toBeLessThan(400_000);
	});

	it('is one file of code that a reviewer can read beside the sources', () => {
		const code = execFileSync('tar', ['-xzOf', tarball, 'package/dist/club.js'], { encoding: 'utf8' });
		const parts = [...code.matchAll(/^\/\/ ((?:Club|ClubTrigger|ClubPollTrigger|shared)\/\S+)$/gm)].map(([, path]) => `nodes/${path}.ts`);
		expect(parts.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
		expect(parts.length).toBeGreaterThan(100);
		expect(code.split('\n').filter((line) => line.length > 400)).toEqual([]);
	});

	it('does the main job of "npm start -- --check"', async () => {
		expect((await check(tarball)).filter(({ ok }) => !ok)).toEqual([]);
	}, 240_000);
});
