import { createHash, createHmac, randomBytes, timingSafeEqual } from 'crypto';
import { clock } from '../shared/transport/process';
import { InvalidInput } from '../shared/transport/errors';
import { isPublicAddress } from '../shared/transport/publicAddress';

/**
 * The token by which a trigger knows the club, since the origin of a delivery cannot be told from what it holds (§6.1):
 * a nonce, a dot, and the HMAC-SHA256 of the nonce and the address of the trigger under the Club API key. So a token can
 * be told from a forged one before n8n has stored anything of it, and where what was stored is overwritten. The nonce is the
 * time it was made, in ms, and random bytes, so that a token can also be told from an earlier one, which may have leaked.
 */

const TIME_BYTES = 6;
const RANDOM_BYTES = 10;

/** Characters of the time in a token. */
const TIME_LENGTH = 8;

const FORM = /^([\w-]{22})\.([\w-]{43})$/;

const signatureOf = (nonce: string, address: string, clubApiKey: string): string =>
	createHmac('sha256', clubApiKey).update(`${nonce}\n${address}`).digest('base64url');

/** Compares in a time that tells nothing about either text. */
const isSame = (left: string, right: string): boolean => {
	const [one, other] = [Buffer.from(left), Buffer.from(right)];
	return one.length === other.length && timingSafeEqual(one, other);
};

/** A new token for an address. @param before when the last one was made: the new one is later, whatever the clock says */
export function newToken(address: string, clubApiKey: string, before = 0): string {
	const time = Buffer.alloc(TIME_BYTES);
	time.writeUIntBE(Math.max(clock.now(), before + 1), 0, TIME_BYTES);
	const nonce = Buffer.concat([time, randomBytes(RANDOM_BYTES)]).toString('base64url');
	return `${nonce}.${signatureOf(nonce, address, clubApiKey)}`;
}

/** Whether a text could be a token. */
export const isToken = (value: unknown): value is string => typeof value === 'string' && FORM.test(value);

/** When a token was made, in ms. */
export const madeAt = (token: string): number => Buffer.from(token.slice(0, TIME_LENGTH), 'base64url').readUIntBE(0, TIME_BYTES);

/** Whether a token was made for this address under this key. */
export function verifies(token: string, address: string, clubApiKey: string): boolean {
	const parts = FORM.exec(token);
	return parts !== null && clubApiKey !== '' && isSame(parts[2], signatureOf(parts[1], address, clubApiKey));
}

/** What is stored of a token: its SHA-256, since whoever may read a workflow may read its static data. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Whether a token is the stored one. */
export const isStored = (token: string, tokenHash: string | undefined): boolean =>
	tokenHash !== undefined && isSame(hashOf(token), tokenHash);

// Where the club sends the events of one trigger: the node's webhook URL and a token.

/** Query parameter that carries the token. */
export const TOKEN = 'token';

/** The address that the club is given. */
export function destinationOf(address: string, token: string): string {
	const url = new URL(address);
	url.searchParams.set(TOKEN, token);
	return url.href;
}

/** An address taken apart: what comes before the token, and the token. */
export function partsOf(destination: string): { address: string; token?: string } {
	if (!URL.canParse(destination)) return { address: destination };
	const url = new URL(destination);
	const token = url.searchParams.get(TOKEN) ?? undefined;
	url.searchParams.delete(TOKEN);
	return { address: url.href, token };
}

/**
 * What a token is made for: the webhook URL. While somebody listens for a test event the node is told another URL when
 * a delivery comes than when it registers, so that only the end of it counts, which is the same in both.
 * @param isTest whether the node runs for a test event
 */
export const signedAddress = (address: string, isTest: boolean): string =>
	isTest && URL.canParse(address) ? `test:${new URL(address).pathname.split('/').slice(-2).join('/')}` : address;

/**
 * Makes sure that the club can reach the address of this trigger.
 * @throws InvalidInput that names WEBHOOK_URL
 */
export function assertReachable(address: string, clubOrigin: string): void {
	if (isPublicAddress(address, clubOrigin)) return;
	throw new InvalidInput(
		`The club cannot send events to ${address}, because it is not a public https address`,
		'Set the environment variable WEBHOOK_URL to the public https address of this n8n, restart it, then try again.',
	);
}
