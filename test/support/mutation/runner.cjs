const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { default: TestRunner } = require('jest-runner');

/** Set by Stryker while a mutant is active, not in its first run, which finds out what the tests cover. */
const MUTANT = '__STRYKER_ACTIVE_MUTANT__';

/**
 * Runs the files of tests of a mutant as cheaply as can be: only those that hold a wanted test, those of the
 * mutated file first, and none after the first that fails. Jest itself would load all of them a mutant.
 */
module.exports = class extends TestRunner {
	async runTests(tests, watcher, options) {
		const [first] = tests;
		if (!first) return;
		const register = join(first.context.config.rootDir, 'names-of-tests.json');
		const names = existsSync(register) ? JSON.parse(readFileSync(register, 'utf8')) : {};
		let failed = false;
		this.on('test-file-failure', () => (failed = true));
		this.on('test-file-success', ([{ path }, { testResults, numFailingTests }]) => {
			failed ||= numFailingTests > 0;
			names[path] = testResults.map(({ fullName }) => fullName);
		});
		if (!process.env[MUTANT]) {
			await super.runTests(tests, watcher, options);
			writeFileSync(register, JSON.stringify(names));
			return;
		}
		const { testNamePattern, nonFlagArgs } = this._globalConfig;
		const wanted = new RegExp(testNamePattern ?? '', 'i');
		const ofFile = nonFlagArgs.map((file) => `/test/unit/${file.replace(/^.*?nodes\//, '').replace(/ts$/, '')}`);
		const holding = tests.filter(({ path }) => names[path]?.some((name) => wanted.test(name)) ?? true);
		const [own, others] = [true, false].map((isOwn) => holding.filter(({ path }) => ofFile.some((name) => path.includes(name)) === isOwn));
		for (const test of [...own, ...others]) {
			await super.runTests([test], watcher, options);
			if (failed) return;
		}
	}
};
