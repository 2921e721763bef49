import { ExecuteContext } from 'n8n-core';
import type { INode, INodeExecutionData, IWorkflowExecuteAdditionalData, Workflow, WorkflowExecuteMode } from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';

/** Keeps what a node logs, so that a test can look for it, and for what must not be in it. */
export function keepLog(context: { logger: unknown }, logs: string[]): void {
	const logger = Object.fromEntries(
		['debug', 'info', 'warn', 'error'].map((level) => [level, (text: string) => logs.push(`${level}: ${text}`)]),
	);
	Object.defineProperty(context, 'logger', { value: logger });
}

/** What n8n's engine gives the first node of an execution. */
export function firstNode(
	workflow: Workflow,
	items: INodeExecutionData[],
	additionalData: IWorkflowExecuteAdditionalData,
	mode: WorkflowExecuteMode,
): ExecuteContext {
	const [node] = Object.values(workflow.nodes) as [INode];
	const input = { main: [items] };
	const source = { node, data: input, source: null };
	return new ExecuteContext(workflow, node, additionalData, mode, createRunExecutionData({}), 0, items, input, source, []);
}
