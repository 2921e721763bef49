import { parse } from 'flatted';
import { StepFailed } from './commands.mts';

export type Json = Record<string, unknown>;

export interface Account {
	email: string;
	password: string;
}

/** The owner of a local n8n; nobody else reaches it. */
export const OWNER: Account & { firstName: string; lastName: string } = {
	email: 'owner@club.example',
	password: 'Club-owner-1',
	firstName: 'Club',
	lastName: 'Owner',
};

/** A finished run of a workflow. */
export interface Execution {
	id: string;
	status: string;
	/** Output items of each node, by name and output. */
	items(node: string, output?: number): Json[];
	error?: { message: string; description?: string } & Json;
	data: Json;
}

const wait = async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms));

interface RunData {
	resultData: { runData: Record<string, Array<{ data?: { main: Array<Array<{ json: Json }> | null> } }>>; error?: Execution['error'] };
}

function executionOf(id: string, status: string, text: unknown): Execution {
	const data = (typeof text === 'string' ? parse(text) : text) as RunData;
	return {
		id,
		status,
		error: data.resultData.error,
		items: (node, output = 0) => (data.resultData.runData[node]?.[0]?.data?.main[output] ?? []).map(({ json }) => json),
		data: data as unknown as Json,
	};
}

/** n8n as its editor speaks to it. */
export class N8nRest {
	private cookie = '';

	constructor(readonly url: string) {}

	/** Makes a request of the editor's API and gives its `data`. @throws StepFailed with the answer */
	async call<T = Json>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: { 'content-type': 'application/json', 'browser-id': 'club', cookie: this.cookie },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new StepFailed(`n8n answered ${response.status} to ${method} ${path}: ${text.slice(0, 500)}`);
		const cookie = response.headers.getSetCookie().find((entry) => entry.startsWith('n8n-auth='));
		if (cookie) this.cookie = cookie.split(';')[0];
		return (text ? (JSON.parse(text) as { data: T }).data : undefined) as T;
	}

	/** The cookie of the session, for a browser. */
	get session(): string {
		return this.cookie.slice('n8n-auth='.length);
	}

	/** Creates the local owner, or signs in when there is one already. */
	async signIn(): Promise<void> {
		const { data } = (await (await fetch(`${this.url}/rest/settings`)).json()) as { data: { userManagement: { showSetupOnFirstLoad: boolean } } };
		if (data.userManagement.showSetupOnFirstLoad) await this.call('POST', '/owner/setup', OWNER);
		await this.call('POST', '/login', { emailOrLdapLoginId: OWNER.email, password: OWNER.password });
	}

	async createCredential(name: string, data: Json, type = 'clubApi'): Promise<string> {
		return (await this.call<{ id: string }>('POST', '/credentials', { name, type, data })).id;
	}

	async testCredential(id: string, name: string, data: Json, type = 'clubApi'): Promise<{ status: string; message: string }> {
		return await this.call('POST', '/credentials/test', { credentials: { id, name, type, data } });
	}

	async createWorkflow(workflow: Json): Promise<{ id: string; versionId: string }> {
		return await this.call('POST', '/workflows', { settings: { executionOrder: 'v1' }, ...workflow });
	}

	async updateWorkflow(id: string, workflow: Json): Promise<{ id: string; versionId: string }> {
		return await this.call('PATCH', `/workflows/${id}`, workflow);
	}

	/** Publishes a workflow and waits until n8n has registered its triggers, or has given up. */
	async activate(id: string, timeoutMs = 120_000): Promise<{ status: string; error?: string }> {
		const { versionId } = await this.call<{ versionId: string }>('GET', `/workflows/${id}`);
		await this.call('POST', `/workflows/${id}/activate`, { versionId });
		for (const until = Date.now() + timeoutMs; Date.now() < until; await wait(250)) {
			const answer = await this.call<Json>('GET', `/workflows/${id}/publication-status`);
			const status = String(answer.status);
			if (!/pending|progress|publishing/i.test(status)) return { status, error: answer.error ? JSON.stringify(answer.error) : undefined };
		}
		return { status: 'timeout' };
	}

	async deactivate(id: string): Promise<void> {
		await this.call('POST', `/workflows/${id}/deactivate`, {});
	}

	/** Runs a workflow as the button in the editor does, and waits for its end. */
	async run(id: string, trigger: string, timeoutMs = 120_000): Promise<Execution> {
		const started = await this.call<{ executionId: string }>('POST', `/workflows/${id}/run`, { triggerToStartFrom: { name: trigger } });
		return await this.finished(started.executionId, timeoutMs);
	}

	async finished(executionId: string, timeoutMs = 120_000): Promise<Execution> {
		for (const until = Date.now() + timeoutMs; Date.now() < until; await wait(200)) {
			const { status, data } = await this.call<{ status: string; data: unknown }>('GET', `/executions/${executionId}`);
			if (!['new', 'running', 'waiting'].includes(status)) return executionOf(executionId, status, data);
		}
		throw new StepFailed(`Execution ${executionId} did not end.`);
	}

	/** Finished and running executions of a workflow, the newest first. */
	async executions(workflowId: string, limit = 100): Promise<Array<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		return (await this.call<{ results: Array<{ id: string; status: string }> }>('GET', `/executions?filter=${filter}&limit=${limit}`)).results;
	}
}
