// Runs the end-to-end tests in the newest n8n of the registry: `npm run test:latest`. Add `-- --n8n 2.40.7` for another version, and
// words to run only the files with one of them in their path.
import { execFileSync, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { StepFailed } from '../host/commands.mts';
import { HOST_LATEST, installHost, requestVersion } from '../host/install.mts';

/** Tests that need the default n8n: those of n8n's definition generator and of `npm start`. */
const DEFAULT_ONLY = 'e2e/(builder|package|start)';

/** A registry can lack packages of the newest n8n. Then the run uses the version before. */
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

/** Installs the first of these versions that installs without an error. */
async function installFirst([version, ...others]: string[]): Promise<string> {
	try {
		requestVersion(version);
		await installHost(HOST_LATEST, (line) => console.log(line));
		return version;
	} catch (error) {
		if (!(error instanceof StepFailed) || others.length === 0) throw error;
		console.log(`n8n ${version} does not install. ${error.message}`);
		return await installFirst(others);
	}
}

const version = await installFirst(values.n8n ? [values.n8n] : newest());
console.log(`Running the end-to-end tests in n8n ${version} ...`);
const args = ['jest', '--selectProjects', 'e2e', '--maxWorkers=2', '--testPathIgnorePatterns', DEFAULT_ONLY, '--', ...positionals];
process.exitCode = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, CLUB_TEST_HOST: 'latest' } }).status ?? 1;
