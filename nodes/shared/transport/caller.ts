import type { ClubFunctions } from './http';
import type { Spender } from './spending';

/** Who makes the calls of a run, and who waits for them. */
export interface Caller {
	spender: Spender;
	/** Whether nobody waits before a screen: a production run, whose calls come after those of people. */
	background: boolean;
	/** Whether somebody runs it by hand. */
	byHand: boolean;
}

/** Modes of an execution that somebody has started and looks at. */
const BY_HAND: ReadonlySet<string | undefined> = new Set(['manual', 'retry', 'chat', 'evaluation']);

/** A drop-down, or the publication of a workflow: n8n runs them because somebody has clicked. */
const isClicked = (functions: ClubFunctions): boolean =>
	'getCurrentNodeParameter' in functions || ('getNodeWebhookUrl' in functions && !('getBodyData' in functions));

/** Who makes calls with what n8n hands a node. */
export function callerOf(functions: ClubFunctions): Caller {
	const { name: node, type } = functions.getNode();
	const { id = '', name = '' } = functions.getWorkflow();
	const byHand = isClicked(functions) || ('getMode' in functions && BY_HAND.has(functions.getMode?.()));
	// A person waits for an agent, too.
	return {
		spender: { workflowId: id, workflow: name || 'A workflow without a name', node },
		background: !byHand && !type.endsWith('Tool'),
		byHand,
	};
}
