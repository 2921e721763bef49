import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { listedAthletes } from '../../sandbox/club.mts';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { launchBrowser } from '../../dev/host/browser.mts';
import { TriggerHost } from '../integration/trigger/host.mts';

describe('The page of the sandbox, in a browser', () => {
	let sandbox: Sandbox;
	let browser: Browser;
	let workflow: TriggerHost | undefined;
	let page: Page;
	const errors: string[] = [];

	/** Publishes a workflow with the Club Trigger. */
	const subscribe = async () => {
		workflow = await TriggerHost.start({ sandbox, events: ['Badge.Awarded'] });
		await workflow.activate();
	};

	const open = async (options: Parameters<Browser['newPage']>[0] = {}) => {
		await page?.close();
		page = await browser.newPage(options);
		page.on('pageerror', (error) => errors.push(error.message));
		page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
		await page.goto(sandbox.url);
		await sees('Running. This page is live.');
	};

	const press = async (name: string) => await page.getByRole('button', { name }).click();
	const list = (name: string) => page.getByLabel(`${name}, newest first`);
	const sees = async (text: string | RegExp) => await page.getByText(text).first().waitFor();

	beforeAll(async () => {
		[sandbox, browser] = await Promise.all([startSandbox({ athletes: 60 }), launchBrowser()]);
	});
	beforeEach(async () => {
		sandbox.club.webhookSubscriptions.clear();
		sandbox.mails = undefined;
		sandbox.resetRecords();
		await open();
	});
	afterEach(async () => {
		await workflow?.close();
		workflow = undefined;
		expect(errors).toEqual([]);
	});
	afterAll(async () => {
		await browser.close();
		await sandbox.close();
	});

	it('says of a badge that nobody listens, and then that its event has arrived', async () => {
		await press('Award badge');
		await sees('Badge.Awarded has no listener yet. Publish a workflow with the Club Trigger');
		await subscribe();
		await list('Webhook subscriptions').getByText('Succeeded').waitFor();
		const [, second] = listedAthletes(sandbox.club);
		await page.getByRole('combobox', { name: 'Athlete' }).selectOption(String(second.UserId));
		await press('Award badge');
		await sees(
			new RegExp(
				`${second.FirstMidName} ${second.LastName} earned the \\w+ badge\\. Badge\\.Awarded goes to 1 of the webhook subscriptions`,
			),
		);
		await list('Deliveries').getByText(`Badge.Awarded Athletes/${second.UserId}/Badges`).waitFor();
		const token = new URL(workflow!.destination).searchParams.get('token');
		expect(token).toBeTruthy();
		expect(await page.content()).not.toContain(token);
	});

	it.each([
		['light', 1280],
		['dark', 1280],
		['light', 360],
	] as const)('has nothing that axe finds fault with, in %s at %i pixels, and scrolls one way only', async (colorScheme, width) => {
		await open({ colorScheme, viewport: { width, height: 800 } });
		await subscribe();
		const headers = { 'x-sub-key': sandbox.keys.subscriptionKey, authorization: `Bearer ${sandbox.keys.clubApiKey}` };
		await fetch(`${sandbox.url}/Athletes?sort=name`, { headers });
		await press('Award badge');
		await list('Deliveries').getByText('Badge.Awarded').waitFor();
		await page.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
		const { violations } = await page.evaluate(async () => await (globalThis as unknown as { axe: typeof axe }).axe.run());
		expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
	});
});
