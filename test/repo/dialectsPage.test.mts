import { readFileSync } from 'node:fs';
import { dialectsPage } from '../../dev/docs/dialectsPage.mts';

test('the page of dialects is what `npm run docs` writes', () => {
	expect(readFileSync('docs/dialects.md', 'utf8')).toBe(dialectsPage());
});
