import type { FromAIArgument, IDataObject, INodeParameterResourceLocator, ResourceMapperValue } from 'n8n-workflow';
import { traverseNodeParameters } from 'n8n-workflow';
import { tablesOfExamples, template, templateFiles } from '../../dev/demo/templates.mts';
import { toolOf } from '../../dev/evals/tools.mts';
import { evaluated } from '../support/evaluated.mts';

describe('An example workflow', () => {
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

	it('takes 3,000 tokens at most with all others of both examples', () => {
		const definitions = tools.map(({ name, parameters }) => {
			const { description, parameters: schema } = toolOf({ name, parameters });
			return JSON.stringify({ name, description, schema });
		});
		expect(definitions.join('').length / 4).toBeLessThanOrEqual(3_000);
	});
});
