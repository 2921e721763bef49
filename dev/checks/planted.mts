// Plants small errors in what ships, one at a time, and expects a test to see each: `npx tsx dev/checks/planted.mts`. Add words to plant only those
// whose file or description has one of them. test/planted.json lists them; a row is added where a bug slipped through.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyRepository } from './repositoryCopy.mts';

interface PlantedError {
	what: string;
	/** The file, a text that stands in it once, and the text in its place. */
	file: string;
	is: string;
	becomes: string;
	/** The file of tests that must see it. */
	seenBy: string;
}

const words = process.argv.slice(2);
const all = JSON.parse(readFileSync('test/planted.json', 'utf8')) as PlantedError[];
const asked = all.filter(({ what, file }) => words.length === 0 || words.some((word) => what.includes(word) || file.includes(word)));

/** Runs the tests of some files in a copy. @returns whether all passed, and what Jest said */
async function run(folder: string, files: readonly string[]): Promise<{ passed: boolean; said: string }> {
	const suites = [...new Set(files.map((file) => file.split('/')[1]))];
	const args = ['jest', '--selectProjects', ...suites, '--maxWorkers=1', '--testPathPatterns', ...files.map((file) => `${file}$`)];
	const jest = spawn('npx', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
	let said = '';
	jest.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
	const code = await new Promise((resolve) => jest.once('close', resolve));
	return { passed: code === 0, said };
}

/** The source with the error; undefined if its place is not there, or not once. */
function planted({ file, is, becomes }: PlantedError): string | undefined {
	const parts = existsSync(file) ? readFileSync(file, 'utf8').split(is) : [];
	return parts.length === 2 ? parts.join(becomes) : undefined;
}

/** What is wrong with a row that says nothing any more; before any test runs, so that the list cannot rot. */
const faultsIn = (error: PlantedError): string[] => {
	const row = `Row ${all.indexOf(error) + 1} of test/planted.json, "${error.what}"`;
	return [
		...(planted(error) === undefined ? [`${row}: its text does not stand once in ${error.file}`] : []),
		...(existsSync(error.seenBy) ? [] : [`${row}: there is no ${error.seenBy}`]),
	];
};
const faults = asked.flatMap(faultsIn);
if (faults.length > 0) {
	for (const fault of faults) console.error(fault);
	process.exit(1);
}

const home = mkdtempSync(join(tmpdir(), 'planted-'));
const copies = Array.from({ length: availableParallelism() }, (_, index) => join(home, String(index)));
const first = copies[0];
mkdirSync(first);
copyRepository(first);
for (const copy of copies.slice(1)) cpSync(first, copy, { recursive: true, verbatimSymlinks: true });

const problems: string[] = [];
try {
	const calm = await run(first, [...new Set(asked.map(({ seenBy }) => seenBy))]);
	if (!calm.passed) throw new Error(`These tests do not pass without a planted error:\n${calm.said}`);
	const queue = [...asked];
	const plantAll = async (copy: string): Promise<void> => {
		for (let error = queue.shift(); error; error = queue.shift()) {
			const { what, file, seenBy } = error;
			const place = join(copy, file);
			const before = readFileSync(place, 'utf8');
			writeFileSync(place, planted(error) as string);
			const { passed, said } = await run(copy, [seenBy]);
			writeFileSync(place, before);
			const isSeen = !passed && /^Tests:.* failed/m.test(said);
			console.log(`${isSeen ? 'seen    ' : 'NOT SEEN'}  ${what} (${file}) by ${seenBy}`);
			if (!isSeen) problems.push(`${seenBy} does not see "${what}" in ${file}`);
		}
	};
	await Promise.all(copies.map(plantAll));
} finally {
	rmSync(home, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(`${asked.length - problems.length} planted errors seen, ${problems.length} not`);
process.exitCode = problems.length > 0 ? 1 : 0;
