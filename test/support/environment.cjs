const { AsyncLocalStorage } = require('node:async_hooks');
const { runInContext } = require('node:vm');
const { default: NodeEnvironment } = require('jest-environment-node');

/** The suites that talk to a real n8n, so that they need its clock. */
const IN_REAL_TIME = ['smoke', 'e2e', 'queue', 'release'];

/** Jest's storages, each with the test or hook that runs. */
const running = new WeakMap();
const { run, getStore } = AsyncLocalStorage.prototype;

/**
 * Jest asks which test an error comes from, for tests that run side by side. Node.js follows each promise for that, which takes as much time
 * as many a test. Here they run one after another, so the one that runs is known.
 */
AsyncLocalStorage.prototype.run = function (store, callback, ...args) {
	if (store?.test === undefined && store?.hook === undefined) return run.call(this, store, callback, ...args);
	const before = running.get(this);
	running.set(this, store);
	return callback(...args).finally(() => running.set(this, before));
};

AsyncLocalStorage.prototype.getStore = function () {
	return running.get(this) ?? getStore.call(this);
};

let only;

/** How far the clock of the tests is from that of the machine, in ms. */
let shift = 0;

/** One environment for all files of a worker, since n8n's engine, which is loaded once (runtime.cjs), must know its objects as its own. */
module.exports = class {
	constructor(...args) {
		if (!only) {
			only = new NodeEnvironment(...args);
			shiftClock(only);
		}
		const [{ projectConfig }] = args;
		shift = IN_REAL_TIME.includes(projectConfig.displayName.name) ? 0 : moment() - Date.now();
		return Object.create(only, { teardown: { value: tidy } });
	}
};

/** When each file begins. */
function moment() {
	const { CLUB_TEST_NOW } = process.env;
	const now = Date.parse(CLUB_TEST_NOW);
	if (Number.isNaN(now)) throw new Error(`CLUB_TEST_NOW is not a time: ${CLUB_TEST_NOW}. An example: 2028-02-29T12:00:00Z`);
	return now;
}

/** Lets `Date`, and the fake timers in its place, go by the clock of the tests. */
function shiftClock({ context, fakeTimersModern }) {
	const now = () => Date.now() + shift;
	const replace = runInContext(
		`(now) => {
			const Native = Date;
			Native.now = now;
			globalThis.Date = Native.prototype.constructor = new Proxy(Native, {
				apply: () => new Native(now()).toString(),
				construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
			});
		}`,
		context,
	);
	replace(now);
	const useFakeTimers = fakeTimersModern.useFakeTimers.bind(fakeTimersModern);
	fakeTimersModern.useFakeTimers = (config) => useFakeTimers({ now: now(), ...config });
}

/** Takes away what a file may have left. */
async function tidy() {
	only.moduleMocker.restoreAllMocks();
	only.fakeTimersModern.useRealTimers();
	// Jest's own reporters of the events of this file.
	delete only.global[Symbol.for('EVENT_HANDLERS')];
	// Jest keeps the tests of each file under a new symbol, so a worker would keep those of all its files.
	for (const name of Object.getOwnPropertySymbols(only.global)) if (Symbol.keyFor(name) === undefined) delete only.global[name];
	only._globalProxy.leftovers.length = 0;
}
