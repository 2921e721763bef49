/** Stands for fast-check under mutation: every run draws the same examples, and the first that fails is enough. */
const { default: fc } = require('../../../node_modules/fast-check/lib/cjs/fast-check.js');

fc.configureGlobal({ seed: 1, endOnFailure: true });
module.exports = { __esModule: true, default: fc };
