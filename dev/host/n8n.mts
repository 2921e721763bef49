import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StepFailed } from './commands.mts';
import { HOST, isInstalled, nodeOf, type HostNode } from './install.mts';
import { keptSecret } from './keptSecret.mts';
import { freePort } from './ports.mts';
import { startProgram, type Program } from './program.mts';

export interface N8nOptions {
	/** The folder for n8n's database, its settings and the pack (in `.n8n`). */
	userFolder: string;
	/** Default: a free port. */
	port?: number;
	/** The folder of the n8n to run. Default: `HOST`. */
	host?: string;
	/** Added to the default environment, which it can override. */
	env?: NodeJS.ProcessEnv;
	/** The main process (default), or another process of queue mode. */
	command?: 'start' | 'worker' | 'webhook';
	/** The public address of webhooks, if it differs from n8n's address. */
	webhookUrl?: string;
}

/** A running n8n process. */
export interface N8n extends Program {
	url: string;
}

/** n8n's encryption key for credentials, one for each user folder. */
const encryptionKey = (userFolder: string): string => keptSecret(join(userFolder, 'encryption-key'), () => randomBytes(24).toString('hex'));

async function environment(options: N8nOptions, port: number, { hasIsolates }: HostNode): Promise<NodeJS.ProcessEnv> {
	return {
		PATH: process.env.PATH,
		HOME: process.env.HOME ?? options.userFolder,
		N8N_USER_FOLDER: options.userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_ENCRYPTION_KEY: encryptionKey(options.userFolder),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		GENERIC_TIMEZONE: 'Europe/Stockholm',
		...(!hasIsolates && { N8N_EXPRESSION_ENGINE: 'legacy' }),
		// Without this, a worker answers no health checks.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		...(options.webhookUrl !== undefined && { N8N_WEBHOOK_URL: options.webhookUrl }),
		...options.env,
	};
}

/** Paths that answer when a process is ready: it can be "ready" before its main process accepts requests. */
const READY_PATHS = { start: ['/healthz/readiness', '/rest/settings'], worker: ['/healthz/readiness'], webhook: ['/healthz/readiness'] };

/** A busy n8n can take so long to answer. */
const PROBE_MS = 30_000;

async function isReady(url: string, command: keyof typeof READY_PATHS): Promise<true | undefined> {
	try {
		const answers = await Promise.all(
			READY_PATHS[command].map(async (path) => await fetch(url + path, { signal: AbortSignal.timeout(PROBE_MS) })),
		);
		return answers.every(({ ok, headers }) => ok && headers.get('content-type')?.includes('json')) || undefined;
	} catch {
		return undefined;
	}
}

/**
 * Starts an n8n process and waits until it is ready.
 * @throws StepFailed with the last lines of its log if it does not start
 */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const { userFolder, host = HOST, command = 'start' } = options;
	if (!isInstalled(host)) throw new StepFailed('n8n is not installed. Run "npm start" or "npm test" once to install it.');
	mkdirSync(userFolder, { recursive: true });
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const nodeJs = nodeOf(host);
	const program = await startProgram({
		name: 'n8n',
		command: nodeJs.node,
		args: [join(host, 'node_modules', 'n8n', 'bin', 'n8n'), command],
		cwd: userFolder,
		env: await environment(options, port, nodeJs),
		logFile: join(userFolder, `n8n-${command}-${port}.log`),
		isReady: async () => await isReady(url, command),
	});
	return { ...program, url };
}
