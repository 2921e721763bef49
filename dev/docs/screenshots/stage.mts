import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CREDENTIAL, credentialFor } from '../../host/club.mts';
import { HOST, installHost } from '../../host/install.mts';
import { startN8n } from '../../host/n8n.mts';
import { installPack, packTarball } from '../../host/pack.mts';
import { N8nRest } from '../../host/rest.mts';
import type { CredentialReference } from '../../host/workflow.mts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { NOW } from '../examples.mts';

/** What pictures are taken of: a real n8n with the pack, and a club that is the same each time. */
export interface Stage {
	/** Signed in as the owner. */
	rest: N8nRest;
	sandbox: Sandbox;
	credential: CredentialReference;
}

/** Sets the stage, lets `show` use it, and leaves nothing of it behind. */
export async function onStage(show: (stage: Stage) => Promise<void>): Promise<void> {
	await installHost(HOST, (line) => console.log(line));
	const userFolder = mkdtempSync(join(tmpdir(), 'club-screenshots-'));
	const sandbox = await startSandbox({ port: 8787, rate: false, now: () => NOW });
	await installPack(userFolder, await packTarball());
	const n8n = await startN8n({ userFolder });
	try {
		const rest = new N8nRest(n8n.url);
		await rest.signIn();
		const credential = await rest.createCredential(CREDENTIAL, credentialFor(sandbox));
		await show({ rest, sandbox, credential });
	} finally {
		await n8n.stop();
		await sandbox.close();
		rmSync(userFolder, { recursive: true, force: true });
	}
}
