// n8n loads this file first. It moves the clock of the pack ahead by the milliseconds in a file. Everything else keeps the real time.
const { readFileSync } = require('node:fs');
const Module = require('node:module');

const ahead = () => Number(readFileSync(process.env.CLUB_POLL_CLOCK, 'utf8'));

globalThis.PollDate = class PollDate extends Date {
	constructor(...args) {
		super(...(args.length > 0 ? args : [PollDate.now()]));
	}

	static now() {
		return super.now() + ahead();
	}
};

/** The published file with the clock. */
const isClock = (file) => file.endsWith('/n8n-nodes-club/dist/nodes/shared/transport/process.js');

const compile = Module.prototype._compile;
Module.prototype._compile = function (source, file, ...more) {
	return compile.call(this, isClock(file) ? source.replace(/\bDate\b/g, 'PollDate') : source, file, ...more);
};
