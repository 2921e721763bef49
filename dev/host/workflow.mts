import type { IConnections, IDataObject, INode, IPinData, IWorkflowSettings } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** A workflow in n8n's export format. */
export interface WorkflowJson {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** Pinned output of nodes, for building the workflow. */
	pinData?: IPinData;
	/** The IDs of its tags. */
	tags?: string[];
}

/** The reference of a node to its credential. */
export interface CredentialReference {
	id: string;
	name: string;
}

/** A node of a test. `lineOf` adds the ID and position. */
export type NodeSpec = Pick<INode, 'name' | 'type'> &
	Partial<Pick<INode, 'typeVersion' | 'onError' | 'executeOnce' | 'webhookId' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>> & {
		parameters?: IDataObject;
	};

/** The trigger of a workflow that a person runs. */
export const manualTrigger: NodeSpec = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/** A Club node. */
export const club = (name: string, parameters: IDataObject, more: Partial<NodeSpec> = {}): NodeSpec => ({
	name,
	type: 'n8n-nodes-club.club',
	parameters,
	...more,
});

/** Whether a node is of the pack, or uses its credential in n8n's own node. */
const usesClub = ({ type, parameters }: INode): boolean =>
	type.startsWith('n8n-nodes-club.') || parameters.nodeCredentialType === 'clubApi';

/** The workflow with this credential in each node that uses the club. */
export function withCredential<W extends Pick<WorkflowJson, 'nodes'>>(workflow: W, credential: CredentialReference): W {
	const nodes = workflow.nodes.map((node) => (usesClub(node) ? { ...node, credentials: { clubApi: credential } } : node));
	return { ...workflow, nodes };
}

/** A workflow of nodes in a line. */
export function lineOf(name: string, specs: NodeSpec[], settings: IWorkflowSettings = {}): WorkflowJson {
	const nodes = specs.map((spec, place) => ({
		id: `node-${place}`,
		typeVersion: spec.type === 'n8n-nodes-club.clubTrigger' ? 1.1 : 1,
		position: [place * 220, 0] as [number, number],
		...spec,
		parameters: (spec.parameters ?? {}) as INode['parameters'],
	}));
	const links = specs
		.slice(1)
		.map(({ name: to }, place) => [specs[place].name, { main: [[{ node: to, type: NodeConnectionTypes.Main, index: 0 }]] }]);
	return { name, nodes, connections: Object.fromEntries(links) as IConnections, settings: { executionOrder: 'v1', ...settings } };
}
