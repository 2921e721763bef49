import type { Execution } from '../../../dev/host/execution.mts';
import type { WorkflowJson } from '../../../dev/host/workflow.mts';

/** The step in which a person approves what a tool is to do; n8n 1 has none. */
export const REVIEW = '@n8n/n8n-nodes-langchain.chatHitlTool';

/** Without what only works behind such a step, as the notes say for n8n 1. */
export function withoutReview(workflow: WorkflowJson): WorkflowJson {
	const reviews = workflow.nodes.filter(({ type }) => type === REVIEW).map(({ name }) => name);
	const behind = Object.entries(workflow.connections)
		.filter(([, { ai_tool: links }]) => links?.flat().some((link) => reviews.includes(link?.node ?? '')))
		.map(([name]) => name);
	const left = new Set([...reviews, ...behind]);
	return {
		...workflow,
		nodes: workflow.nodes.filter(({ name }) => !left.has(name)),
		connections: Object.fromEntries(Object.entries(workflow.connections).filter(([name]) => !left.has(name))),
	};
}

/** What the chat shows where a person is asked to approve something. */
export function shownBy(run: Execution, review: string): { text: string; buttons: Array<{ link: string }> } {
	const items = Object.values(run.runsOf(review).at(-1)?.data ?? {}).flat(2);
	return items.find((item) => item?.sendMessage)?.sendMessage as unknown as { text: string; buttons: Array<{ link: string }> };
}

/** n8n lets no program that is known as one approve anything. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
