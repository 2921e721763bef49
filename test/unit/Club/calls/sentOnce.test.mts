import type { IExecuteFunctions } from 'n8n-workflow';
import { SentOnce, Try } from '../../../../nodes/Club/calls/sentOnce';

let executions = 0;

/** What n8n gives the node of an execution. */
const functionsOf = (execution: string, runIndex = 0) =>
	({
		getNode: () => ({ id: 'club', retryOnFail: true }),
		getWorkflow: () => ({ id: 'workflow' }),
		getExecutionId: () => execution,
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	}) as unknown as IExecuteFunctions;

/** One try of a node, which sends a POST for each of its items. @returns how many were sent, and the errors */
async function tried(execution: string, items: number) {
	const attempt = new Try(functionsOf(execution), false);
	let sent = 0;
	const errors: string[] = [];
	for (let item = 0; item < items; item++) {
		const calls = new SentOnce(attempt, 'key', item, () => undefined);
		await calls
			.once('POST /UserSubscriptions', {}, async () => ({ sent: ++sent }))
			.catch((error: Error) => void errors.push(error.message));
	}
	attempt.end();
	return { sent, errors };
}

const nextExecution = () => `sent-once-${++executions}`;

describe('what an execution has sent is remembered', () => {
	const [HOUR, start] = [3_600_000, performance.now()];
	let passed = 0;
	beforeAll(() => jest.spyOn(performance, 'now').mockImplementation(() => start + passed));
	afterAll(() => jest.restoreAllMocks());
	// What a test has left is over.
	beforeEach(() => void (passed += 2 * HOUR));

	test('for an hour after its last node has ended, and as long as one runs', async () => {
		const execution = nextExecution();
		expect((await tried(execution, 3)).sent).toBe(3);
		passed += HOUR - 1;
		expect((await tried(execution, 4)).sent).toBe(1);
		passed += HOUR - 1;
		const other = new Try(functionsOf(execution, 1), false);
		passed += 5 * HOUR;
		expect((await tried(execution, 4)).sent).toBe(0);
		other.end();
		passed += HOUR - 1;
		expect((await tried(execution, 4)).sent).toBe(0);
	});

	test('not longer', async () => {
		const execution = nextExecution();
		await tried(execution, 3);
		passed += HOUR;
		expect((await tried(execution, 3)).sent).toBe(3);
	});

	test('up to 10,000 requests; a repeat of more is refused in words, and other executions that are over make room', async () => {
		const [large, other, later] = [nextExecution(), nextExecution(), nextExecution()];
		expect((await tried(large, 10_001)).sent).toBe(10_001);
		expect((await tried(other, 1)).sent).toBe(1);
		const repeated = await tried(large, 10_001);
		expect([repeated.sent, repeated.errors]).toEqual([0, ['Retry On Fail ran the node again, and this item may have been sent before']]);
		expect((await tried(other, 1)).errors).toHaveLength(1);
		passed += 2 * HOUR;
		expect([(await tried(later, 1)).sent, (await tried(later, 1)).sent]).toEqual([1, 0]);
	});
});
