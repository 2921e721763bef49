import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CREDENTIAL, credentialFor } from '../../../host/club.mts';
import { startN8n, type N8n, type N8nOptions } from '../../../host/n8n.mts';
import { installPack } from '../../../host/pack.mts';
import { freePort } from '../../../host/ports.mts';
import { N8nRest } from '../../../host/rest.mts';
import { startServices, type Services } from '../../../host/services.mts';
import { lineOf, withCredential, type CredentialReference, type NodeSpec } from '../../../host/workflow.mts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/index.mts';
import { currentTarball } from '../../e2e/support/tarball.mts';

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
	/** Saves a workflow of these nodes, in a line. */
	save(specs: NodeSpec[], name?: string): Promise<string>;
	/** Starts one more worker. */
	addWorker(): Promise<void>;
}

/** Each worker takes this many executions at once. */
const WORKER_CONCURRENCY = '5';

/**
 * Gives a test file its own fleet and its own sandbox, started before its first test and gone after its last.
 * Each process has a folder of its own, as on machines of their own.
 */
export function useFleet(options: { sandbox?: SandboxOptions } = {}): Fleet {
	const fleet = { workers: [] as N8n[] } as Fleet;
	let services: Services;
	let folder: string;
	let tarball: string;
	let webhookPort: number;

	const startOne = async (name: string, more: Omit<N8nOptions, 'userFolder'>): Promise<N8n> => {
		const userFolder = join(folder, name);
		await installPack(userFolder, tarball);
		const env = {
			...services.env,
			N8N_ENCRYPTION_KEY: 'the-same-for-every-process',
			N8N_CONCURRENCY_PRODUCTION_LIMIT: WORKER_CONCURRENCY,
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		};
		return await startN8n({ userFolder, env, webhookUrl: `http://127.0.0.1:${webhookPort}/`, ...more });
	};

	fleet.save = async (specs, name = 'Test') => (await fleet.rest.createWorkflow(withCredential(lineOf(name, specs), fleet.credential))).id;

	fleet.addWorker = async () => {
		fleet.workers.push(await startOne(`worker-${fleet.workers.length}`, { command: 'worker' }));
	};

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'club-fleet-'));
		tarball = await currentTarball();
		services = await startServices();
		fleet.sandbox = await startSandbox(options.sandbox);
		webhookPort = await freePort();
		// The main process makes the tables that the others expect.
		fleet.main = await startOne('main', {});
		fleet.webhook = await startOne('webhook', { command: 'webhook', port: webhookPort });
		await fleet.addWorker();
		await fleet.addWorker();
		fleet.rest = new N8nRest(fleet.main.url);
		await fleet.rest.signIn();
		fleet.credential = await fleet.rest.createCredential(CREDENTIAL, credentialFor(fleet.sandbox));
	}, 300_000);

	afterAll(async () => {
		await Promise.all([...fleet.workers, fleet.webhook, fleet.main].map(async (process) => await process?.stop()));
		await services?.stop();
		await fleet.sandbox?.close();
		rmSync(folder, { recursive: true, force: true });
	}, 120_000);

	return fleet;
}
