import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MEMBERS } from '../../sandbox/data/people.mts';
import { startSandbox } from '../../sandbox/index.mts';
import { CREDENTIAL, credentialFor, readOnlyCredentialFor } from '../host/club.mts';
import { ROOT, StepFailed } from '../host/commands.mts';
import { HOST, installHost } from '../host/install.mts';
import { startN8n } from '../host/n8n.mts';
import { installPack, packTarball } from '../host/pack.mts';
import { isFree } from '../host/ports.mts';
import { N8nRest, ownerIn } from '../host/rest.mts';
import { RestError } from '../host/session.mts';
import { currentTarball } from '../host/tarball.mts';
import { during } from './during.mts';
import { startBeside } from './beside.mts';
import { addClassOfTomorrow, fillForExamples } from './exampleClub.mts';
import { endInGoodOrder } from './lifetime.mts';
import { enter, importTemplates, publishAgain } from './templates.mts';

/** How often to check that the class for the reminder example exists, in milliseconds. */
const LOOK_FOR_CLASS_MS = 30_000;

const say = (line: string): void => console.log(line);

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '5678' },
		'sandbox-port': { type: 'string', default: '8787' },
		athletes: { type: 'string', default: String(MEMBERS.usual) },
		folder: { type: 'string', default: join(ROOT, '.cache', 'n8n') },
		watch: { type: 'boolean', default: false },
	},
});

async function claim(port: string, option: string): Promise<number> {
	if (await isFree(Number(port))) return Number(port);
	throw new StepFailed(
		`Another program uses port ${port}. Stop that program, or choose another port: npm start -- ${option} ${Number(port) + 1}`,
	);
}

async function prepared(): Promise<string> {
	await installHost(HOST, say);
	return await currentTarball(async () => await during('Building and packing the nodes', say, packTarball));
}

async function serve(): Promise<void> {
	const port = await claim(values.port, '--port');
	const sandboxPort = await claim(values['sandbox-port'], '--sandbox-port');
	const tarball = await prepared();
	const userFolder = values.folder;
	const pack = await installPack(userFolder, tarball);
	const sandbox = await startSandbox({ port: sandboxPort, athletes: Number(values.athletes) });
	fillForExamples(sandbox.club, Date.now());
	const addClass = (): void => addClassOfTomorrow(sandbox.club, Date.now());
	addClass();
	setInterval(addClass, LOOK_FOR_CLASS_MS).unref();
	const env = values.watch ? { N8N_DEV_RELOAD: 'true' } : {};
	const n8n = await during('Starting n8n', say, async () => await startN8n({ userFolder, port, env }));
	whenStopped = async () => {
		say('\nStopping n8n and the sandbox ...');
		await n8n.stop();
		await sandbox.close();
		// At each start, n8n writes its editor here. The linter would read it for a minute.
		rmSync(join(userFolder, '.cache', 'n8n', 'public'), { recursive: true, force: true });
	};
	const rest = new N8nRest(n8n.url);
	const owner = ownerIn(userFolder);
	await rest.signIn(owner).catch((error: unknown) => {
		if (!(error instanceof RestError)) throw error;
		throw new StepFailed(`n8n in ${userFolder} has another owner: ${error.reason}. Delete that folder to start with an empty n8n.`);
	});
	const { ids, token } = await during('Adding the credentials and the example workflows', say, async () => {
		// n8n gives a new node the credential that was saved last. With the read-only one, the first change would fail.
		const readOnly = await enter(rest, `${CREDENTIAL}, read only`, readOnlyCredentialFor(sandbox));
		const clubApi = await enter(rest, CREDENTIAL, credentialFor(sandbox));
		const beside = await startBeside(rest, sandbox, { userFolder, say });
		const credentials = { ...beside.credentials, clubApi };
		return { ids: await importTemplates(rest, { ...beside, credentials, readOnly }), token: beside.token };
	});
	await during('Publishing your published workflows again', say, async () => await publishAgain(rest));
	say(`
Ready.

  Sign in   ${owner.email}  /  ${owner.password}

  First     ${n8n.url}/workflow/${ids['first-look.json']}
            Press Execute workflow. It reads a made-up club and changes nothing.

  Then      ${n8n.url}/workflow/${ids['badge-congratulation.json']}
            Press Publish. From now on, each badge sends an email.

  Sandbox   ${sandbox.url}
            The made-up club. Press Award badge, and read the email on the same page.
            Each start makes a new club. n8n keeps your workflows.

  Assistant ${n8n.url}/mcp/club
            The address for your assistant. First publish the workflow
            "Connect any AI assistant to the club". The token is ${token}

More example workflows are in n8n, under Overview, with the tag "Examples". Emails appear below. "Write to a member" has no night here.
Press Ctrl-C to stop everything.
`);
	if (values.watch) rebuildOnChange(pack);
}

/** Compiles each change of a node into the pack that n8n runs, and n8n loads it again. Type errors appear in this window. */
function rebuildOnChange(pack: string): void {
	say('Each change of a node is compiled, and n8n loads it. Reload the editor to see it.\n');
	const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
	const compiler = spawn(process.execPath, [tsc, '--watch', '--preserveWatchOutput', '--outDir', join(pack, 'dist')], { stdio: 'inherit' });
	process.once('exit', () => compiler.kill());
}

/** What to close at the end. Once n8n runs, it must stop before this program does. */
let whenStopped = async (): Promise<void> => {};

endInGoodOrder(async () => await whenStopped());

try {
	await serve();
} catch (error) {
	console.error(error instanceof StepFailed ? `\n${error.message}` : error);
	process.exit(1);
}
