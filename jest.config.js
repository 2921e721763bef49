/** One runner for the four kinds of test; `.mts` files are Node programs, compiled by swc on the fly. */
const project = (name) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
	moduleFileExtensions: ['ts', 'mts', 'js', 'json', 'node'],
	transform: {
		'\\.m?ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/host/node_modules/'],
	...(name === 'unit' ? {} : { setupFiles: ['<rootDir>/test/support/environment.mts'] }),
});

module.exports = { projects: ['unit', 'integration', 'e2e', 'queue'].map(project), testTimeout: 60_000 };
