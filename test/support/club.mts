import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import type { Athlete } from '../../sandbox/types.mts';
import { dialectOfRun } from './dialect.mts';
import { expectNoKeyInAddresses, guardConsole, guardSandbox } from './secrets.mts';
import { runNode, type NodeOutcome, type NodeRun } from './node.mts';

/** A sandbox for the tests of one file, and the node run against it. */
export interface TestClub {
	sandbox: Sandbox;
	run(parameters: NodeRun['parameters'], more?: Partial<NodeRun>): Promise<NodeOutcome>;
	/** The error of a run that makes no call. */
	refusal(parameters: NodeRun['parameters'], more?: Partial<NodeRun>): Promise<NodeOutcome['error']>;
	/** What reached the club since the last run began: method, path with query, and body. */
	calls(): string[];
	athletes(): Athlete[];
	/** An item for each of so many athletes. */
	items(count: number): Array<{ id: number }>;
}

guardConsole();

/**
 * Starts a club before the tests of a file and closes it after them. Each test starts with empty records and no
 * faults, and ends with no breach of a rule on record. The club speaks the dialect of the run, but for what is given.
 */
export function testClub(options: SandboxOptions = { rate: false }): TestClub {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ rate: false, ...options, dialect: dialectOfRun(options.dialect) });
		guardSandbox(sandbox);
	});
	beforeEach(() => {
		sandbox.clearFaults();
		sandbox.resetDialect();
		sandbox.resetRecords();
	});
	afterEach(() => {
		expect(sandbox.breaches).toEqual([]);
		expectNoKeyInAddresses();
	});
	afterAll(async () => await sandbox.close());
	return {
		get sandbox() {
			return sandbox;
		},
		async run(parameters, more = {}) {
			sandbox.requests.length = 0;
			return await runNode({ sandbox, parameters, ...more });
		},
		async refusal(parameters, more) {
			const { error } = await this.run(parameters, more);
			expect(this.calls()).toEqual([]);
			return error;
		},
		calls: () =>
			sandbox.requests.map(({ method, path, query, body }) => {
				const search = new URLSearchParams(query as Record<string, string>).toString();
				return `${method} ${path}${search && `?${search}`}${body ? ` ${JSON.stringify(body)}` : ''}`;
			}),
		athletes: () => listedAthletes(sandbox.club),
		items: (count) =>
			listedAthletes(sandbox.club)
				.slice(0, count)
				.map(({ UserId }) => ({ id: UserId })),
	};
}
