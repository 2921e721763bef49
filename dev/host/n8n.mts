import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StepFailed } from './commands.mts';
import { HOST, isInstalled, nodeOf, type HostNode } from './install.mts';
import { keptSecret } from './keptSecret.mts';
import { freePort } from './ports.mts';
import { startProgram, type Program } from './program.mts';

export interface N8nOptions {
	/** Where n8n keeps its database, its settings and the pack: `$userFolder/.n8n`. */
	userFolder: string;
	/** A free one when left out. */
	port?: number;
	/** The folder of the n8n to run. */
	host?: string;
	/** Added to, and stronger than, the environment of a quiet n8n on loopback. */
	env?: NodeJS.ProcessEnv;
	/** The main process (default), or one of queue mode's others. */
	command?: 'start' | 'worker' | 'webhook';
	/** The address at which webhooks reach n8n, where it is not its own. */
	webhookUrl?: string;
	/** Milliseconds until it must be ready. */
	timeout?: number;
}

/** A running n8n process. */
export interface N8n extends Program {
	url: string;
}

/** The key with which n8n encrypts credentials: made once for a user folder. */
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
		// A worker answers health checks only when asked to, and on a port of its own.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		...(options.webhookUrl !== undefined && { WEBHOOK_URL: options.webhookUrl }),
		...options.env,
	};
}

/** Where each kind of process tells that it can be used; n8n 1 is "ready" before its main process takes requests. */
const READY = { start: ['/healthz/readiness', '/rest/settings'], worker: ['/healthz/readiness'], webhook: ['/healthz/readiness'] };

async function isReady(url: string, command: keyof typeof READY): Promise<true | undefined> {
	try {
		const answers = await Promise.all(READY[command].map(async (path) => await fetch(url + path, { signal: AbortSignal.timeout(5_000) })));
		return answers.every(({ ok, headers }) => ok && headers.get('content-type')?.includes('json')) || undefined;
	} catch {
		return undefined;
	}
}

/**
 * Starts an n8n process and waits until it is ready.
 * @throws StepFailed with the last lines of its log when it does not start
 */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const { userFolder, host = HOST, command = 'start', timeout } = options;
	if (!isInstalled(host)) throw new StepFailed('n8n is not installed yet. Run "npm start" or "npm test" once: both install it.');
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
		timeout,
	});
	return { ...program, url };
}
