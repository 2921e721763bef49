import { club, lineOf, manualTrigger, withCredential } from '../../host/workflow.mts';
import { credentialFor } from '../../host/club.mts';
import { enterDoor, fitted, template } from '../../demo/templates.mts';
import { openEditor, type Editor } from '../../host/editor.mts';
import { pictureIn, THEMES } from '../pictures.mts';
import { isTrue, saved } from './images.mts';
import type { Stage } from './stage.mts';

/** What the README shows, in this order. */
const PICTURES = ['workflow', 'credential', 'output', 'panel', 'trigger'] as const;

/** The size of a picture; that of the credential shows the fields that may be left out, too. */
const WIDTH = 1280;
const HEIGHT = 800;
const TALL = 1040;

type Picture = (typeof PICTURES)[number];

/** Saves the workflows of the pictures, and tells how to show each picture. */
async function prepare({ rest, sandbox, credential }: Stage): Promise<Record<Picture, (editor: Editor) => Promise<void>>> {
	const chosen = { __rl: true, mode: 'id', value: '={{ $json.UserId }}' };
	const { id } = await rest.createWorkflow(
		withCredential(
			lineOf('My first workflow', [
				manualTrigger,
				club('List athletes', { resource: 'athlete', operation: 'getAll' }),
				club('Set the stage', { resource: 'athlete', operation: 'setClientStage', userId: chosen, clientStage: 'Client' }),
			]),
			credential,
		),
	);
	const smtp = await rest.createCredential('Mail of the club', { host: '127.0.0.1', port: 25, secure: false }, 'smtp');
	const surroundings = { credentials: { clubApi: credential, smtp } };
	const door = await enterDoor(rest, surroundings);
	const hero = await rest.createWorkflow(fitted(template('badge-congratulation.json'), { ...surroundings, door }));
	await rest.updateCredential(credential, { ...credentialFor(sandbox), expectedClub: String(sandbox.club.profile.Name) });
	const events = await rest.createWorkflow(
		withCredential(
			lineOf('Badge to mail', [
				{ name: 'Club Trigger', type: 'n8n-nodes-club.clubTrigger', webhookId: 'club-trigger', parameters: { events: ['Badge.Awarded'] } },
			]),
			credential,
		),
	);
	return {
		async workflow(editor) {
			await editor.openWorkflow(hero.id);
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
}

/** Takes the pictures of the README, light and dark. */
export async function takeReadme(stage: Stage): Promise<void> {
	const show = await prepare(stage);
	for (const theme of THEMES) {
		const editor = await openEditor(stage.rest, { theme });
		for (const picture of PICTURES.filter((name) => !isTrue(pictureIn(name, theme)))) {
			await editor.page.setViewportSize({ width: WIDTH, height: picture === 'credential' ? TALL : HEIGHT });
			await show[picture](editor);
			await saved(pictureIn(picture, theme), async (file) => await editor.screenshot(file));
		}
		await editor.close();
	}
}
