import { template, templateFiles } from '../../dev/demo/templates.mts';

/** The side of a node on the canvas, in pixels; one that names things below it is a little taller. */
const SIDE = 96;

const isNote = ({ type }: { type: string }): boolean => type === 'n8n-nodes-base.stickyNote';

describe('An example workflow', () => {
	it.each(templateFiles())('%s has no note that lies under a node', (file) => {
		const { nodes } = template(file);
		const covered = nodes.filter(isNote).flatMap(({ name: note, position: [x, y], parameters: { width, height } }) =>
			nodes
				.filter((node) => !isNote(node))
				.filter(({ position: [left, top] }) => left + SIDE > x && left < x + Number(width) && top + SIDE > y && top < y + Number(height))
				.map(({ name }) => `${name} on ${note}`),
		);
		expect(covered).toEqual([]);
	});
});
