import { parseArgs } from 'node:util';
import { HOST, installHost } from '../host/install.mts';
import type { NodeSpec } from '../host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { startSandbox } from '../../sandbox/index.mts';
import { deliveriesASecond } from './deliveries.mts';
import { polls } from './polls.mts';
import { alternating, figure, ratios, table } from './rounds.mts';
import { startBenchHost, type BenchHost } from './station.mts';
import { listing, receiver, stageChanges, type Side } from './workflows.mts';

/**
 * Compares this pack with n8n's own nodes at the same work, in one real n8n: `npm run bench`. Add `-- --only lists --only deliveries` to
 * run single parts, or `--quick` for smaller clubs. Each figure is a median with its spread. Compare the ratios, because times differ
 * between machines.
 */

/** The parts in their order. */
const PARTS = ['polls', 'lists', 'deliveries'] as const;

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

const COMPARED = ['work', 'Club: calls', 's', 'HTTP Request: calls', 's', 'time, Club / HTTP'];

async function compare(first: BenchHost, name: string, nodesOf: (side: Side) => NodeSpec[], prepare: () => void): Promise<string[]> {
	const runs: Partial<Record<Side, () => Promise<void>>> = {};
	for (const side of SIDES) runs[side] = await first.serve(`${side}-${name.replace(/\W/g, '')}`, nodesOf(side));
	const { club, http } = await alternating(SIDES, ROUNDS, async (side) => {
		prepare();
		sandbox.resetRecords();
		const began = performance.now();
		await runs[side]?.();
		return { ms: performance.now() - began, calls: sandbox.requests.length };
	});
	const cells = [club, http].flatMap((rounds) => [
		figure(
			rounds.map(({ calls }) => calls),
			0,
		),
		seconds(rounds.map(({ ms }) => ms)),
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

const isSelected = (part: (typeof PARTS)[number]): boolean => values.only.length === 0 || values.only.includes(part);

const closers: Array<() => Promise<void>> = [async () => await sandbox.close()];
async function openHost(env?: Record<string, string>): Promise<BenchHost> {
	const host = await startBenchHost(sandbox, env);
	closers.unshift(async () => await host.close());
	return host;
}

try {
	if (isSelected('polls')) table(...(await polls(SIZES.slice(1), ROUNDS)));
	const first = await openHost();
	if (isSelected('lists')) await lists(first);
	if (isSelected('deliveries')) {
		// By default n8n acquires an isolate for each delivery to any trigger but its own Webhook node.
		const second = await openHost({ N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });
		const lines = [
			await deliveries(first, 'always (default)'),
			await deliveries(second, 'when needed (`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE`)'),
		];
		table('Deliveries a second', ['n8n acquires an isolate', 'Club Trigger', 'Webhook node', 'ratio'], lines);
	}
} finally {
	for (const close of closers) await close();
}
