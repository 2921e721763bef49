import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants.js';
import { NodeHelpers, type INodeType, type INodeTypes, type IVersionedNodeType } from 'n8n-workflow';
import { Club } from '../../../../nodes/Club/Club.node.ts';
import { ClubPollTrigger } from '../../../../nodes/ClubPollTrigger/ClubPollTrigger.node.ts';
import { ClubTrigger } from '../../../../nodes/ClubTrigger/ClubTrigger.node.ts';
import { HOST } from '../../../../dev/host/install.mts';

/** Loads what the installed n8n has. */
export const fromN8n = createRequire(join(HOST, 'package.json'));

/** n8n's own packages of nodes. */
const PACKAGES = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];

type Known = Record<string, { className: string; sourcePath: string }>;

const pathOf = (name: string, ...more: string[]): string => join(HOST, 'node_modules', name, ...more);

const known = new Map(PACKAGES.map((name) => [name, JSON.parse(readFileSync(pathOf(name, 'dist/known/nodes.json'), 'utf8')) as Known]));

const polling = new ClubPollTrigger();
// As n8n does when it loads a polling node.
polling.description.properties = [...commonPollingParameters, ...polling.description.properties];

/** The nodes of this pack from their source, and n8n's own from the installed n8n, each loaded when a workflow first asks for it. */
export class NodesOfN8n implements INodeTypes {
	private readonly loaded = new Map<string, INodeType | IVersionedNodeType>([
		['n8n-nodes-club.club', new Club()],
		['n8n-nodes-club.clubTrigger', new ClubTrigger()],
		['n8n-nodes-club.clubPollTrigger', polling],
	]);

	getByName(type: string): INodeType | IVersionedNodeType {
		const node = this.loaded.get(type) ?? this.load(type);
		this.loaded.set(type, node);
		return node;
	}

	getByNameAndVersion(type: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(type), version);
	}

	getKnownTypes = () => ({});

	private load(type: string): INodeType | IVersionedNodeType {
		const [, name, node] = /^(.+)\.(\w+)$/.exec(type) ?? ['', '', ''];
		const { className, sourcePath } = known.get(name)?.[node] ?? {};
		const path = pathOf(name, sourcePath ?? '');
		if (!className || !existsSync(path)) throw new Error(`n8n has no node ${type}`);
		const classes = fromN8n(path) as Record<string, new () => INodeType | IVersionedNodeType>;
		return new classes[className]();
	}
}
