import type { DeliveryRecord, Sandbox } from '../../sandbox/index.mts';
import type { Execution } from '../host/execution.mts';
import type { N8nRest } from '../host/rest.mts';
import { callNamer } from './callers.mts';
import { workflowFinder, type FindWorkflow } from './workflowAt.mts';

/** How often to look for the executions of the latest deliveries, in milliseconds. */
const LOOK_MS = 1_000;

/** How long to look for the execution of a delivery, in milliseconds. One without an execution by then started none. */
const PATIENCE_MS = 60_000;

/** How much earlier than its delivery an execution may seem to begin, in milliseconds: a clock may be a little ahead. */
const AHEAD_MS = 50;

/** The executions of a workflow to look at, the newest ones. */
const MAX_RUNS = 50;

interface Run {
	id: string;
	status: string;
	startedAt: string | null;
}

/** Whether a delivery is about the webhook subscription itself. It starts no workflow. */
const isOfSystem = ({ eventTypes }: DeliveryRecord): boolean => eventTypes.every((name) => name.includes('.EventGrid.'));

const isUnfinished = ({ status }: Run): boolean => ['new', 'running', 'waiting'].includes(status);

/** The IDs in the items of an execution, and in those of a node that failed: those of its events, among others. */
function idsIn({ data: { resultData, executionData } }: Execution): ReadonlySet<unknown> {
	const all = [...Object.values(resultData.runData).flat(), ...(executionData?.nodeExecutionStack ?? [])];
	return new Set(all.flatMap(({ data }) => (data?.main ?? []).flatMap((items) => (items ?? []).map(({ json }) => json.id))));
}

/**
 * Records in the sandbox which execution of n8n has the event of a delivery, so that its page can link there, which deliveries
 * started no execution, and of which nobody can know it. The times of executions do not say it: of two events within seconds, a
 * condition may leave out the first.
 * @param now ms since the epoch
 */
export function deliveryNamer(sandbox: Sandbox, rest: N8nRest, find: FindWorkflow, now: () => number = Date.now): () => Promise<void> {
	const known = new Map<string, ReadonlySet<unknown>>();

	/** The IDs in an execution; none if n8n does not show its data. */
	async function idsOf(run: Run): Promise<ReadonlySet<unknown>> {
		const ids = known.get(run.id) ?? (await rest.execution(run.id).then(idsIn, () => new Set()));
		if (!isUnfinished(run)) known.set(run.id, ids);
		return ids;
	}

	async function name(delivery: DeliveryRecord): Promise<void> {
		const workflow = await find(delivery.url);
		if (!workflow) return;
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
		const { results } = await rest.session.send<{ results: Run[] }>('GET', `/rest/executions?limit=${MAX_RUNS}&filter=${filter}`);
		const startOf = ({ startedAt }: Run): number => (startedAt ? Date.parse(startedAt) : Infinity);
		const since = results.filter((run) => startOf(run) >= delivery.at - AHEAD_MS).sort((a, b) => startOf(a) - startOf(b));
		let isCertain = workflow.settings?.saveDataSuccessExecution !== 'none' && since.length < MAX_RUNS;
		for (const run of since) {
			const ids = await idsOf(run);
			if (delivery.eventIds.some((id) => ids.has(id))) {
				delivery.takenBy = { workflow: workflow.name, link: `${rest.url}/workflow/${workflow.id}/executions/${run.id}` };
				return;
			}
			if (ids.size === 0 && isUnfinished(run)) return;
			isCertain &&= ids.size > 0;
		}
		if (now() - delivery.at >= PATIENCE_MS) delivery.withoutRun = isCertain ? 'none' : 'unknown';
	}

	return async () => {
		const open = sandbox.deliveries.filter(
			(delivery) => delivery.status === 200 && !delivery.takenBy && !delivery.withoutRun && !isOfSystem(delivery),
		);
		for (const delivery of open) await name(delivery);
	};
}

/** Records in the sandbox which workflow is behind each webhook subscription. */
export function subscriptionNamer(sandbox: Sandbox, rest: N8nRest, find: FindWorkflow): () => Promise<void> {
	const workflows = (sandbox.workflows ??= new Map());
	return async () => {
		for (const { SubscriptionId, Url } of sandbox.club.webhookSubscriptions.values()) {
			const workflow = workflows.has(SubscriptionId) ? undefined : await find(Url);
			if (workflow) workflows.set(SubscriptionId, { workflow: workflow.name, link: `${rest.url}/workflow/${workflow.id}` });
		}
	};
}

/** Keeps recording in the sandbox which workflow handled a delivery, is behind a subscription, and made a call. */
export function nameWorkflows(sandbox: Sandbox, rest: N8nRest): void {
	const find = workflowFinder(rest);
	const namers = [deliveryNamer(sandbox, rest, find), subscriptionNamer(sandbox, rest, find), callNamer(sandbox, rest, find)];
	const look = async (): Promise<void> => {
		for (const name of namers) await name();
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
