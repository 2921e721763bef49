import { readFileSync } from 'node:fs';
import { resources } from '../../nodes/Club/resources';
import { operationsPage } from '../../dev/docs/operationsPage.mts';

const page = readFileSync('docs/operations.md', 'utf8');

test('the page of operations is what `npm run docs` writes', () => {
	expect(page).toBe(operationsPage(resources));
});

test('it has a row for each operation', () => {
	const rows = page.split('\n').filter((line) => /^\| [A-Z][^|]*\(`/.test(line));
	expect(rows).toHaveLength(resources.flatMap(({ operations }) => operations).length);
});
