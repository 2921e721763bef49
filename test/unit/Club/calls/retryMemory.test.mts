import type { IExecuteFunctions } from 'n8n-workflow';
import { RetryMemory } from '../../../../nodes/Club/calls/retryMemory';

let executions = 0;

const functionsOf = (execution: string, id: string, $runIndex: number) =>
	({
		getNode: () => ({ id, retryOnFail: true }),
		getWorkflow: () => ({ id: 'workflow' }),
		getExecutionId: () => execution,
		getWorkflowDataProxy: () => ({ $runIndex }),
	}) as unknown as IExecuteFunctions;

/** One try of a node, which sends a write for each of its items. @returns how many were sent, and the errors */
async function tried(execution: string, items: number, { mayRunAgain = true, method = 'POST', id = 'club', $runIndex = 0 } = {}) {
	const memory = RetryMemory.begin(functionsOf(execution, id, $runIndex))!;
	let sent = 0;
	const errors: string[] = [];
	for (let item = 0; item < items; item++) {
		await memory
			.of(item)
			.write(`${method as 'POST'} /UserSubscriptions`, async () => ({ sent: ++sent }), jest.fn())
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

	test('as long as there may be one, for this run of this node', async () => {
		const execution = nextExecution();
		expect((await tried(execution, 3)).sent).toBe(3);
		for (const place of [{ id: 'other' }, { $runIndex: 1 }]) expect((await tried(execution, 3, place)).sent).toBe(3);
		expect((await tried(execution, 4, { mayRunAgain: false })).sent).toBe(1);
		expect((await tried(execution, 3)).sent).toBe(3);
	});

	test('up to 10,000 items; a repeat of more is refused in words, and what ended an hour ago makes room', async () => {
		const [large, other, later] = [nextExecution(), nextExecution(), nextExecution()];
		expect((await tried(large, 10_001)).sent).toBe(10_001);
		expect((await tried(other, 1)).sent).toBe(1);
		const repeated = await tried(large, 10_001);
		expect([repeated.sent, repeated.errors]).toEqual([0, ['Retry On Fail ran the node again, and this item may have been sent before']]);
		expect((await tried(other, 1)).errors).toHaveLength(1);
		expect((await tried(other, 1, { method: 'PUT' })).sent).toBe(1);
		passed += 2 * HOUR;
		expect([await tried(later, 1), await tried(later, 1)]).toMatchObject([{ sent: 1 }, { sent: 0, errors: [] }]);
	});
});
