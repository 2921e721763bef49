/** Says at the start, and again when a test has failed, which sample the long suites took. */
module.exports = class {
	say = () =>
		console.error(
			process.env.CLUB_TEST_ALL === '1'
				? 'The long suites run whole.'
				: `The long suites run as a sample: CLUB_TEST_SEED=${process.env.CLUB_TEST_SEED} takes the same one again.`,
		);

	onRunStart = this.say;

	onRunComplete(_contexts, { numFailedTests, numRuntimeErrorTestSuites }) {
		if (numFailedTests + numRuntimeErrorTestSuites > 0) this.say();
	}
};
