import type { INode } from 'n8n-workflow';
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

/** Whether a node is a tool of an agent: n8n makes a type of its own for that, whose name ends so. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

/** Names a node in what a process remembers, whichever workflows there are. */
export const nodeKeyOf = (functions: Pick<ClubFunctions, 'getNode' | 'getWorkflow'>): string =>
	`${functions.getWorkflow().id}\n${functions.getNode().id}`;

/** Modes of an execution that somebody has started and looks at. */
const BY_HAND: ReadonlySet<string | undefined> = new Set(['manual', 'retry', 'chat', 'evaluation']);

/** A drop-down, or the publication of a workflow: n8n runs them because somebody has clicked. */
const isClicked = (functions: ClubFunctions): boolean =>
	'getCurrentNodeParameter' in functions || ('getNodeWebhookUrl' in functions && !('getBodyData' in functions));

/** Who makes calls with what n8n hands a node. */
export function callerOf(functions: ClubFunctions): Caller {
	const node = functions.getNode();
	const { id = '', name = '' } = functions.getWorkflow();
	const byHand = isClicked(functions) || ('getMode' in functions && BY_HAND.has(functions.getMode?.()));
	// A person waits for an agent, too.
	return {
		spender: { workflowId: id, workflow: name || 'A workflow without a name', node: node.name },
		background: !byHand && !isTool(node),
		byHand,
	};
}
