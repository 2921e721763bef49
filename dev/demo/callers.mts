import type { N8nRest } from '../host/rest.mts';
import type { RequestRecord, Sandbox } from '../../sandbox/index.mts';
import type { FindWorkflow } from './workflowAt.mts';

/** How long after a call to look for its execution, in milliseconds. n8n has stored it by then. */
const SETTLED_MS = 1_000;

/** The groups for calls during no execution, and for calls during executions of several workflows. */
const NOBODY = 'No execution: editor, polls, publishing';
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

/** The webhook address that a call names. Publishing a workflow registers its address, and unpublishing removes it. */
const addressIn = ({ deliveries }: Sandbox, { path, body }: RequestRecord): string | undefined => {
	const { Url } = (body ?? {}) as { Url?: string };
	return Url ?? deliveries.find(({ subscriptionId }) => path.endsWith(`/${encodeURIComponent(subscriptionId)}`))?.url;
};

/** The most time between the calls of one publication, in milliseconds. Only some of them name the address. */
const PUBLICATION_MS = 10_000;

/** The webhook address that is registered or removed around a call. */
function publishedAt(sandbox: Sandbox, { path, at }: RequestRecord): string | undefined {
	if (!path.startsWith('/Webhooks/')) return undefined;
	const near = sandbox.requests.filter((other) => other.path.startsWith('/Webhooks/') && Math.abs(other.at - at) < PUBLICATION_MS);
	return near
		.sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
		.map((other) => addressIn(sandbox, other))
		.find(Boolean);
}

/**
 * Records in the sandbox which workflow made a call: the one that ran when the call came, or whose address the call names.
 * The call itself does not say it.
 */
export function callNamer(sandbox: Sandbox, rest: N8nRest, find: FindWorkflow): () => Promise<void> {
	return async () => {
		const fresh = sandbox.requests.filter(({ at, by }) => !by && Date.now() - at > SETTLED_MS);
		if (fresh.length === 0) return;
		const { results } = await rest.session.send<{ results: Run[] }>('GET', '/rest/executions?limit=100');
		for (const request of fresh) {
			const names = [...new Set(results.filter(isDuring(request.at)).map(({ workflowName }) => workflowName))];
			const address = publishedAt(sandbox, request);
			const published = address === undefined ? undefined : await find(address);
			request.by = published?.name ?? (names.length > 1 ? SEVERAL : (names[0] ?? NOBODY));
		}
	};
}
