import type { NodeRun } from '../../dev/host/engine.mts';

let executions = 0;
/** *Retry On Fail* in an execution of its own. */
export const retrying = (): Partial<NodeRun> => ({
	executionId: `${++executions}`,
	settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
});
