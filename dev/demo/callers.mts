import type { N8nRest } from '../host/rest.mts';
import type { Sandbox } from '../../sandbox/index.mts';

/** How long after a call it is looked for whose it was, in milliseconds: its execution is stored by then. */
const SETTLED_MS = 1_000;

/** What calls are filed under that fell into no execution, or into those of several workflows. */
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

/**
 * Tells the sandbox which workflow of n8n made a call: the one that was being executed when the call came. A call carries
 * nothing that says so.
 */
export function callNamer(sandbox: Sandbox, rest: N8nRest): () => Promise<void> {
	return async () => {
		const fresh = sandbox.requests.filter(({ at, by }) => !by && Date.now() - at > SETTLED_MS);
		if (fresh.length === 0) return;
		const { results } = await rest.session.send<{ results: Run[] }>('GET', '/rest/executions?limit=100');
		for (const request of fresh) {
			const names = [...new Set(results.filter(isDuring(request.at)).map(({ workflowName }) => workflowName))];
			request.by = names.length > 1 ? SEVERAL : (names[0] ?? NOBODY);
		}
	};
}
