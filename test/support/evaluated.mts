import type { INode, INodeExecutionData } from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import { onlyType } from './node.mts';

/** A text of a node as n8n makes it from an item. */
export function evaluated(text: string, item: INodeExecutionData): string {
	const node = (name: string): INode => ({ id: name, name, type: 'test.node', typeVersion: 1, position: [0, 0], parameters: {} });
	const [before, mail] = [node(/\$\('([^']+)'\)/.exec(text)?.[1] ?? 'Before'), node('Mail')];
	const workflow = new Workflow({
		nodes: [before, mail],
		connections: { [before.name]: { main: [[{ node: mail.name, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: onlyType({ description: { properties: [] } } as never),
	});
	const items = [item];
	const ran = { startTime: 0, executionTime: 0, executionIndex: 0, source: [], data: { main: [items] } };
	const run = createRunExecutionData({ resultData: { runData: { [before.name]: [ran] } } });
	const at = { node: mail, data: { main: [items] }, source: { main: [{ previousNode: before.name }] } };
	return String(workflow.expression.getParameterValue(text, run, 0, 0, mail.name, items, 'manual', {}, at));
}
