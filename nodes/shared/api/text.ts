// What people's texts hold: names, addresses and phone numbers, as files and forms give them.

export const UNSEEN = /[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u;

const SEEN = new RegExp(`[^${UNSEEN.source.slice(1)}`, 'u');

const FROM_FIRST_TO_LAST_SEEN = new RegExp(`${SEEN.source}(?:.*${SEEN.source})?`, 'su');

export const stripped = (text: string): string => FROM_FIRST_TO_LAST_SEEN.exec(text)?.[0] ?? '';

/** Letters that Unicode normalization does not decompose, and what people type for them. */
const LETTERS: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ł: 'l', þ: 'th', ς: 'σ' };

/**
 * A text for comparisons, where something is found: case folded, without accents, compatibility forms (Unicode NFKD without its marks)
 * and invisible characters, with one kind of blank and of apostrophe.
 * @param keepsCase whether upper and lower case must match
 */
export const fold = (text: string, keepsCase = false): string =>
	(keepsCase ? text : text.normalize('NFKD').toUpperCase().toLowerCase())
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/[æœøđðħłþς]/gu, (letter) => LETTERS[letter])
		.replace(/[`´ʹʻ-ʽ‘-‛′]/gu, "'")
		.replace(/\s+/gu, ' ')
		.replace(/\p{Cf}/gu, '')
		.trim();

/** A text of another side, cut off after so many characters, as an error or a label shows it. */
export const shortened = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length).trim()}…` : text);

export const isSearchable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export const digitsOf = (text: string): string => fold(text).replace(/\D/g, '');

export const hasCountry = (phone: string): boolean => /^\(?(\+|00)/.test(stripped(phone));

/** The digits of a phone number without the zeros before them. In `+49 (0)170`, the zero in brackets is for callers in the country. */
export const phoneDigits = (phone: string): string => {
	const digits = digitsOf(hasCountry(phone) ? phone.replace('(0)', '') : phone);
	return digits.replace(/^0+/, '') || digits;
};

/** A text that is a phone number, without the word before it: `tel:+46701234567`, `whatsapp:+46701234567`, `Tel. 070-123 45 67`. */
export const phoneIn = (text: string): string | undefined => /^(?:\p{L}+[:.] ?)?([+\d ()./,;\p{Pd}]+)$/u.exec(fold(text))?.[1];

const COUNTRY = /^[1-9]\d{0,2}0?$/;

const MIN_DIGITS = 7;

export function isSamePhone(one: string, other: string): boolean {
	const [short, long] = [one, other].sort((a, b) => phoneDigits(a).length - phoneDigits(b).length);
	const [end, digits] = [phoneDigits(short), phoneDigits(long)];
	if (end.length < MIN_DIGITS) return end !== '' && digitsOf(one) === digitsOf(other);
	return end === digits || (!hasCountry(short) && digits.endsWith(end) && COUNTRY.test(digits.slice(0, -end.length)));
}

export const phoneContent = (phone: string): string => phone.replace(/[^+\p{Nd}]/gu, '') || stripped(phone);

/** A cell that a program filled with an error, with something else than the text, such as `1.20E+11`, or cut inside a character. */
const SPOILT = /^#(?:N\/?[ADV]|¡?[\p{Lu}\d/_]+[!?])$|^#{3,}$|^[+-]?\d[.,]\d+[Ee]\+\d+$|[\ufffd\p{Cs}]|\[object Object\]/u;

/** A phone number that a spreadsheet took for a number: `4.4770E+11`, `447700900123.0`. */
const SPOILT_PHONE = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$|^\d{5,}[.,]0+$/i;

export const isSpoilt = (text: string): boolean => SPOILT.test(text);
export const isSpoiltPhone = (text: string): boolean => isSpoilt(text) || SPOILT_PHONE.test(text);

export function isEmail(text: string): boolean {
	const [name, domain = '', rest] = text.split('@', 3);
	const isDomain = /^[\p{L}\p{M}\p{N}._-]+$/u.test(domain) && domain.split('.').length > 1 && !domain.split('.').includes('');
	return rest === undefined && name !== '' && !UNSEEN.test(name) && !/[<>;,"\p{C}\ufffd]/u.test(name) && isDomain;
}

const AROUND_ADDRESS = [
	/^mailto:(.*)$/isu,
	/^<(.*)>$/su,
	/^"(.*)"$/su,
	/^'(.*)'$/su,
	/^[“„”](.*)[“”]$/su,
	/^[‘‚’](.*)[‘’]$/su,
	/^(.*)[,;]$/su,
];

/** An address without what copying leaves around it. */
export function bareAddress(text: string): string {
	const around = AROUND_ADDRESS.find((form) => form.test(text));
	return around ? bareAddress(stripped(text.replace(around, '$1'))) : text;
}
