import { DOOR, importTemplates } from '../../demo/templates.mts';
import { openEditor } from '../../host/editor.mts';
import { pictureOf } from '../pictures.mts';
import { isTrue, saved } from './images.mts';
import type { Stage } from './stage.mts';

/** n8n's buttons that lie over the canvas: they would hide what stands at its lower edge. */
const OVER_THE_CANVAS = '[class*="executionButtons"] { visibility: hidden; }';

/** Takes a picture of each example workflow as a whole, for n8n's template library. */
export async function takeTemplates({ rest, credential }: Stage): Promise<void> {
	const credentials = {
		clubApi: credential,
		smtp: await rest.createCredential('Mail of the club', { host: '127.0.0.1', port: 25, secure: false }, 'smtp'),
		httpBasicAuth: await rest.createCredential('Password', { user: 'club', password: 'club' }, 'httpBasicAuth'),
		httpBearerAuth: await rest.createCredential('Token', { token: 'token' }, 'httpBearerAuth'),
		n8nApi: await rest.createCredential('Key of n8n', { apiKey: 'key', baseUrl: `${rest.url}/api/v1` }, 'n8nApi'),
		mailchimpApi: await rest.createCredential('Mailchimp', { apiKey: 'key-us1' }, 'mailchimpApi'),
		googleApi: await rest.createCredential('Google', { email: 'n8n@club.example', privateKey: 'key' }, 'googleApi'),
		hubspotAppToken: await rest.createCredential('HubSpot', { appToken: 'key' }, 'hubspotAppToken'),
		openAiApi: await rest.createCredential('Model', { apiKey: 'key' }, 'openAiApi'),
	};
	const ids = await importTemplates(rest, { credentials });
	// Over a published workflow, n8n shows a checklist.
	await rest.deactivate(ids[DOOR]);
	const editor = await openEditor(rest, { width: 1600, height: 900 });
	for (const [file, id] of Object.entries(ids)) {
		if (isTrue(pictureOf(file))) continue;
		await editor.openWorkflow(id);
		await editor.showWhole();
		await editor.page.addStyleTag({ content: OVER_THE_CANVAS });
		await saved(pictureOf(file), async (path) => await editor.screenshot(path));
	}
	await editor.close();
}
