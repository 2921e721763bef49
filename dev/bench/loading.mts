import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST, nodeOf } from '../host/install.mts';

/** Loads a pack as n8n does at its start: it creates an instance of each node and credential. */
const LOADING = `
	require('n8n-workflow');
	require('luxon');
	const started = performance.now();
	for (const file of process.argv.slice(1)) new (require(file)[file.split('/').pop().split('.')[0]])();
	console.log(performance.now() - started);
`;

/** The time to load an installed pack in a new process, in ms, for each round. The packages of n8n are already loaded. */
export function loadingMs(packFolder: string, rounds: number): number[] {
	const { n8n } = JSON.parse(readFileSync(join(packFolder, 'package.json'), 'utf8')) as { n8n: { nodes: string[]; credentials: string[] } };
	const files = [...n8n.nodes, ...n8n.credentials].map((file) => join(packFolder, file));
	const env = { ...process.env, NODE_PATH: join(HOST, 'node_modules') };
	return Array.from({ length: rounds }, () =>
		Number(execFileSync(nodeOf(HOST).node, ['-e', LOADING, ...files], { cwd: HOST, env, encoding: 'utf8' })),
	);
}
