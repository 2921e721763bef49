const { execFileSync } = require('node:child_process');

/** Makes sure that the pack is built and packed, once for all tests that install it; Jest itself cannot load `.mts` here. */
module.exports = () =>
	void execFileSync(process.execPath, ['--import', 'tsx', 'dev/host/packed.mts'], { stdio: ['ignore', 'ignore', 'inherit'] });
