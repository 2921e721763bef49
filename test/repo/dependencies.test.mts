import { readFileSync } from 'node:fs';

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: Record<string, string> };
const [, section] = readFileSync('CONTRIBUTING.md', 'utf8').split('\n## What the tools are for\n');
const rows = section
	.split('\n## ')[0]
	.split('\n')
	.filter((line) => line.startsWith('| `'));
const explained = rows.flatMap((row) => [...row.split('|')[1].matchAll(/`([^`]+)`/g)].map(([, name]) => name));

test('CONTRIBUTING says of each development dependency what it is for, and of no other', () => {
	expect(explained.sort()).toEqual(Object.keys(devDependencies).sort());
});
