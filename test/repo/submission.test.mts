import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PAGE = 'docs/submission.md';
const page = readFileSync(PAGE, 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** The rows of the page's tables: what n8n asks for, and the proof. */
const rows = page
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
	.filter(([asked]) => asked !== 'n8n asks for' && asked !== '---');

/** The files and commands of a proof, in words. */
const proofsIn = (proof: string): Array<{ name: string; isThere: boolean }> => [
	...[...proof.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) => ({ name: path, isThere: existsSync(join(dirname(PAGE), path)) })),
	...[...proof.matchAll(/npm run ([\w:]+)/g)].map(([command, name]) => ({ name: command, isThere: name in scripts })),
];

describe('The submission sheet', () => {
	test('has rows of what is asked and its proof', () => {
		expect(rows.length).toBeGreaterThan(20);
		expect(rows.filter((row) => row.length !== 2)).toEqual([]);
	});

	test.each(rows)('proves "%s" by a file or a command that exists', (_asked, proof) => {
		const proofs = proofsIn(proof);
		expect(proofs).not.toEqual([]);
		expect(proofs.filter(({ isThere }) => !isThere)).toEqual([]);
	});

	test('links a test by the name of its file', () => {
		const named = [...page.matchAll(/\[([\w.]+\.test\.mts)\]\(([^)]+)\)/g)];
		expect(named.length).toBeGreaterThan(10);
		expect(named.filter(([, name, path]) => !path.endsWith(`/${name}`)).map(([, name]) => name)).toEqual([]);
	});
});

test('the README has the sections of the checklist for reviewers, each with something in it', () => {
	const sections = new Map(
		readFileSync('README.md', 'utf8')
			.split('\n## ')
			.slice(1)
			.map((section) => [/^[\w ]+/.exec(section)?.[0] ?? '', section.split('\n').slice(1).join('').trim()]),
	);
	const asked = ['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage', 'Resources', 'Version history'];
	expect(asked.filter((title) => !sections.get(title))).toEqual([]);
});
