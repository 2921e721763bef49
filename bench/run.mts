import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CREDENTIAL, credentialFor } from '../host/club.mts';
import { HOST, installHost } from '../host/install.mts';
import { startN8n, type N8n } from '../host/n8n.mts';
import { installPack } from '../host/pack.mts';
import { currentTarball } from '../tools/tarball.mts';
import { N8nRest } from '../host/rest.mts';
import type { CredentialReference, NodeSpec } from '../host/workflow.mts';
import { listedAthletes } from '../sandbox/club.mts';
import { startSandbox } from '../sandbox/index.mts';
import { loadingMs } from './loading.mts';
import { measured } from './memory.mts';
import { alternating, figure, ratios } from './rounds.mts';
import { listing, reading, receiver, served, stageChanges, type Side } from './workflows.mts';

/**
 * This pack beside n8n's own nodes doing the same work, in one real n8n and one run: `npm run bench`.
 * Figures differ between machines; the ratios are what counts. Each is the median of five rounds with its spread.
 */

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const SIZES = values.quick ? [1_000, 5_000] : [1_000, 20_000, 100_000];
const ROUNDS = values.quick ? 3 : 5;
const SIDES: readonly Side[] = ['club', 'http'];

interface Station {
	n8n: N8n;
	/** Where the pack is installed. */
	pack: string;
	rest: N8nRest;
	credential: CredentialReference;
	/** Makes a workflow and gives what runs it once. */
	serve(path: string, specs: NodeSpec[]): Promise<() => Promise<void>>;
	close(): Promise<void>;
}

await installHost(HOST, (line) => console.error(line));
const tarball = await currentTarball();
const sandbox = await startSandbox({ athletes: SIZES[SIZES.length - 1], rate: false });
const people = listedAthletes(sandbox.club);

async function station(env: Record<string, string> = {}): Promise<Station> {
	const userFolder = mkdtempSync(join(tmpdir(), 'club-bench-'));
	const pack = await installPack(userFolder, tarball);
	const n8n = await startN8n({ userFolder, env: { N8N_LOG_LEVEL: 'warn', NODE_OPTIONS: '--max-old-space-size=6144', ...env } });
	const rest = new N8nRest(n8n.url);
	await rest.signIn();
	const credential = await rest.createCredential(CREDENTIAL, credentialFor(sandbox));
	return {
		n8n,
		pack,
		rest,
		credential,
		async serve(path, specs) {
			const { id } = await rest.createWorkflow(served(path, specs, credential));
			await rest.activate(id);
			return async () => {
				const response = await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST' });
				if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
				await response.text();
			};
		},
		async close() {
			await n8n.stop();
			rmSync(userFolder, { recursive: true, force: true });
		},
	};
}

const table = (title: string, head: string[], lines: string[][]): void => {
	console.log(`\n${title}\n\n| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}`);
	for (const line of lines) console.log(`| ${line.join(' | ')} |`);
};

const inSeconds = (ms: readonly number[]): string =>
	figure(
		ms.map((value) => value / 1000),
		1,
	);

async function compare(first: Station, name: string, work: (side: Side) => NodeSpec[], prepare: () => void): Promise<string[]> {
	const runs: Partial<Record<Side, () => Promise<void>>> = {};
	for (const side of SIDES) runs[side] = await first.serve(`${side}-${name.replace(/\W/g, '')}`, work(side));
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
		inSeconds(rounds.map(({ ms }) => ms)),
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

async function work(first: Station): Promise<void> {
	const lines: string[][] = [];
	for (const size of SIZES) {
		lines.push(
			await compare(
				first,
				`list ${size} athletes`,
				(side) => listing(side, sandbox.url, people[size - 1].UserId),
				() => undefined,
			),
		);
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
	table('The same work', ['work', 'Club: calls', 's', 'MB more', 'HTTP Request: calls', 's', 'MB more', 'time, Club / HTTP'], lines);
}

async function pacing(first: Station, second: Station): Promise<void> {
	const WINDOW_S = 5;
	const idealS = 3 * WINDOW_S;
	const ids = people.slice(0, 200).map(({ UserId }) => UserId);
	const halves = [ids.slice(0, 100), ids.slice(100)];
	const scenes: Array<[string, Array<() => Promise<void>>]> = [
		['one execution', [await first.serve('read-all', reading(ids))]],
		['two executions', [await first.serve('read-a', reading(halves[0])), await first.serve('read-b', reading(halves[1]))]],
		['two processes', [await first.serve('read-c', reading(halves[0])), await second.serve('read-d', reading(halves[1]))]],
	];
	const found = await alternating(
		scenes.map(([name]) => name),
		ROUNDS,
		async (name) => {
			const [, runs = []] = scenes.find((scene) => scene[0] === name) ?? [];
			// A window of its own for each scene, so that nothing of the one before is left in it.
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
			inSeconds(ms),
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
	table(`200 calls, 50 in ${WINDOW_S} seconds`, ['', 'ideal s', 'real s', 'real / ideal', 'refused (429), none shown'], lines);
}

/** Deliveries a second that an address takes, ten at a time. */
async function deliveriesASecond(url: string, count: number): Promise<number> {
	let left = count;
	const started = performance.now();
	const sender = async (): Promise<void> => {
		while (left-- > 0) {
			const event = {
				id: randomUUID(),
				topic: 'bench',
				subject: 'Athletes/1/Badges/2',
				eventType: 'Badge.Awarded',
				eventTime: new Date().toISOString(),
				dataVersion: '1.0',
				metadataVersion: '1',
				data: {},
			};
			const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify([event]) });
			if (!response.ok) throw new Error(`A delivery was answered with ${response.status}`);
			await response.text();
		}
	};
	await Promise.all(Array.from({ length: 10 }, sender));
	return count / ((performance.now() - started) / 1000);
}

async function deliveries(at: Station, engine: string): Promise<string[]> {
	const count = values.quick ? 100 : 300;
	for (const side of SIDES) {
		const { id } = await at.rest.createWorkflow(receiver(side, at.credential));
		const { status, message } = await at.rest.activate(id);
		if (message) throw new Error(`${status}: ${message}`);
	}
	const Url = [...sandbox.club.webhookSubscriptions.values()]
		.map((subscription) => subscription.Url)
		.find((url) => url.startsWith(at.n8n.url));
	const urls: Record<Side, string> = { club: Url ?? '', http: `${at.n8n.url}/webhook/bench-http` };
	const { club, http } = await alternating(SIDES, ROUNDS, async (side) => await deliveriesASecond(urls[side], count));
	return [engine, figure(club, 0), figure(http, 0), figure(ratios(club, http), 2)];
}

const first = await station();
try {
	table('All nodes loaded', ['ms'], [[figure(loadingMs(first.pack, ROUNDS), 0)]]);
	await work(first);
	// By default n8n takes an isolate for each delivery to a trigger that is not its own Webhook node.
	const second = await station({ N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });
	try {
		const lines = [
			await deliveries(first, 'always (default)'),
			await deliveries(second, 'when needed (`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE`)'),
		];
		table('Deliveries a second', ['n8n takes an isolate', 'Club Trigger', 'Webhook node', 'ratio'], lines);
		await pacing(first, second);
	} finally {
		await second.close();
	}
} finally {
	await first.close();
	await sandbox.close();
}
