import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGES, MANIFEST } from '../../scripts/screenshots/files.mts';
import { manifest } from '../../scripts/screenshots/manifest.mts';

const current = manifest();
const pictures = readdirSync(IMAGES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.png'));

test('each picture shows the pack as it is; otherwise `npm run screenshots` takes them again', () => {
	const stored = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, string>;
	expect(Object.keys(current).filter((file) => stored[file] !== current[file])).toEqual([]);
});

test('there is a picture for each operation, and none that nothing belongs to', () => {
	expect(pictures.sort()).toEqual(Object.keys(current).sort());
});

test('each picture is shown somewhere', () => {
	const pages = ['README.md', join('docs', 'operations.md')].map((page) => readFileSync(page, 'utf8')).join('\n');
	expect(pictures.filter((file) => !pages.includes(`images/${file}"`))).toEqual([]);
});

test('the pictures are small: less than 4 MB together', () => {
	const bytes = pictures.map((file) => statSync(join(IMAGES, file)).size);
	expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000);
});
