import type { WorkflowJson } from '../../dev/host/workflow.mts';

type Point = [number, number];

/** The points of n8n's curve between two nodes, or of its detour below the source if the target stands to the left. */
function pathOf([fromX, fromY]: Point, [toX, toY]: Point): Point[] {
	const steps = Array.from({ length: 41 }, (_none, step) => step / 40);
	if (toX >= fromX - 20)
		return steps.map((t) => [fromX + (toX - fromX) * (1.5 * t * (1 - t) + t ** 3), fromY + (toY - fromY) * (3 * t ** 2 - 2 * t ** 3)]);
	const below = fromY + 130;
	return steps.flatMap((t): Point[] => [
		[fromX + 40 + (toX - fromX - 80) * t, below],
		[toX - 40, below + (toY - below) * t],
	]);
}

/** What is wrong with how a workflow opens in n8n's editor: nodes on top of each other, and lines through nodes. */
export function faultsOfCanvas({ nodes, connections }: Pick<WorkflowJson, 'nodes' | 'connections'>): string[] {
	const links = Object.entries(connections).flatMap(([from, kinds]) =>
		Object.entries(kinds).flatMap(([kind, outputs]) =>
			outputs.flatMap((all, output) => (all ?? []).map(({ node: to, index: input }) => ({ from, kind, output, to, input }))),
		),
	);
	const main = links.filter(({ kind }) => kind === 'main');
	const boxes = nodes.map(({ name, type, parameters, position: [left, top], onError }) => {
		const outputs = Math.max(connections[name]?.main?.length ?? 1, onError === 'continueErrorOutput' ? 2 : 1);
		const inputs = Math.max(1, ...main.flatMap(({ to, input }) => (to === name ? [input + 1] : [])));
		const isWide = links.some(({ kind, to }) => kind !== 'main' && to === name);
		const side = !isWide && links.some(({ kind, from }) => kind !== 'main' && from === name) ? 80 : 96;
		const size = { width: isWide ? 256 : side, height: Math.max(side, 32 * (outputs + 1), 32 * (inputs + 1)) };
		const { width, height } = type.endsWith('.stickyNote') ? (parameters as typeof size) : size;
		return { name, left, top, right: left + width, bottom: top + height, outputs, inputs };
	});
	const handleOf = (node: string, side: 'left' | 'right', place: number): Point => {
		const { top, bottom, inputs, outputs, [side]: x } = boxes.find(({ name }) => name === node)!;
		return [x, (side === 'left' ? inputs : outputs) > 1 ? top + 32 * (place + 1) : (top + bottom) / 2];
	};
	const overlaps = boxes.flatMap((one, place) =>
		boxes
			.slice(place + 1)
			.filter((other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)
			.map((other) => `${one.name} is on top of ${other.name}`),
	);
	const crossings = main.flatMap(({ from, output, to, input }) => {
		const path = pathOf(handleOf(from, 'right', output), handleOf(to, 'left', input));
		return boxes
			.filter(({ name }) => name !== from && name !== to)
			.filter(({ left, top, right, bottom }) => path.some(([x, y]) => x > left && x < right && y > top && y < bottom))
			.map(({ name }) => `the line from ${from} to ${to} runs through ${name}`);
	});
	return [...overlaps, ...crossings];
}
