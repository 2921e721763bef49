import type { FreeCall } from '../api/route';
import { templateOf } from '../api/route';
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

/** What a path may be written with (RFC 3986), without the braces of an id. */
const WRITTEN = /^\/[\w\-.~!$&'()*+,;=:@%/]*$/;

/** A path as a server may read it, however often it is encoded; undefined where it cannot be read. */
function decoded(path: string): string | undefined {
	for (let text = path, times = 0; times < 5; times++) {
		let plain: string;
		try {
			plain = decodeURIComponent(text);
		} catch {
			return undefined;
		}
		if (plain === text) return text;
		text = plain;
	}
	return undefined;
}

/**
 * A path that the user names. It stays below the Base URL, whatever a server makes of it: no step up, no other host, no
 * query, encoded or not.
 * @throws InvalidInput
 */
export function freePath(value: unknown, label: string): string {
	const path = typeof value === 'string' ? value.trim() : '';
	const plain = WRITTEN.test(path) ? decoded(path) : undefined;
	const segments = plain?.slice(1).split('/') ?? [''];
	const isBelow =
		plain !== undefined &&
		plain.length > 1 &&
		segments.length === path.slice(1).split('/').length &&
		segments.every((segment) => /^(?!\.+$)[^\p{C}\s\\?#]+$/u.test(segment));
	if (isBelow) return path;
	throw new InvalidInput(
		`"${label}" must be a path below the Base URL of the credential`,
		'Begin it with a slash, e.g. /Athletes/4711, without an address, "..", "//", a question mark or a hash sign. Query parameters stand in "Query". Nothing was sent.',
	);
}
