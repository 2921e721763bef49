// Loaded into n8n before anything else: what the poll trigger takes for the present is as far ahead as a file says, in
// milliseconds. Everything else in n8n, and in the pack, keeps the real time.
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

/** The files of the poll trigger, as they are published. */
const isPollTrigger = (file) => file.includes('/n8n-nodes-club/dist/nodes/ClubPollTrigger/');

const compile = Module.prototype._compile;
Module.prototype._compile = function (source, file, ...more) {
	return compile.call(this, isPollTrigger(file) ? source.replace(/\bDate\b/g, 'PollDate') : source, file, ...more);
};
