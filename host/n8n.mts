import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StepFailed } from './commands.mts';
import { HOST, nodeOf } from './install.mts';
import { freePort } from './ports.mts';

export interface N8nOptions {
	/** Where n8n keeps its data and the pack. */
	userFolder: string;
	/** 0 or nothing takes a free one. */
	port?: number;
	env?: Record<string, string>;
	command?: 'start' | 'worker' | 'webhook';
	/** The folder of the n8n to run. */
	host?: string;
}

export interface RunningN8n {
	url: string;
	pid: number;
	/** What it has written so far. */
	log(): string;
	stop(): Promise<void>;
	kill9(): Promise<void>;
}

const READY_WITHIN_MS = 180_000;

/** The key that encrypts credentials; local data only. */
const ENCRYPTION_KEY = 'local-encryption-key';

async function environment({ userFolder, env }: N8nOptions, port: number): Promise<Record<string, string>> {
	return {
		PATH: process.env.PATH ?? '',
		HOME: process.env.HOME ?? userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_ENCRYPTION_KEY: ENCRYPTION_KEY,
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		GENERIC_TIMEZONE: 'Europe/Stockholm',
		...env,
	};
}

async function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const closed = new Promise((resolve) => child.once('close', resolve));
	process.kill(-(child.pid as number), signal);
	const late = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 15_000);
	await closed;
	clearTimeout(late);
}

async function ready(url: string, child: ChildProcess, log: () => string): Promise<void> {
	const until = Date.now() + READY_WITHIN_MS;
	while (Date.now() < until) {
		if (child.exitCode !== null) break;
		const ok = await fetch(`${url}/healthz/readiness`).then(
			(response) => response.ok,
			() => false,
		);
		if (ok) return;
		await new Promise((resolve) => setTimeout(resolve, 250));
	}
	throw new StepFailed(`n8n did not start. Its last words:\n${log().split('\n').slice(-15).join('\n')}`);
}

/** Starts a process of n8n and waits until it is ready; it and all that it started end with `stop`. */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { userFolder, command = 'start', host = HOST } = options;
	mkdirSync(userFolder, { recursive: true });
	const port = options.port || (await freePort());
	const logFile = join(userFolder, `n8n-${command}-${port}.log`);
	const out = createWriteStream(logFile);
	await new Promise((resolve) => out.once('open', resolve));
	const { node } = nodeOf(host);
	const child = spawn(node, [join(host, 'node_modules', 'n8n', 'bin', 'n8n'), command], {
		env: await environment(options, port),
		stdio: ['ignore', out, out],
		detached: true,
	});
	const url = `http://127.0.0.1:${port}`;
	const log = () => readFileSync(logFile, 'utf8');
	await ready(url, child, log).catch(async (error: unknown) => {
		await stopped(child, 'SIGKILL');
		throw error;
	});
	return {
		url,
		pid: child.pid as number,
		log,
		stop: async () => await stopped(child, 'SIGTERM'),
		kill9: async () => await stopped(child, 'SIGKILL'),
	};
}
