import { createHmac } from 'node:crypto';
import { hashOf, isStored, isToken, madeAt, newToken, verifies } from '../../../nodes/ClubTrigger/token';

const ADDRESS = 'https://n8n.example/webhook/6f0c/events';

describe('a token', () => {
	const token = newToken(ADDRESS, 'the-key');

	test('is a nonce and an HMAC, new each time, and nobody without the key can make one', () => {
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

	test('is later than the one before it, whatever the clock says', () => {
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

	test('with more before or after it is none', () => {
		expect(isToken([token])).toBe(false);
		for (const text of [`x${token}`, `${token}x`, token.replace('.', '')]) {
			expect(isToken(text)).toBe(false);
			expect(verifies(text, ADDRESS, 'the-key')).toBe(false);
		}
	});

	test('under an empty key none verifies: anybody could make it', () => expect(verifies(newToken(ADDRESS, ''), ADDRESS, '')).toBe(false));

	test('is known again by its hash, whatever became of the key', () => {
		expect(hashOf(token)).toMatch(/^[\w-]{43}$/);
		expect(isStored(token, hashOf(token))).toBe(true);
		expect(isStored(newToken(ADDRESS, 'the-key'), hashOf(token))).toBe(false);
		expect(isStored(token, token)).toBe(false);
		expect(isStored(token, undefined)).toBe(false);
		expect(isStored(token, '')).toBe(false);
	});

	test.each([undefined, '', 'short', ['a'], 'a'.repeat(43), `${'a'.repeat(22)}.${'a'.repeat(42)}/`])('%j is none', (value) =>
		expect(isToken(value)).toBe(false),
	);
});
