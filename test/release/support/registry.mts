import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { ROOT, run } from '../../../dev/host/commands.mts';
import { HOST, nodeOf } from '../../../dev/host/install.mts';
import { freePort } from '../../../dev/host/ports.mts';
import { startProgram, type Program } from '../../../dev/host/program.mts';

/** An npm registry of the rehearsal's own: empty, without a way to any other, and gone afterwards. */
export interface Registry extends Program {
	url: string;
	token: string;
}

const FOLDER = join(ROOT, 'dev', 'release', 'registry');

const settings = (folder: string): string =>
	JSON.stringify({
		storage: join(folder, 'storage'),
		auth: { htpasswd: { file: join(folder, 'users') } },
		uplinks: {},
		packages: { '**': { access: '$all', publish: '$authenticated', unpublish: '$authenticated' } },
		log: { type: 'stdout', format: 'pretty', level: 'warn' },
	});

const answers = async (url: string): Promise<true | undefined> =>
	await axios.get(`${url}/-/ping`).then(
		() => true,
		() => undefined,
	);

/** Installs the registry where it is missing, and starts it with one user. @param folder takes all that it keeps */
export async function startRegistry(folder: string): Promise<Registry> {
	mkdirSync(folder, { recursive: true });
	const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
	await run('npm', install, join(folder, 'install.log'), 'The registry could not be installed.', { cwd: FOLDER });
	const url = `http://127.0.0.1:${await freePort()}`;
	// JSON is YAML too.
	const config = join(folder, 'config.yaml');
	writeFileSync(config, settings(folder));
	const program = await startProgram({
		name: 'The registry',
		// It needs a newer Node.js than the project does; the one of n8n is.
		command: nodeOf(HOST).node,
		args: [join(FOLDER, 'node_modules', 'verdaccio', 'bin', 'verdaccio'), '--config', config, '--listen', url],
		env: process.env,
		logFile: join(folder, 'registry.log'),
		isReady: async () => await answers(url),
	});
	const user = { name: 'rehearsal', password: 'a-rehearsal-only', email: 'rehearsal@club.example', type: 'user' };
	const { data } = await axios.put(`${url}/-/user/org.couchdb.user:${user.name}`, user);
	return { ...program, url, token: (data as { token: string }).token };
}
