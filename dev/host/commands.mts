import { spawn, type SpawnOptions } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/** A failed step. Its message says what to do. */
export class StepFailed extends Error {}

/** The folder of the project. Every script starts in it. */
export const ROOT = process.cwd();

/**
 * Runs a program to its end and appends its output to a log file.
 * @throws StepFailed with `failure` and the path of the log
 */
export async function run(command: string, args: string[], log: string, failure: string, options: SpawnOptions = {}): Promise<void> {
	const out = createWriteStream(log, { flags: 'a' });
	await new Promise((resolve) => out.once('open', resolve));
	const child = spawn(command, args, { ...options, stdio: ['ignore', out, out] });
	const code = await new Promise<number | null>((resolve) => {
		child.once('error', () => resolve(null));
		child.once('close', resolve);
	});
	out.close();
	if (code !== 0) throw new StepFailed(`${failure} The log is in ${log}.`);
}
