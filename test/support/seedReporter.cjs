const { relative } = require('node:path');
const { othersIn } = require('./settings.cjs');
const suiteOf = require('./suiteOf.cjs');

const quoted = (text) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** What this run was told, as the beginning of a command. */
const settings = () =>
	[...othersIn(process.env), ...['CLUB_TEST_ALL', 'CLUB_TEST_HOST'].filter((name) => process.env[name])].map(
		(name) => `${name}=${quoted(process.env[name])}`,
	);

/** The command that runs the failed test of a file again, or the whole file where several have failed. */
function commandOf(result) {
	const { testFilePath, testResults } = result;
	const failed = testResults.filter(({ status }) => status === 'failed');
	const [only] = failed.length === 1 ? failed : [];
	return [
		...settings(),
		...['npx', 'jest', '--selectProjects', suiteOf(result), '--testPathPatterns', quoted(relative(process.cwd(), testFilePath))],
		...(only ? ['-t', quoted(`^${only.fullName.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`)] : []),
	].join(' ');
}

/** Says at the start in what this run differs from the one that all runs are; and at the end how to run again what has failed. */
module.exports = class {
	onRunStart() {
		const told = settings();
		if (told.length > 0) console.error(`This run is told: ${told.join(' ')}`);
	}

	onRunComplete(_contexts, { testResults }) {
		const failed = testResults.filter(({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError);
		if (failed.length > 0) console.error(['\nTo run again what has failed:', ...failed.map(commandOf)].join('\n'));
	}
};
