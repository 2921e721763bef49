import { parseArgs } from 'node:util';
import { HOST, installHost } from '../host/install.mts';
import type { NodeSpec } from '../host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { startSandbox } from '../../sandbox/index.mts';
import { deliveriesASecond, largeDeliveryMs } from './deliveries.mts';
import { dropDowns } from './dropDowns.mts';
import { loadingMs } from './loading.mts';
import { measured } from './memory.mts';
import { onlyWhen } from './onlyWhen.mts';
import { polls } from './polls.mts';
import { alternating, figure, ratios, table } from './rounds.mts';
import { startBenchHost, type BenchHost } from './station.mts';
import { listing, reading, receiver, stageChanges, type Side } from './workflows.mts';

/**
 * Compares this pack with n8n's own nodes at the same work, in one real n8n: `npm run bench`. Add `-- --only lists --only deliveries` to
 * run single parts, or `--quick` for smaller clubs. Each figure is a median with its spread. Compare the ratios, because times differ
 * between machines.
 */

/** The parts in their order. */
const PARTS = ['dropDowns', 'loading', 'polls', 'lists', 'items', 'onlyWhen', 'deliveries', 'pacing'] as const;

const HELP = `npm run bench -- [--quick] [--only PART]...\n\nThe parts: ${PARTS.join(', ')}.`;

/** Ends the program with a sentence. */
function stop(sentence: string): never {
	console.error(sentence);
	process.exit(1);
}

function readOptions(): { quick: boolean; only: string[] } {
	try {
		const { values } = parseArgs({
			options: {
				quick: { type: 'boolean', default: false },
				only: { type: 'string', multiple: true, default: [] },
				help: { type: 'boolean' },
			},
		});
		const unknown = values.only.find((name) => !PARTS.some((part) => part === name));
		if (unknown !== undefined) throw new Error(`The bench has no part "${unknown}".`);
		if (values.help) throw new Error("Compares this pack with n8n's own nodes at the same work.");
		return values;
	} catch (error) {
		return stop(`${(error as Error).message}\n\n${HELP}`);
	}
}

const values = readOptions();
const SIZES = values.quick ? [1_000, 5_000] : [1_000, 20_000, 100_000];
const ROUNDS = values.quick ? 3 : 5;
const SIDES: readonly Side[] = ['club', 'http'];

await installHost(HOST, (line) => console.error(line)).catch((error: Error) => stop(`The bench needs n8n: ${error.message}`));
const sandbox = await startSandbox({ athletes: SIZES[SIZES.length - 1], rate: false });
const people = listedAthletes(sandbox.club);

const seconds = (ms: readonly number[]): string =>
	figure(
		ms.map((value) => value / 1000),
		1,
	);

const COMPARED = ['work', 'Club: calls', 's', 'MB more', 'HTTP Request: calls', 's', 'MB more', 'time, Club / HTTP'];

async function compare(first: BenchHost, name: string, nodesOf: (side: Side) => NodeSpec[], prepare: () => void): Promise<string[]> {
	const runs: Partial<Record<Side, () => Promise<void>>> = {};
	for (const side of SIDES) runs[side] = await first.serve(`${side}-${name.replace(/\W/g, '')}`, nodesOf(side));
	const { club, http } = await alternating(SIDES, ROUNDS, async (side) => {
		prepare();
		sandbox.resetRecords();
		const { ms, riseMb } = await measured(first.n8n.pid, async () => await runs[side]?.());
		return { ms, riseMb, calls: sandbox.requests.length };
	});
	const cells = [club, http].flatMap((rounds) => [
		figure(
			rounds.map(({ calls }) => calls),
			0,
		),
		seconds(rounds.map(({ ms }) => ms)),
		figure(
			rounds.map(({ riseMb }) => riseMb),
			0,
		),
	]);
	return [
		name,
		...cells,
		figure(
			ratios(
				club.map(({ ms }) => ms),
				http.map(({ ms }) => ms),
			),
			2,
		),
	];
}

async function lists(first: BenchHost): Promise<void> {
	const lines: string[][] = [];
	for (const size of SIZES) {
		// A new n8n for each size. Otherwise a later size would run in a warm process.
		const host = await startBenchHost(sandbox);
		try {
			lines.push(
				await compare(
					host,
					`list ${size} athletes`,
					(side) => listing(side, sandbox.url, people[size - 1].UserId),
					() => undefined,
				),
			);
		} finally {
			await host.close();
		}
	}
	const changed = people.slice(0, 200);
	const prepare = () => changed.forEach((person, index) => (person.ClientStage = index % 10 === 0 ? 'Lead' : 'Client'));
	lines.push(
		await compare(
			first,
			'200 stages, 20 differ',
			(side) =>
				stageChanges(
					side,
					sandbox.url,
					changed.map(({ UserId }) => UserId),
				),
			prepare,
		),
	);
	table('The same work', COMPARED, lines);
}

/** n8n reads the credential for each item, even if it is the same for all. */
async function items(first: BenchHost): Promise<void> {
	const ids = people.slice(0, 1_000).map(({ UserId }) => UserId);
	const line = await compare(
		first,
		'read 1,000 athletes, an item each',
		(side) => reading(side, sandbox.url, ids),
		() => undefined,
	);
	table('1,000 items of one credential', COMPARED, [line]);
}

async function pacing(first: BenchHost, second: BenchHost): Promise<void> {
	const WINDOW_S = 5;
	// Two of the 50 calls are reserved for people, and these are production runs.
	const idealS = (Math.ceil(200 / 48) - 1) * WINDOW_S;
	const ids = people.slice(0, 200).map(({ UserId }) => UserId);
	const reads = (athletes: number[]) => reading('club', sandbox.url, athletes);
	const halves = [ids.slice(0, 100), ids.slice(100)];
	const scenes: Array<[string, Array<() => Promise<void>>]> = [
		['one execution', [await first.serve('read-all', reads(ids))]],
		['two executions', [await first.serve('read-a', reads(halves[0])), await first.serve('read-b', reads(halves[1]))]],
		['two processes', [await first.serve('read-c', reads(halves[0])), await second.serve('read-d', reads(halves[1]))]],
	];
	const found = await alternating(
		scenes.map(([name]) => name),
		ROUNDS,
		async (name) => {
			const [, runs = []] = scenes.find((scene) => scene[0] === name) ?? [];
			// Wait for a new window, so that each scene starts with all its calls.
			await new Promise((resolve) => setTimeout(resolve, (WINDOW_S + 1) * 1000));
			sandbox.setRate({ limit: 50, windowSeconds: WINDOW_S, announceWindow: true });
			sandbox.resetRecords();
			const { ms } = await measured(first.n8n.pid, async () => await Promise.all(runs.map(async (run) => await run())));
			return { ms, refused: sandbox.requests.filter(({ status }) => status === 429).length };
		},
	);
	sandbox.setRate(false);
	const lines = Object.entries(found).map(([name, rounds]) => {
		const ms = rounds.map((round) => round.ms);
		return [
			name,
			String(idealS),
			seconds(ms),
			figure(
				ms.map((value) => value / 1000 / idealS),
				2,
			),
			figure(
				rounds.map(({ refused }) => refused),
				0,
			),
		];
	});
	table(`200 calls, 50 in ${WINDOW_S} seconds`, ['', 'ideal s', 'real s', 'real / ideal', 'refused with 429'], lines);
}

async function deliveries(host: BenchHost, engine: string): Promise<string[]> {
	const count = values.quick ? 100 : 300;
	for (const side of SIDES) {
		const { id } = await host.rest.createWorkflow(receiver(side, host.credential));
		const { status, message } = await host.rest.activate(id);
		if (message) throw new Error(`${status}: ${message}`);
	}
	const urls: Record<Side, string> = { club: host.webhookUrl(), http: `${host.n8n.url}/webhook/bench-http` };
	const { club, http } = await alternating(SIDES, ROUNDS, async (side) => await deliveriesASecond(urls[side], count));
	return [engine, figure(club, 0), figure(http, 0), figure(ratios(club, http), 2)];
}

const isSelected = (...parts: Array<(typeof PARTS)[number]>): boolean =>
	values.only.length === 0 || parts.some((part) => values.only.includes(part));

const closers: Array<() => Promise<void>> = [async () => await sandbox.close()];
async function openHost(env?: Record<string, string>): Promise<BenchHost> {
	const host = await startBenchHost(sandbox, env);
	closers.unshift(async () => await host.close());
	return host;
}

try {
	if (isSelected('dropDowns')) table(...(await dropDowns()));
	if (isSelected('polls')) for (const each of await polls(SIZES.slice(1), ROUNDS, values.quick ? 100 : 300)) table(...each);
	const first = await openHost();
	if (isSelected('loading')) table('All nodes loaded', ['ms'], [[figure(loadingMs(first.pack, ROUNDS), 0)]]);
	if (isSelected('lists')) await lists(first);
	if (isSelected('items')) await items(first);
	// 2,000 events in five rounds, and 20 of them match. n8n handles about a dozen executions a second.
	if (isSelected('onlyWhen')) table(...(await onlyWhen(first, values.quick ? 200 : 400, ROUNDS)));
	if (isSelected('deliveries', 'pacing')) {
		// By default n8n acquires an isolate for each delivery to any trigger but its own Webhook node.
		const second = await openHost({ N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });
		if (isSelected('deliveries')) {
			const lines = [
				await deliveries(first, 'always (default)'),
				await deliveries(second, 'when needed (`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE`)'),
			];
			table('Deliveries a second', ['n8n acquires an isolate', 'Club Trigger', 'Webhook node', 'ratio'], lines);
			const { read, unread } = await largeDeliveryMs(first.n8n.url, first.webhookUrl(), ROUNDS);
			const cells = [read, unread, read / unread].map((number) => number.toFixed(1));
			table('A delivery of 100,000 events holds n8n up', ['with its token, ms', 'without, ms', 'ratio'], [cells]);
		}
		if (isSelected('pacing')) await pacing(first, second);
	}
} finally {
	for (const close of closers) await close();
}
