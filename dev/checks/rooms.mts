// Shows the rooms of the house and what each imports from; fails where an arrow runs back or files import each other.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { arrowsOf, wrongIn } from './roomRules.mts';

const FOLDERS = ['nodes', 'credentials', 'sandbox', 'dev', 'test'];

const isSource = (file: string): boolean => /\.m?ts$/.test(file) && !/\.d\.m?ts$|node_modules/.test(file);

const files = FOLDERS.flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
).filter(isSource);

/** The file that an import means, where it is one of the house. */
const meant = (file: string, name: string): string[] => {
	const path = join(dirname(file), name);
	return name.startsWith('.') ? [path, `${path}.ts`, join(path, 'index.ts')].filter((found) => isSource(found) && existsSync(found)) : [];
};

const imports = new Map(
	files.map((file) => [file, ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.flatMap(({ fileName }) => meant(file, fileName))]),
);

for (const [room, targets] of [...arrowsOf(imports)].sort()) {
	console.log(`${room.padEnd(24)} -> ${[...targets].map(([target, count]) => `${target} (${count})`).join(', ')}`);
}
for (const sentence of wrongIn(imports)) {
	console.error(sentence);
	process.exitCode = 1;
}
