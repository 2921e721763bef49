/** Says at the start, and again when a test has failed, which sample the long suites took. */
module.exports = class {
	say = () => {
		const { CLUB_DIALECT, CLUB_DIALECT_SEED } = process.env;
		if (CLUB_DIALECT) console.error(`The sandbox speaks CLUB_DIALECT=${CLUB_DIALECT}`);
		else if (CLUB_DIALECT_SEED) console.error(`The sandbox speaks the dialect of CLUB_DIALECT_SEED=${CLUB_DIALECT_SEED}`);
		console.error(
			process.env.CLUB_TEST_ALL === '1'
				? 'The long suites run whole.'
				: `The long suites run as a sample: CLUB_TEST_SEED=${process.env.CLUB_TEST_SEED} takes the same one again.`,
		);
	};

	onRunStart = this.say;

	onRunComplete(_contexts, { numFailedTests, numRuntimeErrorTestSuites }) {
		if (numFailedTests + numRuntimeErrorTestSuites > 0) this.say();
	}
};
