import type { IDataObject } from 'n8n-workflow';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { dataTables, enterDoor, fitted, template, templateFiles, type Surroundings } from '../../dev/demo/templates.mts';
import { Mailbox } from '../../dev/demo/mailbox.mts';
import { readOnlyCredentialFor } from '../../dev/host/club.mts';
import type { Execution } from '../../dev/host/execution.mts';
import { waitFor } from '../../dev/host/wait.mts';
import { club, lineOf, withCredential, type CredentialReference } from '../../dev/host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { locator } from '../support/node.mts';
import { useHost } from './support/host.mts';
import { StubModel } from './support/model.mts';

const DAY = 24 * 60 * 60 * 1000;

/** n8n lets no program that is known as one approve anything. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('The example workflows in a real n8n', () => {
	const host = useHost({ sandbox: { athletes: 60, rate: false } });
	const mailbox = new Mailbox();
	const credentials: Record<string, CredentialReference> = {};
	const surroundings: Surroundings = { credentials };

	beforeAll(async () => {
		await mailbox.start();
		credentials.smtp = await host.rest.createCredential('Mail of the club', mailbox.credential, 'smtp');
		credentials.httpBearerAuth = await host.rest.createCredential('Token', { token: 'token-of-the-assistant' }, 'httpBearerAuth');
		surroundings.readOnly = await host.rest.createCredential('Club, read only', readOnlyCredentialFor(host.sandbox));
		credentials.clubApi = host.credential;
		surroundings.door = await enterDoor(host.rest, { credentials });
	});
	afterEach(async () => {
		await host.rest.deactivateAll([String(surroundings.door)]);
		mailbox.mails.length = 0;
	});
	afterAll(async () => await mailbox.close());

	/** An example as a user has it after doing what its notes ask for. */
	const prepared = (name: string) => fitted(template(`${name}.json`), surroundings);
	const published = async (name: string): Promise<string> => {
		const { id } = await host.rest.createWorkflow(prepared(name));
		expect((await host.rest.activate(id)).message).toBeUndefined();
		return id;
	};
	const person = () => listedAthletes(host.sandbox.club)[0];

	it('each imports, with nodes that n8n knows, and n8n finds nothing that n8n 3 lacks', async () => {
		const known = (await host.rest.nodeTypes()).map(({ name }) => name);
		for (const file of templateFiles()) {
			const { nodes } = await host.rest.createWorkflow(template(file));
			expect([file, nodes.filter(({ type }) => !known.includes(type))]).toEqual([file, []]);
		}
		const path = '/rest/breaking-changes/report?version=v3';
		const { report } = await host.rest.session.send<{ report: object }>('GET', path);
		expect(report).toMatchObject({ targetVersion: 'v3', workflowResults: [] });
	});

	it('failed-at-night mails which workflow failed, what happened and what to do', async () => {
		const errorWorkflow = await published('failed-at-night');
		const night = { name: 'Night', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: 'night', parameters: { path: 'night' } };
		const read = club('Get the athlete', { resource: 'athlete', operation: 'get', userId: locator('id', 999_999) });
		const workflow = withCredential(lineOf('Every night', [night, read], { errorWorkflow }), host.credential);
		const { id } = await host.rest.createWorkflow(workflow);
		expect((await host.rest.activate(id)).message).toBeUndefined();
		await fetch(`${host.n8n.url}/webhook/night`);
		const { subject, text } = await waitFor('A mail', () => mailbox.mails[0]);
		expect(subject).toBe('Failed: Every night');
		expect(text).toMatch(/Node: Get the athlete\s+What happened: .+\s+What to do: Check the ID\..+\s+The execution: http/s);
	});

	const rested = async (id: string, at: string): Promise<Execution> =>
		await waitFor(`Execution ${id} at ${at}`, async () => {
			const run = await host.rest.execution(id);
			if (run.data && run.error) throw new Error(run.error.message);
			return run.data && run.status === 'waiting' && run.runsOf(at).length > 0 ? run : undefined;
		});

	it.each([
		['approves', true],
		['declines', false],
	])('front-desk-agent books nobody before a person has seen what it wants: one who %s it', async (_does, approves) => {
		const { bookings, classes } = host.sandbox.club;
		const takesPart = (classId: number) => bookings.some(({ ClassId, UserId }) => ClassId === classId && UserId === person().UserId);
		const inClub = [...classes.values()].filter(({ CalendarType, Published }) => CalendarType === 'Club' && Published);
		const lesson = inClub.find(({ Begin, ClassId }) => Date.parse(Begin) > Date.now() + DAY && !takesPart(ClassId))!;
		const member = { member_name: `${person().FirstMidName} ${person().LastName}`, member_email: person().Email };
		const args = { toolParameters: { class: `${lesson.Name}, ${lesson.Begin}`, ...member }, hitlParameters: { in_words: 'approved' } };
		const model = new StubModel([{ tool: 'Book_a_class', args }]);
		await model.start();
		credentials.openAiApi = await host.rest.createCredential('Model', { apiKey: 'none', url: model.url }, 'openAiApi');
		const start = 'When chat message received';
		const pinData = { [start]: [{ json: { sessionId: String(approves), action: 'sendMessage', chatInput: 'Book Anna' } }] };
		const { id } = await host.rest.createWorkflow({ ...prepared('front-desk-agent'), pinData });
		const run = await rested(await host.rest.startManually(id, start), 'Approve a booking');
		const items = Object.values(run.runsOf('Approve a booking').at(-1)?.data ?? {}).flat(2);
		type Shown = { text: string; buttons: Array<{ link: string }> };
		const { buttons, text } = items.find((item) => item?.sendMessage)!.sendMessage as unknown as Shown;
		expect(text).toContain(`- Member: ${member.member_name}, ${member.member_email}\n- Class: ${args.toolParameters.class}`);
		expect(host.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		await fetch(buttons.find(({ link }) => link.includes(`approved=${approves}`))!.link, { headers: { 'user-agent': BROWSER } });
		const end = await rested(run.id, 'Answer');
		await Promise.all([model.close(), host.rest.stopExecution(end.id)]);
		expect(takesPart(lesson.ClassId)).toBe(approves);
	});

	it('score-front-desk scores the answers of a model in a test run of the Evaluations tab', async () => {
		const model = new StubModel([{ tool: 'Search_for_a_member', args: { query: person().LastName } }]);
		await model.start();
		credentials.openAiApi = await host.rest.createCredential('Scored', { apiKey: 'none', url: model.url }, 'openAiApi');
		const path = await dataTables(host.rest);
		const { data } = await host.rest.session.send<{ data: Array<{ id: string; name: string }> }>('GET', path);
		const { id: table } = data.find(({ name }) => name === 'Front desk questions')!;
		const rows = [{ Question: `Who is ${person().LastName}?`, Words: `${person().FirstMidName}, ${person().Email}` }];
		await host.rest.session.send('POST', `${path}/${table}/insert`, { data: rows, returnType: 'count' });
		const workflow = prepared('score-front-desk');
		Object.assign(workflow.nodes.find(({ name }) => name === 'When a question comes')!.parameters.dataTableId as object, { value: table });
		const { id } = await host.rest.createWorkflow(workflow);
		await host.rest.session.send('POST', `/rest/workflows/${id}/test-runs/new`, {});
		type Runs = Array<{ status: string; metrics: IDataObject }>;
		const run = await waitFor('The test run', async () => {
			const [last] = await host.rest.session.send<Runs>('GET', `/rest/workflows/${id}/test-runs`);
			return last?.status === 'completed' ? last : undefined;
		});
		await model.close();
		expect(run.metrics).toMatchObject({ 'Right answers': 1, 'Tool calls': 1 });
	});

	it('club-for-any-assistant lets an MCP client read members and preview a change, and refuses a change without preview', async () => {
		await published('club-for-any-assistant');
		const client = new Client({ name: 'assistant', version: '1.0.0' });
		const requestInit = { headers: { authorization: 'Bearer token-of-the-assistant' } };
		await client.connect(new StreamableHTTPClientTransport(new URL(`${host.n8n.url}/mcp/club`), { requestInit }));
		const use = async (name: string, args: Record<string, unknown>) => JSON.stringify(await client.callTool({ name, arguments: args }));
		expect((await client.listTools()).tools).toHaveLength(10);
		expect(await use('Search_for_a_member', { query: person().LastName.toLowerCase() })).toContain(person().Email);
		const lesson = [...host.sandbox.club.classes.values()].find(
			({ Begin, Published }) => Published && Date.parse(Begin) > Date.now() + DAY,
		)!;
		const booking = { class_id: lesson.ClassId, user_id: person().UserId };
		await use('Book_a_class', booking);
		expect(await use('Book_a_class', { ...booking, preview: true })).toContain(`/Classes/${lesson.ClassId}/Participants`);
		expect(host.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		await client.close();
	});
});
