import { timingSafeEqual } from 'crypto';
import { MINUTE_MS } from '../shared/api/time';
import { textOf } from '../shared/transport/json';

/**
 * A code that a person repeats to confirm a change: six of Crockford's 32 characters, without I, L, O and U. It is valid in the
 * 10-minute window in which it was made and in the next one. One guess in 537 million is right, so guessing at 50 calls a minute takes
 * 20 years. The code does not stop an assistant from confirming its own change, since the assistant sees it.
 */
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

const WINDOW_MS = 10 * MINUTE_MS;

/** For how many windows an expired code is recognized, so that the error can say that it has expired. */
const REMEMBERED = 12;

/** Signs a text with the key of a club. */
type Sign = (text: string) => Buffer;

/** Normalizes a code that a person typed: lower case, spaces, hyphens, look-alike characters, and a number for digits alone. */
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

/** The code of a change, and its expiry in ms since the epoch. */
export const codeAt = (now: number, sign: Sign, change: string): { code: string; until: number } => ({
	code: codeIn(sign, change, windowAt(now)),
	until: (windowAt(now) + 2) * WINDOW_MS,
});

/** Whether a code confirms a change (`good`), did so earlier and has expired (`late`), or never did (`wrong`). */
export function judge(code: string, now: number, sign: Sign, change: string): 'good' | 'late' | 'wrong' {
	const matches = (windowsAgo: number): boolean => {
		const [given, expected] = [code, codeIn(sign, change, windowAt(now) - windowsAgo)].map((text) => Buffer.from(text));
		return given.length === expected.length && timingSafeEqual(given, expected);
	};
	if (matches(0) || matches(1)) return 'good';
	return Array.from({ length: REMEMBERED }, (_, index) => matches(index + 2)).includes(true) ? 'late' : 'wrong';
}
