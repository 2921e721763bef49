const { default: Runtime } = require('jest-runtime');

/** What takes seconds to load, and keeps nothing of one file for the next. */
const LOADED_ONCE = ['fast-check', 'fastify', 'luxon', 'n8n-core', 'n8n-workflow'];

/** Loads these for all files of a worker; it runs no test, so it has no mocks. */
let loader;

/** Loads what a test file imports: n8n's engine once a worker, all else for each file anew. */
module.exports = class extends Runtime {
	constructor(...args) {
		super(...args);
		loader ??= new Runtime(...args);
	}

	requireModule(from, name, ...more) {
		return LOADED_ONCE.includes(name) ? loader.requireModule(from, name) : super.requireModule(from, name, ...more);
	}
};
