import type { N8nRest } from '../host/rest.mts';
import type { DeliveryRecord, Sandbox } from '../../sandbox/index.mts';
import { callNamer } from './callers.mts';

/** How often it is looked for what took the latest deliveries, and how long one is looked for, in milliseconds. */
const LOOK_MS = 1_000;
const PATIENCE_MS = 60_000;

/** How long after a delivery its execution starts at the most, in milliseconds; a clock may be a little ahead. */
const SOON_MS = 5_000;
const AHEAD_MS = 50;

interface Run {
	id: string;
	startedAt: string;
}

/**
 * Tells the sandbox which workflow of n8n took a delivery and in which execution, so that its page can lead there, and which one
 * made a call.
 */
export function nameWorkflows(sandbox: Sandbox, rest: N8nRest): void {
	const taken = new Set<string>();
	const nameCalls = callNamer(sandbox, rest);

	/** The workflow with a node at an address: the address of a webhook holds the id of its node. */
	async function workflowAt(url: string): Promise<{ id: string; name: string } | undefined> {
		for (const { id, name } of await rest.workflows()) {
			const { nodes } = await rest.workflow(id);
			if (nodes.some(({ webhookId }) => webhookId && url.includes(`/${webhookId}`))) return { id, name };
		}
		return undefined;
	}

	async function name(delivery: DeliveryRecord): Promise<void> {
		const workflow = await workflowAt(delivery.url);
		if (!workflow) return;
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
		const { results } = await rest.session.send<{ results: Run[] }>('GET', `/rest/executions?limit=50&filter=${filter}`);
		const after = ({ startedAt }: Run): number => Date.parse(startedAt) - delivery.at;
		const [run] = results
			.filter((one) => !taken.has(one.id) && after(one) >= -AHEAD_MS && after(one) <= SOON_MS)
			.sort((a, b) => after(a) - after(b));
		if (!run) return;
		taken.add(run.id);
		delivery.takenBy = { workflow: workflow.name, link: `${rest.url}/workflow/${workflow.id}/executions/${run.id}` };
	}

	const look = async (): Promise<void> => {
		const fresh = sandbox.deliveries.filter(({ at, status, takenBy }) => status === 200 && !takenBy && Date.now() - at < PATIENCE_MS);
		for (const delivery of fresh) await name(delivery);
		await nameCalls();
	};
	const again = (): void =>
		void setTimeout(
			() =>
				void look()
					.catch(() => undefined)
					.finally(again),
			LOOK_MS,
		).unref();
	again();
}
