import { timingSafeEqual } from 'crypto';
import { MINUTE_MS } from '../shared/api/time';
import { textOf } from '../shared/transport/json';

/**
 * The code that confirms a change, for a person to repeat: six of Crockford's 32 characters, which have no I, L, O or U. It is good in
 * the 10 minutes in which it was made and in those after. So one guess in 537 million hits: at 50 calls a minute, somebody guesses for
 * 20 years. That is not what keeps an assistant from confirming by itself, which is shown the code.
 */
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

const WINDOW_MS = 10 * MINUTE_MS;

/** Windows in which a code is known again, to say that it is out of time. */
const REMEMBERED = 12;

/** Signs a text under the key of a club. */
type Sign = (text: string) => Buffer;

/** A code as a person may write it: small letters, spaces, hyphens, and characters that look like others; digits alone may come as a number. */
export const codeFrom = (value: unknown): string =>
	(typeof value === 'number' ? String(value).padStart(LENGTH, '0') : textOf(value))
		.toUpperCase()
		.replace(/[\s-]/g, '')
		.replace(/O/g, '0')
		.replace(/[IL]/g, '1');

const codeIn = (sign: Sign, change: string, window: number): string =>
	[...sign(JSON.stringify(['confirmation', window, change])).subarray(0, LENGTH)]
		.map((byte) => CHARACTERS[byte % CHARACTERS.length])
		.join('');

const windowAt = (now: number): number => Math.floor(now / WINDOW_MS);

/** The code of a change, and until when it is good, in ms. */
export const codeAt = (now: number, sign: Sign, change: string): { code: string; until: number } => ({
	code: codeIn(sign, change, windowAt(now)),
	until: (windowAt(now) + 2) * WINDOW_MS,
});

/** Whether a code confirms a change; or whether it did so, and is out of time. */
export function judge(code: string, now: number, sign: Sign, change: string): 'good' | 'late' | 'wrong' {
	const isOf = (ago: number): boolean => {
		const [given, own] = [code, codeIn(sign, change, windowAt(now) - ago)].map((text) => Buffer.from(text));
		return given.length === own.length && timingSafeEqual(given, own);
	};
	if (isOf(0) || isOf(1)) return 'good';
	return Array.from({ length: REMEMBERED }, (_, index) => isOf(index + 2)).includes(true) ? 'late' : 'wrong';
}
