import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST, nodeOf } from '../host/install.mts';

/** What n8n does with a pack when it starts: it takes the class of each node and credential from its file and makes one. */
const LOADING = `
	require('n8n-workflow');
	require('luxon');
	const started = performance.now();
	for (const file of process.argv.slice(1)) new (require(file)[file.split('/').pop().split('.')[0]])();
	console.log(performance.now() - started);
`;

/** Milliseconds in which new processes, one for each round, load an installed pack; n8n itself has loaded already what the pack takes from it. */
export function loadingMs(packFolder: string, rounds: number): number[] {
	const { n8n } = JSON.parse(readFileSync(join(packFolder, 'package.json'), 'utf8')) as { n8n: { nodes: string[]; credentials: string[] } };
	const files = [...n8n.nodes, ...n8n.credentials].map((file) => join(packFolder, file));
	const env = { ...process.env, NODE_PATH: join(HOST, 'node_modules') };
	return Array.from({ length: rounds }, () =>
		Number(execFileSync(nodeOf(HOST).node, ['-e', LOADING, ...files], { cwd: HOST, env, encoding: 'utf8' })),
	);
}
