import type { IExecuteFunctions } from 'n8n-workflow';
import { claimEvents, hasSucceeded } from '../../../nodes/ClubTrigger/handledEvents';
import { Ledger } from '../support/processedRecord.mts';

interface Ending {
	/** What n8n kept of the execution; nothing where its settings say so. */
	kept?: { error?: object; lastNodeExecuted?: string; runData: Record<string, Array<{ error?: object }>> };
	keepsFailures?: boolean;
	stopped?: boolean;
}

const GOOD = { lastNodeExecuted: 'Mail', runData: { Mail: [{}] } };

let executions = 0;

/** An execution of a workflow, which ends as it is told to. */
function execution(ending: Ending, ledger = new Ledger(), node = `trigger-${executions}`) {
	const hooks: Array<() => Promise<void>> = [];
	const logged: string[] = [];
	const id = String(++executions);
	const functions = {
		helpers: ledger,
		logger: { debug: (text: string) => logged.push(text) },
		getWorkflow: () => ({ id: 'w1' }),
		getNode: () => ({ id: node }),
		getExecutionId: () => id,
		getExecutionCancelSignal: () => (ending.stopped ? AbortSignal.abort() : undefined),
		getExecutionDataById: async () => ending.kept && { resultData: ending.kept },
		getWorkflowSettings: () => ({ saveDataErrorExecution: ending.keepsFailures ? 'all' : 'DEFAULT' }),
		onExecutionFinish: (hook: () => Promise<void>) => hooks.push(hook),
	} as unknown as IExecuteFunctions;
	return { functions, hooks, logged, ended: async () => await Promise.all(hooks.map(async (hook) => await hook())) };
}

describe('hasSucceeded', () => {
	test.each<[boolean, string, Ending]>([
		[true, 'its last node has', { kept: GOOD }],
		[false, 'it was stopped, whatever ran before', { kept: GOOD, stopped: true }],
		[false, 'it ended with an error', { kept: { ...GOOD, error: {} } }],
		[false, 'its last node failed', { kept: { ...GOOD, runData: { Mail: [{}, { error: {} }] } } }],
		[true, 'its last node worked in the end', { kept: { ...GOOD, runData: { Mail: [{ error: {} }, {}] } } }],
		[false, 'nothing of its last node was kept', { kept: { ...GOOD, runData: {} } }],
		[false, 'no node ran', { kept: { runData: {} } }],
		[true, 'nothing was kept, and failures are', { keepsFailures: true }],
		[false, 'nothing was kept, and failures are not either', { keepsFailures: false }],
	])('is %p where %s', async (expected, _words, ending) => {
		expect(await hasSucceeded(execution(ending).functions)).toBe(expected);
	});
});

describe('claimEvents', () => {
	test('logs how many events are handled, once the execution has succeeded', async () => {
		const { functions, logged, ended } = execution({ kept: GOOD });
		await claimEvents(functions, ['a', 'b'], true);
		expect(logged).toEqual([]);
		await ended();
		expect(logged).toEqual(['2 events of the club are marked as handled']);
	});

	test('does not watch the end of an execution without events, or if they are acknowledged when received', async () => {
		const [ledger, another] = [new Ledger(), execution({ kept: GOOD })];
		ledger.values = ['a'];
		const duplicates = execution({ kept: GOOD }, ledger);
		await claimEvents(duplicates.functions, ['a'], true);
		await claimEvents(another.functions, ['a'], false);
		expect([duplicates.hooks, another.hooks]).toEqual([[], []]);
	});

	test('works in an older n8n, which does not say how an execution has ended', async () => {
		const { functions } = execution({});
		expect(await claimEvents({ ...functions, onExecutionFinish: undefined } as never, ['a'], true)).toEqual(new Set(['a']));
	});

	test('keeps the events of executions that start or end at the same moment', async () => {
		const ledger = new Ledger();
		const [first, ...others] = [1, 2, 3].map(() => execution({ kept: GOOD }, ledger, 'trigger'));
		await claimEvents(first.functions, ['1'], true);
		const claims = others.map(async ({ functions }, index) => await claimEvents(functions, [`${index + 2}`], false));
		await Promise.all([first.ended(), ...claims]);
		expect(ledger.values.filter((value) => !/^\d+\n/.test(String(value)))).toEqual(['1', '2', '3']);
	});

	test('does not wait for another node, even if n8n’s database hangs for it', async () => {
		const ledger = new Ledger();
		ledger.checkProcessedAndRecord = async () => await new Promise(() => {});
		void claimEvents(execution({}, ledger).functions, ['a'], false);
		expect(await claimEvents(execution({}).functions, ['a'], false)).toEqual(new Set(['a']));
	});
});
