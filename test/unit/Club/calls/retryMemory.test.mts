import type { IExecuteFunctions } from 'n8n-workflow';
import { RetryMemory } from '../../../../nodes/Club/calls/retryMemory';

let executions = 0;

const functionsOf = (execution: string) =>
	({
		getNode: () => ({ id: 'club', retryOnFail: true }),
		getWorkflow: () => ({ id: 'workflow' }),
		getExecutionId: () => execution,
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	}) as unknown as IExecuteFunctions;

/** One try of a node, which sends a POST for each of its items. @returns how many were sent, and the errors */
async function tried(execution: string, items: number, mayRunAgain = true) {
	const memory = RetryMemory.begin(functionsOf(execution))!;
	let sent = 0;
	const errors: string[] = [];
	for (let item = 0; item < items; item++) {
		await memory
			.of(item)
			.write('POST /UserSubscriptions', async () => ({ sent: ++sent }), jest.fn())
			.catch((error: Error) => void errors.push(error.message));
	}
	memory.end(mayRunAgain);
	return { sent, errors };
}

const nextExecution = () => `retry-${++executions}`;

describe('what a node has sent is remembered for its next try', () => {
	const [HOUR, start] = [3_600_000, performance.now()];
	let passed = 0;
	beforeAll(() => jest.spyOn(performance, 'now').mockImplementation(() => start + passed));
	afterAll(() => jest.restoreAllMocks());
	beforeEach(() => void (passed += 2 * HOUR));

	test('as long as there may be one', async () => {
		const execution = nextExecution();
		expect((await tried(execution, 3)).sent).toBe(3);
		expect((await tried(execution, 4, false)).sent).toBe(1);
		expect((await tried(execution, 3)).sent).toBe(3);
	});

	test('up to 10,000 items; a repeat of more is refused in words, and what ended an hour ago makes room', async () => {
		const [large, other, later] = [nextExecution(), nextExecution(), nextExecution()];
		expect((await tried(large, 10_001)).sent).toBe(10_001);
		expect((await tried(other, 1)).sent).toBe(1);
		const repeated = await tried(large, 10_001);
		expect([repeated.sent, repeated.errors]).toEqual([0, ['Retry On Fail ran the node again, and this item may have been sent before']]);
		expect((await tried(other, 1)).errors).toHaveLength(1);
		passed += 2 * HOUR;
		expect([await tried(later, 1), await tried(later, 1)]).toMatchObject([{ sent: 1 }, { sent: 0, errors: [] }]);
	});
});
