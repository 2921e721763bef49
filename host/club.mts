import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../sandbox/index.mts';
import { ROOT } from './commands.mts';
import type { N8nRest } from './rest.mts';
import { withCredential, type WorkflowJson } from './workflow.mts';

/** The name of the credential that the example workflows use. */
export const CREDENTIAL = 'Sandbox club';

/** The entries of a credential for a sandbox. */
export const credentialFor = ({ url, keys }: Pick<Sandbox, 'url' | 'keys'>): IDataObject => ({
	baseUrl: url,
	subscriptionKey: keys.subscriptionKey,
	clubApiKey: keys.clubApiKey,
});

const TEMPLATES = join(ROOT, 'templates');

/** The files of the example workflows. */
export const templateFiles = (): string[] => readdirSync(TEMPLATES).filter((file) => file.endsWith('.json'));

/** An example workflow as its file has it. */
export const template = (file: string): WorkflowJson => JSON.parse(readFileSync(join(TEMPLATES, file), 'utf8')) as WorkflowJson;

/** Makes the credential and imports the example workflows, unless they are there. */
export async function furnish(rest: N8nRest, sandbox: Sandbox): Promise<void> {
	const data = credentialFor(sandbox);
	const existing = (await rest.credentials()).find(({ name }) => name === CREDENTIAL);
	if (existing) await rest.updateCredential(existing, data);
	const credential = existing ?? (await rest.createCredential(CREDENTIAL, data));
	const reference = { id: credential.id, name: CREDENTIAL };
	const known = (await rest.workflows()).map(({ name }) => name);
	for (const workflow of templateFiles().map(template)) {
		if (!known.includes(workflow.name)) await rest.createWorkflow(withCredential(workflow, reference));
	}
}
