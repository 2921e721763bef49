import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { live } from '../../dev/evals/live.mts';
import { tableOf, type Attempt } from '../../dev/evals/report.mts';
import { member, nameAndTime } from '../../dev/evals/frontDesk.mts';
import { scripted, search, type Script } from '../../dev/evals/scripted.mts';
import { attempt, type Task } from '../../dev/evals/task.mts';
import { playTasks, tasks } from '../../dev/evals/tasks.mts';
import { teams } from '../../dev/evals/teams.mts';

/** All plays take a while on a busy machine; only a failure takes so long. */
const FAILED_MS = 300_000;

const taskOf = (start: string): Task => tasks.find(({ ask }) => ask.startsWith(start))!;

describe('the tools of a front desk, a marketing team and any assistant are enough for', () => {
	let attempts: Attempt[];

	beforeAll(async () => {
		attempts = await playTasks(({ script }) => scripted(script));
	}, FAILED_MS);

	test.each(tasks.map(({ ask }, index) => ({ ask, index })))('$ask', ({ index }) => expect(attempts[index].result.wrong).toEqual([]));

	test('29 tasks, which use each of them', () => {
		expect(tasks).toHaveLength(29);
		const used = new Set(attempts.flatMap(({ result }) => result.uses.map(({ tool }) => tool)));
		const given = Object.values(teams).flatMap(({ tools }) => tools.map(({ name }) => name));
		expect(given.filter((name) => !used.has(name))).toEqual([]);
	});

	test('a model, which reads at most 5,000 tokens for ten typical answers', () => {
		const answers = new Map<string, string>();
		for (const { task, result } of attempts)
			for (const { tool, answer } of result.uses) if (task.team === 'Front desk' && !answers.has(tool)) answers.set(tool, answer);
		const typical = [...answers.values()].slice(0, 10);
		expect(typical).toHaveLength(10);
		expect(typical.join('').length / 4).toBeLessThanOrEqual(5_000);
	});

	test('the report, which says what they cost', () => {
		const rows = tableOf(attempts).split('\n');
		expect(rows).toHaveLength(2 + tasks.length);
		expect(rows).toContain("| Front desk | Book Maja Quist into tomorrow's spinning. | 3 | 5 | 5 | booking | right |");
	});
});

test.each<[string, string, Script, RegExp[]]>([
	[
		'a change that nobody asked for, too many calls, and an answer that does not say what it should',
		'Book Johan Ek',
		{
			choices: [
				search('Johan Ek'),
				['Look_at_the_calendar', { from: '2026-11-22T12:30:00Z', to: '2026-11-22T23:00:00Z' }],
				['Book_a_class', ([found, calendar]) => ({ class: nameAndTime(calendar.results[0]), ...member(found) })],
			],
			answer: 'Johan Ek is booked.',
		},
		[/^Changed: booking of \d+ in \d+ none -> there\. Expected: nothing/, /^It cost 5 calls, 2 are enough/, /does not say/, /does not say/],
	],
	[
		'people whom it should not name',
		'Whose membership ends',
		{ choices: [['Active_memberships', { limit: 5 }]], answer: 'It is 1002.' },
		[/^The answer names 1002; it should name \d+\.$/],
	],
	[
		'no end, and a tool that it does not have',
		'A call from',
		{ choices: Array.from({ length: 12 }, () => ['Delete_a_member', {}]), answer: 'It is Maja Quist.' },
		[/^The answer does not say/, /^It did not finish/],
	],
])('the judge finds %s', async (_, start, script, wrong) => {
	const result = await attempt(taskOf(start), scripted(script));
	expect(result.wrong).toEqual(wrong.map((pattern) => expect.stringMatching(pattern)));
});

test('a live model is called in OpenAI’s format, with the results of its tools', async () => {
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
	const task = taskOf('What does a card');
	const result = await attempt(task, live({ url: `http://127.0.0.1:${port}/v1`, key: 'secret', model: 'small' })).finally(() =>
		app.close(),
	);
	expect(result.wrong).toEqual([]);
	expect(asked[0]).toMatchObject({ headers: { authorization: 'Bearer secret' }, body: { model: 'small' } });
	expect(asked[1].body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
	expect(asked[1].body.messages[3].content).toContain('10 tickets');
});
