import type { INode } from 'n8n-workflow';
import type { WorkflowJson } from '../host/workflow.mts';
import { around, type Box, Canvas, GRID, holds, isNote, isSection, type Line, mayRunBack, NAME_HEIGHT, overlap } from './canvas.mts';

/** The distance from a column to the next, from a row to the next, and between nodes below an agent, in pixels. */
const [COLUMN, ROW, SUB] = [176, 192, 128];

/** What a section's note takes around its nodes: its title above, and a little beside and below, in pixels. */
const [TITLE, BESIDE, BELOW] = [48, 32, NAME_HEIGHT];

/** How far a note with text is from the nodes, in pixels. */
const APART = 64;

/** What n8n's editor shows of a workflow in a window of 1100 by 900 pixels. */
const VIEW = { width: 882, height: 676 };

/** How often rows are looked for until nothing lies over anything else, which costs this much. */
const [TRIES, WRONG] = [4, 2_000];

/** Numbers from 0 to 1 that look like chance and are the same each time. @param state from which they go on */
function chance(state: number): () => number {
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}

type Ends = ReadonlyArray<readonly [number, number]>;

/** Whether two straight lines cross inside of both. */
function cross([[ax, ay], [bx, by]]: Ends, [[cx, cy], [dx, dy]]: Ends): boolean {
	const side = (px: number, py: number, qx: number, qy: number, rx: number, ry: number) => (qx - px) * (ry - py) - (qy - py) * (rx - px);
	return side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0 && side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0;
}

/** The nodes of each section: those that its note lies around. */
export function sectionsOf({ nodes }: WorkflowJson, canvas: Canvas): Map<INode, INode[]> {
	const within = (note: INode) => nodes.filter((node) => !isNote(node) && holds(canvas.box(note), canvas.box(node)));
	return new Map(nodes.filter(isSection).map((note) => [note, within(note)]));
}

/** How long the lines of a text are in a note of this width, as a height. */
function heightOf(content: string, width: number): number {
	const rows = content.split('\n').map((line) => {
		const isTitle = line.startsWith('#');
		const count = Math.max(1, Math.ceil((line.length * (isTitle ? 11 : 7)) / (width - 48)));
		return line === '' ? 8 : count * (isTitle ? 32 : 20);
	});
	return Math.ceil((rows.reduce((sum, height) => sum + height, 0) + 48) / GRID) * GRID;
}

/** The rows of the nodes of a workflow, and what is wrong with them. */
class Rows {
	private readonly canvas: Canvas;
	private readonly nodes: INode[];
	private readonly subs: INode[];
	private readonly columns: ReadonlyMap<INode, number>;
	private readonly rows = new Map<INode, number>();
	private readonly forward: Line[];
	private readonly back: Line[];
	/** Each node with all that lines lead to from it. */
	private readonly after: ReadonlyMap<INode, ReadonlySet<INode>>;

	constructor(
		private readonly workflow: WorkflowJson,
		private readonly sections: ReadonlyMap<INode, INode[]>,
	) {
		this.canvas = new Canvas(workflow);
		const all = workflow.nodes.filter((node) => !isNote(node));
		this.nodes = all.filter((node) => !this.canvas.isSub(node));
		this.subs = all.filter((node) => this.canvas.isSub(node));
		const main = this.canvas.lines.filter(({ type }) => type === 'main');
		this.back = main.filter((line) => mayRunBack(line) && this.isBefore(line.to, line.from, main));
		this.forward = main.filter((line) => !this.back.includes(line));
		this.columns = this.columnsOf();
		const follow = (node: INode, found: Set<INode>): Set<INode> => {
			found.add(node);
			for (const { from, to } of this.forward) if (from === node && !found.has(to)) follow(to, found);
			return found;
		};
		this.after = new Map(this.nodes.map((node) => [node, follow(node, new Set())]));
	}

	/** Whether lines lead from one node to the other without a loop. */
	private isBefore(first: INode, last: INode, lines: readonly Line[], seen = new Set<INode>()): boolean {
		if (first === last) return true;
		seen.add(first);
		return lines.some(
			(line) =>
				line.from === first && !seen.has(line.to) && !(mayRunBack(line) && line.to === last) && this.isBefore(line.to, last, lines, seen),
		);
	}

	/** A node is to the right of all that lead to it. */
	private columnsOf(): Map<INode, number> {
		const columns = new Map<INode, number>();
		const stepOf = (node: INode) => (this.canvas.size(node)[0] > COLUMN ? 2 : 1);
		const columnOf = (node: INode): number => {
			const known = columns.get(node);
			if (known !== undefined) return known;
			const before = this.forward.filter(({ to }) => to === node).map(({ from }) => columnOf(from) + stepOf(from));
			const column = Math.max(0, ...before);
			columns.set(node, column);
			return column;
		};
		for (const node of this.nodes) columnOf(node);
		// What only a line back leads to stands right before what follows it.
		const isReached = (node: INode, lines: readonly Line[]) => lines.some(({ to }) => to === node);
		for (const node of this.nodes.filter((one) => isReached(one, this.back) && !isReached(one, this.forward))) {
			const others = this.forward.filter(({ from }) => from !== node);
			const next = this.forward.filter(({ from, to }) => from === node && isReached(to, others));
			columns.set(node, Math.max(0, Math.min(...next.map(({ to }) => columns.get(to)!)) - 1));
			for (let round = 0; round < this.nodes.length; round++)
				for (const { from, to } of this.forward) columns.set(to, Math.max(columns.get(to)!, columns.get(from)! + stepOf(from)));
		}
		return columns;
	}

	/** Each branch gets rows of its own below that of its node's first output. */
	private begin(): void {
		let free = 0;
		const enter = (node: INode, row: number): void => {
			if (this.rows.has(node)) return;
			this.rows.set(node, row);
			free = Math.max(free, row);
			const next = this.forward.filter(({ from }) => from === node).sort((a, b) => a.output - b.output);
			for (const [place, { to }] of next.entries()) if (!this.rows.has(to)) enter(to, place === 0 ? row : free + 1);
		};
		for (const node of this.nodes)
			if (!this.forward.some(({ to }) => to === node)) {
				enter(node, this.rows.size === 0 ? 0 : free + 1);
				if (this.canvas.lines.some(({ to, type }) => to === node && type !== 'main')) free += 1;
			}
	}

	/** Puts the nodes where their columns and rows say. */
	private place(): void {
		for (const node of this.nodes) {
			const [, height] = this.canvas.size(node);
			node.position = [this.columns.get(node)! * COLUMN, this.rows.get(node)! * ROW - Math.round((height - 96) / 2 / GRID) * GRID];
		}
		const below = (agent: INode): void => {
			const own = this.subs.filter((sub) => this.canvas.lines.some(({ from, to }) => from === sub && to === agent));
			const { left, right, top } = this.canvas.box(agent);
			const widths = own.map((sub) => Math.max(SUB, this.canvas.size(sub)[0] + GRID * 2));
			let x = (left + right - widths.reduce((sum, width) => sum + width, 0)) / 2;
			for (const [place, sub] of own.entries()) {
				sub.position = [Math.round((x + (widths[place] - this.canvas.size(sub)[0]) / 2) / GRID) * GRID, top + ROW];
				x += widths[place];
				below(sub);
			}
		};
		for (const node of this.nodes) below(node);
	}

	private cost(): number {
		this.place();
		const { canvas } = this;
		const all = [...this.nodes, ...this.subs];
		let cost = 0;
		const boxes = all.map((node) => {
			const { bottom, ...box } = canvas.box(node);
			return { ...box, bottom: bottom + NAME_HEIGHT };
		});
		for (const [place, box] of boxes.entries()) for (let other = 0; other < place; other++) if (overlap(box, boxes[other])) cost += 100_000;
		const ends = this.forward.map((line) => canvas.endsOf(line));
		for (const [place, line] of this.forward.entries()) {
			const rows = Math.abs(this.rows.get(line.from)! - this.rows.get(line.to)!);
			cost += rows * (line.output === 0 ? 14 : 8) + (rows > 0 ? 4 : 0);
			const [from, to] = [this.columns.get(line.from)!, this.columns.get(line.to)!];
			const between = all.filter((node) => {
				const column = this.columns.get(node);
				return column === undefined || (column > from && column < to);
			});
			cost += canvas.under(line, between).length * 5_000;
			for (let other = 0; other < place; other++) if (cross(ends[place], ends[other])) cost += 60;
			for (const other of this.forward.slice(0, place))
				if (other.from === line.from && this.rows.get(other.to)! >= this.rows.get(line.to)! && other.to !== line.to)
					cost += other.output === line.output ? 20_000 : 30;
		}
		for (const line of this.back) {
			cost += canvas.under(line, all).length * 5_000;
			cost += Math.abs(this.rows.get(line.from)! - this.rows.get(line.to)!) * 6;
		}
		for (const node of this.nodes)
			if (!this.forward.some(({ to }) => to === node))
				for (const other of this.nodes)
					if (other !== node && !this.after.get(node)!.has(other) && this.rows.get(other) === this.rows.get(node)) cost += 300;
		const areas = [...this.sections.values()].map((own) => this.area(own));
		for (const [place, own] of [...this.sections.values()].entries()) {
			for (const node of all) if (!own.includes(node) && overlap(areas[place], canvas.box(node))) cost += 3_000;
			for (let other = 0; other < place; other++) if (overlap(areas[place], areas[other])) cost += 3_000;
		}
		const whole = around(boxes);
		return cost + ((whole.bottom - whole.top) / ROW) * 90;
	}

	/** What the note of a section with these nodes takes. */
	private area(own: readonly INode[]): Box {
		const { left, top, right, bottom } = around(own.map((node) => this.canvas.box(node)));
		return { left: left - BESIDE, top: top - TITLE, right: right + BESIDE, bottom: bottom + BELOW };
	}

	/**
	 * Finds rows, from those of its branches on, by changes that make it better, and fewer and fewer that do not.
	 * @param seed another one finds others
	 */
	private search(seed: number): { cost: number; rows: Map<INode, number> } {
		this.rows.clear();
		this.begin();
		const random = chance(seed);
		const pick = <T,>(from: readonly T[]): T => from[Math.floor(random() * from.length)];
		let cost = this.cost();
		let best = { cost, rows: new Map(this.rows) };
		const steps = this.nodes.length < 4 ? 0 : 90 * this.nodes.length;
		for (let step = 0; step < steps; step++) {
			const before = new Map(this.rows);
			const node = pick(this.nodes);
			const by = pick([-2, -1, 1, 2]);
			const kind = random();
			const moved =
				kind < 0.5
					? [node]
					: kind < 0.75
						? [...this.after.get(node)!]
						: this.nodes.filter((other) => this.rows.get(other)! >= this.rows.get(node)!);
			if (kind > 0.4 && kind < 0.5) {
				const other = pick(this.nodes);
				this.rows.set(node, before.get(other)!).set(other, before.get(node)!);
			} else for (const one of moved) this.rows.set(one, Math.max(0, before.get(one)! + by));
			const now = this.cost();
			const heat = 120 * (1 - step / steps) ** 2;
			if (now <= cost || random() < Math.exp((cost - now) / (heat + 0.1))) cost = now;
			else for (const [one, row] of before) this.rows.set(one, row);
			if (cost < best.cost) best = { cost, rows: new Map(this.rows) };
		}
		for (const [node, row] of best.rows) this.rows.set(node, row);
		return { cost: this.settle(), rows: new Map(this.rows) };
	}

	/** Puts the nodes into the best rows, and the notes around and beside them. */
	arrange(): void {
		let best = this.search(1);
		for (let seed = 2; seed <= TRIES && best.cost >= WRONG; seed++) {
			const other = this.search(seed);
			if (other.cost < best.cost) best = other;
		}
		for (const [node, row] of best.rows) this.rows.set(node, row);
		const top = Math.min(...this.rows.values());
		for (const [node, row] of this.rows) this.rows.set(node, row - top);
		this.place();
		for (const [note, own] of this.sections) {
			const { left, top: upper, right, bottom } = this.area(own);
			note.position = [left, upper];
			Object.assign(note.parameters, { width: right - left, height: bottom - upper });
		}
		this.placeTexts();
	}

	/** Changes a row, or all from one on, as long as that makes it better. @returns what it costs then */
	private settle(): number {
		let cost = this.cost();
		const isBetter = (change: () => void): boolean => {
			const before = new Map(this.rows);
			change();
			const now = this.cost();
			if (now < cost) {
				cost = now;
				return true;
			}
			for (const [one, row] of before) this.rows.set(one, row);
			return false;
		};
		const up = (from: number) => () => {
			for (const [node, row] of this.rows) if (row >= from) this.rows.set(node, row - 1);
		};
		let isNew = true;
		while (isNew) {
			isNew = false;
			const last = Math.max(...this.rows.values());
			for (let row = 1; row <= last; row++) while (isBetter(up(row))) isNew = true;
			for (const node of this.nodes) for (let row = 0; row <= last; row++) if (isBetter(() => this.rows.set(node, row))) isNew = true;
		}
		return cost;
	}

	/** Puts the notes with text above the nodes or to the left, where the whole is shown largest and is least high. */
	private placeTexts(): void {
		const others = new Canvas(this.workflow);
		const texts = this.workflow.nodes.filter((node) => isNote(node) && !isSection(node));
		const drawn = this.workflow.nodes.filter((node) => !texts.includes(node)).map((node) => others.box(node));
		const { left, top, right, bottom } = around(drawn);
		const content = (note: INode) => String(note.parameters.content);
		const full = Math.max(480, Math.floor((right - left - GRID * 2 * (texts.length - 1)) / texts.length / GRID) * GRID);
		const above = Array.from({ length: 12 }, (_none, step) => Math.min(full, 480 + step * 80)).map((width) => {
			const height = Math.max(...texts.map((note) => heightOf(content(note), width)));
			const size = { width: Math.max(right - left, texts.length * (width + GRID * 2)), height: bottom - top + APART + height };
			const boxes = texts.map((_note, place) => [left + place * (width + GRID * 2), top - APART - height, width, height]);
			return { size, boxes };
		});
		const beside = [320, 368, 416, 464, 512].map((width) => {
			const heights = texts.map((note) => heightOf(content(note), width));
			const height = heights.reduce((sum, one) => sum + one + GRID * 2, -GRID * 2);
			const size = { width: right - left + APART + width, height: Math.max(bottom - top, height) };
			let y = top;
			const boxes = heights.map((one) => {
				y += one + GRID * 2;
				return [left - APART - width, y - one - GRID * 2, width, one];
			});
			return { size, boxes };
		});
		const zoom = ({ size }: (typeof above)[number]) => Math.min(VIEW.width / size.width, VIEW.height / size.height);
		const [best] = [...above, ...beside].sort((a, b) => zoom(b) - zoom(a) || a.size.height - b.size.height);
		for (const [place, note] of texts.entries()) {
			const [x, y, width, height] = best.boxes[place].map((value) => Math.round(value / GRID) * GRID);
			note.position = [x, y];
			Object.assign(note.parameters, { width, height });
		}
	}
}

/**
 * A workflow with its nodes from left to right, and its notes where they cover none.
 * @param sections the names of the nodes of each section by its title; otherwise those that its note lies around
 */
export function arranged(given: WorkflowJson, sections?: Readonly<Record<string, readonly string[]>>): WorkflowJson {
	const workflow = structuredClone(given);
	const found = sectionsOf(workflow, new Canvas(workflow));
	for (const note of found.keys()) {
		const names = sections?.[String(note.parameters.content).slice(3)];
		if (names)
			found.set(
				note,
				workflow.nodes.filter(({ name }) => names.includes(name)),
			);
		if (found.get(note)!.length === 0) throw new Error(`${workflow.name}: the note "${note.name}" lies around no node.`);
	}
	new Rows(workflow, found).arrange();
	return workflow;
}

/** The text of a workflow's file after this: all but positions and the sizes of notes is as it was. */
export function laidOut(text: string, sections?: Readonly<Record<string, readonly string[]>>): string {
	const { nodes } = arranged(JSON.parse(text) as WorkflowJson, sections);
	const notes = nodes.filter(isNote);
	let [node, note] = [0, 0];
	return text
		.replaceAll(/"position": \[[^\]]*\]/g, () => `"position": [${nodes[node++].position.join(', ')}]`)
		.replaceAll(/"width": \d+,(\s*)"height": \d+/g, (_size, space: string) => {
			const { width, height } = notes[note++].parameters;
			return `"width": ${String(width)},${space}"height": ${String(height)}`;
		});
}
