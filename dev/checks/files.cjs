const { spawnSync } = require('node:child_process');
const { readdirSync, statSync } = require('node:fs');

/** Folders that hold no source. */
const NOT_OURS = /(^|\/)(node_modules|dist|\.cache|\.git|coverage|packed)(\/|$)/;

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** All files of this folder that belong to it: those that git does not ignore; in a copy without git, all that are not made here. */
exports.filesHere = () => {
	const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 10_000_000 });
	const paths = listed.status === 0 ? listed.stdout.split('\n') : readdirSync('.', { recursive: true });
	return paths.filter((path) => path && !NOT_OURS.test(path) && isFile(path)).sort();
};
