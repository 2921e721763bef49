import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StepFailed } from './commands.mts';
import { HOST, isInstalled, nodeOf } from './install.mts';
import { freePort } from './ports.mts';
import { waitFor } from './wait.mts';

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
export interface N8n {
	url: string;
	pid: number;
	/** Everything it has written so far. */
	log(): string;
	/** Ends it as a service manager would, and waits until nothing of it is left. */
	stop(): Promise<void>;
	/** Ends it, and the processes it started, at once and without a chance to tidy up. */
	kill9(): Promise<void>;
}

/** The key with which n8n encrypts credentials: made once for a user folder. */
function encryptionKey(userFolder: string): string {
	const file = join(userFolder, 'encryption-key');
	if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
	return readFileSync(file, 'utf8');
}

async function environment(options: N8nOptions, port: number): Promise<NodeJS.ProcessEnv> {
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
		// A worker answers health checks only when asked to, and on a port of its own.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		...(options.webhookUrl !== undefined && { WEBHOOK_URL: options.webhookUrl }),
		...options.env,
	};
}

/** Whether anything of the process group is left. */
function groupLives(pid: number): boolean {
	try {
		process.kill(-pid, 0);
		return true;
	} catch {
		return false;
	}
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
	if (groupLives(pid)) process.kill(-pid, signal);
}

const isReady = async (url: string): Promise<true | undefined> => {
	try {
		return (await fetch(`${url}/healthz/readiness`)).ok || undefined;
	} catch {
		return undefined;
	}
};

const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * Starts an n8n process and waits until it is ready. It has a process group of its own, so that
 * stopping it leaves nothing behind. Rejects with the last lines of its log when it does not start.
 */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const { userFolder, host = HOST, command = 'start', timeout = 120_000 } = options;
	if (!isInstalled(host)) throw new StepFailed('n8n is not installed yet. Run "npm start" or "npm test" once: both install it.');
	mkdirSync(userFolder, { recursive: true });
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const logFile = join(userFolder, `n8n-${command}-${port}.log`);
	const output = openSync(logFile, 'w');
	const { node } = nodeOf(host);
	const child = spawn(node, [join(host, 'node_modules', 'n8n', 'bin', 'n8n'), command], {
		cwd: userFolder,
		env: await environment(options, port),
		stdio: ['ignore', output, output],
		detached: true,
	});
	closeSync(output);
	const pid = child.pid;
	if (pid === undefined) throw new StepFailed(`n8n could not be started with ${node}.`);
	// The last resort: whatever ends this program also ends what it started.
	const endWithUs = () => signalGroup(pid, 'SIGKILL');
	process.once('exit', endWithUs);

	const log = () => readFileSync(logFile, 'utf8');
	const end = async (signal: NodeJS.Signals, grace: number): Promise<void> => {
		signalGroup(pid, signal);
		const gone = () => (ended(child) && !groupLives(pid) ? true : undefined);
		await waitFor('The end of n8n', gone, { timeout: grace }).catch(async () => {
			signalGroup(pid, 'SIGKILL');
			await waitFor('The end of n8n', gone, { timeout: 10_000 });
		});
		process.off('exit', endWithUs);
	};

	try {
		await waitFor('The start of n8n', async () => {
			if (ended(child)) throw new Error('n8n ended while it was starting');
			return await isReady(url);
		}, { timeout });
	} catch (error) {
		await end('SIGKILL', 10_000);
		const lastLines = log().trim().split('\n').slice(-15).join('\n');
		throw new StepFailed(`${(error as Error).message}. The end of ${logFile}:\n${lastLines}`);
	}
	return { url, pid, log, stop: async () => await end('SIGTERM', 15_000), kill9: async () => await end('SIGKILL', 10_000) };
}
