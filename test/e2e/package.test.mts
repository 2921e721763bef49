import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../dev/host/commands.mts';
import { currentTarball, filesIn } from '../../dev/host/tarball.mts';

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

describe('The packed pack', () => {
	let tarball: string;
	let files: string[];

	beforeAll(async () => {
		tarball = await currentTarball();
		files = filesIn(tarball);
	});

	it('holds every node and credential that its manifest names, with icons and descriptions', () => {
		const { nodes, credentials } = manifest.n8n as { nodes: string[]; credentials: string[] };
		expect(files).toEqual(expect.arrayContaining([...nodes, ...credentials]));
		expect(files).toEqual(expect.arrayContaining(nodes.map((node) => node.replace(/\.js$/, '.json'))));
		const icons = ['Club/club.svg', 'Club/club.dark.svg', 'ClubPollTrigger/poll.svg', 'ClubPollTrigger/poll.dark.svg'];
		expect(files).toEqual(expect.arrayContaining(icons.map((icon) => `dist/nodes/${icon}`)));
	});

	it('holds what is published and nothing else', () => {
		const published =
			/^(package\.json|README\.md|LICENSE|dist\/(nodes|credentials)\/.+\.js|dist\/nodes\/.+(\.svg|\.node\.json|\/__schema__\/.+\.json))$/;
		expect(files.filter((file) => !published.test(file))).toEqual([]);
	});

	it('depends on nothing but the n8n that it runs in', () => {
		const packed = JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })) as object;
		expect(packed).toMatchObject({ peerDependencies: { 'n8n-workflow': '*' } });
		expect(packed).not.toHaveProperty('dependencies');
	});

	it('holds a file of code for each source, by which a stack trace names it', () => {
		const sources = ['nodes', 'credentials'].flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join('dist', folder, file)),
		);
		const compiled = sources.filter((file) => file.endsWith('.ts')).map((file) => file.replace(/\.ts$/, '.js'));
		expect(files.filter((file) => file.endsWith('.js')).sort()).toEqual(compiled.sort());
	});
});
