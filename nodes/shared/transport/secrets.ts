import { isObject, isPlain } from '../api/json';

/** Shortest text that counts as a secret. A shorter one would also mask ordinary words. */
const SHORTEST = 4;

const SHORTEST_IN_DATA = 8;

const BLOT = '***';

/** The token in a webhook address, which proves that the club sent an event. */
const TOKEN = /(?:\b|(?<=%[\dA-Fa-f]{2}))token(=|%3[dD])[^&#\s"'<>\\]+/g;

const secretsOf = (secrets: ReadonlyArray<string | undefined>, shortest: number): string[] =>
	[...new Set(secrets.filter((secret) => secret !== undefined).map((secret) => secret.trim()))].filter(({ length }) => length >= shortest);

const lowerEscapes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());

function formsOf(secret: string): string[] {
	const encoded = encodeURIComponent(secret);
	const form = new URLSearchParams({ '': secret }).toString().slice(1);
	const json = JSON.stringify(secret).slice(1, -1);
	return [secret, json, JSON.stringify(json).slice(1, -1), encoded, form, lowerEscapes(encoded), lowerEscapes(form)];
}

/** One expression for all forms, longest first, so that no part of a longer form remains. */
function expressionOf(secrets: string[]): RegExp {
	const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
	return new RegExp(forms.map((form) => form.replace(/[^\w]/g, '\\$&')).join('|'), 'g');
}

/** Masks a text or a number. @param isPassword whether the name of a property above it says that it is a password */
type Mask = (leaf: unknown, isPassword: boolean) => unknown;

const namesPassword = (name: string): boolean => /password/i.test(name);

function mapped(value: unknown, mask: Mask, isPassword = false): unknown {
	if (Array.isArray(value)) return value.map((item) => mapped(item, mask, isPassword));
	if (!isObject(value)) return mask(value, isPassword);
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [mask(name, false), mapped(inner, mask, isPassword || namesPassword(name))]),
	);
}

type Scrubber = <T>(value: T) => T;

function scrubberFor(secrets: string[], alsoTokens: boolean): Scrubber {
	const expression = expressionOf(secrets);
	const shortest = Math.min(...secrets.map(({ length }) => length));
	// A key of digits may come as a number, unless a number cannot represent it, such as with leading zeros.
	const numbers = secrets.filter((secret) => String(Number(secret)) === secret).map(Number);
	const leaf = (value: unknown): unknown => {
		if (typeof value !== 'string') return numbers.includes(value as number) ? BLOT : value;
		const masked = value.length >= shortest ? value.replace(expression, BLOT) : value;
		return alsoTokens ? masked.replace(TOKEN, `token$1${BLOT}`) : masked;
	};
	return (value) => mapped(value, leaf) as typeof value;
}

/** For errors: masks the secrets in any form, and the token of every address. */
export const scrubber = (secrets: ReadonlyArray<string | undefined>): Scrubber => scrubberFor(secretsOf(secrets, SHORTEST), true);

/** For successes: masks only keys, because everything else is data of the club, and only long ones, because a short one may be a word. */
export const dataScrubber = (keys: ReadonlyArray<string | undefined>): Scrubber => scrubberFor(secretsOf(keys, SHORTEST_IN_DATA), false);

export function passwordsIn(value: unknown, isPassword = false): string[] {
	if (isPlain(value)) return isPassword && ['string', 'number'].includes(typeof value) ? [String(value)] : [];
	return Object.entries(value as object).flatMap(([name, inner]) => passwordsIn(inner, isPassword || namesPassword(name)));
}

export const withoutPasswords = <T>(sent: T): T =>
	mapped(sent, (leaf, isPassword) => (isPassword && ['string', 'number'].includes(typeof leaf) ? BLOT : leaf)) as T;

export const isMasked = (url: string): boolean => url.includes(`token=${BLOT}`);

/** An answer about webhook subscriptions (§2.12) with the tokens of their addresses masked. */
export const withoutTokens = scrubberFor([], true);
