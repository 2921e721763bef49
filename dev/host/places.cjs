const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');

/** Outside of the repository: every clone uses what one of them has installed, and nothing here finds n8n's own packages by chance. */
const KEPT = join(homedir(), '.cache', 'n8n-nodes-club');

/** Where an n8n is kept, by what the lockfile in a folder of this repository asks for. */
const placeOf = (folder) => {
	const lock = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')));
	return join(KEPT, `n8n-${lock.digest('hex').slice(0, 16)}`);
};

/** The folders that say which n8n is installed: the default one, and the newest n8n 1.x. */
const [DEFAULT, V1] = [join(__dirname, 'n8n'), join(__dirname, 'n8n-v1')];

module.exports = { manifests: { [placeOf(DEFAULT)]: DEFAULT, [placeOf(V1)]: V1 }, HOST: placeOf(DEFAULT), HOST_V1: placeOf(V1) };
