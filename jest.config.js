/** One runner for the five kinds of test; `.mts` files are Node programs, compiled by swc on the fly. */
const project = (name) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
	moduleFileExtensions: ['ts', 'mts', 'js', 'json', 'node'],
	transform: {
		'\\.m?ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/host/node_modules/', '<rootDir>/host/v1/node_modules/'],
	...(name === 'unit' ? {} : { setupFiles: ['<rootDir>/tools/environment.mts'] }),
});

/** The newest n8n 1.x: the e2e tests, but for those that are not about n8n or about the looks of n8n 2, and those of waiting, which is n8n's. */
const v1 = {
	...project('v1'),
	testMatch: ['<rootDir>/test/e2e/**/!(package|page|panel).test.mts', '<rootDir>/test/unit/{budget,client}.test.mts'],
	moduleNameMapper: { '^n8n-workflow$': '<rootDir>/host/v1/node_modules/n8n-workflow' },
	setupFiles: ['<rootDir>/tools/environment.mts', '<rootDir>/test/e2e/support/v1.mts'],
};

module.exports = { projects: [...['unit', 'integration', 'repo', 'e2e', 'queue'].map(project), v1], testTimeout: 60_000 };
