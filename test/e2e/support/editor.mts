import { selectors, type Browser, type Locator, type Page } from 'playwright-core';
import type { N8nRest } from '../../../host/rest.mts';
import { launchBrowser } from './browser.mts';

// n8n's own spelling of the attribute by which tests find things.
selectors.setTestIdAttribute('data-test-id');

export interface EditorOptions {
	theme?: 'light' | 'dark';
	width?: number;
	height?: number;
}

/** n8n's editor in a browser, signed in as the owner. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly browser: Browser,
		private readonly url: string,
	) {}

	/** The boxes of the nodes on the canvas, or that of one; n8n names a box by its shape. */
	private nodeOnCanvas(name?: string): Locator {
		const node = name === undefined ? '[data-node-name]' : `[data-node-name="${name}"]`;
		return this.page.locator(node).getByTestId(/^canvas-(default|trigger|configuration|configurable)-node$/);
	}

	/** Shows a saved workflow. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.nodeOnCanvas().first().waitFor();
	}

	/** Opens the panel of a node of the workflow shown. */
	async openNode(name: string): Promise<void> {
		await this.nodeOnCanvas(name).dblclick();
		await this.page.getByTestId('tab-params').waitFor();
	}

	/** Opens the panel of a node of the workflow shown by its id, wherever it stands; quicker than loading the page anew. */
	async showPanel(workflowId: string, { id, name }: { id: string; name: string }): Promise<void> {
		await this.page.evaluate((path) => {
			history.pushState({}, '', path);
			dispatchEvent(new PopStateEvent('popstate', { state: {} }));
		}, `/workflow/${workflowId}/${id}`);
		await this.page.getByTestId('ndv').getByText(name, { exact: true }).first().waitFor();
		await this.fields.first().waitFor();
	}

	/** The fields of the open panel, those of collections too. */
	get fields(): Locator {
		return this.page.getByTestId('node-parameters').getByTestId('parameter-item').filter({ visible: true });
	}

	/** Saves the fields of the open panel as a PNG, from the tabs down to the last one. */
	async screenshotPanel(path: string): Promise<void> {
		await this.page.waitForLoadState('networkidle');
		const [panel, last] = [await this.page.getByTestId('node-parameters').boundingBox(), await this.fields.last().boundingBox()];
		if (!panel || !last) throw new Error('No panel is open');
		const bottom = Math.max(...(await Promise.all((await this.fields.all()).map((field) => field.boundingBox()))).map((box) => (box ? box.y + box.height : 0)));
		await this.page.screenshot({ path, animations: 'disabled', clip: { x: panel.x, y: panel.y, width: panel.width, height: Math.ceil(bottom - panel.y) + MARGIN } });
	}

	/** Runs the node whose panel is open, and waits for its output. */
	async executeNode(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
		await this.page.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
	}

	/** Sets mock data as the output of the node whose panel is open: the JSON of an item, or of several. */
	async pasteMockData(json: string): Promise<void> {
		await this.page.getByText('set mock data').first().click();
		await this.page.getByTestId('output-panel').locator('.cm-content').click();
		await this.page.keyboard.press('Control+A');
		await this.page.keyboard.insertText(json);
		await this.page.getByTestId('output-panel').getByRole('button', { name: 'Save', exact: true }).click();
		await this.page.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
	}

	/** Closes the panel that is open. */
	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.getByTestId('tab-params').waitFor({ state: 'hidden' });
	}

	/** Opens the dialog of a credential. */
	async openCredential(id: string): Promise<void> {
		await this.page.goto(`${this.url}/home/credentials/${id}`);
		await this.page.getByTestId('editCredential-modal').waitFor();
	}

	/** Saves what is shown as a PNG, once it has come to rest. */
	async screenshot(path: string): Promise<void> {
		await this.page.waitForLoadState('networkidle');
		await this.page.screenshot({ path, animations: 'disabled' });
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}

/** Opens n8n's editor in Chromium with the session of `rest`. */
export async function openEditor(rest: N8nRest, { theme = 'light', width = 1440, height = 900 }: EditorOptions = {}): Promise<Editor> {
	const browser = await launchBrowser();
	const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
	const { cookie, browserId } = rest.session;
	const [name, value] = cookie.split('=');
	await context.addCookies([{ name, value, url: rest.url }]);
	await context.addInitScript(
		([id, choice]) => {
			localStorage.setItem('n8n-browserId', id);
			localStorage.setItem('N8N_THEME', choice);
		},
		[browserId, theme],
	);
	return new Editor(await context.newPage(), browser, rest.url);
}
