import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, ILoadOptionsFunctions, INode, INodeListSearchResult, INodeType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { Club } from '../../nodes/Club/Club.node.ts';
import type { Sandbox } from '../../sandbox/index.mts';
import { additionalDataOf, onlyType } from './node.mts';

type Search = (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) => Promise<INodeListSearchResult>;

/** What a drop-down of the node offers, for a text typed into it and the token of the page before. */
export async function search(
	sandbox: Sandbox,
	method: string,
	{
		filter,
		token,
		parameters = {},
		credentials = {},
		type = new Club(),
	}: { filter?: string; token?: string; parameters?: IDataObject; credentials?: IDataObject; type?: INodeType } = {},
): Promise<INodeListSearchResult> {
	const node: INode = {
		id: 'club',
		name: 'Club',
		type: `n8n-nodes-club.${type.description.name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		credentials: { clubApi: { id: '1', name: 'Club' } },
	};
	const workflow = new Workflow({
		id: 'w',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: onlyType(type),
		settings: { timezone: 'Europe/Stockholm' },
	});
	const functions = new LoadOptionsContext(
		workflow,
		node,
		{ ...additionalDataOf(sandbox, credentials), currentNodeParameters: parameters as INode['parameters'] },
		'',
	);
	const methods = type.methods?.listSearch as unknown as Record<string, Search>;
	return await methods[method].call(functions, filter, token);
}
