import { remembered } from '../../shared/transport/process';
import type { Batch } from '../calls/batch';

const NOTABLE = 200;

const spent = remembered<number>('executions');

function notableCalls(executionId: string | undefined, calls: number): number | undefined {
	const before = (executionId && spent.get(executionId)) || 0;
	const sum = before + calls;
	if (executionId) spent.set(executionId, sum);
	return calls > NOTABLE || (before <= NOTABLE && sum > NOTABLE) ? sum : undefined;
}

/** From this much waiting on, a hint shows it, in milliseconds. */
const NOTABLE_WAIT_MS = 5_000;

export function addCallHints(batches: readonly Batch[]): void {
	const [batch] = batches;
	if (!batch) return;
	const { functions, summary } = batch.report;
	const waitedMs = Math.max(...batches.map(({ client }) => client.waitedMs));
	if (waitedMs >= NOTABLE_WAIT_MS)
		batch.hint(`Waited ${Math.round(waitedMs / 1000)} seconds in total, because a club key has 50 calls a minute`);
	const calls = batches.reduce((sum, { client }) => sum + client.calls, 0);
	const notable = notableCalls(functions.getExecutionId(), calls);
	if (notable !== undefined)
		batch.hint(
			`Made ${notable} calls. The limit of 25,000 calls in 30 days is about 833 a day. Club > Get Call Budget shows which workflows use them`,
		);
	if (summary?.text) batch.hint(summary.text);
}
