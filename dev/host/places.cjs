const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');

/** Outside the repository, so that all clones share an installation, and no code here can import n8n's packages by accident. */
const CACHE = join(homedir(), '.cache', 'n8n-nodes-club');

/** The folder of an installed n8n. It depends on the lockfile, so that a new version gets a new folder. */
const placeOf = (folder) => {
	const lock = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')));
	return join(CACHE, `n8n-${lock.digest('hex').slice(0, 16)}`);
};

/** The folder with the package.json of the default n8n. */
const DEFAULT = join(__dirname, 'n8n');

/** The names of the browser in Debian, in Ubuntu, and of Google's own packages. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

module.exports = {
	manifests: { [placeOf(DEFAULT)]: DEFAULT },
	HOST: placeOf(DEFAULT),
	BROWSERS,
};
