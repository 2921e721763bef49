import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { launchBrowser } from '../../dev/host/browser.mts';

/** An endpoint that answers the handshake and takes every event, as an active workflow does. */
async function listener(): Promise<Server> {
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			const [{ data }] = JSON.parse(text) as Array<{ data: { validationCode?: string } }>;
			// As n8n answers once the editor has stopped listening.
			if (request.url?.includes('/webhook-test/') && !data.validationCode) return void response.writeHead(404).end();
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ validationResponse: data.validationCode }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return server;
}

describe('The page of the sandbox, in a browser', () => {
	let sandbox: Sandbox;
	let browser: Browser;
	let workflow: Server;
	let page: Page;
	const errors: string[] = [];

	const call = async (method: string, path: string, body?: unknown) =>
		await fetch(sandbox.url + path, {
			method,
			headers: {
				'x-sub-key': sandbox.keys.subscriptionKey,
				authorization: `Bearer ${sandbox.keys.clubApiKey}`,
				'content-type': 'application/json',
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});

	const subscribe = async (EventTypes: string[], path = 'webhook') => {
		const Url = `http://127.0.0.1:${(workflow.address() as AddressInfo).port}/${path}/events?token=secret-of-the-trigger`;
		await call('POST', '/Webhooks/Subscriptions', { Url, EventTypes });
		await sandbox.delivery.idle();
	};

	const open = async (options: Parameters<Browser['newPage']>[0] = {}) => {
		await page?.close();
		page = await browser.newPage(options);
		page.on('pageerror', (error) => errors.push(error.message));
		page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
		await page.goto(sandbox.url);
		await page.getByRole('button', { name: 'Award badge' }).waitFor();
	};

	const press = async (name: string) => await page.getByRole('button', { name }).click();
	const list = (name: string) => page.getByLabel(`${name}, newest first`);
	const sees = async (text: string | RegExp) => await page.getByText(text).first().waitFor();

	beforeAll(async () => {
		[sandbox, browser, workflow] = await Promise.all([startSandbox({ athletes: 60 }), launchBrowser(), listener()]);
	});
	beforeEach(async () => {
		sandbox.club.webhookSubscriptions.clear();
		// The test before may have left a delivery that the club still repeats.
		await sandbox.delivery.idle();
		sandbox.resetRecords();
		await open();
	});
	afterEach(() => expect(errors).toEqual([]));
	afterAll(async () => {
		await browser.close();
		await sandbox.close();
		workflow.close();
	});

	it('shows a newcomer who awards a badge that the event arrives', async () => {
		await subscribe(['Badge.Awarded']);
		await sees('Succeeded');
		await press('Award badge');
		await sees(/earned the (Bronze|Silver|Gold) badge/);
		await sees('goes to 1 webhook subscription');
		await list('Deliveries').getByText('Badge.Awarded').waitFor();
		expect(await list('Deliveries').getByRole('listitem').first().innerText()).toMatch(/Badge\.Awarded: \S.*\s+answered\s+200/);
		expect(await page.content()).not.toContain('secret-of-the-trigger');
	});

	it('says what to do when nobody listens', async () => {
		await press('Award badge');
		await sees('Badge.Awarded has no listener yet. n8n has asked for none. Publish a workflow with the Club Trigger');
	});

	it('says what n8n has asked for instead, and that it waits while no calls are left', async () => {
		await subscribe(['Athlete.Created', 'Athlete.Updated']);
		sandbox.setRate({ limit: 1, windowSeconds: 60 });
		await call('GET', '/Profile');
		await press('Award badge');
		await sees('n8n has asked for Athlete.Created, Athlete.Updated. The calls of this minute are used up, so n8n waits before it asks.');
		sandbox.setRate({});
	});

	it('names the person and the badge of an event, and the workflow that took it with a way to its execution', async () => {
		await subscribe(['Badge.Awarded']);
		const { FirstMidName, LastName } = [...sandbox.club.athletes.values()][0];
		for (const badge of ['Silver', 'Gold']) {
			await page.getByRole('combobox', { name: 'Badge' }).selectOption(badge);
			await press('Award badge');
			await list('Deliveries').getByText(`Badge.Awarded: ${FirstMidName} ${LastName}, ${badge}`).waitFor();
		}
		sandbox.deliveries.at(-1)!.takenBy = { workflow: 'Congratulate', link: 'http://127.0.0.1:5678/workflow/1/executions/2' };
		expect(await list('Deliveries').getByRole('link', { name: 'Congratulate' }).getAttribute('href')).toBe(
			'http://127.0.0.1:5678/workflow/1/executions/2',
		);
	});

	it('finds somebody by name or email, without accents, and awards the badge that was chosen', async () => {
		const { UserId, Email } = sandbox.act.addAthlete({ FirstMidName: 'Åsa', LastName: 'Øst', Email: 'asa@here.example' });
		await page.getByRole('searchbox', { name: 'Name or email' }).fill('asa HERE');
		const people = page.getByRole('combobox', { name: 'Athlete' }).locator('option');
		await people.filter({ hasText: Email }).waitFor({ state: 'attached' });
		expect(await people.allInnerTexts()).toEqual([`Åsa Øst, ${Email}, Lead`]);
		await page.getByRole('combobox', { name: 'Badge' }).selectOption('Silver');
		await press('Award badge');
		await sees('Åsa Øst earned the Silver badge');
		expect([...sandbox.club.awards.values()].at(-1)).toMatchObject({ UserId, BadgeName: 'Silver' });
	});

	it('deletes a webhook subscription, and tells its address so', async () => {
		await subscribe(['Badge.Awarded']);
		await press('Delete');
		await sees('The club has deleted the webhook subscription');
		await sees('None yet. Publish a workflow');
		await list('Deliveries').getByText('SubscriptionDeletedEvent').waitFor();
	});

	it('says of an event that n8n took why it has no execution, or that nobody knows', async () => {
		await subscribe(['Badge.Awarded']);
		await press('Award badge');
		await list('Deliveries').getByText('Badge.Awarded').waitFor();
		sandbox.deliveries.at(-1)!.withoutRun = 'none';
		await list('Deliveries').getByText('Answered, no execution').waitFor();
		sandbox.deliveries.at(-1)!.withoutRun = 'unknown';
		await list('Deliveries').getByText('What became of it is not known').waitFor();
	});

	it('shows the mails that a mail server beside it has taken, and runs nothing of them', async () => {
		expect(await page.getByRole('heading', { name: 'Mailbox' }).count()).toBe(0);
		const [{ PictureUri }] = sandbox.club.awards.values();
		const html = `<h1>Well done</h1><img src="${String(PictureUri)}"><script>document.querySelector('h1').textContent = 'Broken'</script>`;
		sandbox.mails = [
			{ at: 0, to: 'a@example.com', subject: 'First', text: 'Hello <b>' },
			{ at: 1, to: 'b@example.com', subject: 'Second', text: 'Well done', html },
		];
		const mail = page.frameLocator('iframe[title="The email"]');
		await mail.getByText('Well done').waitFor();
		expect(await mail.locator('img').evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.naturalWidth))).toBe(128);
		await page.getByRole('button', { name: 'First' }).click();
		await mail.getByText('Hello <b>').waitFor();
		sandbox.mails = undefined;
		expect(errors.splice(0).filter((text) => !text.startsWith('Blocked script execution'))).toEqual([]);
	});

	it('copies the keys, that which only reads too', async () => {
		await open({ permissions: ['clipboard-read', 'clipboard-write'] });
		await page.getByText('Base URL and keys').click();
		await page.getByRole('button', { name: 'Copy Club API Key (read only)' }).click();
		await sees('Copied');
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sandbox.keys.readOnlyClubApiKey);
	});

	it('shows each call, what is left of the limit, and each broken rule', async () => {
		sandbox.setRate({ limit: 50, windowSeconds: 60 });
		await call('GET', '/Athletes?sort=name');
		await call('GET', '/Athletes/7');
		await sees('48 of 50 calls left in 60 s');
		await list('API calls').getByText('GET /Athletes/7').waitFor();
		expect(await list('API calls').getByRole('listitem').first().innerText()).toMatch(/404/);
		await list('Broken rules').getByText('unknown query parameter: sort').waitFor();
	});

	it('runs nothing that somebody put into a name', async () => {
		const { UserId } = sandbox.act.addAthlete({ FirstMidName: '<img src=x onerror="document.title=1">', LastName: 'X' });
		await page.getByRole('combobox', { name: 'Athlete' }).selectOption(String(UserId));
		await press('Award badge');
		await sees(/<img src=x.*earned the \w+ badge/);
		expect(await page.title()).toBe('Sandbox club');
	});

	it('is used with the keyboard alone, and keeps the focus while it is live', async () => {
		const button = page.getByRole('button', { name: 'Award badge' });
		for (let step = 0; step < 10 && !(await button.evaluate((node) => node === document.activeElement)); step++)
			await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await sees(/earned the \w+ badge/);
		await call('GET', '/Profile');
		await list('API calls').getByText('GET /Profile').waitFor();
		expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);
	});

	it.each([
		['light', 1280],
		['dark', 1280],
		['light', 360],
	] as const)('has nothing that axe finds fault with, in %s at %i pixels, and scrolls one way only', async (colorScheme, width) => {
		await open({ colorScheme, viewport: { width, height: 800 } });
		await subscribe(['Badge.Awarded']);
		await call('GET', '/Athletes?sort=name');
		await press('Award badge');
		await list('Deliveries').getByText('Badge.Awarded').waitFor();
		await page.getByText('Base URL and keys').click();
		await page.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
		const { violations } = await page.evaluate(async () => await (globalThis as unknown as { axe: typeof axe }).axe.run());
		expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
	});

	it('says so when the sandbox has closed', async () => {
		const short = await startSandbox({ athletes: 50 });
		await page.goto(short.url);
		await sees('Running. This page is live.');
		await short.close();
		await sees('Stopped. Start the sandbox again.');
		errors.length = 0;
	});
});
