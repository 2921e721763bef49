import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';
import { Execution, type ExecutionRow } from './execution.mts';
import { keptSecret } from './keptSecret.mts';
import { RestError, Session } from './session.mts';
import { waitFor } from './wait.mts';
import type { CredentialReference, WorkflowJson } from './workflow.mts';

/** The login of n8n's owner. */
export interface Owner {
	email: string;
	password: string;
}

/** A random password with a capital letter and a digit, which n8n requires. */
const newPassword = (): string => `C1-${randomBytes(9).toString('hex')}`;

/** The owner of a temporary n8n. */
const temporaryOwner: Owner = { email: 'owner@club.example', password: newPassword() };

/** The owner of an n8n in a folder. The first start creates the password. */
export const ownerIn = (userFolder: string): Owner => ({
	email: temporaryOwner.email,
	password: keptSecret(join(userFolder, 'owner-password'), newPassword),
});

export interface SavedWorkflow extends WorkflowJson {
	id: string;
	versionId: string;
}

/** A workflow in the list, with its published version. */
interface ListedWorkflow {
	id: string;
	name: string;
	updatedAt?: string;
	activeVersionId?: string | null;
}

/** The result of publishing a workflow. `message` is the error that the editor shows. */
export interface Activation {
	status: string;
	message?: string;
}

/** A field with options that the node loads. */
export interface PanelField {
	node: string;
	method: string;
	/** The path of the field, such as `parameters.userId`. */
	path: string;
	parameters?: IDataObject;
	credential: CredentialReference;
}

const requestFor = ({ node, method, path, parameters = {}, credential }: PanelField) => ({
	nodeTypeAndVersion: { name: node, version: 1 },
	methodName: method,
	path,
	currentNodeParameters: parameters,
	credentials: { clubApi: credential },
});

const isFinished = (status: string): boolean => !['new', 'running', 'waiting'].includes(status);

/** The steps of a user in n8n's editor, through the REST API of the editor. @throws RestError for each refused request */
export class N8nRest {
	readonly session: Session;

	constructor(readonly url: string) {
		this.session = new Session(url);
	}

	/** Signs in. In a new n8n, it creates the owner first. */
	async signIn(owner: Owner = temporaryOwner): Promise<void> {
		try {
			await this.session.send('POST', '/rest/owner/setup', { ...owner, firstName: 'Club', lastName: 'Owner' });
		} catch (error) {
			if (!(error instanceof RestError)) throw error;
			await this.session.send('POST', '/rest/login', { emailOrLdapLoginId: owner.email, password: owner.password });
		}
	}

	/** The version of this n8n, such as `2.41.1`. */
	async version(): Promise<string> {
		return (await this.session.send<{ versionCli: string }>('GET', '/rest/settings')).versionCli;
	}

	/** All node types that n8n has loaded. */
	async nodeTypes(): Promise<Array<{ name: string; displayName: string }>> {
		return await this.session.send('GET', '/types/nodes.json');
	}

	async credentialTypes(): Promise<Array<{ name: string }>> {
		return await this.session.send('GET', '/types/credentials.json');
	}

	async credentials(): Promise<Array<CredentialReference & { type: string }>> {
		return await this.session.send('GET', '/rest/credentials');
	}

	async createCredential(name: string, data: IDataObject, type = 'clubApi'): Promise<CredentialReference> {
		const { id } = await this.session.send<{ id: string }>('POST', '/rest/credentials', { name, type, data });
		return { id, name };
	}

	async updateCredential({ id, name }: CredentialReference, data: IDataObject, type = 'clubApi'): Promise<void> {
		await this.session.send('PATCH', `/rest/credentials/${id}`, { name, type, data });
	}

	/** Creates an n8n API key and deletes an older one with the same label. Returns the data of a credential for it. */
	async apiKey(label: string, scopes: string[]): Promise<IDataObject> {
		type Keys = Array<{ id: string; label: string }> | { items: Array<{ id: string; label: string }> };
		const found = await this.session.send<Keys>('GET', '/rest/api-keys');
		for (const key of Array.isArray(found) ? found : found.items)
			if (key.label === label) await this.session.send('DELETE', `/rest/api-keys/${key.id}`);
		const { rawApiKey } = await this.session.send<{ rawApiKey: string }>('POST', '/rest/api-keys', { label, scopes, expiresAt: null });
		return { apiKey: rawApiKey, baseUrl: `${this.url}/api/v1` };
	}

	/** The result of a credential test. The credential is saved first. */
	async testCredential(data: IDataObject, type = 'clubApi'): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const saved = await this.createCredential('Test', data, type);
		const result = await this.session.send<{ status: 'OK' | 'Error'; message: string }>('POST', '/rest/credentials/test', {
			credentials: { ...saved, type, data },
		});
		await this.session.send('DELETE', `/rest/credentials/${saved.id}`);
		return result;
	}

	async workflows(): Promise<ListedWorkflow[]> {
		return await this.session.send('GET', '/rest/workflows');
	}

	async workflow(id: string): Promise<SavedWorkflow> {
		return await this.session.send('GET', `/rest/workflows/${id}`);
	}

	async createWorkflow(workflow: WorkflowJson): Promise<SavedWorkflow> {
		return await this.session.send('POST', '/rest/workflows', { active: false, ...workflow });
	}

	/** Saves changes as a draft, as the editor does. A published workflow does not run them yet. */
	async updateWorkflow(id: string, changes: Partial<WorkflowJson>): Promise<SavedWorkflow> {
		const { versionId } = await this.workflow(id);
		return await this.session.send('PATCH', `/rest/workflows/${id}`, { ...changes, versionId });
	}

	/** Publishes the saved workflow. Waits until its triggers are registered or have failed. */
	async activate(id: string): Promise<Activation> {
		const { versionId } = await this.workflow(id);
		return await this.publication(id, 'activate', { versionId });
	}

	/** Unpublishes the workflow. Waits until its triggers are removed or have failed. */
	async deactivate(id: string): Promise<Activation> {
		return await this.publication(id, 'deactivate', {});
	}

	/** Unpublishes all published workflows but those with these IDs. */
	async deactivateAll(except: readonly string[] = []): Promise<void> {
		const published = (await this.workflows()).filter(({ id, activeVersionId }) => activeVersionId && !except.includes(id));
		for (const { id } of published) await this.deactivate(id);
	}

	private async publication(id: string, action: 'activate' | 'deactivate', body: IDataObject): Promise<Activation> {
		await this.session.send('POST', `/rest/workflows/${id}/${action}`, body);
		const ended = async () => {
			const answer = await this.publicationStatus(id);
			return answer.status === 'in_progress' ? undefined : answer;
		};
		await waitFor('The publication of the workflow', ended);
		// n8n reads the triggers and the status separately: the first answer with a final status can have older triggers.
		return await waitFor('The publication of the workflow', ended);
	}

	private async publicationStatus(id: string): Promise<Activation> {
		type Status = { status: string; triggers: Array<{ errorMessage: string | null }> };
		const { status, triggers } = await this.session.send<Status>('GET', `/rest/workflows/${id}/publication-status`);
		const message = triggers.find(({ errorMessage }) => errorMessage)?.errorMessage;
		return { status, ...(message && { message }) };
	}

	/** Starts a saved workflow from a trigger, like *Execute workflow*. Returns the ID of the execution. */
	async startManually(workflowId: string, trigger: string): Promise<string> {
		const path = `/rest/workflows/${workflowId}/run`;
		const body = { triggerToStartFrom: { name: trigger }, workflowData: await this.workflow(workflowId) };
		const { executionId } = await this.session.send<{ executionId: string }>('POST', path, body);
		return executionId;
	}

	/** Runs a saved workflow from a trigger and waits for its end. */
	async runManually(workflowId: string, trigger = 'Start'): Promise<Execution> {
		return await this.finished(await this.startManually(workflowId, trigger));
	}

	/** Waits for the end of an execution and its data. */
	async finished(executionId: string): Promise<Execution> {
		return await waitFor(`The end of execution ${executionId}`, async () => {
			const execution = await this.execution(executionId);
			return isFinished(execution.status) && execution.data ? execution : undefined;
		});
	}

	/** Stops an execution. */
	async stopExecution(executionId: string): Promise<void> {
		await this.session.send('POST', `/rest/executions/${executionId}/stop`, {});
	}

	async execution(id: string): Promise<Execution> {
		return new Execution(await this.session.send<ExecutionRow>('GET', `/rest/executions/${id}`));
	}

	/**
	 * All executions of a workflow, each once. Where n8n gives no cursor, a page starts below the lowest ID of the page before.
	 */
	async executions(workflowId: string): Promise<Array<Pick<ExecutionRow, 'id' | 'status' | 'mode'>>> {
		type Executions = { results: Array<Pick<ExecutionRow, 'id' | 'status' | 'mode'>>; nextCursor?: string | null };
		const found = new Map<string, Pick<ExecutionRow, 'id' | 'status' | 'mode'>>();
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		for (let page = ''; ; ) {
			const path = `/rest/executions?limit=100&filter=${filter}${page}`;
			const { results, nextCursor } = await this.session.send<Executions>('GET', path);
			const before = found.size;
			for (const { id, status, mode } of results) found.set(id, { id, status, mode });
			if (nextCursor === null || results.length === 0 || found.size === before) return [...found.values()];
			page = nextCursor === undefined ? `&lastId=${Math.min(...results.map(({ id }) => Number(id)))}` : `&cursor=${nextCursor}`;
		}
	}

	/** The entries of a resource locator's list. */
	async resourceLocatorResults(field: PanelField, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
		const search = { ...(filter !== undefined && { filter }), ...(paginationToken !== undefined && { paginationToken }) };
		return await this.session.send('POST', '/rest/dynamic-node-parameters/resource-locator-results', { ...requestFor(field), ...search });
	}
}
