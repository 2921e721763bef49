import { InvalidInput } from '../transport/errors';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An API call as the spec writes it (§4): method and path, ids in braces: `GET /Athletes/{userId}`. */
export type Call = `${Method} /${string}`;

const PLACEHOLDER = /\{(\w+)\}/g;

/** The method of a call. */
export const methodOf = (call: Call): Method => call.slice(0, call.indexOf(' ')) as Method;

/** The names in braces of a call's path: `['userId']`. */
export const pathNames = (call: Call): string[] => [...call.matchAll(PLACEHOLDER)].map(([, name]) => name);

/** The permission that a call needs (§5 rule 3). */
export const permissionOf = (call: Call): 'Read' | 'ReadWrite' => (methodOf(call) === 'GET' ? 'Read' : 'ReadWrite');

/**
 * The path of a call with its ids in place, each one encoded as a single segment.
 * A value that could climb out of its segment (`.`, `..`) or is empty is refused.
 */
export function pathOf(call: Call, values: Record<string, unknown>): string {
	const template = call.slice(call.indexOf(' ') + 1);
	return template.replace(PLACEHOLDER, (_, name: string) => {
		const segment = String(values[name] ?? '');
		if (!/[^.\s]/.test(segment)) {
			throw new InvalidInput(`"${segment}" cannot be used as ${name}`, 'Give the ID as the API shows it.');
		}
		return encodeURIComponent(segment);
	});
}
