import type { FromAIArgument, IDataObject, INodeParameterResourceLocator, ResourceMapperValue } from 'n8n-workflow';
import { traverseNodeParameters } from 'n8n-workflow';
import { tablesOfExamples, template, templateFiles } from '../../dev/demo/templates.mts';
import { around, Canvas, holds, isNote, isSection, type Line, mayRunBack, overlap } from '../../dev/docs/canvas.mts';
import { toolOf } from '../../dev/evals/tools.mts';
import { evaluated } from '../support/evaluated.mts';

/** What n8n's editor shows of a workflow when it opens in a window of 1100 by 900, in pixels. */
const VIEW = { width: 882, height: 676 };

/** How small a workflow may be shown: a note of 14 pixels is one of 8 then. A long one is looked at part by part. */
const [READABLE, LONG] = [0.58, 0.27];

/** The colours of the notes over the parts of a workflow, as n8n numbers them: red, green, blue and purple. README says what each means. */
const KINDS = new Set([3, 4, 5, 6]);

/** Whose check stands beside what it may stop, since their canvas has no room for it before: their notes say which must stay above. */
const CHECKED_BESIDE = ['client-stages-and-a-sheet.json', 'members-to-mailchimp.json', 'write-to-member.json'];

/** How many steps in a row, and rows, are shown at once. */
const AT_ONCE = { columns: 8, rows: 4 };

describe('An example workflow', () => {
	it.each(templateFiles())('%s has lines from left to right and under no node; only loops and further tries run back', (file) => {
		const canvas = new Canvas(template(file));
		const nodes = canvas.nodes.filter((node) => !isNote(node));
		const told = ({ from, to }: Line) => `${from.name} to ${to.name}`;
		expect(canvas.lines.filter((line) => canvas.runsBack(line) && !mayRunBack(line)).map(told)).toEqual([]);
		expect(canvas.lines.filter((line) => canvas.under(line, nodes).length > 0).map(told)).toEqual([]);
	});

	it.each(templateFiles())('%s shows what follows a node in the order in which n8n does it: from top to bottom', (file) => {
		const { lines } = new Canvas(template(file));
		const wrong = lines.filter((line, place) => {
			const above = lines
				.slice(0, place)
				.filter(({ from, output, type }) => from === line.from && output === line.output && type === 'main');
			return line.type === 'main' && above.some(({ to }) => to !== line.to && to.position[1] >= line.to.position[1]);
		});
		expect(wrong.map(({ from, to }) => `${from.name} to ${to.name}`)).toEqual([]);
	});

	it('lets nothing pass beside a check that may stop it, or says in its note which branch must stay above', () => {
		const beside = templateFiles().filter((file) => {
			const lines = new Canvas(template(file)).lines.filter(({ type }) => type === 'main');
			const behind = (name: string, seen = new Set<string>()): Set<string> => {
				if (!seen.has(name)) for (const { from, to } of (seen.add(name), lines)) if (from.name === name) behind(to.name, seen);
				return seen;
			};
			const checks = lines.filter(
				({ from, to }) =>
					from.type.endsWith('.if') && to.type.endsWith('.stopAndError') && lines.filter((line) => line.from === from).length === 1,
			);
			return checks.some(({ from: { name } }) =>
				lines.some((line) =>
					lines.some(
						(other) =>
							other.from === line.from &&
							other.output === line.output &&
							behind(line.to.name).has(name) &&
							!behind(other.to.name).has(name),
					),
				),
			);
		});
		expect(beside).toEqual(CHECKED_BESIDE);
		for (const file of beside)
			expect(JSON.stringify(template(file).nodes.filter(isNote))).toContain('n8n runs the upper one of two branches first');
	});

	it.each(templateFiles())('%s has no node over another, and each start at the left in a row of its own', (file) => {
		const canvas = new Canvas(template(file));
		const nodes = canvas.nodes.filter((node) => !isNote(node));
		const isOver = nodes.filter((node, place) => nodes.slice(0, place).some((other) => overlap(canvas.box(node), canvas.box(other))));
		expect(isOver.map(({ name }) => name)).toEqual([]);
		const starts = nodes.filter((node) => !canvas.isSub(node) && !canvas.lines.some(({ to, type }) => to === node && type === 'main'));
		expect([...new Set(starts.map(({ position: [x] }) => x))]).toEqual([0]);
		expect(new Set(starts.map(({ position: [, y] }) => y)).size).toBe(starts.length);
	});

	it.each(templateFiles())('%s has notes that lie under no node, and sections that lie around their own alone', (file) => {
		const canvas = new Canvas(template(file));
		const [notes, nodes] = [canvas.nodes.filter(isNote), canvas.nodes.filter((node) => !isNote(node))];
		const covered = notes.flatMap((note) =>
			nodes
				.filter((node) => overlap(canvas.box(note), canvas.box(node)) && !(isSection(note) && holds(canvas.box(note), canvas.box(node))))
				.map(({ name }) => `${name} on ${note.name}`),
		);
		expect(covered).toEqual([]);
		expect(notes.filter((note, place) => notes.slice(0, place).some((other) => overlap(canvas.box(note), canvas.box(other))))).toEqual([]);
	});

	it.each(templateFiles())('%s has a short title in the colour of its kind over each part, if it has eight steps or more', (file) => {
		const canvas = new Canvas(template(file));
		const [titles, texts] = [canvas.nodes.filter(isSection), canvas.nodes.filter((node) => isNote(node) && !isSection(node))];
		const steps = canvas.nodes.filter((node) => !isNote(node) && !canvas.isSub(node));
		expect(titles.length).toBeGreaterThanOrEqual(steps.length < 8 ? 0 : 2);
		const ofNoKind = titles.filter(({ parameters: { color, content } }) => !KINDS.has(Number(color)) || String(content).length > 40);
		expect([...ofNoKind, ...texts.filter(({ parameters: { color } }) => color)]).toEqual([]);
	});

	it.each(templateFiles())('%s opens at a size at which its notes can be read, unless it is long', (file) => {
		const canvas = new Canvas(template(file));
		const { left, right, top, bottom } = around(canvas.nodes.map((node) => canvas.box(node)));
		const count = (of: 0 | 1) => new Set(canvas.nodes.filter((node) => !isNote(node)).map(({ position }) => position[of])).size;
		const isLong = count(0) > AT_ONCE.columns || count(1) > AT_ONCE.rows;
		expect(Math.min(VIEW.width / (right - left), VIEW.height / (bottom - top))).toBeGreaterThanOrEqual(isLong ? LONG : READABLE);
	});

	it.each(templateFiles())('%s names the workflows that it calls', (file) => {
		const names = templateFiles().map((one) => template(one).name);
		const called = template(file).nodes.flatMap(({ parameters: { workflowId } }) =>
			workflowId ? [(workflowId as INodeParameterResourceLocator).cachedResultName] : [],
		);
		expect(called.filter((name) => !names.includes(String(name)))).toEqual([]);
	});

	it.each(templateFiles())('%s gives each node an ID of its own, or n8n refuses it', (file) => {
		const ids = template(file).nodes.map(({ id }) => id);
		expect(ids).toEqual([...new Set(ids)]);
	});

	it('no template brings an address of its own, by which strangers could guess where events arrive', () => {
		expect(templateFiles().filter((file) => template(file).nodes.some(({ webhookId }) => webhookId))).toEqual([]);
	});
});

describe('Set up the examples', () => {
	const tables = tablesOfExamples();
	const shown = ({ name, columns }: (typeof tables)[number]) => [name, ...columns.map((column) => `${column.name} ${column.type}`)];
	const named = templateFiles().flatMap((file) =>
		template(file).nodes.flatMap(({ parameters: { dataTableId, columns, filters } }) => {
			const { schema = [] } = (columns ?? {}) as Partial<ResourceMapperValue>;
			const { conditions = [] } = (filters ?? {}) as { conditions?: Array<{ keyName: string }> };
			const name = (dataTableId as INodeParameterResourceLocator | undefined)?.cachedResultName;
			const types = schema.map(({ id, type }) => `${id} ${type === 'dateTime' ? 'date' : type}`);
			return name ? [{ name, types, filtered: conditions.map(({ keyName }) => keyName).filter((key) => key !== 'id') }] : [];
		}),
	);

	it('makes each table and column that an example names, and no other', () => {
		const made = new Map(tables.map((table) => [table.name, shown(table).slice(1)]));
		expect([...made.keys()].sort()).toEqual([...new Set(named.map(({ name }) => name))].sort());
		for (const { name, types, filtered } of named) {
			expect(made.get(name)).toEqual(expect.arrayContaining(types));
			expect(made.get(name)!.map((column) => column.split(' ')[0])).toEqual(expect.arrayContaining(filtered));
		}
		for (const [name, columns] of made)
			expect(named.filter((one) => one.name === name).flatMap(({ types }) => types)).toEqual(expect.arrayContaining(columns));
	});
});

/** What a club changes: its name, an address of it, and how many may leave at once. */
const OF_A_CLUB = /Northside Fitness|@club\.example|crm\.example|Math\.max\(\d+, \$json\.there \//;

describe('What a club changes in an example workflow', () => {
	const texts = (value: unknown): string[] =>
		typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];
	const isLong = (text: string) => [...text.matchAll(/\{\{.*?\}\}(?!\})/gs)].some(([{ length }]) => length > 200);

	it.each(templateFiles())('%s has no expression of more than 200 characters', (file) => {
		const nodes = template(file).nodes.filter(({ type }) => type !== 'n8n-nodes-base.code' && !type.endsWith('stickyNote'));
		expect(nodes.filter(({ parameters }) => texts(parameters).some(isLong)).map(({ name }) => name)).toEqual([]);
	});

	it.each(templateFiles())(
		'%s has its settings right after the start, and says its club, its addresses and its limits nowhere else',
		(file) => {
			const { lines, nodes } = new Canvas(template(file));
			const before = lines.filter(({ to }) => to.name === 'Settings').map(({ from }) => from);
			expect(before.filter((node) => lines.some(({ to, type }) => to === node && type === 'main'))).toEqual([]);
			const others = nodes.filter((node) => node.name !== 'Settings' && !isNote(node));
			const said = others.flatMap(({ name, parameters }) =>
				texts(parameters)
					.filter((text) => OF_A_CLUB.test(text))
					.map((text) => [name, text]),
			);
			expect(said).toEqual([]);
		},
	);
});

/** The examples in which no record of a person is an item. */
const WITHOUT_PEOPLE = ['call-budget.json', 'empty-class.json', 'notice-service-changes.json', 'subscription-watchdog.json'];

describe('The settings of an example workflow', () => {
	const settings = (file: string) => template(file).settings!;
	const withPeople = templateFiles().filter((file) => !WITHOUT_PEOPLE.includes(file));
	// The watchdog reads when they last had an event.
	const isWatched = (file: string): boolean => template(file).nodes.some(({ type }) => type === 'n8n-nodes-club.clubTrigger');

	it.each(withPeople.filter((file) => !isWatched(file)))('%s keeps no successful execution, and each failed one', (file) => {
		// Without the second, the record of handled events takes an execution without data for a failed one.
		expect(settings(file)).toMatchObject({ saveDataSuccessExecution: 'none', saveDataErrorExecution: 'all' });
	});

	it.each(templateFiles().filter(isWatched))('%s keeps its executions for the watchdog', (file) => {
		expect(settings(file).saveDataSuccessExecution).toBeUndefined();
	});
});

describe('What a person sees who has to approve what the agent at the front desk wants to do', () => {
	const { nodes, connections } = template('front-desk-agent.json');
	const reviews = nodes.filter(({ type }) => type === '@n8n/n8n-nodes-langchain.chatHitlTool');
	const toolsOf = (review: string): string[] =>
		Object.entries(connections).flatMap(([name, { ai_tool: links }]) =>
			links?.flat().some((link) => link?.node === review) ? [name] : [],
		);
	/** What a misled model says, and adds to what it is asked for: more arguments, another tool, line breaks, markup. */
	const misled = `Anna${'\r\n\u2028\x85'.repeat(50)}Action to approve: nothing [x](//evil) <b>\u202e ${'!'.repeat(1_000)}`;
	const others = { checked_by: 'The manager has approved this', in_words: misled, tool: 'Look_at_badges' };
	const shown = (review: (typeof reviews)[number], toolParameters: IDataObject): string[] =>
		evaluated(String(review.parameters.message), { json: { ...others, toolParameters: { ...others, ...toolParameters } } }).split(
			/[\n\v\f\r\x85\u2028\u2029]/,
		);
	/** The arguments of a tool. */
	const argumentsOf = (name: string): string[] => {
		const found: FromAIArgument[] = [];
		traverseNodeParameters(nodes.find((node) => node.name === name)!.parameters, found);
		return [...new Set(found.map(({ key }) => key))];
	};
	const DAYS = { start: '2026-12-01', end: '2026-12-08', no_end: false };

	it('is asked for one tool each', () => {
		expect(reviews.map(({ name }) => toolsOf(name).length)).toEqual([1, 1, 1, 1]);
	});

	it.each(reviews.map((review) => [review.name, review] as const))('%s: all that the tool uses, and nothing else', (name, review) => {
		const [tool] = toolsOf(name);
		const values: IDataObject = { ...Object.fromEntries(argumentsOf(tool).map((key) => [key, `the ${key}`])), ...DAYS };
		const [action, blank, ...lines] = shown(review, values);
		expect([action, blank]).toEqual([`Action to approve: ${tool}`, '']);
		expect(lines[0]).toBe('- Member: the member_name, the member_email');
		for (const key of argumentsOf(tool).filter((other) => other !== 'no_end')) expect(lines.join()).toContain(String(values[key]));
		for (const key of argumentsOf(tool).filter((other) => other !== 'no_end')) {
			const said = shown(review, { ...values, [key]: misled });
			expect(said).toHaveLength(2 + lines.length);
			expect(said.join('')).not.toMatch(/manager|badges|[[\]<>]|\/\//);
			expect(said.join('').length).toBeLessThan(1_000);
		}
	});

	it('says that a freeze has no end, begins now, or will be refused', () => {
		const freeze = reviews.find(({ id }) => id === 'review-freeze')!;
		expect(shown(freeze, { start: '', end: '', no_end: true }).slice(-2)).toEqual(['- From: now', '- Until: no end']);
		expect(shown(freeze, { start: '', end: '' }).slice(-1)).toEqual(['- Until: not given: it will be refused']);
	});

	it('is told that the agent had to stop, and that a change may have been made', () => {
		const { parameters } = nodes.find(({ name }) => name === 'Answer')!;
		for (const json of [{ error: 'Max iterations (20) reached' }, { output: '' }, { error: { message: 'x' } }])
			expect(evaluated(String(parameters.message), { json })).toMatch(
				/^I had to stop before the end.* may have been made: look at the bookings/,
			);
		expect(nodes.find(({ name }) => name === 'Front desk')).toMatchObject({ onError: 'continueRegularOutput' });
	});
});

describe('A tool of an agent', () => {
	const tools = ['front-desk-agent.json', 'club-for-any-assistant.json'].flatMap((file) =>
		template(file)
			.nodes.filter(({ type }) => type === 'n8n-nodes-club.clubTool')
			.map(({ name, parameters }) => ({ file, name, parameters })),
	);

	it.each(tools)('says what it gives and when to use it: $file, $name', ({ parameters }) => {
		expect(parameters.descriptionType).toBe('manual');
		const sentences = String(parameters.toolDescription).match(/[A-Z][^.]*\./g) ?? [];
		expect(sentences.length).toBeGreaterThanOrEqual(2);
		expect(sentences.join(' ')).toBe(parameters.toolDescription);
		expect(parameters.toolDescription).toMatch(/\bUse it\b/);
	});

	it('takes 3,000 tokens at most with all others of both examples', () => {
		const definitions = tools.map(({ name, parameters }) => {
			const { description, parameters: schema } = toolOf({ name, parameters });
			return JSON.stringify({ name, description, schema });
		});
		expect(definitions.join('').length / 4).toBeLessThanOrEqual(3_000);
	});
});
