const { statSync } = require('node:fs');

/** What takes more than half a minute: begun last, one of these would keep a core waiting for another. */
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
	'integration/poll/limits',
	'integration/poll/leftOut',
	'unit/ClubPollTrigger/scan/missing',
	'unit/polls/laws',
	'integration/trigger/registration',
	'integration/trigger/delivery',
	'integration/tool',
	'integration/trigger/late',
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
