import { existsSync } from 'node:fs';
import { templateFiles } from '../../dev/demo/templates.mts';
import { libraryPage } from '../../dev/docs/libraryPage.mts';
import { pictureOf } from '../../dev/docs/pictures.mts';

test('each example has its picture and its categories', () => {
	expect(templateFiles().filter((file) => !existsSync(pictureOf(file)))).toEqual([]);
	expect(libraryPage()).not.toContain('undefined');
});
