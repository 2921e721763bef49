// Runs the end-to-end tests in the newest n8n that the registry has: `npm run test:latest`; with `-- --n8n 2.40.7` in that version,
// and with further words only the files with one of them in their name.
import { execFileSync, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { StepFailed } from '../host/commands.mts';
import { askFor, HOST_LATEST, installHost } from '../host/install.mts';

/** What is bound to the n8n of `host`: n8n's own generator of definitions, and `npm start`. */
const BOUND = 'e2e/(builder|package|start)';

/** A registry may have a version of n8n without all the packages that it needs; then the one before is taken. */
const TRIES = 3;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { n8n: { type: 'string' } } });

/** The newest releases, newest first. */
function newest(): string[] {
	const all = JSON.parse(execFileSync('npm', ['view', 'n8n', 'versions', '--json'], { encoding: 'utf8' })) as string[];
	return all
		.filter((version) => /^\d+\.\d+\.\d+$/.test(version))
		.slice(-TRIES)
		.reverse();
}

/** Installs the first of these versions that can be had. */
async function installFirst([version, ...others]: string[]): Promise<string> {
	try {
		askFor(version);
		await installHost(HOST_LATEST, (line) => console.log(line));
		return version;
	} catch (error) {
		if (!(error instanceof StepFailed) || others.length === 0) throw error;
		console.log(`n8n ${version} cannot be had: ${error.message}`);
		return await installFirst(others);
	}
}

const version = await installFirst(values.n8n ? [values.n8n] : newest());
console.log(`The end-to-end tests in n8n ${version}`);
const args = ['jest', '--selectProjects', 'e2e', '--maxWorkers=2', '--testPathIgnorePatterns', BOUND, '--', ...positionals];
process.exitCode = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, CLUB_TEST_HOST: 'latest' } }).status ?? 1;
