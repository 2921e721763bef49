import { createHash, randomBytes, timingSafeEqual } from 'crypto';
import { isLoopback } from '../shared/credential';
import { InvalidInput } from '../shared/errors';

/**
 * Where the club sends the events of one trigger: the node's webhook URL plus a random secret, since the origin of a
 * delivery cannot be told from what it holds (§6.1).
 */

/** Query parameter that carries the secret. */
export const TOKEN = 'token';

const SECRET_BYTES = 32;

/** A new secret: 32 random bytes in base64url, 43 characters. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Whether a text could be a secret of ours. */
export const isSecret = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{43}$/.test(value);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two secrets are the same, in a time that tells nothing about either. */
export const sameSecret = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right));

/** The address that the club is given. */
export function destinationOf(address: string, secret: string): string {
	const url = new URL(address);
	url.searchParams.set(TOKEN, secret);
	return url.href;
}

/** An address taken apart: what comes before the secret, and the secret. */
export function partsOf(destination: string): { address: string; secret?: string } {
	if (!URL.canParse(destination)) return { address: destination };
	const url = new URL(destination);
	const secret = url.searchParams.get(TOKEN) ?? undefined;
	url.searchParams.delete(TOKEN);
	return { address: url.href, secret };
}

/** Names that only a private network knows. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|intranet|home\.arpa)$/;

/** Loopback, private, link-local, shared and other addresses that do not belong to one host of the internet. */
const PRIVATE_IPV4 =
	/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|192\.0\.0|198\.1[89]|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[3-5]\d)\./;

/** The same for IPv6, as the URL parser writes it; IPv4 in disguise too. */
const PRIVATE_IPV6 = /^\[(::|f[cdf][0-9a-f]{2}:|fe[89a-f][0-9a-f]:|64:ff9b:|2002:)/;

/** Whether a host, as the URL parser writes it, may belong to the internet. Names are not looked up. */
export function isPublicHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host.startsWith('[')) return !PRIVATE_IPV6.test(host);
	return host.includes('.') && !PRIVATE_NAME.test(host) && !PRIVATE_IPV4.test(host);
}

/**
 * Whether an address is https and public. Beside a club on this machine (a sandbox), http and loopback are fine too.
 * @param clubOrigin origin of the credential's base URL
 */
export function isPublicAddress(address: string, clubOrigin: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname, username, password } = new URL(address);
	if (username || password) return false;
	if (isLoopback(new URL(clubOrigin).hostname) && isLoopback(hostname)) return /^https?:$/.test(protocol);
	return protocol === 'https:' && isPublicHost(hostname);
}

/**
 * Makes sure that the club can reach the address of this trigger.
 * @throws InvalidInput that names WEBHOOK_URL
 */
export function assertReachable(address: string, clubOrigin: string): void {
	if (isPublicAddress(address, clubOrigin)) return;
	throw new InvalidInput(
		`The club cannot send events to ${address}, because it is not a public https address`,
		'Set the environment variable WEBHOOK_URL to the public https address of this n8n, restart it, then activate the workflow again.',
	);
}
