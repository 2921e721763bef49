import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { enterTables, fitted, isReadingTool, publishAgain, template, templateFiles, WATCHDOG_SCOPES } from '../../dev/demo/templates.mts';
import { Crm } from '../../dev/demo/crm.mts';
import { Mailbox } from '../../dev/demo/mailbox.mts';
import { launchBrowser } from '../../dev/host/browser.mts';
import { credentialFor, readOnlyCredentialFor } from '../../dev/host/club.mts';
import type { Execution } from '../../dev/host/execution.mts';
import { waitFor } from '../../dev/host/wait.mts';
import type { CredentialReference, WorkflowJson } from '../../dev/host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { openDoor } from './support/door.mts';
import { useHost } from './support/host.mts';
import { StubModel } from './support/model.mts';
import { BROWSER, REVIEW, shownBy } from './support/review.mts';

const DAY = 24 * 60 * 60 * 1000;

const iso = (ms: number): string => new Date(ms).toISOString();

/** What opens the page of the club. */
const PASSWORD = { user: 'club', password: 'password-of-the-page' };

const NIGHTLY = { id: 'night', position: [0, 0] as [number, number] };

describe('The example workflows in a real n8n', () => {
	const host = useHost({ sandbox: { athletes: 60, chain: 2, rate: false } });
	const crm = new Crm();
	const mailbox = new Mailbox();
	const credentials: Record<string, CredentialReference> = {};
	let tables: Record<string, string> = {};
	let readOnly: CredentialReference;
	let door = '';

	beforeAll(async () => {
		await Promise.all([crm.start(), mailbox.start()]);
		credentials.smtp = await host.rest.createCredential('Mail of the club', mailbox.credential, 'smtp');
		credentials.httpBearerAuth = await host.rest.createCredential(
			'Token of the assistant',
			{ token: 'token-of-the-assistant' },
			'httpBearerAuth',
		);
		readOnly = await host.rest.createCredential('Club, read only', readOnlyCredentialFor(host.sandbox));
		credentials.n8nApi = await host.rest.createCredential('Key of n8n', await host.rest.apiKey('Watchdog', WATCHDOG_SCOPES), 'n8nApi');
		tables = await enterTables(host.rest);
		credentials.httpHeaderAuth = await host.rest.createCredential(
			'Key of the CRM',
			{ name: 'x-crm-key', value: 'key-of-the-crm' },
			'httpHeaderAuth',
		);
		credentials.httpBasicAuth = await host.rest.createCredential('Password of the page', PASSWORD, 'httpBasicAuth');
		door = await openDoor(host, surroundings());
	});
	beforeEach(() => {
		for (const list of [crm.received, crm.requests, mailbox.mails]) list.length = 0;
		Object.assign(crm, { down: false, holds: {} });
		host.sandbox.resetRecords();
	});
	afterEach(async () => {
		await host.rest.deactivateAll([door]);
		expect(host.sandbox.breaches).toEqual([]);
	});
	afterAll(async () => await Promise.all([crm.close(), mailbox.close()]));

	const until = async (what: string, is: () => boolean) => await waitFor(what, () => is() || undefined);

	const surroundings = () => ({
		credentials: { ...credentials, clubApi: host.credential },
		readOnly,
		crm: crm.url.slice(0, -1),
		tables,
	});

	/** A template as a user has it after doing what its notes ask for. */
	const prepared = (name: string): WorkflowJson => fitted(template(`${name}.json`), { ...surroundings(), door });

	const imported = async (name: string): Promise<string> => (await host.rest.createWorkflow(prepared(name))).id;

	const published = async (name: string): Promise<string> => {
		const id = await imported(name);
		expect((await host.rest.activate(id)).message).toBeUndefined();
		return id;
	};

	/** Runs a template from its schedule, as its button does, and expects success. */
	const ran = async (name: string, trigger: string, id?: string) => {
		const run = await host.rest.runManually(id ?? (await imported(name)), trigger);
		expect(run.error).toBeUndefined();
		return run;
	};

	const athletes = () => listedAthletes(host.sandbox.club);
	const takesPart = (classId: number, userId: number): boolean =>
		host.sandbox.club.bookings.some(({ ClassId, UserId }) => ClassId === classId && UserId === userId);
	const anna = 0;

	it('each imports, with nodes that n8n knows, names that fit, and an explanation, and n8n finds nothing that n8n 3 lacks', async () => {
		const known = new Set((await host.rest.nodeTypes()).map(({ name }) => name));
		for (const file of templateFiles()) {
			const { nodes, connections } = await host.rest.createWorkflow(template(file));
			const names = nodes.map(({ name }) => name);
			const linked = Object.values(connections).flatMap((outputs) =>
				Object.values(outputs).flatMap((output) => output.flatMap((links) => links?.map(({ node }) => node) ?? [])),
			);
			const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
			const unknownTypes = nodes.map(({ type }) => type).filter((type) => !known.has(type));
			expect([
				file,
				unknownTypes,
				[...Object.keys(connections), ...linked].filter((name) => !names.includes(name)),
				nodes.filter(({ credentials }) => credentials),
				notes.filter(({ parameters }) => !String(parameters.content).startsWith('## ')),
				notes.length > 0,
			]).toEqual([file, [], [], [], [], true]);
		}
		const path = '/rest/breaking-changes/report?version=v3';
		const { report } = await host.rest.session.send<{ report: { targetVersion: string; workflowResults: unknown[] } }>('GET', path);
		expect(report).toMatchObject({ targetVersion: 'v3', workflowResults: [] });
	});

	it('failed-at-night mails which workflow failed, what happened and what to do, and an example by hand', async () => {
		const errorWorkflow = await published('failed-at-night');
		const { id } = await host.rest.createWorkflow({
			name: 'Every night',
			nodes: [
				{ ...NIGHTLY, name: 'Night', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: 'night', parameters: { path: 'night' } },
				{
					...NIGHTLY,
					id: 'read',
					name: 'Read',
					type: 'n8n-nodes-club.club',
					typeVersion: 1,
					parameters: { resource: 'athlete', operation: 'get', userId: { __rl: true, mode: 'id', value: 999_999 } },
					credentials: { clubApi: host.credential },
				},
			],
			connections: { Night: { main: [[{ node: 'Read', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1', errorWorkflow },
		});
		expect((await host.rest.activate(id)).message).toBeUndefined();
		await fetch(`${host.n8n.url}/webhook/night`);
		await until('The mail about the failure', () => mailbox.mails.length > 0);
		const [{ subject, text }] = mailbox.mails;
		expect(subject).toBe('Failed: Every night');
		expect(text).toMatch(/Workflow: Every night\s+Node: Read\s+What happened: .+\s+What to do: Check the ID\..+\s+The execution: http/s);
		await ran('failed-at-night', 'When an execution fails');
		await until('The example', () => mailbox.mails.length === 2);
	});

	it.each([
		['dark', 1100],
		['light', 375],
	] as const)(
		'club-on-one-page answers a browser that has the password with a page that axe finds no fault with, in %s at %i pixels',
		async (colorScheme, width) => {
			const id = await published('club-on-one-page');
			await ran('club-on-one-page', 'Every night', id);
			const url = `${host.n8n.url}/webhook/club-on-one-page`;
			expect((await fetch(url)).status).toBe(401);
			const browser = await launchBrowser();
			const httpCredentials = { username: PASSWORD.user, password: PASSWORD.password };
			const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 }, httpCredentials });
			const errors: string[] = [];
			page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
			const answer = await page.goto(url);
			expect(answer?.headers()).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
			await page.getByRole('heading', { level: 1, name: 'Northside Fitness' }).waitFor();
			expect(await page.getByRole('row', { name: /^Client / }).count()).toBe(1);
			expect(await page.evaluate(() => [document.documentElement.scrollWidth, getComputedStyle(document.body).margin])).toEqual([
				width,
				'0px',
			]);
			await page.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
			const { violations } = await page.evaluate(async () => await (globalThis as unknown as { axe: typeof axe }).axe.run());
			expect([errors, violations.map((one) => [one.id, one.nodes.map(({ html }) => html)])]).toEqual([[], []]);
			await browser.close();
		},
	);

	it('client-stage-to-crm tells the CRM of a change, again after an outage, and takes changes from it without an echo', async () => {
		await published('client-stage-to-crm');
		const person = athletes()[anna];
		const stage = person.ClientStage === 'Prospect' ? 'Qualified' : 'Prospect';
		crm.down = true;
		host.sandbox.act.setClientStage(person.UserId, stage);
		await until('A refused delivery', () => host.sandbox.deliveries.some(({ status }) => status === 500));
		crm.down = false;
		await until('The CRM hears', () => crm.received.length > 0);
		expect(crm.received).toEqual([{ clubUserId: person.UserId, email: person.Email, stage }]);
		expect(crm.requests).toEqual([`PUT /people/${person.UserId}`]);

		const say = async (key: string, ClientStage: string) =>
			await fetch(`${host.n8n.url}/webhook/club-stage-from-crm`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-crm-key': key },
				body: JSON.stringify({ email: person.Email, stage: ClientStage }),
			});
		expect((await say('guessed', 'Lead')).status).toBe(403);
		expect((await say('key-of-the-crm', 'Lost')).status).toBe(200);
		expect(person.ClientStage).toBe('Lead');
		await until('The CRM hears of the change', () => crm.received.length === 2);
		// The CRM hears before the answer of the delivery is recorded.
		await host.sandbox.delivery.idle();
		host.sandbox.resetRecords();
		expect((await say('key-of-the-crm', 'Lead')).status).toBe(200);
		await host.sandbox.delivery.idle();
		expect(host.sandbox.requests.map(({ method }) => method)).not.toContain('PUT');
		expect(host.sandbox.deliveries).toEqual([]);
	});

	it('badge-congratulation goes on with a sandbox that was started anew', async () => {
		await published('badge-congratulation');
		host.sandbox.club.webhookSubscriptions.clear();
		await publishAgain(host.rest);
		await until('A subscription', () =>
			[...host.sandbox.club.webhookSubscriptions.values()].some(({ ProvisioningState }) => ProvisioningState === 'Succeeded'),
		);
		host.sandbox.act.awardBadge(athletes()[anna].UserId);
		await until('A mail', () => mailbox.mails.length > 0);
	});

	it('subscription-watchdog warns when there is no active subscription and when the club cannot be asked, and is silent otherwise', async () => {
		const id = await imported('subscription-watchdog');
		const check = async () => {
			mailbox.mails.length = 0;
			await ran('subscription-watchdog', 'Every hour', id);
			return mailbox.mails.map(({ html = '' }) => /^<p>(.*)<\/p>/.exec(html)?.[1] ?? html);
		};
		const { webhookSubscriptions } = host.sandbox.club;
		const failed = {
			SubscriptionId: 'ws_1',
			Url: 'https://n8n.example.com/',
			EventTypes: ['Badge.Awarded'],
			ProvisioningState: 'Failed' as const,
		};
		expect(await check()).toEqual(['No webhook subscription is active. States found: none.']);
		webhookSubscriptions.set('ws_1', failed);
		expect(await check()).toEqual(['No webhook subscription is active. States found: Failed.']);
		webhookSubscriptions.set('ws_2', { ...failed, SubscriptionId: 'ws_2', ProvisioningState: 'Succeeded' });
		expect(await check()).toEqual(['All is well again.']);
		expect(await check()).toEqual([]);
		webhookSubscriptions.clear();
		host.sandbox.revokeKey('clubApiKey');
		expect((await check())[0]).toMatch(/^The club could not be checked: /);
		expect(await check()).toEqual([]);
		host.sandbox.restoreKey('clubApiKey');
	});

	it('subscription-watchdog names the published workflow whose subscription is gone, and the one that has had no event for a while', async () => {
		const watched = await published('badge-congratulation');
		const workflow = prepared('subscription-watchdog');
		const silent = (hours: number): WorkflowJson => {
			const [settings] = workflow.nodes.filter(({ name }) => name === 'Settings');
			const { assignments } = settings.parameters.assignments as { assignments: Array<{ name: string; value: unknown }> };
			assignments.find(({ name }) => name === 'Hours Without an Event')!.value = hours;
			return workflow;
		};
		const check = async (hours: number) => {
			mailbox.mails.length = 0;
			await ran('subscription-watchdog', 'Every hour', (await host.rest.createWorkflow(silent(hours))).id);
			const lines = mailbox.mails.flatMap(({ html = '' }) => [...html.matchAll(/<p>(.*)<\/p>/g)].map(([, line]) => line));
			return lines.slice(0, -1);
		};
		const name = template('badge-congratulation.json').name;
		expect(await check(48)).toEqual([]);
		expect(await check(0)).toEqual([`${name}: no event for 0 hours.`]);
		host.sandbox.act.awardBadge(athletes()[anna].UserId);
		await until('A mail', () => mailbox.mails.length > 0);
		await waitFor(
			'An execution',
			async () => (await host.rest.executions(watched)).some(({ mode, status }) => mode === 'webhook' && status === 'success') || undefined,
		);
		expect(await check(48)).toEqual([]);
		expect(await check(0)).toEqual([expect.stringMatching(/: no event for 0 hours, the last one at 20/)]);
		const now = iso(Date.now());
		const pinned = ['crashed', 'error', 'success'].map((status) => ({
			json: { workflowId: watched, mode: 'webhook', status, startedAt: now },
		}));
		workflow.pinData = { 'Get last executions': pinned };
		expect(await check(48)).toEqual([`${name}: executions that failed or were killed in the last hour: 2.`]);
		delete workflow.pinData;
		for (const subscription of host.sandbox.club.webhookSubscriptions.values())
			subscription.Url = subscription.Url.replace('/webhook/', '/elsewhere/x');
		expect(await check(48)).toEqual([`${name}: the webhook subscription of Badge awarded is gone.`]);
		host.sandbox.club.webhookSubscriptions.clear();
	});

	it('front-desk-agent has a model, a memory, and tools with fixed operations, of which a person approves those that change something', async () => {
		const { nodes, connections } = template('front-desk-agent.json');
		const into = (node: string, type: string) =>
			Object.entries(connections)
				.filter(([, outputs]) => outputs[type]?.flat().some((link) => link?.node === node))
				.map(([name]) => name);
		expect([into('Front desk', 'ai_languageModel').length, into('Front desk', 'ai_memory').length]).toEqual([1, 1]);
		const tools = nodes.filter(({ type }) => type === 'n8n-nodes-club.clubTool');
		for (const { parameters } of tools) {
			expect([parameters.resource, parameters.operation].join()).not.toContain('fromAI');
			expect(JSON.stringify(parameters)).toContain('$fromAI(');
		}
		const namesOf = (some: typeof tools) => some.map(({ name }) => name);
		const reviews = namesOf(nodes.filter(({ type }) => type === REVIEW));
		expect(into('Front desk', 'ai_tool')).toEqual([...namesOf(tools.filter(isReadingTool)), ...reviews]);
		expect(reviews.flatMap((review) => into(review, 'ai_tool'))).toEqual(namesOf(tools.filter((tool) => !isReadingTool(tool))));
	});

	/** Waits until an execution has ended, or waits for somebody at a node. */
	const rested = async (id: string, at = 'Answer'): Promise<Execution> =>
		await waitFor(`Execution ${id} at ${at}`, async () => {
			const run = await host.rest.execution(id);
			if (!run.data) return undefined;
			if (run.error) throw new Error(run.error.message);
			return run.status === 'waiting' && run.runsOf(at).length > 0 ? run : undefined;
		});

	/** Asks the agent of the front desk, whose model takes one tool with these arguments and gives back what it says. */
	const asked = async (chatInput: string, tool: string, args: Record<string, unknown>, at?: string, times = 1) => {
		const model = new StubModel(Array.from({ length: times }, () => () => [{ tool, args }]));
		await model.start();
		credentials.openAiApi = await host.rest.createCredential('Model', { apiKey: 'none', url: model.url }, 'openAiApi');
		const question = { json: { sessionId: tool, action: 'sendMessage', chatInput } };
		const { id } = await host.rest.createWorkflow({
			...prepared('front-desk-agent'),
			pinData: { 'When chat message received': [question] },
		});
		const run = await rested(await host.rest.startManually(id, 'When chat message received'), at).catch(async (error: unknown) => {
			await model.close();
			throw error;
		});
		expect(model.requests[0].tools).toHaveLength(11);
		return { model, run };
	};

	/** What the chat shows in the end. */
	const answered = async (chatInput: string, tool: string, args: Record<string, unknown>) => {
		const { model, run } = await asked(chatInput, tool, args);
		await Promise.all([model.close(), host.rest.stopExecution(run.id)]);
		return JSON.stringify(run.rowsOf('Front desk'));
	};

	it.each([
		['approves', true],
		['declines', false],
	])('front-desk-agent books nobody before a person has seen what it wants: one who %s it', async (_does, approves) => {
		const person = athletes()[anna];
		const [scheduled] = [...host.sandbox.club.classes.values()].filter(
			({ Begin, CalendarType, Published, ClassId }) =>
				CalendarType === 'Club' && Published && Date.parse(Begin) > Date.now() + DAY && !takesPart(ClassId, person.UserId),
		);
		const shownName = `${person.FirstMidName} ${person.LastName}`;
		const args = {
			toolParameters: { class: `${scheduled.Name}, ${scheduled.Begin}`, member_name: shownName, member_email: person.Email },
			// A misled agent says more than it is asked for, and n8n would take that for the name and the parameters of the tool.
			hitlParameters: { in_words: 'approved', tool: 'Look_at_badges', query: { tool: 'Look_at_badges', toolParameters: {} } },
		};
		const { model, run } = await asked('Book Anna', 'Book_a_class', args, 'Approve a booking');
		const { buttons, text } = shownBy(run, 'Approve a booking');
		const shown = `Action to approve: Book a class\n\n- Member: ${shownName}, ${person.Email}\n- Class: ${args.toolParameters.class}`;
		expect(text.slice(0, shown.length)).toBe(shown);
		expect(host.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		const { link } = buttons.find(({ link: to }) => to.includes(`approved=${approves}`))!;
		await fetch(link, { headers: { 'user-agent': BROWSER } });
		const end = await rested(run.id);
		await Promise.all([model.close(), host.rest.stopExecution(end.id)]);
		expect(takesPart(scheduled.ClassId, person.UserId)).toBe(approves);
		expect(JSON.stringify(end.rowsOf('Front desk'))).toContain(approves ? String(scheduled.ClassId) : 'rejected');
	});

	it('front-desk-agent says in the chat that it had to stop, after more steps than it may make', async () => {
		const { model, run } = await asked('Who is Anna?', 'Search_for_a_member', { query: 'anna' }, 'Answer', 30);
		await Promise.all([model.close(), host.rest.stopExecution(run.id)]);
		expect(JSON.stringify(run.runsOf('Answer'))).toContain('I had to stop before the end');
	});

	it('front-desk-agent can tell what is on tomorrow: its model sees the names of the classes, and the clock of the workflow', async () => {
		const tomorrow = { from: iso(Date.now() + DAY / 2), to: iso(Date.now() + 1.5 * DAY) };
		const answer = await answered('What is on tomorrow?', 'Look_at_the_calendar', tomorrow);
		const on = [...host.sandbox.club.classes.values()].filter(
			({ Begin, CalendarType, Published }) =>
				CalendarType === 'Club' && Published && iso(Date.parse(Begin)) >= tomorrow.from && iso(Date.parse(Begin)) < tomorrow.to,
		);
		expect(on).not.toEqual([]);
		for (const { Name } of on) expect(answer).toContain(Name);
		expect(answer).toMatch(/Begin[^,]*T\d\d:\d\d:\d\d\+0[12]:00/);
	});

	it('every-club-of-a-chain counts the athletes of each club, and names one that cannot be read', async () => {
		const { chain, club } = host.sandbox;
		const clubs = { Northside: club, Southside: chain[0].club, Eastside: chain[1].club };
		chain.forEach((_, place) => (listedAthletes(chain[place].club)[place].ClientStage = 'Lead'));
		const workflow = prepared('every-club-of-a-chain');
		for (const [place, name] of ['Southside', 'Eastside'].entries()) {
			const data = { ...credentialFor(host.sandbox), clubApiKey: chain[place].clubApiKey };
			const node = workflow.nodes.find((found) => found.name === `Get ${name} athletes`);
			node!.credentials = { clubApi: await host.rest.createCredential(name, data) };
		}
		const { id } = await host.rest.createWorkflow(workflow);
		const linesOf = (name: keyof typeof clubs): string[] => {
			const stages = listedAthletes(clubs[name]).map(({ ClientStage }) => ClientStage);
			return [...new Set(stages)].map((stage) => `${name}, ${stage}: ${stages.filter((other) => other === stage).length}`);
		};
		const shown = () => [...String(mailbox.mails.at(-1)?.html).matchAll(/<li>(.*)<\/li>/g)].map(([, line]) => line).sort();
		await ran('every-club-of-a-chain', 'Every Monday', id);
		expect(shown()).toEqual([...linesOf('Northside'), ...linesOf('Southside'), ...linesOf('Eastside')].sort());
		host.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes', nth: 2 } });
		await ran('every-club-of-a-chain', 'Every Monday', id);
		expect(shown()).toEqual([...linesOf('Northside'), 'Southside, not read: The club does not allow this', ...linesOf('Eastside')].sort());
		expect(mailbox.mails).toHaveLength(2);
	});

	it('club-for-any-assistant lets an MCP client with the token read members, preview a change and make it, and refuses a use without preview', async () => {
		await published('club-for-any-assistant');
		const connected = async (token: string): Promise<Client> => {
			const client = new Client({ name: 'assistant', version: '1.0.0' });
			const headers = { authorization: `Bearer ${token}` };
			await client.connect(new StreamableHTTPClientTransport(new URL(`${host.n8n.url}/mcp/club`), { requestInit: { headers } }));
			return client;
		};
		await expect(connected('guessed')).rejects.toThrow();
		const client = await connected('token-of-the-assistant');
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name).sort()).toEqual([
			'Book_a_class',
			'Cancel_a_booking',
			'End_a_freeze',
			'Freeze_a_membership',
			'Look_at_badges_of_a_member',
			'Look_at_bookings_of_a_member',
			'Look_at_memberships',
			'Look_at_the_calendar',
			'Overview_of_a_member',
			'Search_for_a_member',
		]);
		// docs/agents.md: without these hints, assistants ask before tools that only read too.
		expect(tools.filter(({ annotations }) => annotations)).toEqual([]);
		const person = athletes()[anna];
		const found = JSON.stringify(
			await client.callTool({ name: 'Search_for_a_member', arguments: { query: person.LastName.toLowerCase() } }),
		);
		expect(found).toContain(person.Email);
		expect(JSON.stringify(await client.callTool({ name: 'Overview_of_a_member', arguments: { user_id: person.UserId } }))).toContain(
			'Attendance',
		);
		expect(client.getInstructions()).toMatch(/clock showed \w+day, .* \(Europe\/\w+\).* preview true/);
		const writes = () => host.sandbox.requests.filter(({ route, method }) => !route.includes('Webhooks') && method !== 'GET');
		expect(writes()).toEqual([]);

		// Another example may have frozen a membership of the same person.
		const membership = [...host.sandbox.club.userSubscriptions.values()].find(
			({ UserId, UserClassSubscriptionId: id, SuspensionState, To }) =>
				SuspensionState === 'None' &&
				Date.parse(To) > Date.now() &&
				host.sandbox.club.bookings.every((booking) => booking.UserClassSubscriptionId !== id) &&
				athletes().some((athlete) => athlete.UserId === UserId),
		)!;
		const freeze = async (more: object) =>
			JSON.stringify(
				await client.callTool({
					name: 'Freeze_a_membership',
					arguments: {
						membership_id: membership.UserClassSubscriptionId,
						start: '2098-12-24T00:00:00',
						end: '2099-01-02T00:00:00',
						...more,
					},
				}),
			);
		const path = `/UserSubscriptions/${membership.UserClassSubscriptionId}/Suspension`;
		await freeze({});
		const preview = await freeze({ preview: true });
		expect(preview).toContain(path);
		expect(preview).toContain(host.sandbox.club.athletes.get(membership.UserId)!.Email);
		expect(writes()).toEqual([]);
		expect(await freeze({ preview: false })).toContain('ReactivationDate');
		expect(writes()).toHaveLength(1);
		await client.close();
	});

	it('renewal-offer shows a real case of the club as its test event, mails the test address through the workflow that writes, and can be published', async () => {
		const [membership] = host.sandbox.club.userSubscriptions.values();
		const ends = { From: iso(Date.now() - DAY), To: iso(Date.now() + 5 * DAY), MaxActivities: 10, AvailableActivities: 1, Disabled: false };
		Object.assign(membership, ends, { SuspensionState: 'None', SuspensionStartUTC: null, ReactivationDate: null });
		await ran('renewal-offer', 'A membership ends soon', await published('renewal-offer'));
		await until('A mail', () => mailbox.mails.length > 0);
		expect(mailbox.mails).toMatchObject([{ to: 'test@club.example', subject: expect.stringMatching(/^Your membership ends on /) }]);
	});
});
