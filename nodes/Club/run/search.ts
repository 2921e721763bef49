import type { IDataObject } from 'n8n-workflow';
import { fullNameOf } from '../../shared/api/facts';
import { textOf } from '../../shared/api/json';
import { bareAddress, digitsOf, fold, isEmail, isSamePhone, isSearchable, phoneDigits, phoneIn, stripped } from '../../shared/api/text';
import { InvalidInput, orAbsent } from '../../shared/transport/errors';
import { MODEL_READS } from '../../shared/transport/patience';
import { ENDPOINTS, type PeopleCall } from '../../shared/api/endpoints';
import { ID } from '../../shared/api/limits';
import { internalPages } from '../../shared/lists/pages';
import type { Field, Values } from '../fields/field';
import type { Output } from '../operation';
import { limit as limitField, OPTIONS } from '../fields/fields';
import type { Session } from '../calls/session';

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const MAX_LENGTH = 254;

/** Min digits of a phone number, and min letters of a word in which one letter may be wrong. */
const MIN = { digits: 3, letters: 4 } as const;

/** Parses a search text: all of its words must match, in any order, or its phone number. */
export function searchQuery(text: string) {
	const entered = text.trim().slice(0, MAX_LENGTH);
	// An address tells one person from all others, whatever stands beside it.
	const trimmed = entered.split(/[\s<>(),;"]/).find((word) => /.@./.test(word)) ?? entered;
	const phone = phoneIn(trimmed) ?? '';
	return {
		words: wordsOf(trimmed),
		address: bareAddress(stripped(trimmed)),
		email: fold(bareAddress(stripped(trimmed))),
		...(digitsOf(phone).length >= MIN.digits && { phone }),
	};
}

export function addressIn(text: string): string | undefined {
	const { address } = searchQuery(text);
	return isEmail(address) ? address : undefined;
}

type Query = ReturnType<typeof searchQuery>;

export function isOneSlip(a: string, b: string): boolean {
	if (a === b) return false;
	const [short, long] = [a, b].sort((one, other) => one.length - other.length);
	let index = 0;
	while (short[index] === long[index]) index++;
	if (short.length < long.length) return short.slice(index) === long.slice(index + 1);
	if (short.slice(index + 1) === long.slice(index + 1)) return true;
	const isSwapped = short[index] === long[index + 1] && short[index + 1] === long[index];
	return isSwapped && short.slice(index + 2) === long.slice(index + 2);
}

export const FIT = { none: 0, slip: 1, part: 2, start: 3, whole: 4 } as const;

function fitOfWord(word: string, other: string): number {
	if (other === word) return FIT.whole;
	if (other.startsWith(word)) return FIT.start;
	if (other.includes(word)) return FIT.part;
	return word.length >= MIN.letters && other.length >= MIN.letters && isOneSlip(word, other) ? FIT.slip : FIT.none;
}

function fitOfPhone(phone: string, other: string): number {
	const [part, digits] = [phoneDigits(phone), phoneDigits(other)];
	if (digits === part) return FIT.whole;
	if (digits.endsWith(part) || isSamePhone(phone, other)) return FIT.start;
	return digits.includes(part) ? FIT.part : FIT.none;
}

/**
 * How well a person matches a query. Every word must match a name or the address of the person. A text with an at sign is compared
 * with addresses only; a text of digits can be a phone number.
 * @returns the worst match of a word and the sum of all; undefined if one word does not match
 */
export function fitOf(query: Query, person: IDataObject): { worst: number; sum: number } | undefined {
	const email = fold(textOf(person.Email));
	if (query.email.includes('@')) {
		const fit = fitOfWord(query.email, email);
		return fit === FIT.none ? undefined : { worst: fit, sum: fit };
	}
	const names = wordsOf(`${textOf(person.FirstMidName)} ${textOf(person.LastName)}`);
	const address = wordsOf(email);
	const phone = query.phone && fitOfPhone(query.phone, textOf(person.Phone));
	if (phone) return { worst: phone, sum: phone * query.words.length };
	const fits = query.words.map((word) =>
		Math.max(
			...names.map((name) => fitOfWord(word, name)),
			...address.map((part) => Math.min(FIT.part, fitOfWord(word, part))),
			email.includes(word) ? FIT.part : FIT.none,
		),
	);
	if (fits.length === 0 || fits.includes(FIT.none)) return undefined;
	return { worst: Math.min(...fits), sum: fits.reduce((a, b) => a + b) };
}

const NEAREST = 3;

const pairsOf = (text: string): Set<string> =>
	new Set(wordsOf(text).flatMap((word) => [...` ${word}`].slice(1).map((letter, index) => ` ${word}`[index] + letter)));

/** How similar a person is to a query, from 0 to 1: the share of pairs of letters that a name and it have in common. */
function similarity(pairs: ReadonlySet<string>, { FirstMidName, LastName, Email }: IDataObject): number {
	const own = [`${textOf(FirstMidName)} ${textOf(LastName)}`, textOf(Email).split('@')[0]].map(pairsOf);
	return Math.max(...own.map((other) => (2 * [...pairs].filter((pair) => other.has(pair)).length) / (pairs.size + other.size || 1)));
}

/**
 * The people who match a query best, at most `limit`. Reads page by page, and stops when `limit` people match with whole words, or
 * after `maxCalls` pages or when `isLate`. Typing errors count only if nobody matches without one.
 * @returns the best match first, how many people were read, whether the calls ended before the list, whether more people match or may match,
 * and the most similar people if nobody matches
 */
export async function search(
	pages: AsyncIterable<{ rows: IDataObject[]; more?: boolean }>,
	text: string,
	{ limit, maxCalls, isLate = () => false }: { limit: number; maxCalls: number; isLate?: () => boolean },
): Promise<{ people: IDataObject[]; searched: number; isCut: boolean; more: boolean; nearest: IDataObject[] }> {
	const query = searchQuery(text);
	const hits: Array<{ person: IDataObject; worst: number; sum: number }> = [];
	let [searched, calls, isCut, goesOn] = [0, 0, false, false];
	// Matches beyond the limit: with whole words or parts of them, and with a typing error.
	const left = { exact: 0, slip: 0 };
	const pairs = pairsOf(text.includes('@') ? text.split('@')[0] : text);
	let near: Array<{ person: IDataObject; score: number }> = [];
	for await (const page of pages) {
		calls++;
		searched += page.rows.length;
		for (const person of page.rows) {
			const fit = fitOf(query, person);
			if (fit) hits.push({ person, ...fit });
		}
		if (hits.length === 0) {
			const scored = page.rows.map((person) => ({ person, score: similarity(pairs, person) }));
			near = [...near, ...scored].sort((a, b) => b.score - a.score).slice(0, NEAREST);
		}
		hits.sort((a, b) => b.worst - a.worst || b.sum - a.sum);
		for (const { worst } of hits.splice(limit)) left[worst > FIT.slip ? 'exact' : 'slip']++;
		goesOn = page.more ?? true;
		const isComplete = hits.length === limit && hits[limit - 1].worst === FIT.whole;
		isCut = goesOn && !isComplete;
		if (isComplete || calls >= maxCalls || isLate()) break;
	}
	const exact = hits.filter(({ worst }) => worst > FIT.slip);
	const matches = exact.length > 0 ? exact : hits;
	const more = goesOn || left.exact > 0 || (exact.length === 0 && left.slip > 0);
	const nearest = hits.length > 0 ? [] : near.filter(({ score }) => score > 0).map(({ person }) => person);
	return { people: matches.map(({ person }) => person), searched, isCut, more, nearest };
}

export const peopleSearchFields = [
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. anna nyström',
		api: false,
		description: 'Part of a name, an email address or a phone number, e.g. anna nyström. Case and accents do not matter.',
	},
	{ ...limitField, default: 10 },
	{
		...OPTIONS,
		options: [
			{
				displayName: 'Max Calls',
				name: 'maxCalls',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 25,
				api: false,
				description:
					'The most calls that the search may make, e.g. 25. Each one reads up to 1,000 people. Pages of the last minute are free.',
			},
		],
	},
] as const satisfies readonly Field[];

/** Refuses a search text that nobody can match, which would read the whole list. */
export function checkQuery({ query }: { query: string }): void {
	if (isSearchable(query)) return;
	throw new InvalidInput(
		'"Query" has no letter and no digit',
		'Enter a part of a name, an email address or a phone number. Nothing was sent.',
	);
}

/** Searches people, by an address or an ID first, then in pages that are cached for a minute. Adds a hint if the club has more than it read. */
export async function searchPeople(
	session: Session,
	list: PeopleCall,
	{ query, limit = 10, options: { maxCalls = 25 } }: Values<typeof peopleSearchFields>,
): Promise<Output> {
	const asPage = async function* (rows: IDataObject[], more: boolean) {
		yield { rows, more };
	};
	const address = addressIn(query);
	if (address) {
		const person = await session.findByEmail(address, ENDPOINTS[list].byEmail);
		if (person) return session.settings.isForModel ? asPage([person], false) : [person];
	}
	const id = /^\d+$/.test(query.trim()) && Number(query) >= ID.min && Number(query) <= ID.max ? Number(query) : undefined;
	const own = id === undefined ? undefined : await orAbsent(session.person(`${list}/{userId}`, id));
	const pages = internalPages(list, {}, async (pageQuery) => await session.readCached(list, pageQuery));
	const { people, searched, isCut, more, nearest } = await search(pages, query, { limit, maxCalls, isLate: () => session.isLate });
	if (isCut) {
		const read = `Only the first ${searched.toLocaleString('en')} people were searched`;
		session.hint(session.isLate ? `${read}, in ${MODEL_READS} seconds` : `${read}. To search more, raise "Max Calls"`);
	}
	const found = [...(own ? [own] : []), ...structuredClone(people).filter(({ UserId }) => UserId !== own?.UserId)];
	const results = found.slice(0, limit);
	if (!session.settings.isForModel) return results;
	if (results.length === 0) {
		const named = nearest.map((row) => `${fullNameOf(row)}, UserId ${String(row.UserId)}`).join('; ');
		session.hint(
			`Nobody matches "${query}".${named && ` The nearest are: ${named}.`} Search for the last name alone, a part of the email address or the phone number before you add anybody`,
		);
	}
	return asPage(results, more || found.length > limit);
}
