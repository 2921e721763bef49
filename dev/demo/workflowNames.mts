import type { N8nRest } from '../host/rest.mts';
import type { DeliveryRecord, Sandbox } from '../../sandbox/index.mts';
import { callNamer } from './callers.mts';
import { workflowAt } from './workflowAt.mts';

/** How often to look for the executions of the latest deliveries, in milliseconds. */
const LOOK_MS = 1_000;

/** How long to look for the execution of a delivery, in milliseconds. Without one by then, the trigger has ignored the events. */
const PATIENCE_MS = 60_000;

/** An execution starts at most this long after its delivery, in milliseconds. A clock may be a little ahead. */
const SOON_MS = 5_000;
const AHEAD_MS = 50;

interface Run {
	id: string;
	startedAt: string;
}

/** Whether a delivery is about the webhook subscription itself. It starts no workflow. */
const isOfSystem = ({ eventTypes }: DeliveryRecord): boolean => eventTypes.every((name) => name.includes('.EventGrid.'));

/**
 * Records in the sandbox which workflow and execution of n8n handled a delivery, so that its page can link there, and which
 * deliveries started no execution.
 * @param now ms since the epoch
 */
export function deliveryNamer(sandbox: Sandbox, rest: N8nRest, now: () => number = Date.now): () => Promise<void> {
	const taken = new Set<string>();

	async function name(delivery: DeliveryRecord): Promise<void> {
		const workflow = await workflowAt(rest, delivery.url);
		if (!workflow) return;
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
		const { results } = await rest.session.send<{ results: Run[] }>('GET', `/rest/executions?limit=50&filter=${filter}`);
		const after = ({ startedAt }: Run): number => Date.parse(startedAt) - delivery.at;
		const [run] = results
			.filter((one) => !taken.has(one.id) && after(one) >= -AHEAD_MS && after(one) <= SOON_MS)
			.sort((a, b) => after(a) - after(b));
		if (!run) {
			delivery.isUnused = now() - delivery.at >= PATIENCE_MS;
			return;
		}
		taken.add(run.id);
		delivery.takenBy = { workflow: workflow.name, link: `${rest.url}/workflow/${workflow.id}/executions/${run.id}` };
	}

	return async () => {
		const open = sandbox.deliveries.filter(
			(delivery) => delivery.status === 200 && !delivery.takenBy && !delivery.isUnused && !isOfSystem(delivery),
		);
		for (const delivery of open) await name(delivery);
	};
}

/** Keeps recording in the sandbox which workflow handled a delivery, and which one made a call. */
export function nameWorkflows(sandbox: Sandbox, rest: N8nRest): void {
	const nameDeliveries = deliveryNamer(sandbox, rest);
	const nameCalls = callNamer(sandbox, rest);
	const look = async (): Promise<void> => {
		await nameDeliveries();
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
