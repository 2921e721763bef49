import type { INode } from 'n8n-workflow';
import type { WorkflowJson } from '../../dev/host/workflow.mts';

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

type Point = [number, number];

/** The points of n8n's curve between two nodes, or of its detour below the source if the target stands to the left. */
function pathOf([fromX, fromY]: Point, [toX, toY]: Point): Point[] {
	if (toX >= fromX - 20)
		return Array.from({ length: 41 }, (_none, step) => {
			const t = step / 40;
			return [fromX + (toX - fromX) * (1.5 * t * (1 - t) + t ** 3), fromY + (toY - fromY) * (3 * t ** 2 - 2 * t ** 3)];
		});
	const below = fromY + 130;
	const along = Math.ceil((fromX - toX + 80) / 20);
	const down = Math.ceil(Math.abs(toY - below) / 20);
	return [
		...Array.from({ length: along + 1 }, (_none, step): Point => [fromX + 40 - ((fromX - toX + 80) * step) / along, below]),
		...Array.from({ length: down + 1 }, (_none, step): Point => [toX - 40, below + ((toY - below) * step) / Math.max(down, 1)]),
	];
}

/** What is wrong with how a workflow opens in n8n's editor: nodes on top of each other, and lines through nodes. */
export function faultsOfCanvas({ nodes, connections }: Pick<WorkflowJson, 'nodes' | 'connections'>): string[] {
	const links = Object.entries(connections).flatMap(([from, kinds]) =>
		Object.entries(kinds).flatMap(([kind, outputs]) =>
			outputs.flatMap((all, output) => (all ?? []).map(({ node: to, index: input }) => ({ from, kind, output, to, input }))),
		),
	);
	const main = links.filter(({ kind }) => kind === 'main');
	const outputsOf = ({ name, onError }: INode): number =>
		Math.max(connections[name]?.main?.length ?? 1, onError === 'continueErrorOutput' ? 2 : 1);
	const inputsOf = ({ name }: INode): number => Math.max(1, ...main.flatMap(({ to, input }) => (to === name ? [input + 1] : [])));
	const boxOf = (node: INode): Box => {
		const { name, type, parameters } = node;
		const [left, top] = node.position;
		const isWide = links.some(({ kind, to }) => kind !== 'main' && to === name);
		const isRound = !isWide && links.some(({ kind, from }) => kind !== 'main' && from === name);
		const size = {
			width: isWide ? 256 : isRound ? 80 : 96,
			height: Math.max(isRound ? 80 : 96, 32 * (outputsOf(node) + 1), 32 * (inputsOf(node) + 1)),
		};
		const { width, height } = type.endsWith('.stickyNote') ? (parameters as typeof size) : size;
		return { name, left, top, right: left + width, bottom: top + height };
	};
	const boxes = nodes.map(boxOf);
	const handleOf = (name: string, side: 'left' | 'right', place: number): Point => {
		const node = nodes.find((one) => one.name === name)!;
		const box = boxOf(node);
		const count = side === 'left' ? inputsOf(node) : outputsOf(node);
		return [box[side], count > 1 ? box.top + 32 * (place + 1) : (box.top + box.bottom) / 2];
	};
	const overlaps = boxes.flatMap((one, place) =>
		boxes
			.slice(place + 1)
			.filter((other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)
			.map((other) => `${one.name} is on top of ${other.name}`),
	);
	const crossings = main.flatMap(({ from, output, to, input }) => {
		const path = pathOf(handleOf(from, 'right', output), handleOf(to, 'left', input));
		const isInside = ({ left, top, right, bottom }: Box) => path.some(([x, y]) => x > left && x < right && y > top && y < bottom);
		return boxes
			.filter((box) => box.name !== from && box.name !== to && isInside(box))
			.map(({ name }) => `the line from ${from} to ${to} runs through ${name}`);
	});
	return [...overlaps, ...crossings];
}
