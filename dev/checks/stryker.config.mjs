import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jest from '../../jest.config.js';

const [unit] = jest.projects;
const SUPPORT = '<rootDir>/test/support/mutation';

/** Settings for mutation.mts (`npm run test:mutation`). */
export default {
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		config: {
			...unit,
			// Stryker also reads jest.config.js, and would run the tests once for each of its projects.
			projects: [],
			runner: `${SUPPORT}/runner.cjs`,
			runtime: undefined,
			testEnvironment: 'node',
			moduleNameMapper: { ...unit.moduleNameMapper, '^n8n-workflow$': `${SUPPORT}/workflow.cjs` },
			testTimeout: 4000,
			// These tests use thousands of events and records. They would take half a minute for each mutant that the quick tests do not notice.
			testPathIgnorePatterns: ['handledOnce/twoWorkers', 'polls/livingClub', 'polls/size'],
		},
	},
	coverageAnalysis: 'perTest',
	concurrency: 2,
	// The compiler of the tests does not check types.
	disableTypeChecks: false,
	ignorePatterns: [
		'/dist',
		'/.cache',
		'/.git',
		'/docs',
		'/templates',
		'/dev/bench',
		'/dev/checks',
		'/dev/demo',
		'/dev/docs',
		'/dev/evals',
		'/dev/release',
		'/test/e2e',
		'/test/queue',
		'/test/integration',
		'/test/repo',
	],
	// Outside the clone. Otherwise n8n's lint would also read the changed files.
	tempDirName: join(tmpdir(), 'n8n-nodes-club-mutation'),
	cleanTempDir: 'always',
	plugins: ['@stryker-mutator/jest-runner'],
	reporters: ['json'],
	jsonReporter: { fileName: '.cache/mutation/file.json' },
};
