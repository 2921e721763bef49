import { createRunExecutionData, Workflow, type INode, type INodeExecutionData } from 'n8n-workflow';
import { onlyType } from './node.mts';

/** A text of a node as n8n makes it from an item. @param timezone of the workflow's settings */
export function evaluated(text: string, item: INodeExecutionData, timezone?: string): string {
	const node = (name: string): INode => ({ id: name, name, type: 'test.node', typeVersion: 1, position: [0, 0], parameters: {} });
	const names = new Set([...text.matchAll(/\$\('([^']+)'\)/g)].map(([, name]) => name));
	const [before, ...others] = (names.size > 0 ? [...names] : ['Before']).map(node);
	const mail = node('Mail');
	const link = { main: [[{ node: mail.name, type: 'main' as const, index: 0 }]] };
	const workflow = new Workflow({
		nodes: [before, ...others, mail],
		connections: Object.fromEntries([before, ...others].map(({ name }) => [name, link])),
		active: false,
		settings: { timezone },
		nodeTypes: onlyType({ description: { properties: [] } } as never),
	});
	const items = [item];
	const ran = { startTime: 0, executionTime: 0, executionIndex: 0, source: [], data: { main: [items] } };
	const run = createRunExecutionData({ resultData: { runData: Object.fromEntries([before, ...others].map(({ name }) => [name, [ran]])) } });
	const at = { node: mail, data: { main: [items] }, source: { main: [{ previousNode: before.name }] } };
	return String(workflow.expression.getParameterValue(text, run, 0, 0, mail.name, items, 'manual', {}, at));
}
