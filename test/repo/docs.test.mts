import { readFileSync } from 'node:fs';
import { resources } from '../../nodes/Club/resources';
import { operationsPage } from '../../scripts/operationsPage.mts';
import { reliabilityPage, type Figures } from '../../scripts/reliabilityPage.mts';

const page = readFileSync('docs/operations.md', 'utf8');

test('the page of operations is what `npm run docs` writes', () => {
	expect(page).toBe(operationsPage(resources));
});

test('it has a row for each operation', () => {
	const rows = page.split('\n').filter((line) => /^\| [A-Z][^|]*\(`/.test(line));
	expect(rows).toHaveLength(resources.flatMap(({ operations }) => operations).length);
});

test('the page of reliability is made of the figures of the last run', () => {
	const figures = JSON.parse(readFileSync('docs/reliability.json', 'utf8')) as Figures;
	expect(readFileSync('docs/reliability.md', 'utf8')).toBe(reliabilityPage(figures));
});
