import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import { ROOT } from '../host/commands.mts';
import { waitFor } from '../host/wait.mts';
import { club, lineOf, withCredential, type NodeSpec, type WorkflowJson } from '../host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { startSandbox } from '../../sandbox/index.mts';
import { deliveriesASecond } from './deliveries.mts';
import { measured } from './memory.mts';
import { alternating, figure, median, ratios } from './rounds.mts';
import { station, type Station } from './station.mts';

const CHANGES = 20;

/** Athletes a page. */
const PAGE = 1_000;

/** Longer than a list of any size here is left alone with these calls a day. */
const STEP_MS = 24 * 3_600_000;
const CALLS_PER_DAY = 2_000;

const POLL_EVERY_S = 2;
const LONG = { timeout: 600_000, every: 200 };

const pollTrigger: NodeSpec = {
	name: 'Poll',
	type: 'n8n-nodes-club.clubPollTrigger',
	parameters: {
		events: ['Athlete.Created', 'Athlete.Updated', 'Athlete.Deleted', 'Athlete.StageChanged'],
		options: { callsPerDay: CALLS_PER_DAY, maxCalls: 10_000 },
		pollTimes: {
			item: Array.from({ length: 60 / POLL_EVERY_S }, (_, n) => ({ mode: 'custom', cronExpression: `${n * POLL_EVERY_S} * * * * *` })),
		},
	},
};

const nothing: NodeSpec = { name: 'Nothing', type: 'n8n-nodes-base.noOp' };

const list: NodeSpec = club('List', { resource: 'athlete', operation: 'getAll', returnAll: true });

/** What people build without the trigger: it reads the list whole, and remembers each athlete as he was. */
const builtByHand: NodeSpec[] = [
	list,
	{
		name: 'Remove Duplicates',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		parameters: {
			operation: 'removeItemsSeenInPreviousExecutions',
			logic: 'removeItemsWithAlreadySeenKeyValues',
			dedupeValue: '={{ JSON.stringify($json) }}',
			options: { historySize: 1_000_000 },
		},
	},
];

const clubTrigger = (name: string): NodeSpec => ({
	name,
	type: 'n8n-nodes-club.clubTrigger',
	typeVersion: 1.1,
	webhookId: name,
	parameters: { events: ['Badge.Awarded'] },
});

/** Both triggers in one workflow, before the same node. */
function both(): WorkflowJson {
	const { nodes } = lineOf('Both', [pollTrigger, clubTrigger('beside'), nothing]);
	const link = { main: [[{ node: nothing.name, type: 'main' as const, index: 0 }]] };
	return { name: 'Both', nodes: nodes as INode[], connections: { Poll: link, beside: link } as IConnections };
}

async function publish({ rest, credential, subscribed }: Station, workflow: WorkflowJson): Promise<{ id: string; url: string }> {
	const { id } = await rest.createWorkflow(withCredential({ ...workflow, settings: { executionOrder: 'v1' } }, credential));
	const { message } = await rest.activate(id);
	if (message) throw new Error(message);
	return { id, url: subscribed() };
}

/** What n8n has stored of a workflow, as text. */
async function stored({ rest }: Station, id: string): Promise<string> {
	const { staticData } = (await rest.workflow(id)) as unknown as { staticData: IDataObject | null };
	return JSON.stringify(staticData ?? {});
}

/** What a poll of the largest club may cost n8n's process more than a list of all, in seconds of processor time. */
const MOST_WORK_S = 2;

/** Remove Duplicates takes so long for more that nobody would wait for it. */
const MOST_BY_HAND = 20_000;

/** What one round of a side came to. */
interface Round {
	calls: number;
	s: number;
	workS: number;
	riseMb: number;
}

/** Cells of a table: the figures of some rounds. */
const cells = (found: readonly Round[], digits: Partial<Record<keyof Round, number>>): string[] =>
	Object.entries(digits).map(([what, count]) =>
		figure(
			found.map((round) => round[what as keyof Round]),
			count,
		),
	);

/** A club of one size: a poll beside a list and what people build, and deliveries beside what the polls remember. */
async function pollsOf(size: number, rounds: number, deliveries: number) {
	const folder = mkdtempSync(join(tmpdir(), 'club-bench-clock-'));
	const clock = join(folder, 'ahead');
	let ahead = 0;
	const goOn = () => writeFileSync(clock, String((ahead += STEP_MS)));
	goOn();
	const sandbox = await startSandbox({ athletes: size, rate: false });
	const people = listedAthletes(sandbox.club);
	const at = await station(sandbox, {
		NODE_OPTIONS: `--max-old-space-size=6144 --require ${join(ROOT, 'dev/host/pollClock.cjs')}`,
		CLUB_POLL_CLOCK: clock,
		// By default n8n takes an isolate for each call of a poll, which is three quarters of the work and none of the trigger's.
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	});
	try {
		const { id, url: beside } = await publish(at, both());
		const executions = async () => (await at.rest.executions(id)).length;
		await waitFor('The first scan', async () => (await stored(at, id)).includes('wholeAt') || undefined, LONG);
		const poll = async () => {
			const known = await executions();
			goOn();
			// To ask n8n is work of n8n's.
			await waitFor('The pages of the list', () => sandbox.requests.length >= size / PAGE || undefined, LONG);
			await waitFor('The poll', async () => (await executions()) > known || undefined, LONG);
		};
		const runs: Record<string, () => Promise<void>> = { poll, list: await at.serve('list', [list]) };
		if (size <= MOST_BY_HAND) {
			runs.byHand = await at.serve('by-hand', builtByHand);
			await runs.byHand();
		}
		const found = await alternating(Object.keys(runs), rounds, async (side): Promise<Round> => {
			// They come last, so that the execution which tells of them ends the scan.
			for (const person of people.slice(-CHANGES)) person.Phone = `+39 ${Math.random()}`;
			sandbox.resetRecords();
			const { riseMb, workS } = await measured(at.n8n.pid, runs[side]);
			// Until the poll begins, n8n only waits for its time.
			const made = sandbox.requests.filter(({ route }) => route === 'GET /Athletes');
			return { s: (Date.now() - made[0].at) / 1000, workS, riseMb, calls: made.length };
		});
		const kb = Math.round((await stored(at, id)).length / 1000);
		const { url: alone } = await publish(at, lineOf('Alone', [clubTrigger('alone'), nothing]));
		const urls = { beside, alone };
		const rates = await alternating(['beside', 'alone'] as const, rounds, async (side) => await deliveriesASecond(urls[side], deliveries));
		return { size, found, kb, rates };
	} finally {
		await at.close();
		await sandbox.close();
		rmSync(folder, { recursive: true });
	}
}

const work = (found: readonly Round[]): number[] => found.map(({ workS }) => workS);

/**
 * Polls of clubs of these sizes beside a list of all and what people build of n8n's own nodes, and deliveries beside what the
 * polls remember.
 * @returns title, head and lines of the tables
 */
export async function polls(sizes: readonly number[], rounds: number, deliveries: number): Promise<Array<[string, string[], string[][]]>> {
	const clubs = [];
	for (const size of sizes) clubs.push(await pollsOf(size, rounds, deliveries));
	const last = clubs.at(-1);
	if (last && median(work(last.found.poll)) - median(work(last.found.list)) > MOST_WORK_S) {
		console.error(`A poll of ${last.size} athletes takes more than ${MOST_WORK_S} s of work beside its list.`);
		process.exitCode = 1;
	}
	const title = `A poll in which ${CHANGES} athletes have changed`;
	return [
		[
			`${title}, beside a list of all`,
			['athletes', 'Club Poll Trigger: s', 'work s', 'MB more', 'Get Many: s', 'work s', 'MB more', 'work, poll / list'],
			clubs.map(({ size, found }) => [
				size.toLocaleString('en-US'),
				...[found.poll, found.list].flatMap((side) => cells(side, { s: 1, workS: 1, riseMb: 0 })),
				figure(ratios(work(found.poll), work(found.list)), 2),
			]),
		],
		[
			`${title}, beside what people build`,
			['athletes', 'Club Poll Trigger: calls', 's', 'MB more', 'Get Many, Remove Duplicates: calls', 's', 'MB more'],
			clubs
				.filter(({ found }) => found.byHand)
				.map(({ size, found }) => [
					size.toLocaleString('en-US'),
					...[found.poll, found.byHand].flatMap((side) => cells(side, { calls: 0, s: 1, riseMb: 0 })),
				]),
		],
		[
			'Deliveries a second beside a poll trigger',
			['it remembers', 'beside', 'alone', 'ratio'],
			clubs.map(({ kb, rates }) => [
				`${kb} kB`,
				figure(rates.beside, 0),
				figure(rates.alone, 0),
				figure(ratios(rates.beside, rates.alone), 2),
			]),
		],
	];
}
