import type { N8nRest } from '../host/rest.mts';
import type { RequestRecord, Sandbox } from '../../sandbox/index.mts';
import { workflowAt } from './workflowAt.mts';

/** How long after a call it is looked for whose it was, in milliseconds: its execution is stored by then. */
const SETTLED_MS = 1_000;

/** What calls are filed under that fell into no execution and name no workflow, or fell into the executions of several. */
const NOBODY = 'No execution: panels, polls, publishing';
const SEVERAL = 'Several workflows at once';

interface Run {
	workflowName: string;
	status: string;
	startedAt: string;
	stoppedAt: string | null;
}

const isDuring =
	(at: number) =>
	({ status, startedAt, stoppedAt }: Run): boolean =>
		status !== 'waiting' && Date.parse(startedAt) <= at && (!stoppedAt || at <= Date.parse(stoppedAt));

/** The address of events that a call is about: publishing and unpublishing a workflow registers its own. */
const addressIn = ({ deliveries }: Sandbox, { path, body }: RequestRecord): string | undefined => {
	const { Url } = (body ?? {}) as { Url?: string };
	return Url ?? deliveries.find(({ subscriptionId }) => path.endsWith(`/${encodeURIComponent(subscriptionId)}`))?.url;
};

/** How far the calls of one publication are apart, in milliseconds; only some of them name the address. */
const PUBLICATION_MS = 10_000;

/** The address of events that is being registered or removed when a call comes. */
function publishedAt(sandbox: Sandbox, { path, at }: RequestRecord): string | undefined {
	if (!path.startsWith('/Webhooks/')) return undefined;
	const near = sandbox.requests.filter((other) => other.path.startsWith('/Webhooks/') && Math.abs(other.at - at) < PUBLICATION_MS);
	return near
		.sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
		.map((other) => addressIn(sandbox, other))
		.find(Boolean);
}

/**
 * Tells the sandbox which workflow of n8n made a call: the one that was being executed when the call came, or whose address
 * the call is about. A call carries nothing else that says so.
 */
export function callNamer(sandbox: Sandbox, rest: N8nRest): () => Promise<void> {
	return async () => {
		const fresh = sandbox.requests.filter(({ at, by }) => !by && Date.now() - at > SETTLED_MS);
		if (fresh.length === 0) return;
		const { results } = await rest.session.send<{ results: Run[] }>('GET', '/rest/executions?limit=100');
		for (const request of fresh) {
			const names = [...new Set(results.filter(isDuring(request.at)).map(({ workflowName }) => workflowName))];
			const address = publishedAt(sandbox, request);
			const published = address === undefined ? undefined : await workflowAt(rest, address);
			request.by = published?.name ?? (names.length > 1 ? SEVERAL : (names[0] ?? NOBODY));
		}
	};
}
