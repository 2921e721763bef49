import type { IConnections, IDataObject, INode, IPinData, IWorkflowSettings } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** A workflow as n8n stores and exports it. */
export interface WorkflowJson {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** Samples that stand in for a node's output while the workflow is built. */
	pinData?: IPinData;
}

/** The reference by which a node names its credential. */
export interface CredentialReference {
	id: string;
	name: string;
}

/** What a node of a test is given; the rest of a node follows from its place. */
export type NodeSpec = Pick<INode, 'name' | 'type'> &
	Partial<Pick<INode, 'typeVersion' | 'onError' | 'executeOnce' | 'webhookId'>> & { parameters?: IDataObject };

/** The start of a workflow that a person runs. */
export const manualTrigger: NodeSpec = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/** The Club node, named by what it does in the workflow. */
export const club = (name: string, parameters: IDataObject, more: Partial<NodeSpec> = {}): NodeSpec => ({
	name,
	type: 'n8n-nodes-club.club',
	parameters,
	...more,
});

/** A node of the pack, or one of n8n's own that borrows its credential. */
const usesClub = ({ type, parameters }: INode): boolean =>
	type.startsWith('n8n-nodes-club.') || parameters.nodeCredentialType === 'clubApi';

/** The workflow with this credential in each node of the pack, as after a user has chosen it. */
export function withCredential<W extends Pick<WorkflowJson, 'nodes'>>(workflow: W, credential: CredentialReference): W {
	const nodes = workflow.nodes.map((node) => (usesClub(node) ? { ...node, credentials: { clubApi: credential } } : node));
	return { ...workflow, nodes };
}

/** A workflow of nodes in a line, each fed by the one before it. */
export function lineOf(name: string, specs: NodeSpec[], settings: IWorkflowSettings = {}): WorkflowJson {
	const nodes = specs.map((spec, place) => ({
		id: `node-${place}`,
		typeVersion: 1,
		position: [place * 220, 0] as [number, number],
		...spec,
		parameters: (spec.parameters ?? {}) as INode['parameters'],
	}));
	const links = specs
		.slice(1)
		.map(({ name: to }, place) => [specs[place].name, { main: [[{ node: to, type: NodeConnectionTypes.Main, index: 0 }]] }]);
	return { name, nodes, connections: Object.fromEntries(links) as IConnections, settings: { executionOrder: 'v1', ...settings } };
}
