const { writeFileSync } = require('node:fs');
const suiteOf = require('./suiteOf.cjs');

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** What of a suite is counted and told: one that could not be run counts as a failure. */
const reportOf = (files) => ({
	numPassedTests: sum(files.map(({ numPassingTests }) => numPassingTests)),
	numFailedTests: sum(files.map(({ numFailingTests, testExecError }) => numFailingTests + (testExecError ? 1 : 0))),
	startTime: Math.min(...files.map(({ perfStats }) => perfStats.start)),
	testResults: files.map(({ testFilePath, perfStats, testResults }) => ({
		name: testFilePath,
		startTime: perfStats.start,
		endTime: perfStats.end,
		assertionResults: testResults.map(({ ancestorTitles, title, status }) => ({ ancestorTitles, title, status })),
	})),
});

/** Writes a report for each suite of a run, `.cache/test-unit.json` and so on: `npm test` counts from them. */
module.exports = class {
	onRunComplete(_contexts, { testResults }) {
		for (const suite of new Set(testResults.map(suiteOf))) {
			const files = testResults.filter((result) => suiteOf(result) === suite);
			writeFileSync(`.cache/test-${suite}.json`, JSON.stringify(reportOf(files)));
		}
	}
};
