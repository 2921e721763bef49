import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CREDENTIAL, credentialFor } from '../host/club.mts';
import { startN8n, type N8n } from '../host/n8n.mts';
import { installPack } from '../host/pack.mts';
import { N8nRest } from '../host/rest.mts';
import type { CredentialReference, NodeSpec } from '../host/workflow.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import { currentTarball } from '../host/tarball.mts';
import { onWebhook } from './workflows.mts';

/** A real n8n with the packed pack, connected to a sandbox. */
export interface BenchHost {
	n8n: N8n;
	rest: N8nRest;
	credential: CredentialReference;
	/** Publishes a workflow and returns a function that runs it once. */
	serve(path: string, specs: NodeSpec[]): Promise<() => Promise<void>>;
	/** The webhook address of the workflow that was published last. */
	webhookUrl(): string;
	close(): Promise<void>;
}

/** Starts an n8n for a sandbox. @param env added to its environment */
export async function startBenchHost(sandbox: Sandbox, env: Record<string, string> = {}): Promise<BenchHost> {
	const userFolder = mkdtempSync(join(tmpdir(), 'club-bench-'));
	await installPack(userFolder, await currentTarball());
	const n8n = await startN8n({ userFolder, env: { N8N_LOG_LEVEL: 'warn', NODE_OPTIONS: '--max-old-space-size=6144', ...env } });
	const rest = new N8nRest(n8n.url);
	await rest.signIn();
	const data = { ...credentialFor(sandbox), allowedHttpRequestDomains: 'all' };
	const credential = await rest.createCredential(CREDENTIAL, data);
	return {
		n8n,
		rest,
		credential,
		async serve(path, specs) {
			const { id } = await rest.createWorkflow(onWebhook(path, specs, credential));
			await rest.activate(id);
			return async () => {
				const response = await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST' });
				if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
				await response.text();
			};
		},
		webhookUrl() {
			const urls = [...sandbox.club.webhookSubscriptions.values()].map(({ Url }) => Url);
			return urls.filter((url) => url.startsWith(n8n.url)).at(-1) ?? '';
		},
		async close() {
			await n8n.stop();
			rmSync(userFolder, { recursive: true, force: true });
		},
	};
}
