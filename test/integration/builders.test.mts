import Fastify from 'fastify';
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { Catalogue, clubNodes } from '../../dev/evals/builders/catalogue.mts';
import { scriptedBuilder } from '../../dev/evals/builders/scripted.mts';
import { eventsIn, parametersIn } from '../../dev/evals/builders/texts.mts';
import type { Built, Wish } from '../../dev/evals/builders/wish.mts';
import { build } from '../../dev/evals/builders/wish.mts';
import { wishes } from '../../dev/evals/builders/wishes.mts';
import { wordsIn } from '../../dev/evals/builders/words.mts';
import { live } from '../../dev/evals/live.mts';
import type { ToolDefinition } from '../../dev/evals/tools.mts';

const played = async (wish: Wish, catalogue: Catalogue): Promise<Built> => await build(wish, scriptedBuilder(wish.steps), catalogue);

const wishOf = (start: string): Wish => wishes.find(({ says }) => says.startsWith(start))!;

describe('The wishes of a club', () => {
	const catalogue = new Catalogue();

	test('are twenty', () => expect(wishes).toHaveLength(20));

	test.each(wishes.map((wish) => ({ says: wish.says, wish })))('$says', async ({ wish }) => {
		const { wrong, points, of } = await played(wish, catalogue);
		expect(wrong).toEqual([]);
		expect(points).toBe(of);
	});

	test('are played by their own words alone', () => {
		const made = wishes.flatMap(({ says, steps }) => {
			const own = new Set(wordsIn(says));
			return steps.flatMap(({ words, given }) => wordsIn([words, ...Object.keys(given)].join(' ')).filter((word) => !own.has(word)));
		});
		expect(made).toEqual([]);
	});
});

/** The nodes of the pack, of which a test changes the words; the Club node, the trigger, the one that polls. */
function changed(change: (nodes: INodeTypeDescription[]) => void): Catalogue {
	const nodes = clubNodes();
	change(nodes);
	return new Catalogue(nodes);
}

/** Swaps what is said of two things. */
function swap(one: { description?: string }, other: { description?: string }): void {
	[one.description, other.description] = [other.description, one.description];
}

const operationsOf = ({ properties }: INodeTypeDescription, resource: string): INodePropertyOptions[] =>
	properties.find(({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource))!
		.options as INodePropertyOptions[];

const [clubNode] = clubNodes();

/** Each operation that is wished for, with the next one of its resource. */
const pairs = wishes.flatMap((wish) =>
	wish.workflow.flatMap(({ resource, operation: one }) => {
		const values = resource ? operationsOf(clubNode, resource).map(({ value }) => value) : [];
		const other = values[(values.indexOf(one!) + 1) % values.length];
		return values.length > 1 ? [{ says: wish.says, wish, resource: resource!, one, other }] : [];
	}),
);

describe('With two descriptions swapped, a builder makes something else of the wish', () => {
	test.each(pairs)('$resource: $one and $other: $says', async ({ wish, resource, one, other }) => {
		const catalogue = changed(([club]) => {
			const operations = operationsOf(club, resource);
			swap(operations.find(({ value }) => value === one)!, operations.find(({ value }) => value === other)!);
		});
		expect((await played(wish, catalogue)).wrong.join(' ')).toContain(`it should do ${resource}.${one}`);
	});

	test('the two dates of a freeze', async () => {
		const catalogue = changed(([{ properties }]) => {
			const dates = properties
				.flatMap(({ options = [] }) => options as INodeProperties[])
				.filter(({ name }) => name === 'suspensionStartUTC' || name === 'reactivationDate');
			expect(dates).toHaveLength(2);
			swap(dates[0], dates[1]);
		});
		const { wrong, points, of } = await played(wishOf('Freeze'), catalogue);
		expect(wrong.join(' ')).toMatch(/suspensionStartUTC "2027-01-07.*reactivationDate "2026-12-24/);
		expect(points).toBe(of - 2);
	});

	test('the two triggers', async () => {
		const catalogue = changed(([, trigger, polling]) => {
			swap(trigger, polling);
			[trigger.builderHint, polling.builderHint] = [polling.builderHint, trigger.builderHint];
		});
		const { wrong } = await played(wishOf('The club cannot reach'), catalogue);
		expect(wrong).toEqual(['Node 1 is n8n-nodes-club.clubTrigger; it should be n8n-nodes-club.clubPollTrigger.']);
	});

	test('two events of the trigger that polls', async () => {
		const catalogue = changed(([, , polling]) => {
			const hint = polling.properties.find(({ name }) => name === 'events')!.builderHint!;
			hint.propertyHint = hint.propertyHint
				.replace('Membership.EndsSoon:', '?')
				.replace('Membership.Changed:', 'Membership.EndsSoon:')
				.replace('?', 'Membership.Changed:');
		});
		const { wrong } = await played(wishOf('Tell us in Slack ten days'), catalogue);
		expect(wrong[0]).toBe('Node 1 has events ["Membership.Changed"]; it should be Membership.EndsSoon.');
	});
});

describe('What n8n tells a builder', () => {
	const types = new Catalogue().types(clubNodes().map(({ name }) => name));

	test('says what each event of both triggers means', () => {
		for (const { name, properties } of clubNodes().slice(1)) {
			const events = properties.find((property) => property.name === 'events')!.options as INodePropertyOptions[];
			const told = eventsIn(types, { type: name, isTrigger: true, text: '' }).map(({ event }) => event);
			expect(told.sort()).toEqual(
				events
					.map(({ value }) => value)
					.filter((value) => value !== '*')
					.sort(),
			);
		}
	});

	test('says something of each parameter of each operation', () => {
		const silent = clubNode.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options }) =>
				(options as INodePropertyOptions[]).flatMap(({ value }) => {
					const ability = { type: clubNode.name, resource: String(displayOptions!.show!.resource![0]), operation: String(value) };
					return parametersIn(types, ability).filter(({ path, text }) => !text.trim() && !/^(resource|operation)$/.test(path));
				}),
			);
		expect(silent).toEqual([]);
	});
});

test("A live model gets n8n's tools, and what it builds is scored", async () => {
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
