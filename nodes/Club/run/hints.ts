import { canonical } from '../../shared/api/canonical';
import { methodOf } from '../../shared/api/endpoints';
import { remembered } from '../../shared/transport/process';
import type { Batch } from '../calls/batch';
import type { Summary } from '../calls/summaryHint';
import type { AnyOperation } from '../operation';
import type { Plan } from './plan';

// What a run says about itself: about its items before the first call, and about its calls afterwards.

const choicesOf = ({ fields }: AnyOperation) => fields.filter(({ type, required }) => type === 'resourceLocator' && required);

function recordOf(operation: AnyOperation, { values }: Plan): string | undefined {
	if (operation.lookUp) return String(values.email).toLowerCase();
	const chosen = choicesOf(operation).map(({ name }) => values[name]);
	const isReplaced = operation.calls.some((call) => methodOf(call) === 'PUT' || call.endsWith('/Suspension'));
	return isReplaced && chosen.length > 0 ? JSON.stringify(chosen).toLowerCase() : undefined;
}

/**
 * Looks over the items of a run that writes, before its first call: notes those that mean one record of a club with other values, of which
 * the later ones replace the earlier ones, and says if all mean the same, such as one that was chosen from a list while ten items come in.
 */
export function compareItems(operation: AnyOperation, plans: ReadonlyMap<number, Plan>, batches: readonly Batch[], summary: Summary): void {
	for (const { items } of batches) {
		const last = new Map<string, string>();
		for (const item of items) {
			const plan = plans.get(item);
			const record = plan && recordOf(operation, plan);
			if (record === undefined || summary.previews.has(item)) continue;
			const values = canonical({ ...plan?.values, email: undefined });
			if (last.has(record) && last.get(record) !== values) summary.note('sameRecord', item);
			last.set(record, values);
		}
	}
	const chosen = choicesOf(operation).map(({ displayName }) => displayName);
	const isSame = new Set([...plans.values()].map(({ values }) => canonical(values))).size === 1;
	if (batches.length > 1 || !isSame || chosen.length === 0) return;
	summary.advice = `All ${plans.size} items change the same ${chosen.join(' and ').toLowerCase()}. To run once, turn on Settings > Execute Once`;
}

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
