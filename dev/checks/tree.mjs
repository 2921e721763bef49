// What a run is about: the files of this folder as they are, whether they are committed or not.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Where the gate notes which parts have passed with which files. The file says nothing about what is tested. */
const PASSED = 'test/passed.json';

/** Folders that hold no source. */
const NOT_OURS = /(^|\/)(node_modules|dist|\.cache|\.git|coverage|packed|\.stryker-tmp)(\/|$)/;

/** All files of this folder that belong to it: those that git does not ignore; in a copy without git, all that are not made here. */
function filesHere() {
	const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 10_000_000 });
	const files = listed.status === 0 ? listed.stdout.split('\n') : readdirSync('.', { recursive: true, withFileTypes: false });
	return files.filter((file) => file && file !== PASSED && !NOT_OURS.test(file) && existsSync(file)).sort();
}

/**
 * A hash of the files below some paths, by their names and contents.
 * @param paths folders and files; all when left out
 */
export function hashOf(paths) {
	const isAsked = (file) => !paths || paths.some((path) => file === path || file.startsWith(`${path}/`));
	const hash = createHash('sha256');
	for (const file of filesHere().filter(isAsked)) {
		try {
			hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
		} catch (error) {
			if (error.code !== 'EISDIR') throw error;
		}
	}
	return hash.digest('hex').slice(0, 16);
}

/** Parts of the gate that run where one of their paths has changed since they last passed: each with its test files. */
const PARTS = {
	long: {
		files: ['test/integration/(matrix/(?!late)|hostile/(?!deliveries)|poll/faults|dialects|blanks)'],
		paths: ['nodes/Club', 'nodes/shared', 'credentials', 'sandbox', 'test/integration', 'test/support', 'dev/docs', 'dev/host'],
	},
	page: { files: ['test/e2e/page\\.'], paths: ['sandbox', 'test/e2e/page.test.mts', 'dev/host'] },
	newOperation: {
		files: ['test/repo/newOperation\\.'],
		paths: ['nodes/Club', 'nodes/shared/api', 'sandbox', 'dev', 'test/repo/newOperation.test.mts'],
	},
};

const passed = () => (existsSync(PASSED) ? JSON.parse(readFileSync(PASSED, 'utf8')) : {});

/** The parts whose files are those with which they last passed. */
export const unchangedParts = () => Object.keys(PARTS).filter((part) => passed()[part] === hashOf(PARTS[part].paths));

/** What these parts run: patterns for the paths of test files. */
export const filesOf = (parts) => parts.flatMap((part) => PARTS[part].files);

/** Notes that these parts have passed with the files as they are. */
export function notePassed(parts) {
	const hashes = parts.map((part) => [part, hashOf(PARTS[part].paths)]);
	writeFileSync(PASSED, `${JSON.stringify({ ...passed(), ...Object.fromEntries(hashes) }, undefined, '\t')}\n`);
}

export const ALL_PARTS = Object.keys(PARTS);
