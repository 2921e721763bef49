import type { Locator, Page } from 'playwright-core';
import { fitted, template, type Surroundings } from '../../demo/templates.mts';
import { CREDENTIAL, credentialFor } from '../../host/club.mts';
import { PACK } from '../../host/pack.mts';
import type { N8nRest } from '../../host/rest.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import type { Editor } from '../../tools/editor.mts';
import type { Hand } from './hand.mts';
import type { Recorder } from './recorder.mts';

/** Where the film is made. */
export interface Studio {
	editor: Editor;
	rest: N8nRest;
	sandbox: Sandbox;
	hand: Hand;
	film: Recorder;
	/** Mail server and CRM of the example workflows. */
	beside: Surroundings;
}

/** A part of the film, and the sentence below it while it begins. */
export interface Scene {
	caption: string;
	play(studio: Studio): Promise<void>;
}

/** The fields of the credential's dialog. The two keys are the first that show dots. */
function credentialFields(page: Page): Record<'baseUrl' | 'subscriptionKey' | 'clubApiKey', Locator> {
	const modal = page.getByTestId('editCredential-modal');
	const secrets = modal.locator('input[type="password"]');
	return { baseUrl: modal.getByPlaceholder('e.g. https://'), subscriptionKey: secrets.nth(0), clubApiKey: secrets.nth(1) };
}

/** Adds an action of the Club node to the workflow shown; its panel opens. */
async function add({ editor: { page }, hand }: Studio, action: string): Promise<void> {
	await hand.press(page.getByTestId('node-creator-plus-button'));
	await hand.write(page.getByTestId('node-creator-search-bar'), 'club');
	const creator = page.getByTestId('node-creator');
	await hand.press(
		creator
			.getByTestId('node-creator-item-name')
			.filter({ hasText: /^Club$/ })
			.first(),
	);
	await hand.press(creator.getByTestId('node-creator-item-name').filter({ hasText: action }).first());
	await page.getByTestId('node-execute-button').waitFor();
	await hand.pause(1);
}

/** Runs the node whose panel is open. */
async function execute({ editor: { page }, hand, film }: Studio): Promise<void> {
	await hand.press(page.getByTestId('node-execute-button'));
	await hand.pause(1);
	await film.cut(async () => await page.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor());
}

/** A new workflow that is begun by hand. */
async function begin({ editor: { page }, rest, hand, film }: Studio): Promise<void> {
	await film.visit(`${rest.url}/workflow/new`, page.getByTestId('canvas-add-button').first());
	await hand.press(page.getByTestId('canvas-add-button').first());
	await hand.press(
		page
			.getByTestId('node-creator')
			.getByTestId('node-creator-item-name')
			.filter({ hasText: /manually/ })
			.first(),
	);
	await hand.pause(1);
}

async function credentialOf({ rest }: Studio): Promise<{ id: string; name: string }> {
	const credential = (await rest.credentials()).find(({ type }) => type === 'clubApi');
	return { id: credential?.id ?? '', name: credential?.name ?? CREDENTIAL };
}

const install: Scene = {
	caption: 'n8n-nodes-club connects n8n to a fitness club. Install it under Settings, Community nodes.',
	async play({ editor: { page }, hand, film }) {
		await hand.pause(2);
		await hand.press(page.getByRole('button', { name: /install/i }).first());
		await hand.write(page.getByPlaceholder(/n8n-nodes/).first(), PACK);
		await hand.press(page.getByRole('checkbox').first());
		await hand.press(page.getByTestId('install-community-package-button'));
		await hand.pause(1);
		await film.cut(async () => {
			await page.getByText('3 nodes').first().waitFor();
			await page.getByTestId('install-community-package-button').waitFor({ state: 'hidden' });
		});
		await film.caption('Three nodes: Club, Club Trigger and Club Poll Trigger.');
		await hand.pause(3);
	},
};

const credential: Scene = {
	caption: 'The credential: the address of the club, and two keys.',
	async play({ editor: { page }, rest, sandbox, hand, film }) {
		await film.visit(`${rest.url}/home/credentials/create`, page.getByTestId('new-credential-type-select'));
		await hand.press(page.getByTestId('new-credential-type-select'));
		await page.keyboard.type('Club API', { delay: 40 });
		await hand.press(page.getByTestId('new-credential-type-select-option').filter({ hasText: 'Club API' }).first());
		await hand.press(page.getByTestId('new-credential-type-button'));
		await page.getByTestId('editCredential-modal').waitFor();
		const entries = credentialFor(sandbox);
		for (const [name, field] of Object.entries(credentialFields(page))) await hand.write(field, String(entries[name]));
		await film.caption('Saving tests both keys with one call.');
		await hand.press(page.getByTestId('credential-save-button'));
		await film.cut(
			async () =>
				await page
					.getByText(/tested successfully/)
					.first()
					.waitFor(),
		);
		await hand.pause(3);
	},
};

const list: Scene = {
	caption: 'A first workflow: list the athletes of the club.',
	async play(studio) {
		const { hand, film } = studio;
		await begin(studio);
		await add(studio, 'Get many athletes');
		await film.caption('Fifty athletes are one call. A club has 50 calls a minute; the nodes wait for their turn.');
		await execute(studio);
		await hand.pause(5);
	},
};

const change: Scene = {
	caption: 'A change: make somebody a client of the club.',
	async play(studio) {
		const { editor, sandbox, hand, film } = studio;
		const { page } = editor;
		await begin(studio);
		await add(studio, 'Set client stage of athlete');
		await hand.press(page.getByTestId('rlc-input').first());
		await film.caption('Choose the person from the list, by name.');
		const person = [...sandbox.club.athletes.values()].find(({ ClientStage }) => ClientStage === 'Lead');
		await page.getByTestId('rlc-search').filter({ visible: true }).pressSequentially(String(person?.LastName), { delay: 60 });
		await hand.press(
			page
				.getByTestId('rlc-item')
				.filter({ hasText: String(person?.FirstMidName) })
				.first(),
		);
		await hand.press(page.getByTestId('parameter-input-clientStage').first());
		await hand.press(
			page
				.getByRole('option', { name: /^Client\b/ })
				.filter({ visible: true })
				.first(),
		);
		await execute(studio);
		await hand.press(page.getByTestId('output-panel').getByText('JSON', { exact: true }));
		await hand.pause(3);
		await film.caption('The club has it. (This club is made up; the sandbox comes with the pack.)');
		await film.visit(sandbox.url, page.locator('#calls'));
		await hand.look(page.locator('#calls'));
		await hand.pause(4);
	},
};

const badge: Scene = {
	caption: 'An example workflow, imported: whoever earns a badge gets a mail.',
	async play(studio) {
		const { editor, rest, sandbox, hand, film, beside } = studio;
		const { page } = editor;
		const surroundings = { ...beside, credentials: { ...beside.credentials, clubApi: await credentialOf(studio) } };
		const { id } = await rest.createWorkflow(fitted(template('badge-congratulation.json'), surroundings));
		await film.visit(`${rest.url}/workflow/${id}`, page.getByTestId('canvas-trigger-node').first());
		await hand.pause(4);
		await film.caption('Publish it: from now on the club tells n8n of each badge.');
		await hand.press(page.getByRole('button', { name: 'Publish' }).first());
		await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Publish' }).last());
		await film.cut(async () => await page.getByRole('button', { name: 'Got it' }).waitFor());
		await hand.pause(3);
		await film.caption('Somebody earns a badge in the club ...');
		const award = page.getByRole('button', { name: 'Award badge' });
		await film.visit(sandbox.url, award);
		await hand.pause(2);
		await hand.press(award);
		await page.getByRole('heading', { name: 'Mailbox' }).waitFor();
		await page.frameLocator('iframe[title="The mail"]').locator('body').waitFor();
		await film.caption('... and here is the mail, with the picture of the badge.');
		await hand.look(page.locator('iframe[title="The mail"]'));
		await hand.pause(5);
		await film.caption('The run that sent it.');
		await film.visit(`${rest.url}/workflow/${id}/executions`, page.locator('[data-node-name]').last());
		// n8n's advice for workflows just published would lie over the runs.
		const advice = page.getByTestId('suggested-actions-close');
		if (await advice.isVisible()) await hand.press(advice);
		await hand.pause(4);
	},
};

const refusedKey: Scene = {
	caption: 'And when a key is wrong? It is refused, and the sentence says what to do.',
	async play(studio) {
		const { editor, rest, hand, film } = studio;
		const { page } = editor;
		const { id } = await credentialOf(studio);
		await film.visit(`${rest.url}/home/credentials/${id}`, page.getByTestId('editCredential-modal'));
		await hand.write(credentialFields(page).clubApiKey, 'a-key-that-was-revoked');
		await hand.press(page.getByTestId('credential-save-button'));
		await film.cut(async () => await page.getByText('More details').first().waitFor());
		await hand.press(page.getByText('More details').first());
		await page
			.getByText(/does not accept the keys/)
			.first()
			.waitFor();
		await hand.pause(6);
		await film.caption('No club at hand? npm start, in the repository, brings n8n, a made-up club and the examples.');
		await hand.pause(3);
	},
};

/** The film, in this order. */
export const SCENES: readonly Scene[] = [install, credential, list, change, badge, refusedKey];
