const { default: NodeEnvironment } = require('jest-environment-node');

let only;

/** One environment for all files of a worker, since n8n's engine, which is loaded once (runtime.cjs), must know its objects as its own. */
module.exports = class {
	constructor(...args) {
		only ??= new NodeEnvironment(...args);
		return Object.create(only, { teardown: { value: tidy } });
	}
};

/** Takes away what a file may have left. */
async function tidy() {
	only.moduleMocker.restoreAllMocks();
	only.fakeTimersModern.useRealTimers();
	// Jest's own reporters of the events of this file.
	delete only.global[Symbol.for('EVENT_HANDLERS')];
}
