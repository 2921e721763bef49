import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../shared/transport/json';
import type { PeopleCall } from '../shared/api/endpoints';
import { directionOf, endpointOf, maxCountOf } from '../shared/api/endpoints';
import { orderOn } from '../shared/records/step';
import { pagesOf } from '../shared/records/paging';
import type { Field, Values } from './field';
import type { Output } from './operation';
import { limit } from './options';
import type { Session } from './session';

/** Letters that Unicode does not take apart, and what people type for them. */
const LETTERS: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ł: 'l', þ: 'th', ς: 'σ' };

/** A text as it is compared: without compatibility forms and accents (Unicode NFKD without its marks), and by full case folding. */
export const fold = (text: string): string =>
	text
		.normalize('NFKD')
		.toUpperCase()
		.toLowerCase()
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/[æœøđðħłþς]/gu, (letter) => LETTERS[letter]);

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const digitsOf = (text: string): string => fold(text).replace(/\D/g, '');

/** Longest text that is searched for, in characters: more is no name, address or phone. */
const LONGEST = 254;

/** Fewest digits that can mean a phone, and fewest letters of a word in which one may be wrong. */
const FEWEST = { digits: 3, letters: 4 } as const;

/** What is searched for. */
interface Query {
	words: string[];
	/** The whole as an address, where it may be one. */
	email: string;
	/** The digits of a phone as typed within a country, where it may be one. */
	phone?: string;
}

/** What a text asks for: all of its words, in any order, or a phone. */
export function searchQuery(text: string): Query {
	const cut = text.trim().slice(0, LONGEST);
	const digits = digitsOf(cut);
	const isPhone = /^[+\d\s()./-]+$/.test(cut) && digits.length >= FEWEST.digits;
	return { words: wordsOf(cut), email: fold(cut), ...(isPhone && { phone: digits.replace(/^0+/, '') || digits }) };
}

/** Whether two words differ by one letter: another, one more, one less, or two exchanged. */
export function isOneSlip(a: string, b: string): boolean {
	if (a === b) return false;
	const [short, long] = [a, b].sort((one, other) => one.length - other.length);
	let at = 0;
	while (short[at] === long[at]) at++;
	if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
	if (short.slice(at + 1) === long.slice(at + 1)) return true;
	return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

/** How well something fits, from not at all to nothing could fit better. */
export const FIT = { none: 0, slip: 1, part: 2, start: 3, whole: 4 } as const;

const best = (fits: readonly number[]): number => fits.reduce((a, b) => Math.max(a, b), FIT.none);

/** How well a word fits one of another's words: whole, its start, a part, or with one wrong letter. */
function fitOfWord(word: string, other: string): number {
	if (other === word) return FIT.whole;
	if (other.startsWith(word)) return FIT.start;
	if (other.includes(word)) return FIT.part;
	return word.length >= FEWEST.letters && other.length >= FEWEST.letters && isOneSlip(word, other) ? FIT.slip : FIT.none;
}

/** How well a phone fits: its end is what people know of it, whatever the country code. */
function fitOfPhone(phone: string, other: string): number {
	if (other === phone) return FIT.whole;
	if (other.endsWith(phone)) return FIT.start;
	return other.includes(phone) ? FIT.part : FIT.none;
}

/**
 * How well a person fits a query, each word by itself: all of them must fit his names or his address. A text with an at sign
 * is an address or a part of one; one of digits may be a phone.
 * @returns the fit of the word that fits worst, and the sum of all; nothing where one does not fit
 */
export function fitOf(query: Query, person: IDataObject): { worst: number; sum: number } | undefined {
	const email = fold(textOf(person.Email));
	if (query.email.includes('@')) {
		const fit = fitOfWord(query.email, email);
		return fit === FIT.none ? undefined : { worst: fit, sum: fit };
	}
	const names = wordsOf(`${textOf(person.FirstMidName)} ${textOf(person.LastName)}`);
	const address = wordsOf(email);
	const phone = query.phone && fitOfPhone(query.phone, digitsOf(textOf(person.Phone)));
	if (phone) return { worst: phone, sum: phone * query.words.length };
	const fits = query.words.map((word) =>
		best([
			...names.map((name) => fitOfWord(word, name)),
			...address.map((part) => Math.min(FIT.part, fitOfWord(word, part))),
			email.includes(word) ? FIT.part : FIT.none,
		]),
	);
	if (fits.length === 0 || fits.includes(FIT.none)) return undefined;
	return { worst: Math.min(...fits), sum: fits.reduce((a, b) => a + b) };
}

/** What a search has found, and how far it has looked. */
interface Found {
	/** The best first. */
	people: IDataObject[];
	/** How many people were looked at. */
	searched: number;
	/** Whether there are more that were not looked at, though one of them may fit. */
	more: boolean;
}

/**
 * The people who fit a query best, at most `limit`. Reads page after page, and stops where so many fit wholly that no other
 * could fit better, or after `maxCalls` pages. One wrong letter counts only where nobody fits without.
 */
export async function search(
	pages: AsyncIterable<{ rows: IDataObject[]; more?: boolean }>,
	text: string,
	{ limit, maxCalls }: { limit: number; maxCalls: number },
): Promise<Found> {
	const query = searchQuery(text);
	let hits: Array<{ person: IDataObject; worst: number; sum: number }> = [];
	let [searched, calls, more] = [0, 0, false];
	for await (const page of pages) {
		calls++;
		searched += page.rows.length;
		for (const person of page.rows) {
			const fit = fitOf(query, person);
			if (fit) hits.push({ person, ...fit });
		}
		hits = hits.sort((a, b) => b.worst - a.worst || b.sum - a.sum).slice(0, limit);
		more = page.more ?? true;
		const enough = hits.length === limit && hits[limit - 1].worst === FIT.whole;
		if (enough) more = false;
		if (enough || calls >= maxCalls) break;
	}
	const clear = hits.filter(({ worst }) => worst > FIT.slip);
	return { people: (clear.length > 0 ? clear : hits).map(({ person }) => person), searched, more };
}

/** What a search for people takes. */
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
	{ ...limit, default: 10 },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Max Calls',
				name: 'maxCalls',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 25,
				api: false,
				description:
					'Max number of calls for the search, e.g. 25. Each call reads up to 1,000 people. Pages read in the last minute cost no calls.',
			},
		],
	},
] as const satisfies readonly Field[];

/** How many results, and how many calls, where the user does not say. */
const USUAL = { limit: 10, maxCalls: 25 } as const;

/** Searches people in pages that are kept for a minute; tells what was not looked at. */
export async function searchPeople(
	session: Session,
	list: PeopleCall,
	{ query, limit: most = USUAL.limit, options }: Values<typeof peopleSearchFields>,
): Promise<Output> {
	const { maxCalls = USUAL.maxCalls } = options;
	const pages = pagesOf({
		fetch: async (page) => await session.readKept(list, { ...page }),
		direction: (firstPage) => directionOf(list, {}) ?? orderOn(list, firstPage),
		orderedBy: endpointOf(list)?.orderedBy,
		maxCount: maxCountOf(list),
	});
	const { people, searched, more } = await search(pages, query, { limit: most, maxCalls });
	const notSearched = more
		? `Only the first ${searched.toLocaleString('en')} people were searched. To search more, raise Options > Max Calls`
		: undefined;
	if (notSearched) session.hint(notSearched);
	const results = structuredClone(people);
	return session.isForModel ? ({ results, hasMore: more, nextCursor: null, ...(notSearched && { notSearched }) } as IDataObject) : results;
}
