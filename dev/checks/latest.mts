// Runs the end-to-end tests in the newest n8n of the registry: `npx tsx dev/checks/latest.mts`. Add `--n8n 2.40.7` for another version, and
// words to run only the files with one of them in their path. It fails where a newer one could not be installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { StepFailed } from '../host/commands.mts';
import { HOST, HOST_LATEST, installHost, n8nVersionOf, requestVersion } from '../host/install.mts';

/** Tests that need the default n8n: those of n8n's definition generator and of `npm start`. */
const LEFT_OUT = 'e2e/(builder|package|start)';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { n8n: { type: 'string' } } });

const inRegistry = (field: string): unknown => JSON.parse(execFileSync('npm', ['view', 'n8n', field, '--json'], { encoding: 'utf8' }));

/** The releases after the default n8n, newest first. */
function newer(): string[] {
	const releases = (inRegistry('versions') as string[]).filter((version) => /^\d+\.\d+\.\d+$/.test(version));
	return releases.slice(releases.indexOf(n8nVersionOf(HOST)) + 1).reverse();
}

/** Versions that could not be installed. */
const refused: string[] = [];

/** Installs the first of these versions that installs, if one does. A registry can lack packages of the newest one. */
async function installFirst(versions: string[]): Promise<string | undefined> {
	for (const version of versions) {
		try {
			requestVersion(version);
			await installHost(HOST_LATEST, (line) => console.log(line));
			return version;
		} catch (error) {
			if (!(error instanceof StepFailed)) throw error;
			console.log(`n8n ${version}: ${error.message}`);
			refused.push(version);
		}
	}
	return undefined;
}

const versions = values.n8n ? [values.n8n] : newer();
const version = await installFirst(versions);
if (version !== undefined) {
	console.log(`Running the end-to-end tests in n8n ${version} ...`);
	const args = ['jest', '--selectProjects', 'e2e', '--maxWorkers=2', '--testPathIgnorePatterns', LEFT_OUT, '--', ...positionals];
	process.exitCode = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, CLUB_TEST_HOST: 'latest' } }).status ?? 1;
} else {
	console.log(
		refused.length > 0 ? `Could not be installed: ${refused.join(', ')}` : `No newer n8n than ${n8nVersionOf(HOST)} is in the registry.`,
	);
	if (values.n8n || refused.length > 0) process.exitCode = 1;
}
