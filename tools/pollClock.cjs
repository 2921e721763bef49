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

/** The published file has a part for each source, with its path above it. */
const isPath = (line) => /^\/\/ \w/.test(line);

/** The published file with another clock in the parts of the poll trigger. */
function withClock(source) {
	let isPoll = false;
	const lines = source.split('\n').map((line) => {
		if (isPath(line)) isPoll = line.startsWith('// ClubPollTrigger/');
		return isPoll ? line.replace(/\bDate\b/g, 'PollDate') : line;
	});
	const changed = lines.join('\n');
	if (changed === source) throw new Error('The published file has no part of the poll trigger that asks for the time');
	return changed;
}

const compile = Module.prototype._compile;
Module.prototype._compile = function (source, file, ...more) {
	return compile.call(this, file.endsWith('/n8n-nodes-club/dist/club.js') ? withClock(source) : source, file, ...more);
};
