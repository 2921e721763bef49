import type { AnyOperation } from './operation';
import type { Plan } from './plan';

/**
 * Tells of a run whose items all mean the same record, such as one chosen from its list while ten items come in.
 * @returns nothing where they do not, or where no record is chosen
 */
export function repetitionOf({ fields }: AnyOperation, plans: readonly Plan[]): string | undefined {
	const chosen = fields.filter(({ type, required }) => type === 'resourceLocator' && required).map(({ displayName }) => displayName);
	const isSame = new Set(plans.map(({ values }) => JSON.stringify(values))).size === 1;
	if (plans.length < 2 || !isSame || chosen.length === 0) return undefined;
	return `The same ${chosen.join(' and ').toLowerCase()} ${plans.length} times: Settings → Execute Once`;
}
