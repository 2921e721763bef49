/** Shortest text that counts as a secret: anything shorter would black out ordinary words. */
const SHORTEST = 4;

/** Shortest secret that is blotted out of a success, whose short texts and numbers are the club's own data. */
const SHORTEST_IN_DATA = 8;

/** Stands where a secret was. */
export const BLOT = '***';

/** The token by which an address knows its sender. */
const TOKEN = /(?:\b|(?<=%[\dA-Fa-f]{2}))token(=|%3[dD])[^&#\s"'<>\\]+/g;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const knownOf = (secrets: ReadonlyArray<string | undefined>, shortest: number): string[] =>
	[...new Set(secrets.filter((secret) => secret !== undefined).map((secret) => secret.trim()))].filter(({ length }) => length >= shortest);

const lowerEscapes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());

/** The ways in which a secret may be written. */
function formsOf(secret: string): string[] {
	const encoded = encodeURIComponent(secret);
	const form = new URLSearchParams({ '': secret }).toString().slice(1);
	const json = JSON.stringify(secret).slice(1, -1);
	return [secret, json, JSON.stringify(json).slice(1, -1), encoded, form, lowerEscapes(encoded), lowerEscapes(form)];
}

/** One expression for all forms, the longest first, so that no part of a longer one is left over. */
function expressionOf(secrets: string[]): RegExp {
	const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
	return new RegExp(forms.map((form) => form.replace(/[^\w]/g, '\\$&')).join('|'), 'g');
}

/** Whether any text or number of a value, whatever its depth, is one that `isHit` means; names of properties too. */
function holds(value: unknown, isHit: (leaf: unknown) => boolean): boolean {
	if (Array.isArray(value)) return value.some((item) => holds(item, isHit));
	if (!isObject(value)) return isHit(value);
	for (const name of Object.keys(value)) if (isHit(name) || holds(value[name], isHit)) return true;
	return false;
}

/** What stands for a text or a number. @param isPassword whether it lies below a name that calls it so */
type Blot = (leaf: unknown, isPassword: boolean) => unknown;

/** Whether a name says that what it stands for is a password. */
const namesPassword = (name: string): boolean => /password/i.test(name);

/** A copy of a value with each of its texts and numbers as `blot` gives it. */
function mapped(value: unknown, blot: Blot, isPassword = false): unknown {
	if (Array.isArray(value)) return value.map((item) => mapped(item, blot, isPassword));
	if (!isObject(value)) return blot(value, isPassword);
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [blot(name, false), mapped(inner, blot, isPassword || namesPassword(name))]),
	);
}

/** Blots secrets out of what an answer repeats. */
export interface Scrubber {
	/** Out of a text. */
	text(text: string): string;
	/** Out of every text of a parsed value, whatever its depth; numbers that are a secret too. */
	value(value: unknown): unknown;
}

function scrubberFor(known: string[], alsoTokens: boolean): Scrubber {
	const expression = expressionOf(known);
	const shortest = Math.min(...known.map(({ length }) => length));
	// A key of digits may come as a number; one that is written otherwise, such as with zeros before it, is none.
	const numbers = known.filter((secret) => String(Number(secret)) === secret).map(Number);
	const text = (written: string): string => {
		const rest = written.length >= shortest ? written.replace(expression, BLOT) : written;
		return alsoTokens ? rest.replace(TOKEN, `token$1${BLOT}`) : rest;
	};
	const leaf = (value: unknown): unknown => {
		if (typeof value === 'string') return text(value);
		return numbers.includes(value as number) ? BLOT : value;
	};
	// Most answers hold nothing of the kind, and a page of thousands of rows need not be copied for it.
	return { text, value: (value) => (holds(value, (inner) => leaf(inner) !== inner) ? mapped(value, leaf) : value) };
}

/** For errors: the secrets in any form, and the token of every address. */
export const scrubber = (secrets: ReadonlyArray<string | undefined>): Scrubber => scrubberFor(knownOf(secrets, SHORTEST), true);

/** For successes: the keys only, since all else is the club's data, and long ones only, since a short one may be a word of it. */
export const dataScrubber = (keys: ReadonlyArray<string | undefined>): Scrubber => scrubberFor(knownOf(keys, SHORTEST_IN_DATA), false);

/** The passwords that a request carries, which its answer may repeat. */
export function passwordsIn(value: unknown, isPassword = false): string[] {
	if (typeof value === 'string') return isPassword ? [value] : [];
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => passwordsIn(inner, isPassword || namesPassword(name)));
}

/** What a request carries as it may be shown: without its passwords. */
export const withoutPasswords = <T>(sent: T): T =>
	mapped(sent, (leaf, isPassword) => (isPassword && ['string', 'number'].includes(typeof leaf) ? BLOT : leaf)) as T;

/** Whether an address is one that was shown without its token. */
export const isMasked = (url: string): boolean => url.includes(`token=${BLOT}`);

/** What the club says of webhook subscriptions (§2.12) without the tokens of their addresses. */
export const withoutTokens = <T>(answer: T): T => scrubberFor([], true).value(answer) as T;
