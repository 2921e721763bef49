import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode, INodeParameterResourceLocator, ResourceMapperValue } from 'n8n-workflow';
import { ROOT } from '../host/commands.mts';
import type { N8nRest } from '../host/rest.mts';
import type { CredentialReference, WorkflowJson } from '../host/workflow.mts';

const TEMPLATES = join(ROOT, 'templates');

/** The workflow that a newcomer opens first. */
const FIRST = 'first-look.json';

/** The files of the example workflows, the newcomer's first. */
export const templateFiles = (): string[] => [FIRST, ...readdirSync(TEMPLATES).filter((file) => file.endsWith('.json') && file !== FIRST)];

/** An example workflow as its file has it: without credentials, as after an import. */
export const template = (file: string): WorkflowJson => JSON.parse(readFileSync(join(TEMPLATES, file), 'utf8')) as WorkflowJson;

/** The credential that a node of the example workflows asks for. */
const CREDENTIAL_TYPES: Readonly<Record<string, string>> = {
	'n8n-nodes-club.club': 'clubApi',
	'n8n-nodes-club.clubTool': 'clubApi',
	'n8n-nodes-club.clubTrigger': 'clubApi',
	'n8n-nodes-club.clubPollTrigger': 'clubApi',
	'n8n-nodes-base.emailSend': 'smtp',
	'n8n-nodes-base.n8n': 'n8nApi',
	'n8n-nodes-base.webhook': 'httpHeaderAuth',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
	'@n8n/n8n-nodes-langchain.mcpTrigger': 'httpBearerAuth',
};

/** What the key of n8n that the watchdog uses may do. */
export const WATCHDOG_SCOPES = ['workflow:list', 'workflow:read', 'execution:list', 'execution:read'];

/** The address that stands in the example workflows for a CRM of the user's. */
const CRM = 'https://crm.example.com';

/** What an example workflow needs beside n8n: credentials by type, a CRM without a slash at its end, and the ids of data tables by name. */
export interface Surroundings {
	credentials: Readonly<Record<string, CredentialReference>>;
	/** The credential of the tools of agents that only read, where they have one of their own. */
	readOnly?: CredentialReference;
	crm: string;
	tables?: Readonly<Record<string, string>>;
}

/** Nodes that have an address: n8n's editor gives each an id of its own on import, which n8n 1 does nowhere else. */
const WITH_ADDRESS = [
	'n8n-nodes-club.clubTrigger',
	'n8n-nodes-base.webhook',
	'@n8n/n8n-nodes-langchain.mcpTrigger',
	'@n8n/n8n-nodes-langchain.chatTrigger',
];

const DATA_TABLE = 'n8n-nodes-base.dataTable';

/** Whether a node is the tool of an agent and only reads. */
export const isReadingTool = ({ type, parameters }: Pick<INode, 'type' | 'parameters'>): boolean =>
	type === 'n8n-nodes-club.clubTool' && /^(get|search)/.test(String(parameters.operation));

/** An example workflow as after a user has done what its notes ask for: its credentials and data tables chosen, the address of the CRM put in. */
export function fitted(workflow: WorkflowJson, { credentials, readOnly, crm, tables = {} }: Surroundings): WorkflowJson {
	const { nodes, ...rest } = JSON.parse(JSON.stringify(workflow).replaceAll(CRM, crm)) as WorkflowJson;
	const done = nodes.map((node) => {
		const type = CREDENTIAL_TYPES[node.type];
		const chosen = isReadingTool(node) && readOnly ? readOnly : credentials[type];
		const table = node.parameters.dataTableId as INodeParameterResourceLocator | undefined;
		if (table) table.value = tables[table.cachedResultName ?? ''] ?? '';
		const address = WITH_ADDRESS.includes(node.type) && { webhookId: randomUUID() };
		return { ...node, ...address, ...(type in credentials && { credentials: { [type]: chosen } }) };
	});
	return { ...rest, nodes: done };
}

/** Where the data tables of the signed-in user are, in n8n's interface. */
export async function dataTables(rest: N8nRest): Promise<string> {
	const { id } = await rest.session.send<{ id: string }>('GET', '/rest/projects/personal');
	return `/rest/projects/${id}/data-tables`;
}

/**
 * Makes the data tables that the notes of the example workflows ask for, unless they are there.
 * @returns their ids in n8n, by name
 */
export async function enterTables(rest: N8nRest): Promise<Record<string, string>> {
	const path = await dataTables(rest);
	const { data: known } = await rest.session.send<{ data: Array<{ id: string; name: string }> }>('GET', path);
	const ids = Object.fromEntries(known.map(({ name, id }) => [name, id]));
	for (const { type, parameters } of templateFiles().flatMap((file) => template(file).nodes)) {
		const columns = parameters.columns as unknown as ResourceMapperValue | undefined;
		if (type !== DATA_TABLE || !columns) continue;
		const { cachedResultName: name = '' } = parameters.dataTableId as INodeParameterResourceLocator;
		const asked = columns.schema.map((column) => ({ name: column.id, type: column.type === 'dateTime' ? 'date' : column.type }));
		ids[name] ??= (await rest.session.send<{ id: string }>('POST', path, { name, columns: asked })).id;
	}
	return ids;
}

/** Makes a credential of this name, or gives the one that is there new entries. */
export async function enter(rest: N8nRest, name: string, data: IDataObject, type?: string): Promise<CredentialReference> {
	const existing = (await rest.credentials()).find((credential) => credential.name === name);
	if (!existing) return await rest.createCredential(name, data, type);
	await rest.updateCredential(existing, data, type);
	return { id: existing.id, name };
}

/**
 * Imports the example workflows with their data tables, unless they are there; the newcomer's comes last, since n8n lists the newest first.
 * @returns the ids in n8n, by file
 */
export async function importTemplates(rest: N8nRest, surroundings: Surroundings): Promise<Record<string, string>> {
	const known = new Map((await rest.workflows()).map(({ name, id }) => [name, id]));
	const tables = await enterTables(rest);
	const ids: Record<string, string> = {};
	for (const file of templateFiles().reverse()) {
		const workflow = template(file);
		ids[file] = known.get(workflow.name) ?? (await rest.createWorkflow(fitted(workflow, { ...surroundings, tables }))).id;
	}
	return ids;
}

/**
 * Lets the published workflows register with a sandbox that has just started: it knows no webhook subscription, and n8n
 * asks for one when a workflow is published, not when n8n starts.
 */
export async function publishAgain(rest: N8nRest): Promise<void> {
	const saved = await rest.session.send<Array<{ id: string; activeVersionId: string | null }>>('GET', '/rest/workflows');
	for (const { id, activeVersionId } of saved) {
		if (!activeVersionId) continue;
		await rest.deactivate(id);
		await rest.session.send('POST', `/rest/workflows/${id}/activate`, { versionId: activeVersionId });
	}
}
