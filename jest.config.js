const { availableParallelism, freemem } = require('node:os');
const { join } = require('node:path');
const { HOST_V1 } = require('./dev/host/places.cjs');
const { settle } = require('./test/support/settings.cjs');

// Before the workers start, since they take over the environment.
settle(process.env);

const CHANCE = '<rootDir>/test/support/chance.mts';

/** Gives fast-check the seed of the run. */
const FAST_CHECK = { '^fast-check$': '<rootDir>/test/support/fastCheck.cjs' };

/** The suites that install the packed pack. */
const IN_N8N = ['smoke', 'e2e', 'v1', 'queue', 'release'];

/** What takes too long for the gate: `npm run test:all` has it, and the tests in the newest n8n what no other suite has. */
const tooLong = [
	...(process.env.CLUB_TEST_ALL === '1' ? [] : ['/test/e2e/durable', '/test/queue/badges']),
	...(process.env.CLUB_TEST_ALL === '1' || process.env.CLUB_TEST_HOST === 'latest' ? [] : ['/test/e2e/badges']),
];

/** Files that `npm test` leaves to `npm run test:n8n`: each takes half a minute or more. */
const LEFT = ['unit/polls/livingClub', 'integration/poll/livingClub', 'repo/newOperation'];
const left = process.env.CLUB_TEST_SHARE === 'short' ? LEFT.map((file) => `/test/${file}`) : [];

/** What the gate leaves out, since nothing that it is about has changed since it passed (dev/checks/tree.mjs). */
const unchanged = (process.env.CLUB_TEST_UNCHANGED ?? '').split(' ').filter(Boolean);

/** One runner for all kinds of test; `.mts` files are Node programs, compiled by swc on the fly. */
const project = (name) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
	testPathIgnorePatterns: [...tooLong, ...left, ...unchanged],
	moduleFileExtensions: ['ts', 'mts', 'js', 'json', 'node'],
	transform: {
		'\\.m?ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }],
	},
	moduleNameMapper: FAST_CHECK,
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
	// Passed to each module, since code in Jest's context looks a global up slowly; none that a test or fake timers replace.
	sandboxInjectedGlobals: ['Array', 'JSON', 'Math', 'Number', 'Object', 'String'],
	testEnvironment: '<rootDir>/test/support/environment.cjs',
	runtime: '<rootDir>/test/support/runtime.cjs',
	setupFiles: [CHANCE, ...(name === 'unit' ? [] : ['<rootDir>/dev/host/environment.mts'])],
	// The pack is built before their workers start, since two of them would build it at once.
	...(IN_N8N.includes(name)
		? { globalSetup: '<rootDir>/test/support/packed.cjs', setupFilesAfterEnv: ['<rootDir>/test/support/patience.cjs'] }
		: {}),
});

/** What may differ between the two ends of the range; `npm run test:all` runs all that is not about the looks of n8n 2. */
const atBothEnds =
	process.env.CLUB_TEST_ALL === '1' ? '!(builder|durable|n8nAgent|package|page|panel|start)' : '@(club|editor|poll|trigger)';

/** The newest n8n 1.x: e2e tests, and that of waiting, which is n8n's. */
const v1 = {
	...project('v1'),
	// It has an n8n-workflow of its own.
	testEnvironment: 'node',
	runtime: undefined,
	testMatch: [`<rootDir>/test/e2e/**/${atBothEnds}.test.mts`, '<rootDir>/test/unit/shared/transport/process.sleep.test.mts'],
	moduleNameMapper: { ...FAST_CHECK, '^n8n-workflow$': join(HOST_V1, 'node_modules', 'n8n-workflow') },
	setupFiles: [CHANCE, '<rootDir>/dev/host/environment.mts', '<rootDir>/test/e2e/support/v1.mts'],
};

/** The long suites, of which `npm test` runs a share and `npm run test:n8n` the rest (`shared` in test/support/sample.mts). */
const long = {
	...project('long'),
	testMatch: [
		'<rootDir>/test/integration/{matrix/!(late),hostile/!(deliveries),poll/faults,dialects,blanks}.test.mts',
		'<rootDir>/test/integration/laws/{time,together,readWriteRead,sideBySide}.test.mts',
		'<rootDir>/test/unit/polls/laws.test.mts',
		...LEFT.map((file) => `<rootDir>/test/${file}.test.mts`),
	],
};

/** What a worker may grow to, in bytes. */
const WORKER_BYTES = 1_200_000_000;

/** The memory that a program can still take, in bytes. Only newer versions of Node.js count what the system would give back. */
const freeBytes = process.availableMemory?.() ?? freemem();

/** Two more than cores, as some tests wait for real time to pass, but no more than fit. A number: Jest takes '150%' for 150 workers. */
const WORKERS = Math.max(1, Math.min(availableParallelism() + 2, Math.floor(freeBytes / WORKER_BYTES)));

/** Workflows in n8n's engine with n8n's own nodes. */
const engine = { ...project('engine'), runner: '<rootDir>/test/support/plainRunner.cjs' };

module.exports = {
	projects: [...['unit', 'integration', 'repo', 'smoke', 'e2e', 'queue', 'release'].map(project), v1, long, engine],
	testSequencer: '<rootDir>/test/support/longFirst.cjs',
	reporters: ['default', '<rootDir>/test/support/seedReporter.cjs'],
	testTimeout: 60_000,
	maxWorkers: WORKERS,
};
