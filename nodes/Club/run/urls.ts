import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../../shared/transport/errors';
import { isLoopback, isPublicAddress } from '../../shared/transport/publicAddress';
import { isMasked, withoutTokens } from '../../shared/transport/secrets';
import type { Session } from '../calls/session';

/** A path of segments (RFC 3986) without a step up. Braces are refused: they would be an unfilled placeholder. */
const PATH = /^(?:\/(?!\.\.|\.(?:\/|$))(?:[\w\-.~!$&'()*+,;=:@]|%[\da-f]{2})+)+$/i;

/** What a server may decode to a dot, a slash, a percent sign, a blank or a control character, or what an expression writes for nothing. */
const UNSAFE = /%(?:2[0ef53]|5c|[01]|3f|7f)|^\/(?:null|undefined)$/i;

/**
 * Checks a path that the user typed, and adds a slash that is missing. A query may follow it. The credential signs nothing outside of its
 * Base URL, so this says early, and in words for the field, what would be refused.
 */
export function freePath(value: unknown, label: string): string {
	const [entered, query] = typeof value === 'string' ? value.trim().split(/\?(.*)/s, 2) : [''];
	const path = /^[^/]/.test(entered) ? `/${entered}` : entered;
	if (PATH.test(path) && !UNSAFE.test(path) && !query?.includes('#')) return query === undefined ? path : `${path}?${query}`;
	throw new InvalidInput(
		`"${label}" must be a path below the Base URL of the credential`,
		'Enter a path such as /Athletes/4711. It cannot contain an address, "..", "//" or a hash sign. Nothing was sent.',
	);
}

/** Checks that the address for events is https; http is allowed on this machine, for a sandbox. */
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

export const isShownAs = (address: string, masked: unknown): boolean => withoutTokens({ Url: address }).Url === masked;

/** Checks that the club can reach the address. A sandbox on this machine can also reach this machine. */
export function checkReach({ origin }: Session, address: string | undefined): void {
	if (address === undefined || isPublicAddress(address, origin)) return;
	throw new InvalidInput(
		'"URL" is an address of this machine or a private network, which the club cannot reach',
		'Enter a public https address. Nothing was sent.',
	);
}

/**
 * The path and the query of a path that the user typed, with the parameters of "Query".
 * @throws InvalidInput for a parameter that is given twice, since one of the two would be lost
 */
export function splitPath(entered: string, query: IDataObject): { path: string; query: IDataObject } {
	const [path, search] = entered.split(/\?(.*)/s, 2);
	const inPath = [...new URLSearchParams(search)];
	const names = [...inPath.map(([name]) => name), ...Object.keys(query)];
	const twice = names.find((name, index) => names.indexOf(name) < index);
	if (twice === undefined) return { path, query: { ...Object.fromEntries(inPath), ...query } };
	throw new InvalidInput(`The query parameter "${twice}" appears twice`, 'Enter it in "Path" or in "Query". Nothing was sent.');
}
