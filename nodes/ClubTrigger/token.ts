import { createHash, createHmac, randomBytes, timingSafeEqual } from 'crypto';

/**
 * The token by which a trigger knows the club, since the origin of a delivery cannot be told from what it holds (§6.1):
 * a random nonce, a dot, and the HMAC-SHA256 of the nonce and the address of the trigger under the Club API key. So a
 * token can be told from a forged one before n8n has stored anything of it, and where what was stored is overwritten.
 */

const NONCE_BYTES = 16;

const FORM = /^([\w-]{22})\.([\w-]{43})$/;

const signatureOf = (nonce: string, address: string, clubApiKey: string): string =>
	createHmac('sha256', clubApiKey.trim()).update(`${nonce}\n${address}`).digest('base64url');

/** Compares in a time that tells nothing about either text. */
const isSame = (left: string, right: string): boolean => {
	const [one, other] = [Buffer.from(left), Buffer.from(right)];
	return one.length === other.length && timingSafeEqual(one, other);
};

/** A new token for an address. */
export function newToken(address: string, clubApiKey: string): string {
	const nonce = randomBytes(NONCE_BYTES).toString('base64url');
	return `${nonce}.${signatureOf(nonce, address, clubApiKey)}`;
}

/** Whether a text could be a token. */
export const isToken = (value: unknown): value is string => typeof value === 'string' && FORM.test(value);

/** Whether a token was made for this address under this key. */
export function verifies(token: string, address: string, clubApiKey: string): boolean {
	const [, nonce, signature] = FORM.exec(token) ?? [];
	return Boolean(nonce && clubApiKey.trim()) && isSame(signature, signatureOf(nonce, address, clubApiKey));
}

/** What is stored of a token: its SHA-256, since whoever may read a workflow may read its static data. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Whether a token is the stored one. */
export const isStored = (token: string, tokenHash: string | undefined): boolean => isSame(hashOf(token), tokenHash ?? '');
