import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CREDENTIAL, credentialFor } from '../host/club.mts';
import { ROOT } from '../host/commands.mts';
import { HOST, installHost } from '../host/install.mts';
import { startN8n } from '../host/n8n.mts';
import { installPack, packTarball } from '../host/pack.mts';
import { N8nRest } from '../host/rest.mts';
import { club, lineOf, manualTrigger, withCredential } from '../host/workflow.mts';
import { startSandbox } from '../sandbox/index.mts';
import { listedAthletes } from '../sandbox/club.mts';
import { openEditor, type Editor } from '../test/e2e/support/editor.mts';

/** Takes the pictures of the documentation from the real editor, light and dark, into docs/images. */

const IMAGES = join(ROOT, 'docs', 'images');
const THEMES = ['light', 'dark'] as const;

mkdirSync(IMAGES, { recursive: true });
await installHost(HOST, (line) => console.log(line));
const userFolder = mkdtempSync(join(tmpdir(), 'club-screenshots-'));
const sandbox = await startSandbox({ port: 8787, rate: false, now: () => new Date('2026-11-21T12:00:00Z') });
await installPack(userFolder, await packTarball());
const n8n = await startN8n({ userFolder });

try {
	const rest = new N8nRest(n8n.url);
	await rest.signIn();
	const credential = await rest.createCredential(CREDENTIAL, credentialFor(sandbox));
	const [anna] = listedAthletes(sandbox.club);
	const chosen = { __rl: true, mode: 'list', value: anna.UserId, cachedResultName: `${anna.FirstMidName} ${anna.LastName} (${anna.Email})` };
	const { id } = await rest.createWorkflow(
		withCredential(
			lineOf('First look at the club', [
				manualTrigger,
				club('Read the profile', { resource: 'profile', operation: 'get' }),
				club('List athletes', { resource: 'athlete', operation: 'getAll', limit: 10, options: { simplify: true } }),
				club('Set the stage', { resource: 'athlete', operation: 'setClientStage', userId: chosen, clientStage: 'Client' }, { executeOnce: true }),
			]),
			credential,
		),
	);
	const events = await rest.createWorkflow(
		withCredential(
			lineOf('Badge to mail', [{ name: 'Club Trigger', type: 'n8n-nodes-club.clubTrigger', webhookId: 'club-trigger', parameters: { events: ['Badge.Awarded'] } }]),
			credential,
		),
	);
	const pictures: Record<string, (editor: Editor) => Promise<void>> = {
		async workflow(editor) {
			await editor.openWorkflow(id);
		},
		async credential(editor) {
			await editor.openCredential(credential.id);
		},
		async output(editor) {
			await editor.openWorkflow(id);
			await editor.openNode('List athletes');
			await editor.executeNode();
		},
		async panel(editor) {
			await editor.openWorkflow(id);
			await editor.openNode('Set the stage');
		},
		async trigger(editor) {
			await editor.openWorkflow(events.id);
			await editor.openNode('Club Trigger');
		},
	};
	for (const theme of THEMES) {
		const editor = await openEditor(rest, { theme, width: 1280, height: 800 });
		for (const [name, show] of Object.entries(pictures)) {
			await show(editor);
			await editor.screenshot(join(IMAGES, `${name}-${theme}.png`));
			console.log(`docs/images/${name}-${theme}.png`);
		}
		await editor.close();
	}
} finally {
	await n8n.stop();
	await sandbox.close();
	rmSync(userFolder, { recursive: true, force: true });
}
