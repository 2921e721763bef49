// Prints the rooms and their imports. Fails if an import breaks a rule of roomRules.mts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { arrowsOf, brokenImportRules } from './roomRules.mts';

const FOLDERS = ['nodes', 'credentials', 'sandbox', 'dev', 'test'];

const isSource = (file: string): boolean => /\.m?ts$/.test(file) && !/\.d\.m?ts$|node_modules/.test(file);

const files = FOLDERS.flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
).filter(isSource);

/** The file of an import, if it is in this repository. */
const resolved = (file: string, name: string): string[] => {
	const path = join(dirname(file), name);
	return name.startsWith('.') ? [path, `${path}.ts`, join(path, 'index.ts')].filter((found) => isSource(found) && existsSync(found)) : [];
};

const imports = new Map(
	files.map((file) => [
		file,
		ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.flatMap(({ fileName }) => resolved(file, fileName)),
	]),
);

for (const [room, targets] of [...arrowsOf(imports)].sort()) {
	console.log(`${room.padEnd(24)} -> ${[...targets].map(([target, count]) => `${target} (${count})`).join(', ')}`);
}
for (const sentence of brokenImportRules(imports)) {
	console.error(sentence);
	process.exitCode = 1;
}
