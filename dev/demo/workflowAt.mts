import type { N8nRest, SavedWorkflow } from '../host/rest.mts';

/** Finds the workflow with a node at an address, which contains the webhook ID of its node. It reads each version of a workflow once. */
export function workflowFinder(rest: N8nRest): (url: string) => Promise<SavedWorkflow | undefined> {
	const read = new Map<string, { updatedAt?: string; workflow: SavedWorkflow }>();
	return async (url) => {
		for (const { id, updatedAt } of await rest.workflows()) {
			const last = read.get(id);
			const current = last && last.updatedAt === updatedAt ? last : { updatedAt, workflow: await rest.workflow(id) };
			read.set(id, current);
			if (current.workflow.nodes.some(({ webhookId }) => webhookId && url.includes(`/${webhookId}`))) return current.workflow;
		}
		return undefined;
	};
}

export type FindWorkflow = ReturnType<typeof workflowFinder>;
