import { spawn, type SpawnOptions } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/** A step that did not work, in words for a person. */
export class StepFailed extends Error {}

/** The folder of the project; every script runs from there. */
export const ROOT = process.cwd();

/**
 * Runs a program to its end, its output in a log file.
 * @throws StepFailed with `failure` and the place of the log
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
