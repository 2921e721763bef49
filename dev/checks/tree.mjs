// What a run is about: the files of this folder as they are, whether they are committed or not.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { filesHere } from './files.cjs';

/** Where the gate notes which parts have passed with which files. The file says nothing about what is tested. */
const PASSED = 'test/passed.json';

/**
 * A hash of the files below some paths, by their names and contents.
 * @param paths folders and files; all when left out
 */
export function hashOf(paths) {
	const isAsked = (file) => file !== PASSED && (!paths || paths.some((path) => file === path || file.startsWith(`${path}/`)));
	const hash = createHash('sha256');
	for (const file of filesHere().filter(isAsked)) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
	return hash.digest('hex').slice(0, 16);
}

/** Parts of the gate that run where one of their paths has changed since they last passed: each with its test files. */
const PARTS = {
	long: {
		files: ['test/integration/(matrix/(?!late)|hostile/(?!deliveries)|laws/(time|together|readWriteRead|sideBySide)|dialects|blanks)'],
		paths: ['nodes/Club', 'nodes/shared', 'credentials', 'sandbox', 'test/integration', 'test/support', 'dev/docs', 'dev/host'],
	},
	polls: {
		files: ['test/(integration/poll/faults|unit/polls/laws)'],
		paths: ['nodes/ClubPollTrigger', 'nodes/shared', 'sandbox', 'test/integration', 'test/support', 'test/unit', 'dev/host'],
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
