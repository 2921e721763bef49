import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { StepFailed } from './commands.mts';
import { waitFor } from './wait.mts';

export interface ProgramOptions extends Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'> {
	/** What a person calls it. */
	name: string;
	command: string;
	args: string[];
	/** Takes all that it writes. */
	logFile: string;
	/** Whether it can be used now; true, or undefined to be asked again. */
	isReady(): Promise<true | undefined>;
	/** Milliseconds until it must be ready. */
	timeout?: number;
}

/** A program that runs beside this one. */
export interface Program {
	pid: number;
	/** Everything it has written so far. */
	log(): string;
	/** Ends it as a service manager would, and waits until nothing of it is left. */
	stop(): Promise<void>;
	/** Ends it, and the processes it started, at once and without a chance to tidy up. */
	kill9(): Promise<void>;
}

/** n8n lets what runs come to its end for 30 s: who kills it before loses executions that would have ended. */
const GRACE_MS = 45_000;

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

const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * Starts a program and waits until it is ready. It has a process group of its own, so that stopping it leaves
 * nothing behind.
 * @throws StepFailed with the last lines of its log when it does not start
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
	const { name, command, args, logFile, isReady, timeout = 120_000, ...how } = options;
	const output = openSync(logFile, 'w');
	const child = spawn(command, args, { ...how, stdio: ['ignore', output, output], detached: true });
	closeSync(output);
	const failure = new Promise<never>((_resolve, reject) => child.once('error', reject));
	failure.catch(() => {});
	const pid = child.pid;
	if (pid === undefined) throw new StepFailed(`${name} could not be started: ${(await failure.catch((error: Error) => error)).message}`);
	// The last resort: whatever ends this program also ends what it started.
	const endWithUs = () => signalGroup(pid, 'SIGKILL');
	process.once('exit', endWithUs);

	const log = () => readFileSync(logFile, 'utf8');
	const gone = () => (ended(child) && !groupLives(pid) ? true : undefined);
	const end = async (signal: NodeJS.Signals): Promise<void> => {
		signalGroup(pid, signal);
		await waitFor(`The end of ${name}`, gone, { timeout: GRACE_MS }).catch(async () => {
			signalGroup(pid, 'SIGKILL');
			await waitFor(`The end of ${name}`, gone, { timeout: GRACE_MS });
		});
		process.off('exit', endWithUs);
	};

	try {
		await waitFor(
			`The start of ${name}`,
			async () => {
				if (ended(child)) throw new Error(`${name} ended while it was starting`);
				return await isReady();
			},
			{ timeout },
		);
	} catch (error) {
		await end('SIGKILL');
		const lastLines = log().trim().split('\n').slice(-15).join('\n');
		throw new StepFailed(`${(error as Error).message}. The end of ${logFile}:\n${lastLines}`);
	}
	return { pid, log, stop: async () => await end('SIGTERM'), kill9: async () => await end('SIGKILL') };
}
