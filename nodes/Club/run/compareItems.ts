import { methodOf } from '../../shared/api/endpoints';
import type { AnyOperation } from '../operation';
import type { Batch } from '../calls/batch';
import type { Plan } from './plan';
import type { Summary } from '../calls/summaryHint';

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
			if (record === undefined) continue;
			const values = JSON.stringify({ ...plan?.values, email: undefined });
			if (last.has(record) && last.get(record) !== values) summary.note('sameRecord', item);
			last.set(record, values);
		}
	}
	const chosen = choicesOf(operation).map(({ displayName }) => displayName);
	const isSame = new Set([...plans.values()].map(({ values }) => JSON.stringify(values))).size === 1;
	if (batches.length > 1 || !isSame || chosen.length === 0) return;
	summary.advice = `All ${plans.size} items change the same ${chosen.join(' and ').toLowerCase()}. To run once, turn on Settings > Execute Once`;
}
