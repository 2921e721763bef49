import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/api/json';
import { bareAddress, isEmail, isSpoilt, isSpoiltPhone, shortened, stripped, UNSEEN } from '../../shared/api/text';
import { InvalidInput } from '../../shared/transport/errors';
import { EMAIL_MAX_LENGTH, ID, PASSWORD_LENGTH } from '../../shared/api/limits';

/**
 * Checks of user input. Each returns the value as the API expects it, or throws InvalidInput with the label of
 * the parameter. Bad input is refused here, before it costs a call.
 */

/** A value as text. An expression can return values that are not JSON, such as a circular object or a BigInt. */
function textFrom(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (typeof value !== 'object') return String(value);
	try {
		return JSON.stringify(value) ?? 'a value that has no text form';
	} catch {
		return 'a value that is not JSON';
	}
}

const quotable = (value: unknown): string => {
	const text = textFrom(value)
		.slice(0, 1000)
		.replace(/[\s\p{C}]+/gu, ' ')
		.trim();
	if (!text) return 'an invisible text';
	const short = shortened(text, 60);
	return typeof value === 'string' ? `"${short}"` : short;
};

function unseenIn(value: unknown): string {
	const inside = typeof value === 'string' ? stripped(value.slice(0, 1000)) : '';
	const place = [...inside].findIndex((char) => UNSEEN.test(char) && char !== ' ');
	if (place < 0) return '';
	const code = [...inside][place].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
	return `, which has an invisible character (U+${code}) in place ${place + 1}`;
}

/** The error for a value that is not what it must be. @param plain the advice without expressions, for a model */
export const wrong = (label: string, expected: string, value: unknown, advice = `Correct "${label}".`, plain = advice): InvalidInput =>
	new InvalidInput(
		`"${label}" must be ${expected}, not ${quotable(value)}${unseenIn(value)}`,
		`${advice} Nothing was sent.`,
		`${plain} Nothing was sent.`,
	);

export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && stripped(value) === '');

export function integer(value: unknown, label: string, bounds: { min: number; max: number }): number {
	const text = typeof value === 'string' ? stripped(value) : '';
	const number = /^-?\d+$/.test(text) ? Number(text) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= bounds.min && number <= bounds.max) return number;
	const range = bounds.max === Number.MAX_SAFE_INTEGER ? `of at least ${bounds.min}` : `from ${bounds.min} to ${bounds.max}`;
	throw wrong(label, `a whole number ${range}`, value);
}

export const id = (value: unknown, label: string): number => integer(value, label, ID);

export function email(value: unknown, label: string): string {
	const entered = typeof value === 'string' ? stripped(value) : '';
	const text = entered.length > 2 * EMAIL_MAX_LENGTH ? entered : bareAddress(entered);
	if (text.length > EMAIL_MAX_LENGTH) {
		throw new InvalidInput(`"${label}" is longer than ${EMAIL_MAX_LENGTH} characters`, 'Enter a shorter address. Nothing was sent.');
	}
	if (isEmail(text)) return text;
	const isMore = /[<>;,"]/.test(text) && text.includes('@');
	if (!isMore) throw wrong(label, 'an email address', value, 'Enter an address such as nathan@example.com.');
	const advice = 'Enter one address, without a name beside it';
	const expression = text.includes('<') ? ', such as {{ $json.from.extractEmail() }}' : '';
	throw wrong(label, 'an email address', value, `${advice}${expression}.`, `${advice}.`);
}

const MAX_LISTED = 30;

/** Whether a value means a choice, whatever its case and the blanks around it. */
export function isChoice(value: unknown, choice: unknown): boolean {
	const textIn = (some: unknown) => (typeof some === 'string' ? stripped(some).toLowerCase() : some);
	return textIn(value) === textIn(choice);
}

export function oneOf<T>(value: unknown, label: string, allowed: readonly T[]): T {
	const found = allowed.find((choice) => isChoice(value, choice));
	if (found !== undefined) return found;
	const isLong = allowed.length > MAX_LISTED;
	const listed = isLong ? [...allowed.slice(0, 3), '...'] : allowed;
	throw wrong(label, `one of ${listed.join(', ')}`, value, isLong ? 'The list of the field shows all of them.' : undefined);
}

export function boolean(value: unknown, label: string): boolean {
	const entered = typeof value === 'string' ? stripped(value).toLowerCase() : value;
	if (entered === true || entered === 'true') return true;
	if (entered === false || entered === 'false') return false;
	// In a column of yes and no, only its owner knows what an empty cell or another word means.
	throw wrong(label, 'true or false', value, "Correct it, or write an expression such as {{ $json.Guest === 'Yes' }}.", 'Correct it.');
}

export function decimal(value: unknown, label: string): number {
	const text = typeof value === 'string' ? stripped(value) : '';
	const number = /^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(text) ? Number(text) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	const hasComma = /^[+-]?[\d.]*,\d+$/.test(text);
	throw wrong(label, 'a number', value, hasComma ? 'Write decimals with a point, such as 72.5.' : undefined);
}

export function text(value: unknown, label: string): string {
	if (typeof value === 'string') return value;
	if (Number.isFinite(value) || typeof value === 'boolean') return String(value);
	throw wrong(label, 'text', value);
}

/** A check of the text of a cell. A spoilt one says nothing, and would replace a good value. */
const cellText =
	(isSpoiltText: (text: string) => boolean) =>
	(value: unknown, label: string): string => {
		const entered = stripped(text(value, label));
		if (!isSpoiltText(entered)) return entered;
		const advice = `A program has put this in place of the text. Correct "${label}" where it comes from. Nothing was sent.`;
		throw new InvalidInput(`"${label}" is spoilt: ${quotable(entered)}`, advice);
	};

export const name = cellText(isSpoilt);

export const phone = cellText(isSpoiltPhone);

export function password(value: unknown, label: string): string {
	// An error must not quote it.
	if (typeof value === 'object') throw new InvalidInput(`"${label}" must be a text`, `Correct "${label}". Nothing was sent.`);
	const entered = text(value, label);
	const { min, max } = PASSWORD_LENGTH;
	if (entered.length >= min && entered.length <= max) return entered;
	throw new InvalidInput(
		`"${label}" must have ${min} to ${max} characters, not ${entered.length}`,
		'Choose another password. Nothing was sent.',
	);
}

/** An ID that only the API can validate (§2.12), but for the words that an expression writes for nothing. */
export function opaqueId(value: unknown, label: string): string {
	const id = text(value, label).trim();
	if (!/^(null|undefined|NaN)$/.test(id)) return id;
	throw new InvalidInput(`"${label}" must be an ID, not ${id}`, `Correct "${label}". Nothing was sent.`);
}

export function jsonObject(value: unknown, label: string): IDataObject {
	let parsed: unknown;
	try {
		parsed = JSON.parse(typeof value === 'string' ? value : JSON.stringify(value));
	} catch {
		parsed = undefined;
	}
	if (!isObject(parsed)) {
		throw new InvalidInput(`"${label}" must be a JSON object`, 'Enter an object such as {"Name": "value"}. Nothing was sent.');
	}
	return parsed as IDataObject;
}
