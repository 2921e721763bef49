import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { StepFailed } from './commands.mts';
import { waitFor } from './wait.mts';

export interface ProgramOptions extends Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'> {
	/** Its name in messages. */
	name: string;
	command: string;
	args: string[];
	/** File for its output. */
	logFile: string;
	/** Returns true when the program is ready, or undefined to be called again. */
	isReady(): Promise<true | undefined>;
}

/** A program that runs in parallel. */
export interface Program {
	pid: number;
	/** Its output so far. */
	log(): string;
	/** Ends it with SIGTERM, and waits for the end of all its processes. */
	stop(): Promise<void>;
	/** Ends it and its processes at once, with SIGKILL. */
	kill9(): Promise<void>;
}

/** n8n lets running executions continue for 30 s. A kill before that would lose them. */
const GRACE_MS = 45_000;

/** Whether a process of the group is alive. */
function isGroupAlive(pid: number): boolean {
	try {
		process.kill(-pid, 0);
		return true;
	} catch {
		return false;
	}
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
	if (isGroupAlive(pid)) process.kill(-pid, signal);
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * Starts a program and waits until it is ready. It has its own process group: otherwise its child processes would survive `stop`.
 * @throws StepFailed with the last lines of its log if it does not start
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
	const { name, command, args, logFile, isReady, ...how } = options;
	const output = openSync(logFile, 'w');
	const child = spawn(command, args, { ...how, stdio: ['ignore', output, output], detached: true });
	closeSync(output);
	const failure = new Promise<never>((_resolve, reject) => child.once('error', reject));
	failure.catch(() => {});
	const pid = child.pid;
	if (pid === undefined) throw new StepFailed(`${name} does not start: ${(await failure.catch((error: Error) => error)).message}`);
	// If this process exits, the program ends too.
	const killOnExit = () => signalGroup(pid, 'SIGKILL');
	process.once('exit', killOnExit);

	const log = () => readFileSync(logFile, 'utf8');
	const hasEnded = () => (hasExited(child) && !isGroupAlive(pid) ? true : undefined);
	const end = async (signal: NodeJS.Signals): Promise<void> => {
		signalGroup(pid, signal);
		await waitFor(`The end of ${name}`, hasEnded, { timeout: GRACE_MS }).catch(async () => {
			signalGroup(pid, 'SIGKILL');
			await waitFor(`The end of ${name}`, hasEnded, { timeout: GRACE_MS });
		});
		process.off('exit', killOnExit);
	};

	try {
		await waitFor(`The start of ${name}`, async () => {
			if (hasExited(child)) throw new Error(`${name} ended during its start`);
			return await isReady();
		});
	} catch (error) {
		await end('SIGKILL');
		const lastLines = log().trim().split('\n').slice(-15).join('\n');
		throw new StepFailed(`${(error as Error).message}. The end of ${logFile}:\n${lastLines}`);
	}
	return { pid, log, stop: async () => await end('SIGTERM'), kill9: async () => await end('SIGKILL') };
}
