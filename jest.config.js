const { availableParallelism, freemem } = require('node:os');
const { settle } = require('./test/support/settings.cjs');

// Before the workers start, since they take over the environment.
settle(process.env);
// Room for what is thrown away soon, in MB. By default, collecting it takes a fifth of the time.
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, '--max-semi-space-size=64'].filter(Boolean).join(' ');

/** The suites that install the packed pack. */
const IN_N8N = ['smoke', 'e2e', 'queue', 'release'];

/** One runner for all kinds of test; `.mts` files are Node programs, compiled by swc on the fly. */
const project = (name) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
	moduleFileExtensions: ['ts', 'mts', 'js', 'json', 'node'],
	transform: {
		'\\.m?ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }],
	},
	// Gives fast-check the seed of the run.
	moduleNameMapper: { '^fast-check$': '<rootDir>/test/support/fastCheck.cjs' },
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
	// Passed to each module, since code in Jest's context looks a global up slowly; none that a test or fake timers replace.
	sandboxInjectedGlobals: ['Array', 'JSON', 'Math', 'Number', 'Object', 'String'],
	testEnvironment: '<rootDir>/test/support/environment.cjs',
	runtime: '<rootDir>/test/support/runtime.cjs',
	setupFiles: ['<rootDir>/test/support/chance.mts', ...(name === 'unit' ? [] : ['<rootDir>/dev/host/environment.mts'])],
	// The pack is built before their workers start, since two of them would build it at once.
	...(IN_N8N.includes(name)
		? { globalSetup: '<rootDir>/test/support/packed.cjs', setupFilesAfterEnv: ['<rootDir>/test/support/patience.cjs'] }
		: {}),
});

/** What a worker grows to, in bytes. */
const WORKER_BYTES = 1_700_000_000;

/** The memory that a program can still take, in bytes. Only newer versions of Node.js count what the system would give back. */
const freeBytes = process.availableMemory?.() ?? freemem();

/** One more than cores, as some tests wait for real time to pass, but no more than fit. A number: Jest takes '150%' for 150 workers. */
const WORKERS = Math.max(1, Math.min(availableParallelism() + 1, Math.floor(freeBytes / WORKER_BYTES)));

/** Workflows in n8n's engine with n8n's own nodes. */
const engine = { ...project('engine'), runner: '<rootDir>/test/support/plainRunner.cjs' };

module.exports = {
	projects: [...['unit', 'integration', 'repo', 'smoke', 'e2e', 'queue', 'release'].map(project), engine],
	testSequencer: '<rootDir>/test/support/longFirst.cjs',
	reporters: ['default', '<rootDir>/test/support/seedReporter.cjs'],
	testTimeout: 60_000,
	maxWorkers: WORKERS,
};
