import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
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
	'n8n-nodes-base.webhook': 'httpHeaderAuth',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

/** The address that stands in the example workflows for a CRM of the user's. */
const CRM = 'https://crm.example.com';

/** What an example workflow needs beside n8n: credentials by type, and a CRM without a slash at its end. */
export interface Surroundings {
	credentials: Readonly<Record<string, CredentialReference>>;
	crm: string;
}

/** An example workflow as after a user has done what its notes ask for: its credentials chosen, the address of the CRM put in. */
export function fitted(workflow: WorkflowJson, { credentials, crm }: Surroundings): WorkflowJson {
	const { nodes, ...rest } = JSON.parse(JSON.stringify(workflow).replaceAll(CRM, crm)) as WorkflowJson;
	const chosen = nodes.map((node) => {
		const type = CREDENTIAL_TYPES[node.type];
		return type in credentials ? { ...node, credentials: { [type]: credentials[type] } } : node;
	});
	return { ...rest, nodes: chosen };
}

/** Makes a credential of this name, or gives the one that is there new entries. */
export async function enter(rest: N8nRest, name: string, data: IDataObject, type?: string): Promise<CredentialReference> {
	const existing = (await rest.credentials()).find((credential) => credential.name === name);
	if (!existing) return await rest.createCredential(name, data, type);
	await rest.updateCredential(existing, data, type);
	return { id: existing.id, name };
}

/**
 * Imports the example workflows, unless they are there; the newcomer's comes last, since n8n lists the newest first.
 * @returns the ids in n8n, by file
 */
export async function importTemplates(rest: N8nRest, surroundings: Surroundings): Promise<Record<string, string>> {
	const known = new Map((await rest.workflows()).map(({ name, id }) => [name, id]));
	const ids: Record<string, string> = {};
	for (const file of templateFiles().reverse()) {
		const workflow = template(file);
		ids[file] = known.get(workflow.name) ?? (await rest.createWorkflow(fitted(workflow, surroundings))).id;
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
