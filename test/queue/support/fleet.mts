import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CREDENTIAL, credentialFor } from '../../../dev/host/club.mts';
import { HOST } from '../../../dev/host/install.mts';
import { startN8n, type N8n, type N8nOptions } from '../../../dev/host/n8n.mts';
import { installPack } from '../../../dev/host/pack.mts';
import { freePort } from '../../../dev/host/ports.mts';
import { startProgram, type Program } from '../../../dev/host/program.mts';
import { N8nRest } from '../../../dev/host/rest.mts';
import { startServices, type Services } from '../../../dev/host/services.mts';
import { lineOf, withCredential, type CredentialReference, type NodeSpec } from '../../../dev/host/workflow.mts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/index.mts';
import { currentTarball } from '../../../dev/host/tarball.mts';
import { expectNoSecretInFiles, expectNoSecretInRows } from '../../e2e/support/written.mts';
import { expectNoKeyInAddresses, expectNoSecret, guardSandbox, keys, tokens } from '../../support/secrets.mts';

/** n8n in queue mode: a main process, two workers and a webhook processor, with Redis and PostgreSQL between them. */
export interface Fleet {
	sandbox: Sandbox;
	main: N8n;
	workers: N8n[];
	/** The process that answers webhooks; its address is the one that n8n gives out. */
	webhook: N8n;
	/** Signed in to the main process as the owner. */
	rest: N8nRest;
	credential: CredentialReference;
	/** Saves a workflow of these nodes in a line, by default with the sandbox's credential. */
	save(specs: NodeSpec[], credential?: CredentialReference): Promise<string>;
	addWorker(): Promise<void>;
	/** Ends the main process, by signal or at once, and starts it again; `meanwhile` happens while it is away. */
	restart(how: 'stop' | 'kill9', meanwhile?: () => void): Promise<void>;
}

/** Writes down every command that Redis is sent, in a file. */
async function listenToRedis(port: string, logFile: string): Promise<Program> {
	const isReady = async () => readFileSync(logFile, 'utf8').startsWith('OK') || undefined;
	return await startProgram({ name: 'The record of Redis', command: 'redis-cli', args: ['-p', port, 'monitor'], logFile, isReady });
}

/** Each worker takes this many executions at once. */
const WORKER_CONCURRENCY = '5';

/**
 * Gives a test file its own fleet and its own sandbox, started before its first test and gone after its last.
 * Each process has a folder of its own, as on machines of their own. No secret may be in what they have written by
 * then: logs, files, the database, and all that went through the queue.
 */
export function useFleet(options: { sandbox?: SandboxOptions } = {}): Fleet {
	const fleet = { workers: [] as N8n[] } as Fleet;
	let workers = 0;
	let services: Services;
	let folder: string;
	let tarball: string;
	let webhookPort: number;
	let queue: Program;

	const startOne = async (name: string, more: Omit<N8nOptions, 'userFolder'>): Promise<N8n> => {
		const userFolder = join(folder, name);
		await installPack(userFolder, tarball);
		const env = {
			...services.env,
			N8N_LOG_LEVEL: 'debug',
			N8N_ENCRYPTION_KEY: 'the-same-for-every-process',
			N8N_CONCURRENCY_PRODUCTION_LIMIT: WORKER_CONCURRENCY,
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		};
		return await startN8n({ userFolder, env, webhookUrl: `http://127.0.0.1:${webhookPort}/`, ...more });
	};

	fleet.save = async (specs, credential = fleet.credential) =>
		(await fleet.rest.createWorkflow(withCredential(lineOf('Test', specs), credential))).id;

	fleet.addWorker = async () => {
		fleet.workers.push(await startOne(`worker-${++workers}`, { command: 'worker' }));
	};

	const startMain = async (port?: number) => {
		fleet.main = await startOne('main', { port });
		fleet.rest = new N8nRest(fleet.main.url);
		await fleet.rest.signIn();
	};

	fleet.restart = async (how, meanwhile = () => {}) => {
		await fleet.main[how]();
		meanwhile();
		await startMain(Number(new URL(fleet.main.url).port));
	};

	const expectNoSecretWritten = (): void => {
		expectNoSecretInFiles(folder);
		expectNoSecretInRows('postgres', HOST, services.env, folder);
		for (const program of [services.postgres, services.redis]) expectNoSecret('The log of a service', program.log(), keys, tokens);
		expectNoKeyInAddresses();
	};

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'club-fleet-'));
		tarball = await currentTarball();
		services = await startServices();
		queue = await listenToRedis(String(services.env.QUEUE_BULL_REDIS_PORT), join(folder, 'queue.log'));
		fleet.sandbox = await startSandbox(options.sandbox);
		guardSandbox(fleet.sandbox);
		webhookPort = await freePort();
		// The main process makes the tables that the others expect.
		await startMain();
		fleet.webhook = await startOne('webhook', { command: 'webhook', port: webhookPort });
		await fleet.addWorker();
		await fleet.addWorker();
		fleet.credential = await fleet.rest.createCredential(CREDENTIAL, credentialFor(fleet.sandbox));
	});

	afterAll(async () => {
		await Promise.all([...fleet.workers, fleet.webhook, fleet.main].map(async (process) => await process?.stop()));
		try {
			await queue?.stop();
			if (fleet.rest) expectNoSecretWritten();
		} finally {
			await services?.stop();
			await fleet.sandbox?.close();
			rmSync(folder, { recursive: true, force: true });
		}
	});

	return fleet;
}
