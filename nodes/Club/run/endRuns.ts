import { remembered } from '../../shared/transport/process';
import type { Run } from '../calls/run';

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

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

export function endRuns(runs: readonly Run[]): void {
	const [run] = runs;
	if (!run) return;
	const waitedMs = Math.max(...runs.map(({ client }) => client.waitedMs));
	if (waitedMs >= NOTABLE_WAIT_MS)
		run.hint(`Waited ${Math.round(waitedMs / 1000)} seconds in total, because a club key has 50 calls a minute`);
	const notable = notableCalls(run.functions.getExecutionId(), sumOf(runs.map(({ client }) => client.calls)));
	if (notable !== undefined)
		run.hint(
			`Made ${notable} calls. The limit of 25,000 calls in 30 days is about 833 a day. Club > Get Call Budget shows which workflows use them`,
		);
	if (run.summary?.text) run.hint(run.summary.text);
}
