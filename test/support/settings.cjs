const { now, zone, seed, dialect } = require('../seeds.json');

/** What a run depends on besides its code and its files. */
const FIXED = { CLUB_TEST_NOW: now, CLUB_TEST_ZONE: zone, CLUB_TEST_SEED: String(seed), CLUB_DIALECT: dialect };

module.exports = {
	/** Sets what the environment does not say, and the time zone of the process. */
	settle(env) {
		for (const [name, value] of Object.entries(FIXED)) env[name] ??= value;
		env.TZ = env.CLUB_TEST_ZONE;
	},

	/** The names of the settings that are not the fixed ones. */
	othersIn: (env) => Object.keys(FIXED).filter((name) => env[name] !== undefined && env[name] !== FIXED[name]),
};
