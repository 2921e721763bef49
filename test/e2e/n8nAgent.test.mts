import type { IDataObject } from 'n8n-workflow';
import { template } from '../../dev/demo/templates.mts';
import { readOnlyCredentialFor } from '../../dev/host/club.mts';
import { nodesIn } from '../../dev/host/search.mts';
import { type CredentialReference } from '../../dev/host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import type { ClubClass } from '../../sandbox/types.mts';
import { useHost } from './support/host.mts';
import { StubModel } from './support/model.mts';
import { Builder, type AgentTool, type Talk } from './support/n8nAgent.mts';

const DAY = 24 * 60 * 60 * 1000;

/** The tools of the front desk that the agent gets, by the IDs of their nodes. */
const SIX = ['search', 'overview', 'calendar', 'book', 'cancel', 'freeze'];

describe('A saved n8n Agent', () => {
	const host = useHost({ sandbox: { athletes: 60, chain: 1 }, env: { N8N_MCP_SERVER_RATE_LIMIT: '1000' } });
	const model = new StubModel();
	const builder = new Builder(host, model);
	let readOnly: CredentialReference;
	let agentId: string;

	const copied = (id: string, credential: CredentialReference): AgentTool => {
		const { name, parameters } = template('front-desk-agent.json').nodes.find((node) => node.id === id)!;
		return { name: name.replaceAll(' ', '_'), description: String(parameters.toolDescription ?? name), parameters, credential };
	};
	const isChange = (id: string): boolean => ['book', 'cancel', 'freeze'].includes(id);

	beforeAll(async () => {
		await model.start();
		await builder.connect();
		readOnly = await host.rest.createCredential('Club, read only', readOnlyCredentialFor(host.sandbox));
		agentId = await builder.create(
			SIX.map((id) => ({ ...copied(id, isChange(id) ? host.credential : readOnly), requireApproval: isChange(id) })),
		);
	});
	afterAll(async () => await Promise.all([builder.close(), model.close()]));

	const routes = (): string[] => host.sandbox.requests.map(({ route }) => route);
	const changes = (): string[] => routes().filter((route) => !route.startsWith('GET'));
	const takesPart = (classId: number, userId: number): boolean =>
		host.sandbox.club.bookings.some(({ ClassId, UserId }) => ClassId === classId && UserId === userId);

	/** A class of tomorrow or later in which nobody of these has a place. */
	const classWithout = (userId: number): ClubClass =>
		[...host.sandbox.club.classes.values()].find(
			({ ClassId, Begin, CalendarType, Published }) =>
				CalendarType === 'Club' && Published && Date.parse(Begin) > Date.now() + DAY && !takesPart(ClassId, userId),
		)!;

	/** A member as the tools take them. */
	const member = (userId: number) => {
		const { FirstMidName, LastName, Email } = host.sandbox.club.athletes.get(userId)!;
		return { member_name: `${FirstMidName} ${LastName}`, member_email: Email };
	};

	/** A class as the tools take it. */
	const named = ({ Name, Begin }: ClubClass): string => `${Name}, ${Begin}`;

	/** What the tool of a conversation said to the model. */
	const said = ({ status, response }: Talk): IDataObject => {
		expect(status).toBe('completed');
		return JSON.parse(response) as IDataObject;
	};

	it('is built by an assistant that finds the pack, reads its fields, looks into its lists, and is told that all is right', async () => {
		for (const query of ['gym', 'fitness club', 'class booking', 'freeze membership']) {
			const { results } = await builder.use<{ results: string }>('search_nodes', { queries: [query], usage: 'agentTool' });
			expect(nodesIn(results)[0]).toBe('n8n-nodes-club.clubTool');
		}
		const nodeId = { nodeId: 'n8n-nodes-club.clubTool', resource: 'booking', operation: 'create' };
		const { definitions } = await builder.use<{ definitions: string }>('get_node_types', { nodeIds: [nodeId] });
		expect(definitions).toContain('@searchListMethod searchAthletes');
		const [{ UserId, Email }] = listedAthletes(host.sandbox.club);
		const picker = { methodName: 'searchAthletes', methodType: 'listSearch', filter: Email };
		const { results } = await builder.use<{ results: IDataObject[] }>('explore_node_resources', {
			...{ nodeType: 'n8n-nodes-club.clubTool', version: 1, ...picker },
			...{ credentialType: 'clubApi', credentialId: host.credential.id },
		});
		expect(results).toMatchObject([{ value: UserId }]);
		expect(await builder.use('validate_agent', { agentId })).toMatchObject({ valid: true, errors: [], missing: [] });
	});

	it('shows its model the tools with their descriptions, and only the fields that a model fills in', async () => {
		await builder.ask(agentId);
		const tools = model.requests[0].tools!.map((tool) => tool.function);
		const own = SIX.map((id) => copied(id, readOnly));
		expect(tools.slice(0, SIX.length).map(({ name, description }) => [name, description])).toEqual(
			own.map(({ name, description }) => [name, description]),
		);
		expect(tools.find(({ name }) => name === own[3].name)!.parameters).toMatchObject({
			properties: { class: { type: 'string' }, member_name: { type: 'string' }, member_email: { type: 'string' } },
			required: ['class', 'member_name', 'member_email'],
		});
	});

	it.each([
		['approves', true],
		['declines', false],
	])('books nobody before a person has seen the tool and its values: one who %s it', async (_does, approves) => {
		const { UserId } = listedAthletes(host.sandbox.club)[1];
		const scheduled = classWithout(UserId);
		const args = { class: named(scheduled), ...member(UserId) };
		const asked = await builder.ask(agentId, { tool: 'Book_a_class', args });
		expect(asked).toMatchObject({ status: 'suspended', approvals: [{ toolName: 'Book_a_class', args }] });
		expect(changes()).toEqual([]);
		const answer = said(await builder.decide(agentId, asked, approves));
		expect(takesPart(scheduled.ClassId, UserId)).toBe(approves);
		expect(changes()).toHaveLength(approves ? 1 : 0);
		expect(answer).toMatchObject(approves ? { status: 'success' } : { declined: true });
	});

	it('freezes a membership from a day on that a model names, and without an end if it asks for none', async () => {
		const listed = new Set(listedAthletes(host.sandbox.club).map(({ UserId }) => UserId));
		const membership = [...host.sandbox.club.userSubscriptions.values()].find(
			({ UserId, SuspensionStartUTC, To }) => listed.has(UserId) && !SuspensionStartUTC && Date.parse(To) > Date.now() + 30 * DAY,
		)!;
		const start = new Date(Date.now() + 7 * DAY).toISOString();
		const args = { membership_id: membership.UserClassSubscriptionId, ...member(membership.UserId), start, no_end: true };
		said(await builder.decide(agentId, await builder.ask(agentId, { tool: 'Freeze_a_membership', args }), true));
		expect(membership).toMatchObject({ SuspensionStartUTC: start, ReactivationDate: null });
	});
});
