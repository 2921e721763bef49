const seeds = require('../seeds.json');

/** The settings of a row of test/seeds.json: what a run depends on besides its code and its files. */
const settingsOf = (row) => {
	const { now, zone, seed, dialect } = { ...seeds, ...row };
	return { CLUB_TEST_NOW: now, CLUB_TEST_ZONE: zone, CLUB_TEST_SEED: String(seed), CLUB_DIALECT: dialect };
};

const FIXED = settingsOf({});

module.exports = {
	settingsOf,

	/** The rows of what all runs have besides: each with its files, and why it is there. */
	further: seeds.further,

	/** Sets what the environment does not say, and the time zone of the process. */
	settle(env) {
		for (const [name, value] of Object.entries(FIXED)) env[name] ??= value;
		env.TZ = env.CLUB_TEST_ZONE;
	},

	/** The names of the settings that are not the fixed ones. */
	othersIn: (env) => Object.keys(FIXED).filter((name) => env[name] !== undefined && env[name] !== FIXED[name]),
};
