import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { live } from '../../dev/evals/live.mts';
import { agentsPage, type Attempt, type Fall } from '../../dev/evals/page.mts';
import { playRecorded, playStumbles } from '../../dev/evals/play.mts';
import { stumbles } from '../../dev/evals/stumbles.mts';
import { attempt } from '../../dev/evals/task.mts';
import { tasks } from '../../dev/evals/tasks.mts';
import { teams } from '../../dev/evals/teams.mts';

/** All plays take a while on a busy machine; only a failure takes so long. */
const FAILED_MS = 300_000;

describe('the tasks of a front desk, a marketing team and any assistant', () => {
	let attempts: Attempt[];
	let falls: Fall[];

	beforeAll(async () => {
		attempts = await playRecorded();
	}, FAILED_MS);
	beforeAll(async () => {
		falls = await playStumbles();
	}, FAILED_MS);

	test('are 29', () => expect(tasks).toHaveLength(29));

	test.each(tasks.map(({ ask }, index) => ({ ask, index })))('$ask', ({ index }) => expect(attempts[index].result.wrong).toEqual([]));

	test.each(stumbles.map(({ does }, index) => ({ does, index })))('a model that $does', ({ index }) => {
		const { stumble, result } = falls[index];
		expect(result.uses.map(({ answer }) => answer).join('\n')).toMatch(stumble.told);
		if (stumble.wrong) expect(result.wrong.join('\n')).toMatch(stumble.wrong);
		else expect(result.wrong).toEqual([]);
	});

	test('use every tool of their agents', () => {
		const used = new Set(attempts.flatMap(({ result }) => result.uses.map(({ tool }) => tool)));
		const given = Object.values(teams).flatMap(({ tools }) => tools.map(({ name }) => name));
		expect(given.filter((name) => !used.has(name))).toEqual([]);
	});

	test('and the page of agents says what `npm run eval` has written', () => {
		const page = readFileSync('docs/agents.md', 'utf8');
		expect(page).toBe(agentsPage(page, attempts, falls));
	});
});

test('a live model is asked as OpenAI has it, and told what its tools have said', async () => {
	const app = Fastify({ forceCloseConnections: true });
	const asked: Array<{ headers: Record<string, unknown>; body: { model: string; messages: Array<{ role: string; content: string }> } }> =
		[];
	app.post('/v1/chat/completions', async ({ headers, body }) => {
		asked.push({ headers, body: body as (typeof asked)[0]['body'] });
		const call = { id: 'a', function: { name: 'What_the_club_sells', arguments: '{}' } };
		const message = asked.length === 1 ? { content: null, tool_calls: [call] } : { content: 'It costs 999.' };
		return { choices: [{ message }] };
	});
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	const task = tasks.find(({ ask }) => ask.startsWith('What does a card'))!;
	const result = await attempt(task, live({ url: `http://127.0.0.1:${port}/v1`, key: 'secret', model: 'small' })).finally(() =>
		app.close(),
	);
	expect(result.wrong).toEqual([]);
	expect(asked[0]).toMatchObject({ headers: { authorization: 'Bearer secret' }, body: { model: 'small' } });
	expect(asked[1].body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
	expect(asked[1].body.messages[3].content).toContain('10 tickets');
});
