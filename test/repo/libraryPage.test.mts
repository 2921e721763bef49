import { existsSync, readFileSync } from 'node:fs';
import { templateFiles } from '../../dev/demo/templates.mts';
import { libraryPage } from '../../dev/docs/libraryPage.mts';
import { pictureOf } from '../../dev/docs/pictures.mts';

const page = readFileSync('docs/library.md', 'utf8');

test('the page of the template library is what `npm run docs` writes', () => {
	expect(page).toBe(libraryPage());
});

test('each example has its picture and its categories', () => {
	expect(templateFiles().filter((file) => !existsSync(pictureOf(file)))).toEqual([]);
	expect(page).not.toContain('undefined');
});
