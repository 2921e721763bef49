import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { IDataObject, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { Execution, type ExecutionRow } from './execution.mts';
import { keptSecret } from './keptSecret.mts';
import { RestError, Session } from './session.mts';
import { waitFor } from './wait.mts';
import type { CredentialReference, WorkflowJson } from './workflow.mts';

/** A person who may sign in. */
export interface Owner {
	email: string;
	password: string;
}

/** A password that nobody can guess, as n8n wants them: with a capital letter and a digit. */
const newPassword = (): string => `C1-${randomBytes(9).toString('hex')}`;

/** The only user of an n8n that is gone when this program ends. */
const passingOwner: Owner = { email: 'owner@club.example', password: newPassword() };

/** The only user of an n8n that is kept in a folder, with a password made at its first start. */
export const ownerIn = (userFolder: string): Owner => ({
	email: passingOwner.email,
	password: keptSecret(join(userFolder, 'owner-password'), newPassword),
});

export interface SavedWorkflow extends WorkflowJson {
	id: string;
	versionId: string;
}

/** What came of publishing a workflow; `message` is what the editor shows of a failure. */
export interface Activation {
	status: string;
	message?: string;
}

/** A field of a node's panel that n8n fills by calling the node. */
export interface PanelField {
	node: string;
	method: string;
	/** Where the field is, such as `parameters.userId`. */
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

const finished = (status: string): boolean => !['new', 'running', 'waiting'].includes(status);

/** What a user does in n8n's editor, over the interface that the editor itself uses. Refusals are thrown as RestError. */
export class N8nRest {
	readonly session: Session;

	constructor(readonly url: string) {
		this.session = new Session(url);
	}

	/** Makes the owner of a new n8n and signs in, or only signs in where there is one already. */
	async signIn(owner: Owner = passingOwner): Promise<void> {
		try {
			await this.session.send('POST', '/rest/owner/setup', { ...owner, firstName: 'Club', lastName: 'Owner' });
		} catch (error) {
			if (!(error instanceof RestError)) throw error;
			await this.session.send('POST', '/rest/login', { emailOrLdapLoginId: owner.email, password: owner.password });
		}
	}

	/** Whether triggers are registered before n8n answers, as in n8n 1, and not after that. */
	private async publishesAtOnce(): Promise<boolean> {
		const { versionCli } = await this.session.send<{ versionCli: string }>('GET', '/rest/settings');
		return versionCli.startsWith('1.');
	}

	/** The descriptions of all node types that n8n has loaded. */
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

	async deleteCredential({ id }: CredentialReference): Promise<void> {
		await this.session.send('DELETE', `/rest/credentials/${id}`);
	}

	/** Makes an API key of n8n, in place of one of the same name, and gives the entries of a credential for it. */
	async apiKey(label: string, scopes: string[]): Promise<IDataObject> {
		type Keys = Array<{ id: string; label: string }> | { items: Array<{ id: string; label: string }> };
		const found = await this.session.send<Keys>('GET', '/rest/api-keys');
		for (const key of Array.isArray(found) ? found : found.items)
			if (key.label === label) await this.session.send('DELETE', `/rest/api-keys/${key.id}`);
		const { rawApiKey } = await this.session.send<{ rawApiKey: string }>('POST', '/rest/api-keys', { label, scopes, expiresAt: null });
		return { apiKey: rawApiKey, baseUrl: `${this.url}/api/v1` };
	}

	/** What the credential dialog shows after its test; n8n 1 tests saved credentials only. */
	async testCredential(data: IDataObject, type = 'clubApi'): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const saved = await this.createCredential('Test', data, type);
		const result = await this.session.send<{ status: 'OK' | 'Error'; message: string }>('POST', '/rest/credentials/test', {
			credentials: { ...saved, type, data },
		});
		await this.session.send('DELETE', `/rest/credentials/${saved.id}`);
		return result;
	}

	async workflows(): Promise<Array<{ id: string; name: string }>> {
		return await this.session.send('GET', '/rest/workflows');
	}

	async workflow(id: string): Promise<SavedWorkflow> {
		return await this.session.send('GET', `/rest/workflows/${id}`);
	}

	async createWorkflow(workflow: WorkflowJson): Promise<SavedWorkflow> {
		return await this.session.send('POST', '/rest/workflows', { active: false, ...workflow });
	}

	/** Saves changes as the editor does: as a draft, which a published workflow does not run yet. */
	async updateWorkflow(id: string, changes: Partial<WorkflowJson>): Promise<SavedWorkflow> {
		const { versionId } = await this.workflow(id);
		return await this.session.send('PATCH', `/rest/workflows/${id}`, { ...changes, versionId });
	}

	/** Deletes a workflow; n8n wants it archived first. */
	async deleteWorkflow(id: string): Promise<void> {
		await this.session.send('POST', `/rest/workflows/${id}/archive`, {});
		await this.session.send('DELETE', `/rest/workflows/${id}`);
	}

	/** Publishes the saved state and waits until its triggers are registered, or n8n has given up on them. */
	async activate(id: string): Promise<Activation> {
		const { versionId } = await this.workflow(id);
		return await this.publication(id, 'activate', { versionId });
	}

	/** Takes the workflow back and waits until its triggers are gone, or n8n has given up on them. */
	async deactivate(id: string): Promise<Activation> {
		return await this.publication(id, 'deactivate', {});
	}

	private async publication(id: string, action: 'activate' | 'deactivate', body: IDataObject): Promise<Activation> {
		const isAtOnce = await this.publishesAtOnce();
		try {
			await this.session.send('POST', `/rest/workflows/${id}/${action}`, body);
		} catch (error) {
			if (!isAtOnce || !(error instanceof RestError)) throw error;
			return { status: 'failed', message: error.reason };
		}
		if (isAtOnce) return { status: action === 'activate' ? 'published' : 'unpublished' };
		const ended = async () => {
			const answer = await this.publicationStatus(id);
			return answer.status === 'in_progress' ? undefined : answer;
		};
		await waitFor('The publication of the workflow', ended);
		// n8n reads the triggers and whether a publication is under way apart: the triggers of the first such answer may be older.
		return await waitFor('The publication of the workflow', ended);
	}

	private async publicationStatus(id: string): Promise<Activation> {
		type Status = { status: string; triggers: Array<{ errorMessage: string | null }> };
		const { status, triggers } = await this.session.send<Status>('GET', `/rest/workflows/${id}/publication-status`);
		const message = triggers.find(({ errorMessage }) => errorMessage)?.errorMessage;
		return { status, ...(message && { message }) };
	}

	/** Starts a saved workflow from one of its triggers, as its button in the editor does. Returns the execution's id. */
	async startManually(workflowId: string, trigger: string): Promise<string> {
		const path = `/rest/workflows/${workflowId}/run`;
		// n8n 2 runs what is saved; n8n 1 runs what its editor shows.
		const body = { triggerToStartFrom: { name: trigger }, workflowData: await this.workflow(workflowId) };
		const { executionId } = await this.session.send<{ executionId: string }>('POST', path, body);
		return executionId;
	}

	/** Runs a saved workflow from one of its triggers and waits for its end. */
	async runManually(workflowId: string, trigger = 'Start', timeout = 120_000): Promise<Execution> {
		return await this.finished(await this.startManually(workflowId, trigger), timeout);
	}

	/** Waits for the end of an execution; n8n 1 tells its status before it has stored what happened. */
	async finished(executionId: string, timeout = 120_000): Promise<Execution> {
		return await waitFor(
			`The end of execution ${executionId}`,
			async () => {
				const execution = await this.execution(executionId);
				return finished(execution.status) && execution.data ? execution : undefined;
			},
			{ timeout },
		);
	}

	/** Presses "Stop execution". */
	async stopExecution(executionId: string): Promise<void> {
		await this.session.send('POST', `/rest/executions/${executionId}/stop`, {});
	}

	async execution(id: string): Promise<Execution> {
		return new Execution(await this.session.send<ExecutionRow>('GET', `/rest/executions/${id}`));
	}

	/**
	 * The ids, states and modes of a workflow's executions, each once. n8n 1 has no cursors: its list pages by id but sorts by
	 * start time, so after concurrent runs its pages overlap and leave gaps; each is read from the lowest id before it.
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

	/** What a drop-down of the node's panel offers. */
	async dynamicOptions(field: PanelField): Promise<INodePropertyOptions[]> {
		return await this.session.send('POST', '/rest/dynamic-node-parameters/options', requestFor(field));
	}

	/** What a resource locator's list offers, for a text typed into its search and the token of the page before. */
	async resourceLocatorResults(field: PanelField, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
		const search = { ...(filter !== undefined && { filter }), ...(paginationToken !== undefined && { paginationToken }) };
		return await this.session.send('POST', '/rest/dynamic-node-parameters/resource-locator-results', { ...requestFor(field), ...search });
	}
}
