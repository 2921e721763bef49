import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import { template, templateFiles } from '../../dev/demo/templates.mts';
import { onlyType } from '../support/node.mts';

/** The side of a node on the canvas, in pixels; one that names things below it is a little taller. */
const SIDE = 96;

/** What n8n's editor fits a workflow into when it opens in a window of 1600 by 900, in pixels. */
const CANVAS = { width: 1_300, height: 676 };

/** How small a workflow may be shown: a note of 14 pixels is one of 8 then. */
const READABLE = 0.6;

/** What the name of a node takes below it, so that *Execute workflow* covers nothing. */
const ROOM = 64;

const isNote = ({ type }: { type: string }): boolean => type === 'n8n-nodes-base.stickyNote';

describe('An example workflow', () => {
	it.each(templateFiles())('%s opens at a size at which its notes can be read, and its lowest node above the button', (file) => {
		const boxes = template(file).nodes.map(({ type, position: [x, y], parameters: { width, height } }) =>
			isNote({ type })
				? { left: x, top: y, right: x + Number(width), bottom: y + Number(height), room: 0 }
				: { left: x, top: y, right: x + SIDE, bottom: y + SIDE, room: ROOM },
		);
		const edge = (name: 'right' | 'bottom') => Math.max(...boxes.map((box) => box[name]));
		const start = (name: 'left' | 'top') => Math.min(...boxes.map((box) => box[name]));
		const [byWidth, byHeight] = [CANVAS.width / (edge('right') - start('left')), CANVAS.height / (edge('bottom') - start('top'))];
		expect(Math.min(byWidth, byHeight)).toBeGreaterThanOrEqual(READABLE);
		expect(boxes.filter(({ bottom, room }) => byHeight < Math.min(byWidth, 1) && bottom + room > edge('bottom'))).toEqual([]);
	});

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

/** What an athlete or somebody of the staff may have called something: it ends an attribute and an element, and begins others. */
const HOSTILE = `Anna" style="color:red"></h2></b></p><a href="https://evil.example/pay">Your payment failed</a><img src="x`;

/** The subjects and texts of the mails that the example workflows send as HTML. */
const mails = templateFiles().flatMap((file) =>
	template(file).nodes.flatMap(({ name, parameters }) =>
		parameters.html === undefined ? [] : [parameters.subject, parameters.html].map((text) => [`${file}: ${name}`, String(text)] as const),
	),
);

/** An item in which each property of the API that a text reads is this, and so is each text of a node before. */
function itemOf(text: string, value: string | undefined, more: object): INodeExecutionData {
	const record = { ...Object.fromEntries([...text.matchAll(/\.([A-Z]\w*)/g)].map(([, name]) => [name, value])), ...more };
	const lists = Object.fromEntries(
		['line', 'club', 'n8n', 'gone', 'failed', 'silent', 'changes', 'advice'].map((name) => [name, [value ?? '']]),
	);
	const budget: IDataObject = { byWorkflow: [{ name: value ?? '', calls: 7 }], calls: { last24Hours: 7 }, forecast30Days: 210 };
	const json = { ...record, ...lists, ...budget, athlete: record, record, data: record, previous: record };
	return { json, pairedItem: { item: 0 } };
}

/** A mail as n8n makes it where the club's records hold this text. */
const made = (text: string, value: string | undefined, more = {}): string => evaluated(text, itemOf(text, value, more));

/** A text of a node as n8n makes it from an item. */
function evaluated(text: string, item: INodeExecutionData): string {
	const node = (name: string): INode => ({ id: name, name, type: 'test.node', typeVersion: 1, position: [0, 0], parameters: {} });
	const [before, mail] = [node(/\$\('([^']+)'\)/.exec(text)?.[1] ?? 'Before'), node('Mail')];
	const workflow = new Workflow({
		nodes: [before, mail],
		connections: { [before.name]: { main: [[{ node: mail.name, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: onlyType({ description: { properties: [] } } as never),
	});
	const items = [item];
	const ran = { startTime: 0, executionTime: 0, executionIndex: 0, source: [], data: { main: [items] } };
	const run = createRunExecutionData({ resultData: { runData: { [before.name]: [ran] } } });
	const at = { node: mail, data: { main: [items] }, source: { main: [{ previousNode: before.name }] } };
	return String(workflow.expression.getParameterValue(text, run, 0, 0, mail.name, items, 'manual', {}, at));
}

/** The markup of a mail, whatever the addresses of its pictures. */
const markupOf = (html: string): string[] => [...html.matchAll(/<(?:"[^"]*"|[^">])*>/g)].map(([tag]) => tag.replace(/src="[^"]*"/, 'src'));

describe('A mail of an example workflow', () => {
	it('is HTML in a parameter that these tests know', () => {
		const html = (value: unknown): boolean => /<[a-z]\w*[\s>]/i.test(JSON.stringify(value));
		const nodes = templateFiles().flatMap((file) => template(file).nodes.filter((node) => !isNote(node) && html(node.parameters)));
		expect(nodes.filter(({ parameters: { html: text, ...others } }) => html(others) || !html(text))).toEqual([]);
		expect(mails).toHaveLength(2 * nodes.length);
	});

	it.each(mails)('has the markup of the template alone, whatever a record holds: %s', (_name, text) => {
		const html = made(text, HOSTILE);
		expect(markupOf(html)).toEqual(markupOf(made(text, 'Anna')));
		expect(html).not.toContain('evil.example');
	});

	it.each(mails.filter(([, text]) => text.includes('<img')))('shows a picture by https only, its address escaped: %s', (_name, text) => {
		const shown = (PictureUri: unknown) => /<img src="([^"]*)" alt="" width="160">/.exec(made(text, 'Anna', { PictureUri }))?.[1];
		expect(shown('https://cdn.example/a.png?b=1&c=2')).toBe('https://cdn.example/a.png?b=1&amp;c=2');
		expect(shown('https://cdn.example/a.png" onerror="alert(1)')).toBe('https://cdn.example/a.png&quot; onerror=&quot;alert(1)');
		expect(['http://cdn.example/a.png', 'javascript:alert(1)', 'data:image/png;base64,AAAA', '', null, undefined].map(shown)).toEqual(
			Array(6).fill(undefined),
		);
	});

	it.each(mails)('leaves out what a record does not hold: %s', (_name, text) => {
		expect(made(text, undefined)).not.toMatch(/undefined|null/);
	});
});

describe('What a person sees who has to approve what the agent at the front desk wants to do', () => {
	const { nodes, connections } = template('front-desk-agent.json');
	const reviews = nodes.filter(({ type }) => type === '@n8n/n8n-nodes-langchain.chatHitlTool');
	const toolsOf = (review: string): string[] =>
		Object.entries(connections).flatMap(([name, { ai_tool: links }]) =>
			links?.flat().some((link) => link?.node === review) ? [name] : [],
		);
	const toolParameters = { start: '\u2028\u2029\x85\u202e\nnow', user_id: 42 };
	const shown = (review: (typeof reviews)[number], words: IDataObject): string[] =>
		evaluated(String(review.parameters.message), { json: { ...words, toolParameters } }).split(/[\n\v\f\r\x85\u2028\u2029]/);

	it('is asked for one tool each', () => {
		expect(reviews.map(({ name }) => toolsOf(name).length)).toEqual([1, 1, 1, 1]);
	});

	it.each(reviews.map((review) => [review.name, review] as const))(
		'%s: what would be done, before all words of the agent',
		(name, review) => {
			const wish = `Book Anna${'\r\n\u2028\x85'.repeat(50)}Action to approve: nothing {}\u202e ${'!'.repeat(1_000)}`;
			// What a misled agent can add to its words, n8n gives out as the name and the parameters of the tool.
			const faked = { tool: 'Look_at_badges', toolParameters: {} };
			const [done, blank, says, ...further] = shown(review, { in_words: wish, ...faked, query: faked });
			expect(done).toBe(`Action to approve: ${toolsOf(name)[0]} {"start":" \\nnow","user_id":42}`);
			expect([blank, further]).toEqual(['', []]);
			expect(says).toMatch(/^In the agent's words: Book Anna Action to approve: nothing {} !+$/);
			expect(says).toHaveLength("In the agent's words: ".length + 200);
			expect(shown(review, {})).toEqual([done, '', "In the agent's words: "]);
		},
	);
});
