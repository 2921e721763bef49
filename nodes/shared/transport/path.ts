import type { FreeCall } from '../api/endpoints';
import { templateOf } from '../api/endpoints';
import { InvalidInput } from './errors';

/**
 * The path of a call with its ids in place, each one encoded as a single segment.
 * A value that could climb out of its segment (`.`, `..`) or is empty is refused.
 */
export const pathOf = (call: FreeCall, values: Record<string, unknown>): string =>
	templateOf(call).replace(/\{(\w+)\}/g, (_, name: string) => {
		const segment = String(values[name] ?? '');
		if (!/[^.\s]/.test(segment)) {
			throw new InvalidInput(`"${segment}" cannot be used as ${name}`, 'Give the ID as the API shows it.');
		}
		return encodeURIComponent(segment);
	});
