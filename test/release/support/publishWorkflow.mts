import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../../dev/host/commands.mts';

interface Step {
	name?: string;
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
	env?: Record<string, string>;
}

export interface Job {
	needs?: string[];
	permissions?: Record<string, string>;
	steps: Step[];
}

/** The workflow that publishes a release, as GitHub reads it. */
export const publishWorkflow = parse(readFileSync(join(ROOT, '.github', 'workflows', 'publish.yml'), 'utf8')) as {
	permissions: Record<string, string>;
	jobs: Record<'test' | 'pack' | 'publish', Job>;
};

/**
 * Runs one step as GitHub does, in a folder of the rehearsal's.
 * @param env stands in for what GitHub puts into the step's own variables, and is stronger
 * @param more options for its last command
 * @returns what it hands over to other jobs
 * @throws where it fails
 */
export function runStep(job: Job, name: string, cwd: string, env: NodeJS.ProcessEnv = {}, more = ''): Record<string, string> {
	const step = job.steps.find((candidate) => candidate.name === name);
	const folder = mkdtempSync(join(tmpdir(), 'club-step-'));
	const outputs = join(folder, 'outputs');
	try {
		writeFileSync(outputs, '');
		const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', `${step?.run?.trimEnd() ?? 'false'} ${more}`], {
			cwd,
			env: { ...process.env, ...step?.env, GITHUB_OUTPUT: outputs, ...env },
			encoding: 'utf8',
		});
		if (status !== 0) throw new Error(`"${name}" failed:\n${stdout}\n${stderr}`);
		const lines = readFileSync(outputs, 'utf8').trim().split('\n');
		return Object.fromEntries(lines.filter(Boolean).map((line) => line.split('=')));
	} finally {
		rmSync(folder, { recursive: true });
	}
}
