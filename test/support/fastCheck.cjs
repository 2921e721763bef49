/** Stands for fast-check: it draws the same examples in each run, and under mutation the first that fails is enough. */
const { default: fc } = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

fc.configureGlobal({ seed: Number(process.env.CLUB_TEST_SEED), endOnFailure: '__STRYKER_ACTIVE_MUTANT__' in process.env });
module.exports = { __esModule: true, default: fc };
