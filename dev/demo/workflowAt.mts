import type { N8nRest } from '../host/rest.mts';

/** The workflow with a node at an address. The address contains the webhook ID of its node. */
export async function workflowAt(rest: N8nRest, url: string): Promise<{ id: string; name: string } | undefined> {
	for (const { id, name } of await rest.workflows()) {
		const { nodes } = await rest.workflow(id);
		if (nodes.some(({ webhookId }) => webhookId && url.includes(`/${webhookId}`))) return { id, name };
	}
	return undefined;
}
