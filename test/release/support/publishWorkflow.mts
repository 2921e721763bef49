import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../../dev/host/commands.mts';

interface Step {
	name?: string;
	uses?: string;
	run?: string;
	env?: Record<string, string>;
}

export interface Job {
	needs?: string;
	permissions?: Record<string, string>;
	steps: Step[];
}

/** The workflow that publishes a release, as GitHub reads it. */
export const publishWorkflow = parse(readFileSync(join(ROOT, '.github', 'workflows', 'publish.yml'), 'utf8')) as {
	permissions: Record<string, string>;
	jobs: Record<'test' | 'publish', Job>;
};

/** The commands of a job, by the name of their step. */
export const commandsOf = ({ steps }: Job): string[] => steps.flatMap(({ name, run }) => (run && name ? [name] : []));

/**
 * Runs one step as GitHub does, in a folder of the rehearsal's.
 * @param env stands in for what GitHub puts into the step's own variables, and is stronger
 * @returns what it wrote
 * @throws where it fails
 */
export function runStep(job: Job, name: string, cwd: string, env: NodeJS.ProcessEnv): string {
	const step = job.steps.find((candidate) => candidate.name === name);
	const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', step?.run ?? 'false'], {
		cwd,
		env: { ...process.env, ...step?.env, ...env },
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`"${name}" failed:\n${stdout}\n${stderr}`);
	return stdout + stderr;
}
