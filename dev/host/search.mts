import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOST, nodeOf } from './install.mts';
import { installPack, PACK } from './pack.mts';

/** What n8n finds for each query. */
export interface Found {
	/** The answer of the search of installed nodes, as an AI builder reads it: n8n's own nodes and those of the pack. */
	installed: Record<string, string>;
	/** The nodes of the pack that n8n offers while the pack is verified but not installed. */
	notInstalled: Record<string, string[]>;
}

/**
 * Searches with n8n's own code, beside n8n's own nodes, without a server.
 * @param tarball the packed pack
 */
export async function searchNodes(tarball: string, queries: readonly string[]): Promise<Found> {
	const userFolder = mkdtempSync(join(tmpdir(), 'club-search-'));
	try {
		await installPack(userFolder, tarball);
		const order = JSON.stringify({ host: HOST, pack: PACK, queries });
		// Without NODE_ENV, which Jest sets: n8n loads no nodes in a test.
		const env = { PATH: process.env.PATH, N8N_USER_FOLDER: userFolder, N8N_ENCRYPTION_KEY: 'search', N8N_LOG_LEVEL: 'silent' };
		const answer = execFileSync(nodeOf(HOST).node, [join('dev', 'host', 'searchProgram.mts'), order], { encoding: 'utf8', env });
		return JSON.parse(answer) as Found;
	} finally {
		rmSync(userFolder, { recursive: true, force: true });
	}
}

/** The nodes in an answer of the search of installed nodes, the best first. */
export const nodesIn = (answer: string): string[] => [...answer.matchAll(/^- (\S+)(?: \[TRIGGER\])?$/gm)].map(([, name]) => name);

/** What the answer says of a node. */
export const hitIn = (answer: string, node: string): string =>
	answer.split(/\n\n(?=- )/).find((hit) => hit.startsWith(`- ${node}\n`)) ?? '';
