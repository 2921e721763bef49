import { skip, skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { mayWrite } from '../../../nodes/Club/operation';
import type { Sandbox } from '../../../sandbox/index.mts';
import { runNode, type NodeOutcome } from '../../support/node.mts';
import { search } from '../../support/picker.mts';
import { Gate } from '../../support/waiting.mts';
import { Bench, subjects } from '../matrix/support/bench.mts';
import { asText } from '../matrix/support/state.mts';

const club = skippedClub({ athletes: 2_500 });

const seenOf = ({ rows, error }: Pick<NodeOutcome, 'rows' | 'error'>): string => asText([rows, error?.message, error?.description]);

/** Calls that may leave at once: after an hour without any, a single one finds out how many there are. */
const later = async (sandbox: Sandbox) => {
	skip(3_600_000);
	await runNode({ sandbox, parameters: { resource: 'club', operation: 'get' } });
};

/** Lets a beginner come to its first call, or to the call that it shares. */
const turns = async () => {
	for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done));
};

describe('two who read the same pages at once', () => {
	const parameters = { resource: 'athlete', operation: 'search', query: 'nobody at all', options: { maxCalls: 3 } };

	/** Everybody whose pages are kept. The signal ends them, where n8n has one for them. */
	const READERS: Readonly<Record<string, (signal: AbortSignal, more?: IDataObject) => Promise<string>>> = {
		execution: async (signal, options = {}) =>
			seenOf(
				await runNode({
					sandbox: club.sandbox,
					parameters: { ...parameters, options: { ...parameters.options, ...options } },
					mode: 'trigger',
					signal,
				}),
			),
		manual: async (signal) => seenOf(await runNode({ sandbox: club.sandbox, parameters, signal })),
		'drop-down': async () => asText(await search(club.sandbox, 'searchAthletes', { filter: 'nobody at all' })),
	};
	const names = Object.keys(READERS);
	const goesOn = () => new AbortController().signal;

	beforeEach(async () => await later(club.sandbox));

	test.each(
		names.flatMap((one, row) =>
			names.map((other, column) => ({ one, other, at: 1 + ((row + column) % 3), ended: (row + column) % 2 ? 'first' : 'second' })),
		),
	)('$one, then $other: the $ended is cancelled at call $at', async ({ one, other, at, ended }) => {
		const alone = await READERS[ended === 'first' ? other : one](goesOn());
		await later(club.sandbox);
		const gate = new Gate();
		club.sandbox.inject({ kind: 'delay', until: gate.pass, match: { nth: at } });
		const cancel = new AbortController();
		const signals = ended === 'first' ? [cancel.signal, goesOn()] : [goesOn(), cancel.signal];
		const both = [READERS[one](signals[0]), READERS[other](signals[1])];
		await gate.reached;
		await turns();
		cancel.abort();
		gate.open();
		const [first, second] = await Promise.all(both);
		expect(ended === 'first' ? second : first).toBe(alone);
	});

	test('an execution that may not wait, then another: when no calls are left, only the first fails', async () => {
		const alone = await READERS.manual(goesOn());
		await later(club.sandbox);
		club.sandbox.inject({ kind: 'status', status: 429 });
		const [first, second] = await Promise.all([READERS.execution(goesOn(), { maxWait: 0 }), READERS.manual(goesOn())]);
		expect(first).toContain('used up');
		expect(second).toBe(alone);
	});
});

const reads = subjects.filter(({ operation }) => !mayWrite(operation));

test.each(reads)('$name in two executions: one is cancelled at a call, and the other is as alone', async (subject) => {
	const bench = await Bench.of(subject);
	const { parameters, sandbox } = bench;
	const items = Array.from({ length: Math.min(2, bench.items) }, (_, item) => bench.input(item));
	const run = async (signal?: AbortSignal) => await runNode({ sandbox, parameters, items, signal });
	await later(sandbox);
	sandbox.resetRecords();
	const alone = seenOf(await run());
	const calls = sandbox.requests.length;
	if (calls > 0) {
		await later(sandbox);
		const gate = new Gate();
		sandbox.inject({ kind: 'delay', until: gate.pass, match: { nth: Math.ceil(calls / 2) } });
		const cancel = new AbortController();
		const first = run(cancel.signal);
		await gate.reached;
		const second = run();
		await turns();
		cancel.abort();
		gate.open();
		await first;
		expect(seenOf(await second)).toBe(alone);
	}
});
