import { InvalidInput } from '../shared/transport/errors';
import { isLoopback, isPublicAddress } from '../shared/transport/publicAddress';
import { isMasked } from '../shared/transport/secrets';
import type { Session } from './session';

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
		segments.every((segment) => /^(?!\.\.|\.$)[^\p{C}\s\\?#]+$/u.test(segment));
	if (isBelow) return path;
	throw new InvalidInput(
		`"${label}" must be a path below the Base URL of the credential`,
		'Start the path with a slash, e.g. /Athletes/4711. It cannot contain an address, "..", "//", a question mark or a hash sign. Enter query parameters in "Query". Nothing was sent.',
	);
}

/** An address of events must be https; a sandbox on this machine takes its own too. */
export function checkUrl(address: string | undefined): void {
	if (address === undefined) return;
	if (isMasked(address)) {
		throw new InvalidInput(
			'"URL" has a masked token, so it cannot be saved',
			'Remove "URL" to keep the current address. Nothing was sent.',
		);
	}
	const parsed = URL.canParse(address) ? new URL(address) : undefined;
	if (parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback(parsed.hostname))) return;
	throw new InvalidInput('"URL" must be an https address', 'Enter the public address that receives the events. Nothing was sent.');
}

/** The address must be one that the club can reach; beside a sandbox on this machine that is one of this machine too. */
export function checkReach({ origin }: Session, address: string | undefined): void {
	if (address === undefined || isPublicAddress(address, origin)) return;
	throw new InvalidInput(
		'"URL" is an address of this machine or a private network, which the club cannot reach',
		'Enter a public https address. Nothing was sent.',
	);
}
