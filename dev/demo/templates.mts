import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssignmentCollectionValue, IDataObject, INode, INodeParameterResourceLocator } from 'n8n-workflow';
import { ROOT } from '../host/commands.mts';
import type { N8nRest } from '../host/rest.mts';
import type { CredentialReference, WorkflowJson } from '../host/workflow.mts';

const TEMPLATES = join(ROOT, 'templates');

/** The workflow that a newcomer opens first. */
const FIRST = 'first-look.json';

/** The files of the example workflows, the one for newcomers first. */
export const templateFiles = (): string[] => [FIRST, ...readdirSync(TEMPLATES).filter((file) => file.endsWith('.json') && file !== FIRST)];

/** An example workflow as its file contains it: without credentials, as after an import. */
export const template = (file: string): WorkflowJson => JSON.parse(readFileSync(join(TEMPLATES, file), 'utf8')) as WorkflowJson;

/** The credential that a node of the example workflows asks for. */
const CREDENTIAL_TYPES: Readonly<Record<string, string>> = {
	'n8n-nodes-club.club': 'clubApi',
	'n8n-nodes-club.clubTool': 'clubApi',
	'n8n-nodes-club.clubTrigger': 'clubApi',
	'n8n-nodes-club.clubPollTrigger': 'clubApi',
	'n8n-nodes-base.emailSend': 'smtp',
	'n8n-nodes-base.twilio': 'twilioApi',
	'n8n-nodes-base.n8n': 'n8nApi',
	'n8n-nodes-base.mailchimp': 'mailchimpApi',
	'n8n-nodes-base.googleSheets': 'googleApi',
	'n8n-nodes-base.hubspot': 'hubspotAppToken',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
	'@n8n/n8n-nodes-langchain.mcpTrigger': 'httpBearerAuth',
};

/** The scopes of the n8n API key that *Is all well with the club?* uses. */
export const API_KEY_SCOPES = ['workflow:list', 'workflow:read', 'execution:list', 'execution:read'];

/** What an example workflow needs besides n8n and its data tables: credentials by type. */
export interface Surroundings {
	credentials: Readonly<Record<string, CredentialReference>>;
	/** The credential for agent tools that only read, if they have their own. */
	readOnly?: CredentialReference;
	/** The ID of the workflow that writes to members. */
	door?: string;
}

/** Nodes with a webhook address. On import, n8n's editor gives each its own ID. */
const WITH_ADDRESS = [
	'n8n-nodes-club.clubTrigger',
	'n8n-nodes-base.webhook',
	'n8n-nodes-base.formTrigger',
	'@n8n/n8n-nodes-langchain.mcpTrigger',
	'@n8n/n8n-nodes-langchain.chatTrigger',
];

const DATA_TABLE = 'n8n-nodes-base.dataTable';

type DataTableColumns = Array<{ name: string; type: 'string' | 'number' | 'boolean' | 'date' }>;

/** The workflow that the others write to members through. */
export const DOOR = 'write-to-member.json';
const DOOR_NAME = template(DOOR).name;

/** Whether a node is an agent tool that only reads. */
export const isReadingTool = ({ type, parameters }: Pick<INode, 'type' | 'parameters'>): boolean =>
	type === 'n8n-nodes-club.clubTool' && /^(get|search)/.test(String(parameters.operation));

/** An example workflow after the setup that its notes ask for. */
export function fitted(workflow: WorkflowJson, { credentials, readOnly, door }: Surroundings): WorkflowJson {
	const { nodes, ...rest } = structuredClone(workflow);
	const done = nodes.map((node) => {
		const type = node.parameters.authentication === 'basicAuth' ? 'httpBasicAuth' : CREDENTIAL_TYPES[node.type];
		const chosen = isReadingTool(node) && readOnly ? readOnly : credentials[type];
		const workflow = node.parameters.workflowId as INodeParameterResourceLocator | undefined;
		if (door && workflow?.cachedResultName === DOOR_NAME) workflow.value = door;
		const address = WITH_ADDRESS.includes(node.type) && { webhookId: randomUUID() };
		return { ...node, ...address, ...(type in credentials && { credentials: { [type]: chosen } }) };
	});
	return { ...rest, nodes: done };
}

/** Gives values to lines of *Settings*, by their names. */
export function withSettings<W extends Pick<WorkflowJson, 'nodes'>>(workflow: W, values: Readonly<Record<string, string>>): W {
	for (const { parameters } of workflow.nodes)
		for (const line of (parameters.assignments as AssignmentCollectionValue | undefined)?.assignments ?? [])
			if (line.name in values) line.value = values[line.name];
	return workflow;
}

/** Settings of the workflow that writes to members in which no hour is in the night. */
const WITHOUT_NIGHT = Object.fromEntries(
	['Night From', 'Night To', 'Night From for Service', 'Night To for Service'].map((name) => [name, '0']),
);

/** The workflow that writes to members, for an n8n in which nobody wants to wait for the morning. */
export const doorWithoutNight = (surroundings: Surroundings): WorkflowJson =>
	withSettings(fitted(template(DOOR), surroundings), WITHOUT_NIGHT);

/** The path of the signed-in user's data tables in n8n's REST API. */
export async function dataTables(rest: N8nRest): Promise<string> {
	const { id } = await rest.session.send<{ id: string }>('GET', '/rest/projects/personal');
	return `/rest/projects/${id}/data-tables`;
}

/** The data tables that *Set up the examples* makes: all that the example workflows name. */
export const tablesOfExamples = (): Array<{ name: string; columns: DataTableColumns }> =>
	template('set-up-examples.json').nodes.flatMap(({ type, parameters: { tableName, columns } }) =>
		type === DATA_TABLE ? [{ name: String(tableName), columns: (columns as { column: DataTableColumns }).column }] : [],
	);

/** Makes the data tables that the example workflows use, unless they exist. */
export async function enterTables(rest: N8nRest): Promise<void> {
	const path = await dataTables(rest);
	const { data: known } = await rest.session.send<{ data: Array<{ name: string }> }>('GET', path);
	const names = known.map(({ name }) => name);
	for (const { name, columns } of tablesOfExamples()) if (!names.includes(name)) await rest.session.send('POST', path, { name, columns });
}

/** Makes the tables and publishes the workflow that writes to members. @returns its ID in n8n */
export async function enterDoor(rest: N8nRest, surroundings: Surroundings): Promise<string> {
	await enterTables(rest);
	const { id } = await rest.createWorkflow(doorWithoutNight(surroundings));
	const { message } = await rest.activate(id);
	if (message) throw new Error(message);
	return id;
}

/** Makes a credential of this name, or gives the one that is there new entries. */
export async function enter(rest: N8nRest, name: string, data: IDataObject, type?: string): Promise<CredentialReference> {
	const existing = (await rest.credentials()).find((credential) => credential.name === name);
	if (!existing) return await rest.createCredential(name, data, type);
	await rest.updateCredential(existing, data, type);
	return { id: existing.id, name };
}

/** The tag of the example workflows. It keeps them apart from what a person builds: without a licence, n8n has no folders. */
export const EXAMPLES = 'Examples';

/** The ID of that tag in n8n, which is made unless it exists. */
async function enterTag(rest: N8nRest): Promise<string> {
	const known = await rest.session.send<Array<{ id: string; name: string }>>('GET', '/rest/tags');
	const tag = known.find(({ name }) => name === EXAMPLES);
	return (tag ?? (await rest.session.send<{ id: string }>('POST', '/rest/tags', { name: EXAMPLES }))).id;
}

/**
 * Imports the example workflows with their tag and their data tables, unless they exist. The one for newcomers comes last, because
 * n8n lists the newest first.
 * @returns the IDs in n8n, by file
 */
export async function importTemplates(rest: N8nRest, surroundings: Surroundings): Promise<Record<string, string>> {
	const saved = new Map((await rest.workflows()).map(({ name, id }) => [name, id]));
	await enterTables(rest);
	const tags = [await enterTag(rest)];
	const ids: Record<string, string> = {};
	for (const file of templateFiles().reverse()) {
		const workflow = template(file);
		const known = saved.get(workflow.name);
		const fit = file === DOOR ? doorWithoutNight(surroundings) : fitted(workflow, { ...surroundings, door: ids[DOOR] });
		ids[file] = known ?? (await rest.createWorkflow({ ...fit, tags })).id;
		// n8n 2 runs a workflow for another one only once it is published.
		if (file === DOOR && !known) await rest.activate(ids[file]);
	}
	return ids;
}

/**
 * Publishes the published workflows again, so that they register with a sandbox that has just started. n8n registers a
 * webhook when a workflow is published, not when n8n starts, so they would get no events.
 */
export async function publishAgain(rest: N8nRest): Promise<void> {
	const saved = await rest.session.send<Array<{ id: string; activeVersionId: string | null }>>('GET', '/rest/workflows');
	for (const { id, activeVersionId } of saved) {
		if (!activeVersionId) continue;
		await rest.deactivate(id);
		await rest.session.send('POST', `/rest/workflows/${id}/activate`, { versionId: activeVersionId });
	}
}
