import { selectors, type Browser, type Locator, type Page } from 'playwright-core';
import type { N8nRest } from './rest.mts';
import { launchBrowser } from './browser.mts';

// n8n's name of the attribute that identifies elements in tests.
selectors.setTestIdAttribute('data-test-id');

/** Timeout of every step, in ms. It is long because the editor is slow on a busy machine. */
const TIMEOUT_MS = 240_000;

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

	/** The boxes of all nodes on the canvas, or of one node. n8n names a box after its shape. */
	private nodeOnCanvas(name?: string): Locator {
		const node = name === undefined ? '[data-node-name]' : `[data-node-name="${name}"]`;
		return this.page.locator(node).getByTestId(/^canvas-(default|trigger|configuration|configurable)-node$/);
	}

	/** Opens a saved workflow. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.nodeOnCanvas().first().waitFor();
	}

	/** The trigger on the label of *Execute workflow*, if the open workflow has several. */
	async start(): Promise<string | undefined> {
		const label = await this.page.getByTestId('execute-workflow-button').first().innerText();
		return /from\s+(.+)/.exec(label)?.[1];
	}

	/** Opens the panel of a node of the open workflow. */
	async openNode(name: string): Promise<void> {
		await this.nodeOnCanvas(name).dblclick();
		await this.page.getByTestId('tab-params').waitFor();
	}

	/** The names in the list of nodes. */
	private get nodeNames(): Locator {
		return this.page.getByTestId('node-creator').getByTestId('node-creator-item-name');
	}

	/** Opens the list of nodes. */
	async openNodes(): Promise<void> {
		await this.page.getByTestId('node-creator-plus-button').click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
	}

	/** Searches the list of nodes, waits for the Club node, and returns the names. */
	async searchNodes(text: string): Promise<string[]> {
		const club = this.nodeNames.filter({ hasText: /^Gym and Fitness Club$/ });
		await this.page.getByTestId('node-creator-search-bar').fill('');
		await club.waitFor({ state: 'hidden' });
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		await club.first().waitFor();
		return await this.nodeNames.allInnerTexts();
	}

	/** The actions of a node in the searched list, including its triggers. */
	async actionsOf(node: string): Promise<string[]> {
		await this.nodeNames
			.filter({ hasText: new RegExp(`^${node}$`) })
			.first()
			.click();
		const sections = this.page.getByTestId('node-creator').getByTestId('node-creator-category-item');
		await sections.filter({ hasText: 'Actions' }).click();
		const sizes = (await sections.allInnerTexts()).map((title) => Number(/\((\d+)\)/.exec(title)?.[1] ?? 0));
		await this.nodeNames.nth(sizes.reduce((sum, size) => sum + size) - 1).waitFor();
		return await this.nodeNames.allInnerTexts();
	}

	/** Adds a node with an action from the searched list to a workflow with a trigger, and opens its panel. */
	async addAction(node: string, action: string): Promise<void> {
		for (const name of [node, action])
			await this.nodeNames
				.filter({ hasText: new RegExp(`^${name}$`) })
				.first()
				.click();
		await this.page.getByTestId('tab-params').waitFor();
	}

	/** The name of the credential in the open panel. */
	async chosenCredential(): Promise<string> {
		return await this.page.getByTestId('node-credentials-select').getByRole('combobox').inputValue();
	}

	/** Searches the first drop-down of records in the open panel, and returns its entries. */
	async searchRecords(text: string): Promise<string[]> {
		await this.page.getByTestId('rlc-input').first().click();
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
		const items = this.page.getByTestId('rlc-item').filter({ hasText: new RegExp(text, 'i') });
		await items.first().waitFor();
		return await items.allInnerTexts();
	}

	/** Runs the node of the open panel and waits for its output. */
	async executeNode(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
		await this.page.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
	}

	/** Sets mock data as the output of the node of the open panel. @param json one item or several */
	async pasteMockData(json: string): Promise<void> {
		await this.page.getByText('set mock data').first().click();
		await this.page.getByTestId('output-panel').locator('.cm-content').click();
		await this.page.keyboard.press('Control+A');
		await this.page.keyboard.insertText(json);
		await this.page.getByTestId('output-panel').getByRole('button', { name: 'Save', exact: true }).click();
		await this.page.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
	}

	/** Closes the open panel. */
	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.getByTestId('tab-params').waitFor({ state: 'hidden' });
	}

	/** Opens the dialog of a valid credential and waits for n8n's test. */
	async openCredential(id: string): Promise<void> {
		await this.page.goto(`${this.url}/home/credentials/${id}`);
		await this.page.getByTestId('editCredential-modal').getByRole('button', { name: 'Retry' }).waitFor();
	}

	/** Waits for all parts of a panel, because n8n loads some late. */
	private async waitUntilLoaded(): Promise<void> {
		await this.page.waitForLoadState('networkidle');
		await this.page.waitForFunction(() => !document.body.innerText.includes('Loading fields'));
	}

	/** Saves a screenshot as PNG after everything has loaded. */
	async screenshot(path: string): Promise<void> {
		await this.waitUntilLoaded();
		await this.page.screenshot({ path, animations: 'disabled' });
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}

/** Opens n8n's editor in Chromium, with the session of `rest`. */
export async function openEditor(rest: N8nRest, { theme = 'light', width = 1440, height = 900 }: EditorOptions = {}): Promise<Editor> {
	const { cookie, browserId } = rest.session;
	const [name, value] = cookie.split('=');
	const browser = await launchBrowser();
	const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
	await context.addCookies([{ name, value, url: rest.url }]);
	await context.addInitScript(
		([id, choice]) => {
			localStorage.setItem('n8n-browserId', id);
			localStorage.setItem('N8N_THEME', choice);
		},
		[browserId, theme],
	);
	const page = await context.newPage();
	page.setDefaultTimeout(TIMEOUT_MS);
	return new Editor(page, browser, rest.url);
}
