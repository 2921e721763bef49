import { readFileSync } from 'node:fs';
import { sandboxPage } from '../../dev/docs/sandboxPage.mts';

test('the page of the sandbox has the table of switches that `npm run docs` writes', () => {
	const page = readFileSync('docs/sandbox.md', 'utf8');
	expect(page).toBe(sandboxPage(page));
});
