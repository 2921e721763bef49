import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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
import { check } from './check.mts';
import { addClassOfTomorrow, fillForExamples } from './exampleClub.mts';
import { endInGoodOrder } from './lifetime.mts';
import { nameWorkflows } from './workflowNames.mts';
import { enter, importTemplates, publishAgain } from './templates.mts';

/** How often it is looked whether the class that an example reminds of is there, in milliseconds. */
const LOOK_FOR_CLASS_MS = 30_000;

const say = (line: string): void => console.log(line);

const { values } = parseArgs({
	options: {
		check: { type: 'boolean', default: false },
		port: { type: 'string', default: '5678' },
		'sandbox-port': { type: 'string', default: '8787' },
		'crm-port': { type: 'string', default: '8788' },
		athletes: { type: 'string', default: '200' },
		folder: { type: 'string', default: join(ROOT, '.cache', 'n8n') },
		watch: { type: 'boolean', default: false },
	},
});

async function claim(port: string, option: string): Promise<number> {
	if (await isFree(Number(port))) return Number(port);
	throw new StepFailed(
		`Port ${port} is taken by another program. Stop that, or choose another with: npm start -- ${option} ${Number(port) + 1}`,
	);
}

async function prepared(): Promise<string> {
	await installHost(HOST, say);
	return await currentTarball(async () => await during('Building and packing the nodes', say, packTarball));
}

async function checkOnce(): Promise<number> {
	const tarball = await prepared();
	say('Doing the main job once ...\n');
	const steps = await check(tarball);
	for (const { step, ok, detail } of steps) say(`${ok ? 'ok  ' : 'FAIL'}  ${step.padEnd(32)} ${detail}`);
	return steps.every(({ ok }) => ok) ? 0 : 1;
}

async function serve(): Promise<void> {
	const port = await claim(values.port, '--port');
	const sandboxPort = await claim(values['sandbox-port'], '--sandbox-port');
	const crmPort = await claim(values['crm-port'], '--crm-port');
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
		say('\nClosing n8n and the sandbox ...');
		await n8n.stop();
		await sandbox.close();
	};
	const rest = new N8nRest(n8n.url);
	const owner = ownerIn(userFolder);
	await rest.signIn(owner).catch((error: unknown) => {
		if (!(error instanceof RestError)) throw error;
		throw new StepFailed(`n8n in ${userFolder} has another owner: ${error.reason}. Remove that folder to begin anew.`);
	});
	const { ids, token } = await during('Entering the credentials and the example workflows', say, async () => {
		// n8n gives a node that is added by hand the credential that was saved last: that must be the one that may change the club.
		const readOnly = await enter(rest, `${CREDENTIAL}, read only`, readOnlyCredentialFor(sandbox));
		const clubApi = await enter(rest, CREDENTIAL, credentialFor(sandbox));
		const beside = await startBeside(rest, sandbox, { crmPort, userFolder, say });
		const credentials = { ...beside.credentials, clubApi };
		return { ids: await importTemplates(rest, { ...beside, credentials, readOnly }), token: beside.token };
	});
	await during('Publishing again what was published', say, async () => await publishAgain(rest));
	nameWorkflows(sandbox, rest);
	say(`
Ready.

  Sign in   ${owner.email}  /  ${owner.password}

  First     ${n8n.url}/workflow/${ids['first-look.json']}
            Press Execute workflow. The club behind it is made up, and the workflow only reads.

  Then      ${n8n.url}/workflow/${ids['badge-congratulation.json']}
            Press Publish. From now on each badge sends a mail.

  Sandbox   ${sandbox.url}
            The club itself. Press Award badge, and read the mail on the same page.
            It begins anew at each start. n8n keeps your workflows.

  Assistant ${n8n.url}/mcp/club
            The address of the workflow "Connect any AI assistant to the club", once you publish it.
            The token is ${token}

More example workflows are in n8n, under Overview. What mails are sent and what the CRM is told
appears below. Ctrl-C ends everything.
`);
	if (values.watch) rebuildOnChange(pack);
}

/** Compiles each change of a node into the pack that n8n runs, which n8n then loads anew; type errors appear in this window. */
function rebuildOnChange(pack: string): void {
	say('Each change of a node is compiled, and loaded by n8n: reload the page of the editor to see it.\n');
	const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
	const compiler = spawn(process.execPath, [tsc, '--watch', '--preserveWatchOutput', '--outDir', join(pack, 'dist')], { stdio: 'inherit' });
	process.once('exit', () => compiler.kill());
}

/** What is to be closed at the end; once n8n runs, it is ended in good order. */
let whenStopped = async (): Promise<void> => {};

endInGoodOrder(async () => await whenStopped());

try {
	if (values.check) process.exit(await checkOnce());
	await serve();
} catch (error) {
	console.error(error instanceof StepFailed ? `\n${error.message}` : error);
	process.exit(1);
}
