import Fastify from 'fastify';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { Catalogue, clubNodes } from '../../dev/evals/builders/catalogue.mts';
import type { WantedNode, Wish } from '../../dev/evals/builders/wish.mts';
import { build } from '../../dev/evals/builders/wish.mts';
import { wishes } from '../../dev/evals/builders/wishes.mts';
import { problemsIn } from '../../dev/evals/builders/workflow.mts';
import { live } from '../../dev/evals/live.mts';
import type { ToolDefinition } from '../../dev/evals/tools.mts';
import { fieldsIn } from '../../nodes/Club/fields/field';
import { allFields } from '../../nodes/Club/panel';
import { resources } from '../../nodes/Club/resources';

const wishOf = (start: string): Wish => wishes.find(({ says }) => says.startsWith(start))!;

/** A value that a wish asks for; of a text like this, the text. */
const valueOf = (wanted: unknown): unknown => (wanted instanceof RegExp ? wanted.source.replace(/[^\w$. -]/g, '') : wanted);

/** The parameters that a wish asks of a node, as a builder writes them. */
function parametersOf({ resource, operation, filled = {} }: WantedNode): IDataObject {
	const parameters: IDataObject = { ...(operation && { resource, operation }) };
	for (const [path, wanted] of Object.entries(filled)) {
		const [last, ...outer] = path.split('.').reverse();
		const group = outer.reduceRight<IDataObject>((inner, name) => (inner[name] ??= {}) as IDataObject, parameters);
		group[last] = valueOf(wanted) as IDataObject[string];
	}
	return parameters;
}

describe('The workflow of each wish of a club has only parameters that the nodes have', () => {
	const catalogue = new Catalogue();

	test.each(wishes)('$says', ({ workflow }) => {
		const nodes = workflow.map((wanted) => ({ type: [wanted.type].flat()[0], parameters: parametersOf(wanted) }));
		expect(problemsIn(nodes, catalogue).filter((problem) => !/required|not a valid/i.test(problem))).toEqual([]);
	});
});

describe('What n8n tells a builder', () => {
	const types = new Catalogue().types(clubNodes().map(({ name }) => name));

	test('describes each event of both triggers', () => {
		const events = clubNodes().flatMap(({ properties }) => properties.find(({ name }) => name === 'events')?.options ?? []);
		const told = (events as INodePropertyOptions[]).filter(({ value }) => value !== '*');
		expect(told.length).toBeGreaterThan(60);
		// What points a person to the other trigger, a builder reads in the hint of the node.
		const own = (text = '') => text.replace(/\. [^.]* Use the Club Poll Trigger$/, '');
		expect(told.filter(({ description }) => !description || !types.includes(own(description)))).toEqual([]);
	});

	test('describes each parameter of each operation', () => {
		const fields = resources.flatMap(({ operations }) => operations.flatMap((operation) => allFields(operation)));
		const all = fields.flatMap((field) => (field.type === 'collection' ? fieldsIn(field) : [field]));
		expect(all.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
	});
});

test("A live model gets n8n's tools, and its workflow is scored", async () => {
	const app = Fastify({ forceCloseConnections: true });
	const asked: Array<{ tools: Array<{ function: ToolDefinition }> }> = [];
	const nodes = [{ type: 'n8n-nodes-base.manualTrigger' }, { type: 'n8n-nodes-club.club', parameters: { resource: 'club', days: 3 } }];
	app.post('/v1/chat/completions', async ({ body }) => {
		asked.push(body as (typeof asked)[0]);
		const call = { id: 'a', function: { name: 'build_workflow', arguments: JSON.stringify({ nodes }) } };
		return { choices: [{ message: asked.length === 1 ? { content: null, tool_calls: [call] } : { content: 'Built.' } }] };
	});
	const url = await app.listen({ port: 0, host: '127.0.0.1' });
	const model = live({ url: `${url}/v1`, key: 'secret', model: 'small' });
	const { points, of, wrong } = await build(wishOf('How many calls'), model, new Catalogue()).finally(() => app.close());
	expect(asked[0].tools.map(({ function: { name } }) => name)).toEqual(['search_nodes', 'get_node_types', 'build_workflow']);
	expect([points, of]).toEqual([3, 5]);
	expect(wrong).toEqual([
		'Node 2 does club.undefined; it should do club.getCallBudget.',
		'n8n-nodes-club.club has no parameter days there.',
	]);
});
