import { createHash, randomBytes, timingSafeEqual } from 'crypto';
import { InvalidInput } from '../shared/transport/errors';
import { isPublicAddress } from '../shared/transport/publicAddress';

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
