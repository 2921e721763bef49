import { createHash, createHmac, randomBytes, timingSafeEqual } from 'crypto';
import { clock } from '../shared/transport/process';

/**
 * The token by which a trigger recognizes the club, since the content of a delivery does not prove its origin (§6.1): a nonce,
 * a dot, and the HMAC-SHA256 of the nonce and the address of the trigger under the Club API key. The signature shows a forged
 * token even if n8n has stored nothing yet, or if the stored hash is overwritten. The nonce is the time the token was made, in
 * ms, and random bytes: the time shows an earlier token, which may have leaked.
 */

const TIME_BYTES = 6;
const RANDOM_BYTES = 10;

const TIME_LENGTH = 8;

const FORM = /^([\w-]{22})\.([\w-]{43})$/;

const signatureOf = (nonce: string, address: string, clubApiKey: string): string =>
	createHmac('sha256', clubApiKey).update(`${nonce}\n${address}`).digest('base64url');

const isSame = (a: string, b: string): boolean => {
	const [one, other] = [Buffer.from(a), Buffer.from(b)];
	return one.length === other.length && timingSafeEqual(one, other);
};

/** A new token for an address. @param lastMadeAt when the last token was made, in ms: the new one is later, even if the clock went back */
export function newToken(address: string, clubApiKey: string, lastMadeAt = 0): string {
	const time = Buffer.alloc(TIME_BYTES);
	time.writeUIntBE(Math.max(clock.now(), lastMadeAt + 1), 0, TIME_BYTES);
	const nonce = Buffer.concat([time, randomBytes(RANDOM_BYTES)]).toString('base64url');
	return `${nonce}.${signatureOf(nonce, address, clubApiKey)}`;
}

export const isToken = (value: unknown): value is string => typeof value === 'string' && FORM.test(value);

export const madeAt = (token: string): number => Buffer.from(token.slice(0, TIME_LENGTH), 'base64url').readUIntBE(0, TIME_BYTES);

export function verifies(token: string, address: string, clubApiKey: string): boolean {
	const parts = FORM.exec(token);
	return parts !== null && clubApiKey !== '' && isSame(parts[2], signatureOf(parts[1], address, clubApiKey));
}

/** The stored form of a token: its SHA-256, since everyone who can read a workflow can read its static data. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const isStored = (token: string, tokenHash: string | undefined): boolean =>
	tokenHash !== undefined && isSame(hashOf(token), tokenHash);

// The address to which the club sends the events of one trigger: the node's webhook URL and a token.

export const TOKEN = 'token';

export function destinationOf(address: string, token: string): string {
	const url = new URL(address);
	url.searchParams.set(TOKEN, token);
	return url.href;
}

export function partsOf(destination: string): { address: string; token?: string } {
	if (!URL.canParse(destination)) return { address: destination };
	const url = new URL(destination);
	const token = url.searchParams.get(TOKEN) ?? undefined;
	url.searchParams.delete(TOKEN);
	return { address: url.href, token };
}

/**
 * The text that a token is signed for: the webhook URL. In a test run n8n gives the node one URL at the registration and
 * another at a delivery, so only their common end counts.
 * @param isTest whether the node listens for a test event
 */
export const signedAddress = (address: string, isTest: boolean): string =>
	isTest && URL.canParse(address) ? `test:${new URL(address).pathname.split('/').slice(-2).join('/')}` : address;
