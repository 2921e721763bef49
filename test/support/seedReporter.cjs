const { relative } = require('node:path');
const suiteOf = require('./suiteOf.cjs');

/** What a run depends on besides its code. */
const SETTINGS = ['CLUB_TEST_SEED', 'CLUB_TEST_ALL', 'CLUB_TEST_HOST', 'CLUB_DIALECT', 'CLUB_DIALECT_SEED'];

const quoted = (text) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** The command that runs the failed test of a file again, or the whole file where several have failed. */
function commandOf(result) {
	const { testFilePath, testResults } = result;
	const failed = testResults.filter(({ status }) => status === 'failed');
	const [only] = failed.length === 1 ? failed : [];
	return [
		...SETTINGS.filter((name) => process.env[name]).map((name) => `${name}=${quoted(process.env[name])}`),
		...['npx', 'jest', '--selectProjects', suiteOf(result), '--testPathPatterns', quoted(relative(process.cwd(), testFilePath))],
		...(only ? ['-t', quoted(`^${only.fullName.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`)] : []),
	].join(' ');
}

/** Says at the start which sample the long suites take, and in which dialect; and at the end how to run again what has failed. */
module.exports = class {
	onRunStart() {
		const { CLUB_DIALECT, CLUB_DIALECT_SEED, CLUB_TEST_ALL, CLUB_TEST_SEED } = process.env;
		if (CLUB_DIALECT) console.error(`The sandbox speaks CLUB_DIALECT=${CLUB_DIALECT}`);
		else if (CLUB_DIALECT_SEED) console.error(`The sandbox speaks the dialect of CLUB_DIALECT_SEED=${CLUB_DIALECT_SEED}`);
		console.error(
			CLUB_TEST_ALL === '1' ? 'The long suites run whole.' : `The long suites run as a sample: CLUB_TEST_SEED=${CLUB_TEST_SEED}`,
		);
	}

	onRunComplete(_contexts, { testResults }) {
		const failed = testResults.filter(({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError);
		if (failed.length > 0) console.error(['\nTo run again what has failed:', ...failed.map(commandOf)].join('\n'));
	}
};
