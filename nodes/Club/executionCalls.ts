import { remembered } from '../shared/transport/memory';

/** Calls that a user is told of: the 25,000 of 30 days are 833 a day. */
const NOTABLE = 200;

/** What each execution has spent, since a loop runs the same node many times. */
const spent = remembered<number>('executions');

/** Calls of an execution with those of the run that has ended, where that is worth telling: once, and of each run that alone is. */
export function notableCalls(executionId: string | undefined, calls: number): number | undefined {
	const before = (executionId && spent.get(executionId)) || 0;
	const sum = before + calls;
	if (executionId) spent.set(executionId, sum);
	return calls > NOTABLE || (before <= NOTABLE && sum > NOTABLE) ? sum : undefined;
}
