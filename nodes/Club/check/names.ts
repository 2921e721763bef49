import { PROPERTIES } from '../../shared/api/properties';
import { isObject } from '../../shared/transport/json';
import type { Evidence } from './evidence';

/** Stands for names that may be data. */
export const HIDDEN = '*';

/** What a page says of itself (§2.9), and an error (§7.1). */
const ENVELOPE = [
	'Results',
	'NextCursor',
	'PrevCursor',
	'Continue',
	'NextId',
	'PrevId',
	'NextDateTime',
	'PrevDateTime',
	'ErrorType',
	'Message',
];

/** The names that the document gives out itself. */
const DOCUMENTED: ReadonlySet<string> = new Set([...ENVELOPE, ...Object.values(PROPERTIES).flat()]);

/** A name as programmers give them. */
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,49}$/;

/** Most digits of a name: `CheckInsPrior365Days` has three, an id and a part of a key have more. */
const MOST_DIGITS = 3;

/** Properties whose texts are about people or places. */
const PERSONAL = /name|mail|phone|birth|address|street|city|town|zip|actor|trainer|coach|instructor|staff|owner|user|nick/i;

/** The words of a text, in small letters. */
const wordsIn = (text: string): string[] =>
	[text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 1).map((word) => word.toLowerCase());

/** Collects the words that personal properties hold, whatever their depth. */
function collect(value: unknown, isPersonal: boolean, words: Set<string>): void {
	if (typeof value === 'string' && isPersonal) for (const word of wordsIn(value)) words.add(word);
	if (Array.isArray(value)) for (const entry of value) collect(entry, isPersonal, words);
	else if (isObject(value)) for (const [name, inner] of Object.entries(value)) collect(inner, isPersonal || PERSONAL.test(name), words);
}

/**
 * The names that a check may show. A club could file its records under what they are about: an address, an id, a name. What looks like
 * data, or is a word of a personal property, is hidden; what the document names itself never is.
 */
export class Names {
	private readonly words = new Set<string>();

	constructor({ sights }: Pick<Evidence, 'sights'>) {
		for (const { body } of sights) collect(body, false, this.words);
	}

	/** A name as it is shown. */
	shown(name: string): string {
		if (DOCUMENTED.has(name)) return name;
		const digits = name.replace(/\D/g, '').length;
		return NAME.test(name) && digits <= MOST_DIGITS && !this.words.has(name.toLowerCase()) ? name : HIDDEN;
	}
}
