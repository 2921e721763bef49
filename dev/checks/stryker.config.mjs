import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jest from '../../jest.config.js';

const [unit] = jest.projects;
const SUPPORT = '<rootDir>/test/support/mutation';

/** Mutation testing of the pure files, by mutation.mts: `npm run test:mutation`. */
export default {
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		config: {
			...unit,
			// Stryker reads jest.config.js too, and would run the tests once a project of it.
			projects: [],
			runner: `${SUPPORT}/runner.cjs`,
			runtime: undefined,
			testEnvironment: 'node',
			moduleNameMapper: { '^n8n-workflow$': `${SUPPORT}/workflow.cjs`, '^fast-check$': `${SUPPORT}/fastCheck.cjs` },
			testTimeout: 4000,
			// They play thousands of events and records, which takes half a minute for each mutant that the quick tests leave to them.
			testPathIgnorePatterns: ['trigger/twoWorkers', 'poll/size'],
		},
	},
	coverageAnalysis: 'perTest',
	concurrency: 2,
	// The compiler of the tests looks at no types.
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
	// Outside of the clone: the official lint would read the changed files too.
	tempDirName: join(tmpdir(), 'n8n-nodes-club-mutation'),
	cleanTempDir: 'always',
	plugins: ['@stryker-mutator/jest-runner'],
	reporters: ['json'],
	jsonReporter: { fileName: '.cache/mutation/file.json' },
};
