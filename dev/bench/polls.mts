import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { ROOT } from '../host/commands.mts';
import { waitFor } from '../host/wait.mts';
import { club, lineOf, withCredential, type NodeSpec, type WorkflowJson } from '../host/workflow.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { startSandbox } from '../../sandbox/index.mts';
import { alternating, figure } from './rounds.mts';
import { startBenchHost, type BenchHost } from './station.mts';

const CHANGES = 20;

/** Athletes on a page. */
const PAGE = 1_000;

/** Each step of the clock is longer than the interval between two scans at this number of calls a day. */
const STEP_MS = 24 * 3_600_000;
const CALLS_PER_DAY = 2_000;

const POLL_EVERY_S = 2;
const LONG_WAIT = { timeout: 600_000, every: 200 };

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

/** A workflow without the trigger: it reads the whole list and stores each athlete for comparison. */
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

async function publish({ rest, credential }: BenchHost, workflow: WorkflowJson): Promise<string> {
	const { id } = await rest.createWorkflow(withCredential({ ...workflow, settings: { executionOrder: 'v1' } }, credential));
	const { message } = await rest.activate(id);
	if (message) throw new Error(message);
	return id;
}

/** The static data of a workflow, as text. */
async function staticDataOf({ rest }: BenchHost, id: string): Promise<string> {
	const { staticData } = (await rest.workflow(id)) as unknown as { staticData: IDataObject | null };
	return JSON.stringify(staticData ?? {});
}

/** Maximum club size for Remove Duplicates. With more athletes it takes too long to measure. */
const MAX_BY_HAND = 20_000;

/** Measures a club of one size: a poll, a list and the hand-built workflow. */
async function pollsOf(size: number, rounds: number) {
	const folder = mkdtempSync(join(tmpdir(), 'club-bench-clock-'));
	const clock = join(folder, 'ahead');
	let ahead = 0;
	const advance = () => writeFileSync(clock, String((ahead += STEP_MS)));
	advance();
	const sandbox = await startSandbox({ athletes: size, rate: false });
	const people = listedAthletes(sandbox.club);
	const host = await startBenchHost(sandbox, {
		NODE_OPTIONS: `--max-old-space-size=6144 --require ${join(ROOT, 'dev/host/pollClock.cjs')}`,
		CLUB_POLL_CLOCK: clock,
		// By default n8n acquires an isolate for each call of a poll. That would be three quarters of the measured work.
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	});
	try {
		const id = await publish(host, lineOf('Poll', [pollTrigger, nothing]));
		const executions = async () => (await host.rest.executions(id)).length;
		await waitFor('The first scan', async () => (await staticDataOf(host, id)) !== '{}' || undefined, LONG_WAIT);
		const poll = async () => {
			const known = await executions();
			advance();
			// Wait for the sandbox first, because a request to n8n would add to its measured work.
			await waitFor('The pages of the list', () => sandbox.requests.length >= size / PAGE || undefined, LONG_WAIT);
			await waitFor('The poll', async () => (await executions()) > known || undefined, LONG_WAIT);
		};
		const runs: Record<string, () => Promise<void>> = { poll, list: await host.serve('list', [list]) };
		if (size <= MAX_BY_HAND) {
			runs.byHand = await host.serve('by-hand', builtByHand);
			await runs.byHand();
		}
		const found = await alternating(Object.keys(runs), rounds, async (side) => {
			// The changed athletes come last, so that their execution ends the scan.
			for (const person of people.slice(-CHANGES)) person.Phone = `+39 ${Math.random()}`;
			sandbox.resetRecords();
			await runs[side]();
			// Before the first request, n8n only waits for the poll time.
			const requests = sandbox.requests.filter(({ route }) => route === 'GET /Athletes');
			return { s: (Date.now() - requests[0].at) / 1000, calls: requests.length };
		});
		return found;
	} finally {
		await host.close();
		await sandbox.close();
		rmSync(folder, { recursive: true });
	}
}

const SIDES = { poll: 'Club Poll Trigger', list: 'Get Many', byHand: 'Get Many, Remove Duplicates' } as const;

/**
 * Measures polls of clubs of these sizes, next to a list of all athletes and to a workflow of n8n's own nodes.
 * @returns title, head and lines of a table
 */
export async function polls(sizes: readonly number[], rounds: number): Promise<[string, string[], string[][]]> {
	const lines: string[][] = [];
	for (const size of sizes) {
		const found = await pollsOf(size, rounds);
		for (const [side, name] of Object.entries(SIDES)) {
			const [seconds, calls] = (['s', 'calls'] as const).map((what) => (found[side] ?? []).map((round) => round[what]));
			if (seconds.length > 0) lines.push([size.toLocaleString('en-US'), name, figure(seconds, 1), figure(calls, 0)]);
		}
	}
	return [`A poll with ${CHANGES} changed athletes, and a list of all`, ['athletes', 'work', 's', 'calls'], lines];
}
