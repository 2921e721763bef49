import { LoadOptionsContext } from 'n8n-core';
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INode,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { Club } from '../../nodes/Club/Club.node.ts';
import type { Sandbox } from '../../sandbox/index.mts';
import { additionalDataOf, onlyType } from './node.mts';

type Search = (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) => Promise<INodeListSearchResult>;

interface Asked {
	parameters?: IDataObject;
	/** Entries of the credential that differ from the sandbox's own. */
	credentials?: IDataObject;
	type?: INodeType;
}

function functionsFor(sandbox: Sandbox, { parameters = {}, credentials = {}, type = new Club() }: Asked): ILoadOptionsFunctions {
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
	return new LoadOptionsContext(
		workflow,
		node,
		{ ...additionalDataOf(sandbox, credentials), currentNodeParameters: parameters as INode['parameters'] },
		'',
	);
}

/** What a drop-down of the node offers, for a text typed into it and the token of the page before. */
export async function search(
	sandbox: Sandbox,
	method: string,
	{ filter, token, type = new Club(), ...asked }: Asked & { filter?: string; token?: string } = {},
): Promise<INodeListSearchResult> {
	const methods = type.methods?.listSearch as unknown as Record<string, Search>;
	return await methods[method].call(functionsFor(sandbox, { type, ...asked }), filter, token);
}

/** What may be chosen in a drop-down, be it one that searches or one that n8n loads whole. */
export async function choicesOf(
	sandbox: Sandbox,
	type: INodeType,
	method: string,
	asked: Omit<Asked, 'type'> = {},
): Promise<Array<INodeListSearchItems | INodePropertyOptions>> {
	const load = type.methods?.loadOptions?.[method];
	if (load) return await load.call(functionsFor(sandbox, { type, ...asked }));
	return (await search(sandbox, method, { type, ...asked })).results;
}
