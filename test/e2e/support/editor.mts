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

	/** Runs the node whose panel is open, and waits for its output. */
	async executeNode(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
		await this.page.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
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
