import { createHmac } from 'node:crypto';
import { codeAt, codeFrom, judge } from '../../nodes/Club/confirmation';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 21, 12, 7);

const signer = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest();
const sign = signer('the key of a club');

test('a code is six characters that nobody takes for others, and the same in every process that has the key', () => {
	const { code, until } = codeAt(NOW, sign, 'change');
	expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);
	expect(until).toBe(Date.UTC(2026, 10, 21, 12, 20));
	expect(codeAt(NOW + MINUTE, signer('the key of a club'), 'change').code).toBe(code);
});

test('is good until it says, then known as late for two hours, then as wrong', () => {
	const { code, until } = codeAt(NOW, sign, 'change');
	const at = (now: number) => judge(code, now, sign, 'change');
	expect([NOW, until - 1, until, until + 119 * MINUTE, until + 121 * MINUTE].map(at)).toEqual(['good', 'good', 'late', 'late', 'wrong']);
});

test('is wrong before it was made, for another change and under another key', () => {
	const { code } = codeAt(NOW, sign, 'change');
	expect(judge(code, NOW - 10 * MINUTE, sign, 'change')).toBe('wrong');
	expect(judge(code, NOW, sign, 'another change')).toBe('wrong');
	expect(judge(code, NOW, signer('the key of another club'), 'change')).toBe('wrong');
	expect(judge('', NOW, sign, 'change')).toBe('wrong');
});

test.each([
	['K7Q2F9', 'K7Q2F9'],
	[' k7q-2f9 ', 'K7Q2F9'],
	['oil000', '011000'],
	[123456, '123456'],
	['yes, do it', 'YES,D01T'],
])('%j is read as %s', (written, read) => expect(codeFrom(written)).toBe(read));

test('every character is given', () => {
	const given = new Set(Array.from({ length: 200 }, (_, index) => codeAt(NOW, sign, `change ${index}`).code).join(''));
	expect(given.size).toBe(32);
});
