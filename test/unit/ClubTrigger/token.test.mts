import { createHmac } from 'node:crypto';
import {
	hashOf,
	isStored,
	isToken,
	madeAt,
	newToken,
	verifies,
	destinationOf,
	partsOf,
	signedAddress,
} from '../../../nodes/ClubTrigger/token';

const ADDRESS = 'https://n8n.example/webhook/6f0c/events';

describe('a token', () => {
	const token = newToken(ADDRESS, 'the-key');

	test('is a new nonce with an HMAC that needs the key', () => {
		expect(isToken(token)).toBe(true);
		expect(newToken(ADDRESS, 'the-key')).not.toBe(token);
		const [nonce, signature] = token.split('.');
		expect(signature).toBe(createHmac('sha256', 'the-key').update(`${nonce}\n${ADDRESS}`).digest('base64url'));
	});

	test('carries the time it was made, to the millisecond, and its signature covers it', () => {
		const now = Date.parse('2026-03-29T18:30:00.123Z');
		jest.spyOn(Date, 'now').mockReturnValueOnce(now);
		const ofNow = newToken(ADDRESS, 'the-key');
		expect(madeAt(ofNow)).toBe(now);
		const later = newToken(ADDRESS, 'the-key', now + 1);
		expect(verifies(`${later.slice(0, 8)}${ofNow.slice(8)}`, ADDRESS, 'the-key')).toBe(false);
	});

	test('has a later time than the token before it, whatever the clock says', () => {
		const inFarFuture = Date.parse('2126-01-01T00:00:00Z');
		expect(madeAt(newToken(ADDRESS, 'the-key', inFarFuture))).toBe(inFarFuture + 1);
		expect(madeAt(newToken(ADDRESS, 'the-key', 0))).toBeGreaterThan(Date.parse('2020-01-01T00:00:00Z'));
	});

	test('verifies for its address and key, and for no other', () => {
		expect(verifies(token, ADDRESS, 'the-key')).toBe(true);
		expect(verifies(token, `${ADDRESS}2`, 'the-key')).toBe(false);
		expect(verifies(token, ADDRESS, 'the-kez')).toBe(false);
		expect(verifies(`${'a'.repeat(22)}.${token.split('.')[1]}`, ADDRESS, 'the-key')).toBe(false);
		expect(verifies(token.slice(0, -1), ADDRESS, 'the-key')).toBe(false);
	});

	test('is invalid with more text before or after it, with less, and with another letter', () => {
		expect([[token], undefined].filter(isToken)).toEqual([]);
		const otherLetter = `${'a'.repeat(22)}.${'a'.repeat(42)}/`;
		for (const text of [`x${token}`, `${token}x`, token.replace('.', ''), '', 'a'.repeat(43), otherLetter]) {
			expect(isToken(text)).toBe(false);
			expect(verifies(text, ADDRESS, 'the-key')).toBe(false);
		}
	});

	test('never verifies with an empty key, since anybody could make it', () =>
		expect(verifies(newToken(ADDRESS, ''), ADDRESS, '')).toBe(false));

	test('is recognised by its hash, even if the key has changed', () => {
		expect(hashOf(token)).toMatch(/^[\w-]{43}$/);
		expect(isStored(token, hashOf(token))).toBe(true);
		expect(isStored(newToken(ADDRESS, 'the-key'), hashOf(token))).toBe(false);
		expect(isStored(token, token)).toBe(false);
		expect(isStored(token, undefined)).toBe(false);
		expect(isStored(token, '')).toBe(false);
	});
});

describe('destinationOf and partsOf', () => {
	test('add the token to the address, and split them again', () => {
		const token = newToken(ADDRESS, 'the-key');
		const destination = destinationOf(ADDRESS, token);
		expect(destination).toBe(`${ADDRESS}?token=${token}`);
		expect(partsOf(destination)).toEqual({ address: ADDRESS, token });
	});

	test('sign a test address by its end, since n8n may show another host', () => {
		const [registered, delivered] = ['https://editor.example/n8n/webhook-test/6f0c/events', ADDRESS];
		expect(signedAddress(registered, true)).toBe(signedAddress(delivered, true));
		expect(signedAddress(delivered, false)).toBe(delivered);
		expect(signedAddress('https://n8n.example/webhook/other/events', true)).not.toBe(signedAddress(registered, true));
		expect(signedAddress(registered, true)).toBe('test:6f0c/events');
	});

	test('keep other query parameters, and take a text that is no URL unchanged', () => {
		expect(partsOf(`${ADDRESS}?a=1&token=t&b=2`)).toEqual({ address: `${ADDRESS}?a=1&b=2`, token: 't' });
		expect(partsOf(ADDRESS)).toEqual({ address: ADDRESS });
		expect(partsOf('no address')).toEqual({ address: 'no address' });
		expect(signedAddress('no address', true)).toBe('no address');
	});
});
