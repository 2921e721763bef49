import type { INode } from 'n8n-workflow';
import type { WorkflowJson } from '../host/workflow.mts';

/** The grid of n8n's canvas, in pixels. All else here is in pixels too. */
export const GRID = 16;

/** The side of a node, and that of one that hangs below an agent. */
const [SIDE, SUB_SIDE] = [96, 80];

/** The width of a node that others hang below. */
const AGENT_WIDTH = 224;

/** How far below its node n8n draws a line that runs back, and how far beside. */
const [BACK_BELOW, BACK_BESIDE] = [130, 40];

/** How many points of a line are looked at. */
const POINTS = 16;

/** What a node's name takes below it. */
export const NAME_HEIGHT = 48;

export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

export interface Line {
	from: INode;
	to: INode;
	/** `main`, or what a node is to its agent, such as `ai_tool`. */
	type: string;
	/** The place of the output and the input, from 0. */
	output: number;
	input: number;
}

type Point = readonly [x: number, y: number];

export const isNote = ({ type }: INode): boolean => type === 'n8n-nodes-base.stickyNote';

/** A coloured note with a title alone: it lies around the nodes of its section. */
export const isSection = (node: INode): boolean => isNote(node) && /^## [^\n]+$/.test(String(node.parameters.content));

export const isLoop = ({ type }: INode): boolean => type === 'n8n-nodes-base.splitInBatches';

const isWait = ({ type }: INode): boolean => type === 'n8n-nodes-base.wait';

/** Whether a line that runs back says what it is: the next round of a loop, or another try after a pause. */
export const mayRunBack = ({ from, to }: Line): boolean => isLoop(to) || isWait(from);

export const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export const holds = (outer: Box, inner: Box): boolean =>
	outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom;

/** The box around all of these. */
export const around = (boxes: readonly Box[]): Box => ({
	left: Math.min(...boxes.map(({ left }) => left)),
	top: Math.min(...boxes.map(({ top }) => top)),
	right: Math.max(...boxes.map(({ right }) => right)),
	bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

/** The nodes of a workflow with their sizes and lines, as n8n draws them. */
export class Canvas {
	readonly nodes: INode[];
	readonly lines: Line[];
	private readonly subs: ReadonlySet<INode>;
	private readonly sizes: ReadonlyMap<INode, readonly [width: number, height: number]>;
	/** How many inputs and outputs each node has. */
	private readonly ends = new Map<INode, { inputs: number; outputs: number }>();

	constructor({ nodes, connections }: WorkflowJson) {
		this.nodes = nodes;
		const byName = new Map(nodes.map((node) => [node.name, node]));
		this.lines = Object.entries(connections).flatMap(([from, outputs]) =>
			Object.entries(outputs).flatMap(([type, links]) =>
				links.flatMap((some, output) =>
					(some ?? []).map((link) => ({ from: byName.get(from)!, to: byName.get(link.node)!, type, output, input: link.index })),
				),
			),
		);
		this.subs = new Set(this.lines.filter(({ type }) => type !== 'main').map(({ from }) => from));
		for (const node of nodes) {
			const most = (places: number[], known = 1) => Math.max(known, ...places.map((place) => place + 1));
			const main = this.lines.filter(({ type }) => type === 'main');
			this.ends.set(node, {
				inputs: most(
					main.filter(({ to }) => to === node).map(({ input }) => input),
					Number(node.parameters.numberInputs ?? 1),
				),
				outputs: most(
					main.filter(({ from }) => from === node).map(({ output }) => output),
					/\.(if|splitInBatches)$/.test(node.type) || node.onError === 'continueErrorOutput' ? 2 : 1,
				),
			});
		}
		this.sizes = new Map(nodes.map((node) => [node, this.sizeOf(node)]));
	}

	private sizeOf(node: INode): readonly [number, number] {
		if (isNote(node)) return [Number(node.parameters.width), Number(node.parameters.height)];
		const isAgent = this.lines.some(({ to, type }) => to === node && type !== 'main');
		if (isAgent) return [AGENT_WIDTH, this.isSub(node) ? SUB_SIDE : SIDE];
		if (this.isSub(node)) return [SUB_SIDE, SUB_SIDE];
		const { inputs, outputs } = this.ends.get(node)!;
		return [SIDE, SIDE + Math.max(0, Math.max(inputs, outputs) - 2) * 2 * GRID];
	}

	/** Whether a node hangs below an agent. */
	isSub = (node: INode): boolean => this.subs.has(node);

	size = (node: INode): readonly [width: number, height: number] => this.sizes.get(node)!;

	box(node: INode, [left, top] = node.position): Box {
		const [width, height] = this.size(node);
		return { left, top, right: left + width, bottom: top + height };
	}

	/** Where a line leaves its node and where it reaches the other. */
	endsOf({ from, to, type, output, input }: Line): [Point, Point] {
		const [a, b] = [this.box(from), this.box(to)];
		if (type !== 'main')
			return [
				[(a.left + a.right) / 2, a.top],
				[(b.left + b.right) / 2, b.bottom],
			];
		const at = ({ top, bottom }: Box, place: number, count: number) => top + ((bottom - top) * (place + 1)) / (count + 1);
		return [
			[a.right, at(a, output, this.ends.get(from)!.outputs)],
			[b.left, at(b, input, this.ends.get(to)!.inputs)],
		];
	}

	runsBack(line: Line): boolean {
		const [[from], [to]] = this.endsOf(line);
		return line.type === 'main' && to < from;
	}

	/** The points that a line passes, close to each other. */
	points(line: Line): Point[] {
		const [[x1, y1], [x2, y2]] = this.endsOf(line);
		const corners: Point[] = this.runsBack(line)
			? [
					[x1, y1],
					[x1 + BACK_BESIDE, y1],
					[x1 + BACK_BESIDE, y1 + BACK_BELOW],
					[x2 - BACK_BESIDE, y1 + BACK_BELOW],
					[x2 - BACK_BESIDE, y2],
					[x2, y2],
				]
			: [];
		if (corners.length > 0)
			return corners.slice(1).flatMap(([x, y], place) => {
				const [fromX, fromY] = corners[place];
				return Array.from(
					{ length: POINTS + 1 },
					(_none, part): Point => [fromX + ((x - fromX) * part) / POINTS, fromY + ((y - fromY) * part) / POINTS],
				);
			});
		const isDown = line.type !== 'main';
		const half: Point = isDown ? [0, (y2 - y1) / 2] : [(x2 - x1) / 2, 0];
		return Array.from({ length: POINTS + 1 }, (_none, part): Point => {
			const t = part / POINTS;
			const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
			return [a * x1 + b * (x1 + half[0]) + c * (x2 - half[0]) + d * x2, a * y1 + b * (y1 + half[1]) + c * (y2 - half[1]) + d * y2];
		});
	}

	/** The nodes, of these, that a line passes under. Its ends are not meant. */
	under(line: Line, nodes: readonly INode[]): INode[] {
		if (nodes.length === 0) return [];
		const points = this.points(line);
		return nodes.filter((node) => {
			if (node === line.from || node === line.to) return false;
			const { left, top, right, bottom } = this.box(node);
			return points.some(([x, y]) => x > left && x < right && y > top && y < bottom);
		});
	}
}
