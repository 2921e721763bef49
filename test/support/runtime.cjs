const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Of all files of a worker, which have one context (environment.cjs): what another one has compiled is only run again. */
const compiled = new Map();
const { compileFunction } = vm;

vm.compileFunction = (source, parameters, options) => {
	const known = compiled.get(options.filename);
	if (known?.source === source && known.context === options.parsingContext) return known.run;
	const run = compileFunction(source, parameters, options);
	compiled.set(options.filename, { source, context: options.parsingContext, run });
	return run;
};

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
