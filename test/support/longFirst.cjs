const { statSync } = require('node:fs');

/** What takes long, or long for its size: begun last, one of these would keep a core waiting for another. */
const LONG = [
	'e2e/templates',
	'e2e/trigger',
	'queue/queue',
	'e2e/poll',
	'e2e/editor',
	'queue/poll',
	'integration/poll/faults',
	'integration/hostile/writes',
	'integration/matrix/writes',
	'unit/polls/laws',
	'integration/trigger/registration',
	'integration/trigger/delivery',
	'integration/laws/together',
	'integration/poll/limits',
	'integration/matrix/records',
	'integration/matrix/lists',
	'integration/matrix/repeats',
	'integration/hostile/reads',
	'integration/poll/livingClub',
	'unit/polls/livingClub',
	'repo/schemas',
];

const rank = (path) => LONG.findIndex((name) => path.endsWith(`test/${name}.test.mts`)) + 1 || LONG.length + 1;

/** The order of a run: what takes long first, then by size. Jest goes by the last run, and a fresh clone has none. */
module.exports = class {
	sort = (tests) =>
		[...tests].sort((one, other) => rank(one.path) - rank(other.path) || statSync(other.path).size - statSync(one.path).size);

	cacheResults() {}

	allFailedTests = () => [];

	shard = (tests) => tests;
};
